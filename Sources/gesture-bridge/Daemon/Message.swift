import Actions
import Bindings
import Desktop
import DeviceInput
import GestureCore
import Glibc
import Logging
import Text

/// The texts of the program's messages; other files add texts in extensions.
enum Message {
  static let noDevices =
    "there is no touch device that you can open; connect one, or run `gesture-bridge devices` to see how to get access"

  static let lisgdHasNoFile =
    "lisgd has no configuration file: give the path of the script that starts lisgd, or of lisgd's config.h"

  static let rootNeedsFlag =
    "the daemon runs as root, so every command of the rules would run as root; run the daemon as your own user (`gesture-bridge devices` shows which devices that user can open), or use `gesture-bridge run` with --allow-root"

  static let rootNeedsFlagForView =
    """
    the daemon runs as root, and the live view's key d ends the dry run: then the rules' commands would run as root; \
    run the daemon as your own user, or use `gesture-bridge run --dry-run` with --debug-plain or --debug --allow-root
    """

  static let runsAsRoot = "the daemon and every command of the rules run as root"

  static func watching(_ device: Device) -> String { "watching the \(device.kind.rawValue) \(device.name.inQuotes)" }

  static func gone(_ device: Device) -> String { "the \(device.kind.rawValue) \(device.name.inQuotes) was removed" }

  static func lies(_ device: Device, on output: String, _ rotation: Rotation, isOff: Bool) -> String {
    "the \(device.kind.rawValue) \(device.name.inQuotes) is on the output \(output.visible)"
      + (rotation == .none ? "" : ", turned by \(rotation.rawValue)°") + (isOff ? "; this output is off" : "")
  }

  static func placeUnknown(_ device: Device) -> String {
    "the output of the \(device.kind.rawValue) \(device.name.inQuotes) is not known, so touches do not follow the output's rotation; under [device.\(device.name.inQuotes)], set `output` to the output's name or, if the desktop reports no outputs, `turned` to the rotation"
  }

  /// Returns advice if two touchscreens seem to share an output, and another output has no touchscreen; otherwise nil.
  static func sharedOutput(_ screens: [(device: Device, output: String)], of outputs: [String]) -> String? {
    let screens = screens.filter { $0.device.kind == .touchscreen }
    guard let other = outputs.first(where: { output in !screens.contains { $0.output == output } }) else { return nil }
    for (place, screen) in screens.enumerated() {
      guard let first = screens[..<place].first(where: { $0.output == screen.output }) else { continue }
      // Panels of the same model share a name; their connections differ.
      let isAlike = first.device.name == screen.device.name && !screen.device.connection.isEmpty
      let key = isAlike ? screen.device.connection : screen.device.name
      return
        "the touchscreens \(first.device.name.inQuotes) and \(screen.device.name.inQuotes) are both assumed to be on \(screen.output.visible); if this is wrong, set the right output under [device.\(key.inQuotes)], such as `output = \(other.inQuotes)`"
    }
    return nil
  }

  static func tabletMode(_ isTablet: Bool) -> String {
    "the switch for tablet mode reports that the machine is \(isTablet ? "" : "not ")used as a tablet"
  }

  static func screenOff(_ device: Device) -> String {
    "the screen of the \(device.kind.rawValue) \(device.name.inQuotes) is off: touches on the device are ignored"
  }

  static func turned(_ device: Device, _ rotation: Rotation) -> String {
    "the \(device.kind.rawValue) \(device.name.inQuotes) is turned by \(rotation.rawValue)°; touches on the device are used"
  }

  static func ready(devices: Int, gestures: Int, file: String) -> String {
    "ready: \(count(devices, "touch device")), \(count(gestures, "gesture")) from \(file)"
  }

  static func reloaded(gestures: Int, file: String) -> String { "reloaded: \(count(gestures, "gesture")) from \(file)" }

  static func entered(_ mode: String) -> String { "the mode is now \"\(mode)\"" }

  static func keptRules(_ error: any Error) -> String { "the previous rules stay in use: \(error)" }

  static func sizesLeftOut(_ error: any Error) -> String {
    "the rules are ignored, also the sizes in [device] sections: \(error)"
  }

  static let debugTakesNoValue =
    "--debug takes no value: use --debug-plain for lines of text, or --debug-json for lines of JSON"

  static let debugSaysAll =
    "--debug, --debug-plain and --debug-json can't be combined with --format: they already print all that --format prints; remove --format"
  static func noTerminal(_ error: any Error) -> String {
    "this terminal can't show the live view (\(error)), so lines of text are printed instead"
  }

  static let recordingOver = "the recording has ended"

  static let speedNeedsDebug = "--speed needs --debug: add --debug, or remove --speed to replay as fast as possible"

  static let speedOutOfRange = "--speed must be a number from 0.1 to 1000"

  static func unknownSubcommand(_ word: String, _ known: [String]) -> String {
    "there is no subcommand \"\(word.visible)\"; \(nearestOrAll(word, "subcommands", known))"
  }

  static func optionsBeforeSubcommand(_ word: String) -> String {
    "write options after the subcommand; `gesture-bridge \(word) --help` lists the options of \(word)"
  }

  static func unknownKind(_ word: String, _ known: [String]) -> String {
    "there is no kind of gesture \"\(word.visible)\"; \(nearestOrAll(word, "kinds", known))"
  }

  private static func nearestOrAll(_ word: String, _ things: String, _ known: [String]) -> String {
    Nearest.name(to: word, among: known).map { "did you mean \"\($0)\"?" }
      ?? "the \(things) are \(known.joined(separator: ", "))"
  }

  static func count(_ number: Int, _ thing: String) -> String { "\(number) \(thing)\(number == 1 ? "" : "s")" }
}

/// The destination of messages: standard error, the live view, or both.
final class MessageStream: @unchecked Sendable {
  // `LogHandler` requires `Sendable`. The compiler can't check this class, but only one thread writes messages.

  /// The maximum number of messages that are repeated when the view ends. If there are more, the oldest are dropped.
  private static let limit = 100

  /// Whether the journal reads the messages.
  let isJournal: Bool
  private let write: (String) -> Void
  private var show: ((String) -> Void)?
  private var isHidden = false
  private var kept: [String] = []

  /// `write` gets whole lines, including their line ends.
  init(
    isJournal: Bool = JournalStream.isStandardError,
    _ write: @escaping (String) -> Void = StandardStreams.writeError(wrapping:)
  ) {
    (self.isJournal, self.write) = (isJournal, write)
  }

  /// Prints the lines of `text`, which lacks the last line end. For the journal, each line gets the level's priority.
  func say(_ text: String, at level: Logger.Level) {
    say(isJournal ? Self.prioritized(text, level) : text, matters: level >= .warning)
  }

  /// The text of a log message. For the journal, it lacks the program's name, because the journal adds the name itself.
  static func text(_ message: String, at level: Logger.Level, isJournal: Bool) -> String {
    isJournal ? prioritized(message, level) : "gesture-bridge: \(level): \(message)"
  }

  private static func prioritized(_ text: String, _ level: Logger.Level) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.map { "<\(level.priority)>\($0)" }.joined(separator: "\n")
  }

  /// Prints lines. If `matters`, lines that only the view shows are printed again when the view ends.
  func say(_ text: String, matters: Bool) {
    guard let show else { return write(text + "\n") }
    for line in text.split(separator: "\n") { show(String(line)) }
    guard isHidden else { return write(text + "\n") }
    guard matters else { return }
    kept.append(text)
    if kept.count > Self.limit { kept.removeFirst() }
  }

  /// Shows all later lines with `show`. `isHidden` means that only `show` gets them.
  func divert(isHidden: Bool, to show: @escaping (String) -> Void) { (self.show, self.isHidden) = (show, isHidden) }

  func restore() {
    show = nil
    for text in kept { write(text + "\n") }
    kept = []
  }
}

extension MessageStream {
  /// A stream that never waits for a reader. Replaces characters that control terminals.
  convenience init(to output: BoundedOutput) {
    self.init { text in
      output.write(String(text.dropLast()).visibleLines)
      output.flush()
    }
    output.droppedLine = { [isJournal] count in
      Self.text(Message.messagesDropped(count), at: .warning, isJournal: isJournal)
    }
  }
}

extension BoundedOutput {
  static var messages: BoundedOutput { BoundedOutput(STDERR_FILENO, limit: 64 << 10, lastWait: 250) }
}

extension Message {
  static func messagesDropped(_ number: Int) -> String {
    "\(count(number, "message")) \(number == 1 ? "was" : "were") dropped: messages arrived faster than they were read"
  }
}

extension Logger.Level {
  /// The level's priority for the journal. Source: syslog(3), sd-daemon(3).
  fileprivate var priority: Int {
    switch self {
    case .critical: 2
    case .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }
}

// The rules file at run time
extension Message {
  static func unchanged(_ path: String) -> String { "\(path) can be used again; the rules are the same as before" }

  static func rulesGone(_ path: String) -> String {
    "\(path) was removed; the previous rules stay in use until the file exists again"
  }

  /// A message that a file can't be watched. ENOSPC and EMFILE mean that a limit of inotify(7) is reached.
  static func notWatched(_ path: String, _ code: Int32) -> String {
    let problem =
      switch code {
      case ENOSPC:
        "too many files are watched; raise fs.inotify.max_user_watches, for example with `sudo sysctl fs.inotify.max_user_watches=524288`"
      case EMFILE:
        "too many programs watch files; raise fs.inotify.max_user_instances, for example with `sudo sysctl fs.inotify.max_user_instances=512`, and restart the daemon"
      default: String(cString: strerror(code))
      }
    return
      "can't watch \(path) for changes: \(problem); while the file is not watched, run `gesture-bridge reload` after each change"
  }

  /// A clause about files with errors, such as "bindings.toml has 2 errors".
  static func have(_ errors: [Diagnostic]) -> String {
    let files = files(errors)
    return "\(listed(files)) \(files.count == 1 ? "has" : "have") \(count(errors.count(of: .error), "error"))"
  }

  private static func files(_ errors: [Diagnostic]) -> [String] {
    errors.reduce(into: []) { files, error in
      if !files.contains(error.location.file) { files.append(error.location.file) }
    }
  }

  private static func listed(_ files: [String]) -> String {
    files.count > 2 ? "\(files.count) files" : files.joined(separator: " and ")
  }
}

// Notifications on the desktop
extension Message {
  static let mendedTitle = "gesture-bridge: the rules have no errors any more"
  static let refusedTitle = "gesture-bridge: the rules can't be read"
  private static let previousRulesStay = "The previous rules stay in use."

  static func gestures(_ number: Int, from path: String) -> String { "\(count(number, "gesture")) from \(path)" }

  static func refusedBody(_ problem: String) -> String { "\(problem)\n\(previousRulesStay)" }

  static func troubleTitle(_ errors: [Diagnostic]) -> String {
    let names = files(errors).map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return "gesture-bridge: \(count(errors.count(of: .error), "error")) in \(listed(names))"
  }

  /// The body of a notification, with only the first error.
  static func troubleBody(_ errors: [Diagnostic]) -> String {
    let first = errors.first.map { error in
      let name = error.location.file.split(separator: "/").last ?? ""
      let place = "\(name):\(error.location.line):\(error.location.column)"
      return ["\(place): \(error.message)", error.fix].compactMap { $0 }
    }
    return ((first ?? []) + [previousRulesStay]).joined(separator: "\n")
  }
}

// Pausing
extension Message {
  static let pausedTitle = "gesture-bridge: gestures are paused"
  static let gaveBackTitle = "gesture-bridge: touches are not intercepted any more"
  static func gaveBackBody(_ device: Device) -> String {
    "You held your fingers still on \(device.name.visible). Run `gesture-bridge reload` to intercept its touches again."
  }
  static let possibleTitle = "gesture-bridge: these gestures are possible now"
  static let resumedTitle = "gesture-bridge: gestures are resumed"
  static let resumed = "gestures are resumed"
  private static let resume = "`gesture-bridge resume`"

  static func paused(_ resuming: [String]) -> String { "gestures are paused: \(goesOn(by: resuming))" }

  static func pausedBody(_ resuming: [String]) -> String {
    let text = goesOn(by: resuming)
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func goesOn(by resuming: [String]) -> String {
    guard !resuming.isEmpty else { return "only \(resume) resumes them" }
    let names = resuming.map { "the gesture \"\($0)\"" } + [resume]
    return "\(names.listed("or")) resumes them"
  }
}

/// A log handler that writes to a `MessageStream`.
struct StandardErrorLog: LogHandler {
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  let messages: MessageStream

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let text = MessageStream.text("\(event.message)", at: event.level, isJournal: messages.isJournal)
    messages.say(text, matters: event.level >= .warning)
  }
}

extension Logger {
  static func standardError(_ level: Logger.Level, _ messages: MessageStream = MessageStream()) -> Logger {
    Logger(label: "gesture-bridge") { _ in StandardErrorLog(logLevel: level, messages: messages) }
  }
}
