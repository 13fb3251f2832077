import Analysis
import Actions
import Bindings
import GestureCore
import Recordings
import Text

/// The words of the live view. The words for a gesture's values are defined elsewhere, because traces use them too.
enum ViewWording {
  static func reloaded(_ gestures: Int) -> String { "rules reloaded: \(Words.count(gestures, "gesture"))" }

  static func connected(_ device: Device) -> String { "connected: \(kind(device)) \(device.name)" }

  static func disconnected(_ device: Device) -> String { "disconnected: \(kind(device)) \(device.name)" }

  private static func kind(_ device: Device) -> String {
    device.capabilities.contains(.stylus) ? "pen" : device.deviceClass.rawValue
  }

  static func mode(_ mode: String) -> String { "mode \(mode)" }

  static func gesturesPaused(_ isPaused: Bool) -> String {
    isPaused ? "gestures are paused: only actions with `pause` run" : "gestures are resumed"
  }

  static func ignored(_ letter: Unicode.Scalar, _ touch: IgnoredTouch) -> String {
    let reason =
      switch touch.reason {
      case .short(let time): "lifted after \(Measure(time))"
      case .repeated(let time), .bounced(let time): "\(Measure(time)) after a lift"
      }
    // Both values must fit into a line of 80 columns.
    return "touch \(letter) ignored: \(reason), `\(touch.setting)` is \(Measure(touch.limit))"
  }

  static func held(by gesture: String) -> String { "held: waits for \(gesture) to fail" }

  static let released = "released"

  /// Returns the line about a gesture's event. `parts` are the event's values in words.
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
    let state = run.status.map { ", \(status($0))" } ?? ", running"
    return "\(run.key)\(latency)\(state): \(run.command)"
  }

  static func ended(_ request: CommandRequest, _ status: CommandStatus) -> String {
    "\(request.key) ended, \(Self.status(status)): \(request.command)"
  }

  /// Returns the log line about a command's event. Nil if the event isn't shown, or is shown by `run` or `ended`.
  static func command(_ request: CommandRequest, _ event: CommandEvent) -> String? {
    switch event {
    case .started, .exited, .line(.written), .line(.waits), .line(.replacesChange): nil
    case .refused: "\(request.key) not started, because there are too many commands: \(request.command)"
    case .failed: "\(request.key) could not be started (the log has the reason): \(request.command)"
    case .wouldStart: "\(request.key) would start: \(request.command)"
    case .queued: "\(request.key) waits until its earlier commands end, then runs \(request.command)"
    case .skipped: "\(request.key) skipped, because its previous command still runs: \(request.command)"
    case .replaced: "\(request.key) not started, because a newer command replaced it: \(request.command)"
    case .stopping: "\(request.key) is asked to stop (SIGTERM): \(request.command)"
    case .killed: "\(request.key) does not stop and is killed: \(request.command)"
    case .line(.dropped): "\(request.key) misses changes: its command does not run or read input: \(request.command)"
    }
  }

  static func skipped(_ action: SkippedAction) -> String { "\(action.key) skipped: \(action.reason)" }

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

  static func copied(_ change: RuleChange) -> String {
    "copied: \(change.toml.split(separator: "\n").joined(separator: " "))"
  }

  static let noMiss = "nothing to copy: there is no near miss yet"

  static func noChange(_ gesture: String, _ failure: Failure) -> String {
    "nothing to copy: \(gesture) failed (\(failure)), and no small change of a setting would have helped"
  }

  static func notNear(_ gesture: String, _ failure: Failure) -> String {
    "nothing to copy: \(gesture) was not a near miss (\(failure))"
  }

  static func noHelp(_ gesture: String, _ change: RuleChange, _ cause: String) -> String {
    "nothing to copy: even with \(change.path) = \(change.valueText), \(gesture) would have failed (\(cause))"
  }

  static func dryRun(_ isOn: Bool) -> String { isOn ? "dry run: commands are shown, but don't run" : "commands run" }

  // MARK: Fixed words on the screen

  static func size(_ watched: WatchedDevice) -> String {
    let size = watched.surface.size
    let text = "\(decimal(size.width, places: 0)) x \(decimal(size.height, places: 0)) \(Unit.millimetres.rawValue)"
    return watched.device.capabilities.contains(.places) ? text : "\(text), \(virtual)"
  }

  /// The words for a device whose gestures libinput reports without touches. The view shows virtual touches instead.
  private static let virtual = "virtual touches"

  static func hand(_ count: Int, down: Int, ignored: Int) -> String {
    guard count > 0 else { return "no fingers yet" }
    if count == ignored { return "ignored" }
    return down > 0 ? "\(Measure.fingers(down)) down" : "lifted"
  }

  static let centre = "centre"
  static let noDevice = "no touch device yet"

  static func noneReadable(_ count: Int) -> String { "\(Words.count(count, "touch device")) can't be read" }

  static let whyNoneReadable = "`gesture-bridge devices` shows why"

  static let recognizers = "recognizers"

  /// Returns the measured quantity in words, for example `moved inward`.
  static func measure(_ gauge: Gauge) -> String { [gauge.what, gauge.detail].compactMap { $0 }.joined(separator: " ") }

  static let noRecognizers = "no gesture for this device"

  static func engaged(_ count: Int, of all: Int) -> String { "\(count) of \(all) active" }

  /// Returns the numbers of rows hidden below and above, with the keys that select and scroll the list.
  static func more(_ below: Int, above: Int, isFocused: Bool) -> String {
    let keys = [isFocused ? nil : "←", above > 0 ? "↑" : nil, below > 0 ? "↓" : nil].compactMap { $0 }
    return [below > 0 ? "and \(below) more" : nil, above > 0 ? "\(above) above" : nil].compactMap { $0 }
      .joined(separator: ", ") + ": \(keys.joined(separator: " "))"
  }

  static func waitsForFingers(_ count: ClosedRange<Int>?) -> String {
    guard let count else { return "waits for more fingers" }
    return count.lowerBound == count.upperBound
      ? "waits for \(Measure.fingers(count.lowerBound))"
      : "waits for \(count.lowerBound)-\(count.upperBound) fingers"
  }

  static let anotherFinger = "another finger may still land"

  /// Returns text about the gestures that must fail first. `isHeld` means that the waiting gesture is complete.
  static func waits(for gestures: [String], _ isHeld: Bool) -> String {
    let names = gestures.joined(separator: ", ")
    return isHeld ? "waits for \(names) to fail" : "will wait for \(names) to fail"
  }

  static let log = "log"
  static let emptyLog = "nothing yet"

  static func newer(_ count: Int) -> String { "\(count) newer \(count == 1 ? "line" : "lines") below" }

  /// Returns the device's name. If `name` is nil: the number of devices that can't be read, or `noDevice` if
  /// `unreadable` is 0. If `position` isn't nil, the device's number in the list follows.
  static func device(_ name: String?, _ position: (number: Int, count: Int)?, unreadable: Int = 0) -> String {
    (name ?? (unreadable > 0 ? noneReadable(unreadable) : noDevice))
      + (position.map { " (\($0.number) of \($0.count))" } ?? "")
  }

  static let dry = "dry run"
  static func desktop(_ context: Context) -> String {
    let known = Conditions.known(context).map { "\($0.word) \($0.value.isEmpty ? "-" : $0.value)" }
    return "desktop: " + (known.isEmpty ? "no facts are known" : known.joined(separator: ", "))
  }

  static let gesturesArePaused = "gestures paused"
  private static let pausedWithoutChanges = "paused"

  static func paused(_ missed: Int) -> String { missed > 0 ? "paused, \(missed) more" : pausedWithoutChanges }

  static func filter(_ filter: String) -> String { "filter: \(filter)" }

  static let typing = "filter:"
  static let typingKeys = "Enter: keep, Esc: clear"

  /// The keys in the bottom line. Narrow terminals show only the first keys.
  static let keys = [
    ("q", "quit"), ("?", "help"), ("Space", "pause"), ("c", "copy"), ("/", "filter"), ("n", "device"), ("d", "dry run"),
  ]

  static let tooSmall = "the terminal is too small"
  static let needed = "\(Layout.leastColumns) columns, \(Layout.leastRows) rows"

  // MARK: The help

  static let helpTitle = "Symbols and keys"

  static let help = [
    ("Space, p", "pause or resume the view; new events are counted"),
    ("f, /", "show only gestures whose name contains the typed text"),
    ("n, Tab", "show the next device (default: the last touched)"),
    ("d", "turn the dry run (commands don't run) on or off"),
    ("c", "copy a setting that would accept the last near miss"),
    ("← →", "select the recognizers or the log"),
    ("↑ ↓ PgUp PgDn", "scroll the selected part; also Home and End"),
    ("Esc", "reset the filter, the device and the scroll position"),
    ("q, Ctrl-C", "quit"),
    ("", ""),
    ("a b c", "fingers; × cancelled, ∅ ignored by a setting"),
    ("▇▇▇▁▁▁", "minimum: ✓ once reached"),
    ("━━━╌╌┤", "maximum: ✗ once exceeded"),
    ("○ waiting", "waits for more fingers"),
    ("◌ possible", "the gesture may still happen"),
    ("◆ held", "complete, but waits for other gestures to fail"),
    ("● began", "has begun, and continues"),
    ("✓ recognized", "the gesture happened or ended"),
    ("✗ failed", "the reason is shown; near misses are highlighted"),
    ("× cancelled", "began, then was cancelled"),
  ]
}
