import Actions
import Analysis
import Bindings
import DeviceInput
import GestureCore
import Recordings

/// Everything that the live view says, but for the measures and values that replays and traces write too.
enum ViewWording {
  // The log

  static func reloaded(_ gestures: Int) -> String { "other rules: \(Message.count(gestures, "gesture"))" }

  static func came(_ device: Device) -> String { "the \(device.kind.rawValue) \(device.name) is there" }

  static func went(_ device: Device) -> String { "the \(device.kind.rawValue) \(device.name) is gone" }

  static func mode(_ mode: String) -> String { "mode \(mode)" }

  static func gesturesPaused(_ isPaused: Bool) -> String {
    isPaused ? "gestures are paused: nothing is done but what resumes" : "gestures go on"
  }

  static func held(by gesture: String) -> String { "held: waits for \(gesture) to fail" }

  static let released = "released"

  /// `parts` is what the event's values are in words.
  static func event(_ event: GestureEvent, _ parts: [String]) -> String {
    var parts = parts
    let wait = event.time - event.since
    if wait > TimeSpan(microseconds: 0), event.state == .recognized || event.state == .began {
      parts.append("held for \(Measure(wait))")
    }
    return "\(event.state.rawValue): \(parts.joined(separator: ", "))"
  }

  static func failed(_ failure: Failure) -> String { "failed: \(failure)" }

  static func run(_ run: ViewLog.Run) -> String {
    let latency = run.latency.map { " after \(milliseconds($0))" } ?? ""
    let state = run.status.map { ", \(status($0))" } ?? ", runs"
    return "\(run.key)\(latency)\(state): \(run.command)"
  }

  static func ended(_ request: CommandRequest, _ status: CommandStatus) -> String {
    "\(request.key) ended, \(Self.status(status)): \(request.command)"
  }

  /// What else becomes of a command; nil for what is not worth a line.
  static func command(_ request: CommandRequest, _ event: CommandEvent) -> String? {
    switch event {
    case .started, .exited, .line(.written), .line(.waits), .line(.replacesChange): nil
    case .refused: "\(request.key) not started, too many commands: \(request.command)"
    case .failed: "\(request.key) could not be started: \(request.command)"
    case .wouldStart: "\(request.key) would start: \(request.command)"
    case .queued: "\(request.key) waits for those before it: \(request.command)"
    case .skipped: "\(request.key) left out, the one before still runs: \(request.command)"
    case .replaced: "\(request.key) gives way to a later one: \(request.command)"
    case .toldToEnd: "\(request.key) is told to end: \(request.command)"
    case .killed: "\(request.key) does not end and is killed: \(request.command)"
    case .line(.leftOut): "\(request.key) is not told, it does not read: \(request.command)"
    }
  }

  private static func status(_ status: CommandStatus) -> String {
    switch status {
    case .code(let code): "exit status \(code)"
    case .signal(let number): "signal \(number)"
    case .unknown: "exit status unknown"
    }
  }

  private static func milliseconds(_ microseconds: Int64) -> String {
    let milliseconds = TimeSpan(microseconds: microseconds).milliseconds
    return "\(decimal(milliseconds, places: 1, padded: true)) \(Unit.milliseconds.rawValue)"
  }

  // What keys have done

  static func copied(_ change: RuleChange) -> String {
    "copied: \(change.toml.split(separator: "\n").joined(separator: " "))"
  }

  static let noMiss = "nothing to copy: no gesture was nearly recognized yet"

  static func noChange(_ gesture: String, _ setting: String) -> String {
    "nothing to copy: \(gesture) failed by \(setting), and no other value of that would have helped"
  }

  static func dryRun(_ isOn: Bool) -> String { isOn ? "dry run: commands are only named" : "commands are run" }
}
