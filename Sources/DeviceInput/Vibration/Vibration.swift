import GestureCore
import Glibc
import Logging

/// Has what is touched vibrate for gestures that are felt.
///
///     touch devices, by their numbers --Vibrators--> a process for each node that vibrates
///     a tick of a touch device --> a tick of that process
///
/// Nothing is open until there are touch devices for it, and no call waits for a device. It follows udev, to know of vibrators that come
/// and of what goes. Of the devices it is told nothing but numbers, and looks itself whether they are touch devices of the seat:
/// the daemon that names them may be confined.
public final class Vibration {
  /// What is open.
  private final class Following {
    let monitor: DeviceMonitor
    let ready: ReadySet
    /// The touch devices, by the numbers of their nodes, and what vibrates for each.
    var touched: [(number: UInt16, process: VibratorProcess?)] = []
    var processes: [VibratorProcess] = []

    init(seat: String) throws(InputFailure) {
      monitor = try DeviceMonitor(seat: seat)
      ready = try ReadySet()
      ready.add(monitor.fd)
    }
  }

  private let seat: String
  private let now: () -> Int64
  private let log: Logger
  private var following: Following?
  /// The gestures that are felt on a device.
  private var felt: (Device) -> [String] = { _ in [] }
  /// What the log has, so that it has it once.
  private var said: Set<String> = []
  /// How often `following` became another one.
  public private(set) var turns = 0

  /// `now` is in microseconds.
  public init(seat: String = InputSource.sessionSeat, now: @escaping () -> Int64, log: Logger) {
    self.seat = seat
    self.now = now
    self.log = log
  }

  /// Ready when there is something to `serve`; nil while nothing is open.
  public var descriptor: Int32? { following?.ready.fd }

  /// Other rules are in force: these gestures are felt on a device.
  public func use(_ felt: @escaping (Device) -> [String]) {
    self.felt = felt
    said = []
    guard let following else { return }
    // What was missing may be there now; a driver that hangs holds up whatever has the device open.
    following.processes.removeAll { $0.failure.map { $0 != .refused(ETIMEDOUT) } ?? false }
    settle(following)
  }

  /// The touch devices for which something is to vibrate, by the numbers of their nodes: /dev/input/event5 is 5. They are open already:
  /// while a device takes an effect, the kernel lets others wait.
  public func keep(_ devices: [UInt16]) {
    guard !devices.isEmpty else {
      turns += following == nil ? 0 : 1
      return following = nil
    }
    do throws(InputFailure) {
      if following == nil {
        following = try Following(seat: seat)
        turns += 1
      }
      guard let following else { return }
      following.touched = devices.map { ($0, nil) }
      settle(following)
    } catch {
      say("\(error)")
    }
  }

  /// A gesture has done something on the touch device with this number.
  public func tick(_ device: UInt16) {
    guard let following else { return }
    for touched in following.touched where touched.number == device {
      guard let process = touched.process else { return }
      process.tick(at: now())
      if let failure = process.failure { tell(failure, of: process.node) }
    }
  }

  /// Reads what there is to read.
  public func serve() {
    guard let following else { return }
    var isPlugged = false
    following.ready.ready { descriptor in
      if descriptor == following.monitor.fd {
        isPlugged = true
      } else if let process = following.processes.first(where: { $0.descriptor == descriptor }), process.hear(at: now())
      {
        if let failure = process.failure {
          tell(failure, of: process.node)
        } else if process.isReady {
          log.info("\(Wording.vibrates(process.node))")
        }
      }
    }
    guard isPlugged else { return }
    following.monitor.changes { _ in }
    // A rule of udev may have let it in.
    following.processes.removeAll { $0.failure == .unopened(EACCES) && access($0.node.node, W_OK) == 0 }
    settle(following)
  }

  /// Has a process for each node that is to vibrate, and no other one.
  private func settle(_ following: Following) {
    let vibrators = following.monitor.vibrators()
    // A device that is plugged in anew is named anew, once it is open.
    following.touched.removeAll { vibrators.touchDevice(Self.node($0.number)) == nil }
    var kept: [VibratorProcess] = []
    for index in following.touched.indices {
      let node = Self.node(following.touched[index].number)
      guard let device = vibrators.touchDevice(node)?.device else { continue }
      let gestures = felt(device)
      following.touched[index].process = nil
      guard !gestures.isEmpty else { continue }
      switch vibrators.choice(for: node) {
      case .nothing: say(Wording.nothingVibrates(device, node, for: gestures))
      case .itself(let chosen), .other(let chosen):
        let there = (kept + following.processes).first { $0.node == chosen }
        guard let process = there ?? VibratorProcess(chosen, following.ready, at: now()) else { continue }
        if !kept.contains(where: { $0 === process }) { kept.append(process) }
        following.touched[index].process = process
      }
    }
    following.processes = kept
    for process in kept {
      if let failure = process.failure { tell(failure, of: process.node) }
    }
  }

  private func tell(_ failure: VibrationFailure, of node: HapticNode) {
    if !failure.isUnplugging { say(Wording.doesNotVibrate(node, failure)) }
  }

  private func say(_ text: String) {
    if said.insert(text).inserted { log.warning("\(text)") }
  }

  private static func node(_ number: UInt16) -> String { "\(LostEvents.folder)event\(number)" }
}

extension Wording {
  static func vibrates(_ node: HapticNode) -> String {
    "\(subject(node)) vibrates for gestures, by \(node.means?.rawValue ?? "")"
  }

  static func nothingVibrates(_ device: Device, _ node: String, for gestures: [String]) -> String {
    let names = gestures.map { "\"\(printable($0))\"" }.joined(separator: ", ")
    return """
      nothing vibrates on \(device.kind.rawValue) "\(printable(device.name))" (\(node)) for \(names): it has no \
      FF_RUMBLE and no FF_HAPTIC, and the machine has no built-in vibrator; \(withoutVibration)
      """
  }

  /// For `doctor`.
  static func vibration(of found: FoundDevice, _ choice: Vibrators.Choice) -> String {
    let device = "\(found.device.kind.rawValue) \"\(printable(found.device.name))\" (\(found.node))"
    let barred = choice.isBarred ? barredVibration : ""
    return switch choice {
    case .itself(let node): "\(device) vibrates for gestures, by \(node.means?.rawValue ?? "")\(barred)"
    case .other(let node): "\(subject(node)) vibrates for gestures on \(device)\(barred)"
    case .nothing: "nothing vibrates for gestures on \(device)"
    }
  }

  static let barredVibration = ", but you don't have permission to write to it"

  /// What to do where nothing can vibrate.
  static let withoutVibration = "`feedback = true` works without it: the overlay then shows gestures"

  static func doesNotVibrate(_ node: HapticNode, _ failure: VibrationFailure) -> String {
    "\(subject(node)) does not vibrate for gestures: \(reason(failure)); \(fix(failure, node))"
  }

  private static func subject(_ node: HapticNode) -> String {
    "\(node.kind?.rawValue ?? "vibrator") \"\(printable(node.name))\" (\(node.node))"
  }

  private static func reason(_ failure: VibrationFailure) -> String {
    switch failure {
    case .noProcess(ECHILD): "the process that uses it has ended"
    case .noProcess(let code): "can't start a process for it: \(system(code))"
    case .unopened(EACCES): "you don't have permission to write to it"
    case .unopened(let code): "it can't be opened for writing: \(system(code))"
    case .refused(ENOSPC): "other programs use all of its effects"
    case .refused(ETIMEDOUT): "its driver has not answered in time"
    case .refused(EINVAL): "it does not support the effect that it reports"
    case .refused(let code): "it refuses the effect: \(system(code))"
    case .ended(let code): "it stopped playing its effect: \(system(code))"
    }
  }

  private static func fix(_ failure: VibrationFailure, _ node: HapticNode) -> String {
    switch failure {
    case .unopened(EACCES): "`\(permission(for: node))` lets you"
    case .refused(ENOSPC):
      "close one of them: `sudo fuser -v \(node.node)` shows them; the daemon tries again from time to time"
    case .noProcess: "the daemon tries again from time to time"
    case .refused(ETIMEDOUT): "the daemon tries again when it is plugged in again; \(withoutVibration)"
    case .refused, .unopened, .ended: "`gesture-bridge ctl reload` tries again; \(withoutVibration)"
    }
  }

  /// What lets this user write to a node, in one line of shell.
  static func permission(for node: HapticNode) -> String {
    node.kind == nil ? VibratorRule.installation : UdevRule.permission(for: node.node)
  }
}
