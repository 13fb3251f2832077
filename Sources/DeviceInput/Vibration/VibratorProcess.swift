import CLinux
import Glibc

/// What one vibration is: a light tick, the same for steps as for a gesture that is recognized, as the one of UIKit's
/// `UISelectionFeedbackGenerator` is. A hand then counts ticks, and need not learn what each kind means.
enum Tick {
  /// In milliseconds. Motors with a weight need about this long to be felt at all; twice as long is a buzz, and steps run together.
  static let length: Int32 = 20
  /// In percent. A motor has no time to reach its speed, so it gets all there is; a touchpad plays a click that is ready made.
  static func strength(_ means: VibrationMeans) -> Int32 {
    switch means {
    case .haptic: 50
    case .rumble: 100
    }
  }
}

/// Leaves out ticks that come so soon after another that a hand would feel one long buzz.
struct TickPace {
  /// In microseconds: a tick, and some rest.
  static let pause: Int64 = 30_000

  private var last: Int64?

  /// Whether there is a tick at `now`, in microseconds.
  mutating func takesTick(at now: Int64) -> Bool {
    if let last, now - last < Self.pause { return false }
    last = now
    return true
  }
}

/// Why a device does not vibrate, each with errno.
enum VibrationFailure: Error, Equatable {
  /// The process could not be started.
  case noProcess(Int32)
  /// Its node can't be opened to write.
  case unopened(Int32)
  /// It has not taken the effect.
  case refused(Int32)
  /// It doesn't play the effect any more.
  case ended(Int32)

  /// Whether the device has just been unplugged.
  var isUnplugging: Bool {
    switch self {
    case .unopened(let code), .refused(let code), .ended(let code): [ENODEV, ENOENT, ENXIO].contains(code)
    case .noProcess: false
    }
  }

  /// Whether another program may let go of what is missing.
  fileprivate var mayPass: Bool {
    switch self {
    case .refused(ENOSPC), .noProcess: true
    case .refused, .unopened, .ended: false
    }
  }
}

/// A node that vibrates, by a process that has it open: the kernel may keep a caller waiting for long.
///
///     preparing --it has the effect--> ready --unplugged, or killed--> failed
///     preparing --anything else--> failed
///     failed, for want of what may pass --a tick, 10 s later--> preparing
final class VibratorProcess {
  private enum Life {
    case preparing(Line)
    case ready(Line)
    case failed(VibrationFailure, at: Int64)
  }

  /// The socket of the process, which ends when it is closed.
  private final class Line {
    let number: Int32
    private let set: ReadySet

    init(_ number: Int32, _ set: ReadySet) {
      self.number = number
      self.set = set
      set.add(number)
    }

    deinit {
      set.remove(number)
      close(number)
    }
  }

  /// How long after a failure that may pass it is tried again, in microseconds.
  private static let pause: Int64 = 10_000_000

  let node: HapticNode
  private let means: VibrationMeans
  private let ready: ReadySet
  private var life: Life
  private var pace = TickPace()

  /// `ready` is told what to wait for. Nil for a node that can't vibrate.
  init?(_ node: HapticNode, _ ready: ReadySet, at now: Int64) {
    guard let means = node.means else { return nil }
    self.node = node
    self.means = means
    self.ready = ready
    life = Self.begin(node.node, means, ready, at: now)
  }

  private static func begin(_ path: String, _ means: VibrationMeans, _ ready: ReadySet, at now: Int64) -> Life {
    let line = gb_vibrator_begin(path, Int32(means.effect), Tick.length, Tick.strength(means))
    return line < 0 ? .failed(.noProcess(errno), at: now) : .preparing(Line(line, ready))
  }

  /// Whether the device has the effect.
  var isReady: Bool {
    switch life {
    case .ready: true
    case .preparing, .failed: false
    }
  }

  /// Why it doesn't vibrate; nil while it does, or may yet.
  var failure: VibrationFailure? {
    switch life {
    case .failed(let failure, _): failure
    case .preparing, .ready: nil
    }
  }

  /// What its process waits to tell by; nil if there is none.
  var descriptor: Int32? {
    switch life {
    case .preparing(let line), .ready(let line): line.number
    case .failed: nil
    }
  }

  /// Reads what the process has told; returns whether that changes anything.
  func hear(at now: Int64) -> Bool {
    guard let line = descriptor else { return false }
    var (stage, code): (Int32, Int32) = (0, 0)
    let heard = gb_vibrator_hear(line, &stage, &code)
    guard heard != 0 else { return false }
    guard heard > 0 else {
      life = .failed(.noProcess(ECHILD), at: now)
      return true
    }
    switch (UInt32(bitPattern: stage), life) {
    case (GB_VIBRATOR_READY.rawValue, .preparing(let line)): life = .ready(line)
    case (GB_VIBRATOR_UNOPENED.rawValue, _): life = .failed(.unopened(code), at: now)
    case (GB_VIBRATOR_REFUSED.rawValue, _): life = .failed(.refused(code), at: now)
    case (_, _): life = .failed(.ended(code), at: now)
    }
    return true
  }

  /// A tick, unless it comes too soon after another, or the device isn't ready; never waits.
  func tick(at now: Int64) {
    switch life {
    case .ready(let line):
      guard pace.takesTick(at: now) else { return }
      // What finds no room is left out; a process that is gone is heard of.
      _ = gb_vibrator_play(line.number)
    case .failed(let failure, let time):
      if failure.mayPass, now - time >= Self.pause { life = Self.begin(node.node, means, ready, at: now) }
    case .preparing: break
    }
  }
}
