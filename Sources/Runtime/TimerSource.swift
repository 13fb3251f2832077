import Base
import CLinux
import Glibc

/// A timer for one absolute time. `arm` sets the kernel's timer to `wanted`.
final class TimerSource {
  private let timer: OwnedDescriptor
  /// The time at which the timer should fire, in CLOCK_MONOTONIC microseconds; nil for never.
  var wanted: Int64?
  private var set: Int64?
  private(set) var settings = 0

  init() throws(SystemError) { timer = try OwnedDescriptor("timerfd_create", gb_timerfd_create()) }

  var descriptor: Int32 { timer.number }

  func arm() throws(SystemError) {
    guard wanted != set else { return }
    // Zero would disarm the timer; a time in the past fires at once.
    guard gb_timerfd_arm(descriptor, wanted.map { max($0, 1) } ?? 0) == 0 else {
      throw SystemError(call: "timerfd_settime", code: errno)
    }
    set = wanted
    settings += 1
  }

  func fired() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
    set = nil
  }

  /// If `wanted` has passed at `now`, clears `wanted` and returns true. Otherwise returns false.
  func takeDue(at now: Int64) -> Bool {
    guard let time = wanted, time <= now else { return false }
    wanted = nil
    return true
  }
}
