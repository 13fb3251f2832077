import ArgumentParser
import Base
import Bindings
import DeviceInput
import Doctor
import GestureCore
import Recordings
import Text

struct Check: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check a rules file, and print each problem with its line and a fix.",
    discussion: """
      Exit status: 0 without errors, 1 with errors, 2 for a wrong command line.

      If more than 20 problems are the same, or a list has more than 20 gestures, only the first 20 are printed, and \
      the number of the others; --json prints more. The counts of errors and warnings include all problems.

      If the name in a [device] section matches no connected device, a note says so. With --devices, a warning \
      says so, and a gesture gets a warning if it is for connected devices, but none of them supports it. \
      --desktop asks this session's desktop which of the rules' actions it can do: actions on windows, workspaces, the \
      overview, media players, volume and brightness.

      JSON OUTPUT in gesture-bridge(1) describes what --json prints.

      Examples:
        gesture-bridge check
        gesture-bridge check new.toml --devices --desktop
      """)

  @Argument(
    help: "The rules file, or - for standard input; without this argument, the file that the daemon would use.",
    completion: .file(extensions: ["toml"]))
  var file: String?

  @Flag(help: "Exit with status 1 also for warnings.")
  var strict = false

  @Flag(help: "Print everything as one JSON document.")
  var json = false

  @Flag(help: "Also check whether the connected touch devices support the gestures.")
  var devices = false

  @Flag(help: "Also ask the desktop whether it can do the actions of the rules.")
  var desktop = false

  func validate() throws {
    if desktop, Desktop.all.contains(where: { $0.key == file }) {
      throw ValidationError("--desktop asks this session's desktop, and can't have a value: remove \"\(file ?? "")\"")
    }
  }

  func run() throws {
    let most = json ? CheckDocument.listed : Rules.listed
    let result = CheckResult(file: file, withDevices: devices, withDesktop: desktop, listing: most)
    if json {
      StandardStreams.write(CheckDocument(result).json.text + "\n")
    } else {
      StandardStreams.write(CheckReport(result).text)
      if let failure = result.failure { StandardStreams.writeError("gesture-bridge: error: \(failure)\n") }
    }
    if result.errors > 0 || strict && result.warnings > 0 { throw ExitCode.failure }
  }
}

/// The output of `check --json`: one JSON document.
struct CheckDocument {
  /// The maximum number of listed waits, and of problems with the same text: high, because editors mark each problem.
  static let listed = 500

  let json: JSONValue

  init(_ result: CheckResult) {
    let delays: JSONValue? =
      result.rules?.ruleSet.interceptsAny ?? false
      ? .array(result.touchDelays.map { Self.touchDelay($0.gesture, $0.delay) }) : nil
    let desktop = result.desktop.map {
      $0.lines.map { ["text": .string($0.text), "ok": .flag($0.fix == nil), "fix": .optional($0.fix)] as JSONValue }
    }
    json = .object(
      .init(nonNil: [
        "file": .optional(result.path), "ok": .flag(result.errors == 0), "errors": .integer(result.errors),
        "warnings": .integer(result.warnings), "diagnostics": .array(Self.diagnostics(result)),
        "gestures": .array(result.rules.map(Self.gestures) ?? []),
        "waits": .array(result.waits.listed.map(Self.wait)),
        "moreWaits": result.waits.more > 0 ? .integer(result.waits.more) : nil, "delays": delays,
        "devices": result.comparison.map(Self.devices), "desktop": desktop.map { .array($0) },
      ]))
  }

  private static func diagnostics(_ result: CheckResult) -> [JSONValue] {
    let failure = result.failure.map { [diagnosticJSON("error", "\($0)", fix: nil, file: result.path, nil)] } ?? []
    let warnings = (result.comparison?.warnings ?? []) + result.notes
    return failure + result.diagnostics.map(diagnostic)
      + warnings.map {
        diagnosticJSON(
          $0.isNote ? "note" : "warning", $0.message, fix: $0.fix, file: $0.location?.file ?? $0.file, $0.location)
      }
  }

  private static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    diagnosticJSON(
      diagnostic.severity.rawValue, diagnostic.message, fix: diagnostic.fix, file: diagnostic.location.file,
      diagnostic.location, end: diagnostic.end, range: diagnostic.range, more: diagnostic.more)
  }

  private static func diagnosticJSON(
    _ severity: String, _ message: String, fix: String?, file: String?, _ start: FileLocation?,
    end: FileLocation? = nil, range: Range<Int>? = nil, more: Int = 0
  ) -> JSONValue {
    .object(
      .init(nonNil: [
        "severity": .string(severity), "message": .string(message), "fix": .optional(fix), "file": .optional(file),
        "line": .optional(start?.line), "column": .optional(start?.column), "endLine": .optional(end?.line),
        "endColumn": .optional(end?.column), "offset": .optional(range?.lowerBound),
        "length": .optional(range?.count), "more": more > 0 ? .integer(more) : nil,
      ]))
  }

  private static func gestures(_ rules: Rules) -> [JSONValue] {
    rules.ruleSet.gestures.enumerated().map { index, rule in
      let location = rules.locations.indices.contains(index) ? rules.locations[index] : nil
      return [
        "name": .string(rule.name), "kind": .string(rule.kind.name), "file": .optional(location?.file),
        "line": .optional(location?.line),
      ]
    }
  }

  private static func wait(_ wait: CheckResult.Wait) -> JSONValue {
    .object([
      .init("gesture", .string(wait.gesture)), .init("waitsFor", .string(wait.requirement)), member(wait.wait.longest),
    ])
  }

  private static func touchDelay(_ gesture: String, _ delay: TouchDelay) -> JSONValue {
    let fewer = delay.ofFewerFingers.map { JSONValue.number($0.milliseconds) }
    return .object(
      [.init("gesture", .string(gesture)), member(delay.whole)] + .init(nonNil: ["fewerFingersMs": fewer]))
  }

  private static func member(_ delay: Delay) -> JSONValue.Member {
    switch delay {
    case .atMost(let span): JSONValue.Member("atMostMs", .number(span.milliseconds))
    case .untilLift: JSONValue.Member("until", "lift")
    case .beyondLift: JSONValue.Member("until", "after-lift")
    }
  }

  private static func devices(_ comparison: DeviceComparison) -> JSONValue {
    let found: [JSONValue] = comparison.results.map { result in
      [
        "name": .string(result.device.name), "class": .string(result.device.deviceClass.rawValue),
        "tool": .string(result.device.kind.tool), "node": .string(result.node), "read": true,
        "gestures": .strings(result.possible),
        "obstacles": .array(
          result.obstacles.map { ["gesture": .string($0.gesture), "reason": .string($0.reason)] }
            + result.others.map { ["gesture": .string($0), "reason": .string(Ineligibility.forOthers)] }),
      ]
    }
    let unread: [JSONValue] = comparison.unread.map { device in
      [
        "name": .string(device.name), "class": .string(device.deviceClass.rawValue),
        "tool": .string(device.kind.tool), "node": .string(device.node), "read": false, "gestures": [], "obstacles": [],
      ]
    }
    return .array(found + unread)
  }
}

/// The output of `check` without `--json`, for people to read.
struct CheckReport {
  let text: String

  init(_ result: CheckResult) {
    var lines = result.diagnostics.map(\.description)
    lines += Self.lines(of: (result.comparison?.warnings ?? []) + result.notes)
    if let path = result.path, result.failure == nil { lines.append("\(path): \(Self.verdict(result))") }
    lines += result.waits.listed.map { "  \($0.gesture) \(Self.text($0))" }
    if result.waits.more > 0 { lines.append("  \(Message.moreWait(result.waits.more))") }
    if !result.touchDelays.isEmpty { lines.append("  \(Message.delaysByDefault)") }
    lines += Self.first(result.touchDelays) { "    \($0.gesture): \(Self.text($0.delay))" }
    lines += result.comparison.map(Self.lines) ?? []
    lines += result.desktop?.lines.map { line in line.fix.map { "error: \(line.text); \($0)" } ?? line.text } ?? []
    lines += result.desktop?.commandsForX11.map { "warning: \($0)" } ?? []
    if result.desktop == nil, result.rules.map(\.desktopActions.isEmpty) == false {
      let desktop = Desktop.recognized(by: EnvironmentVariable.value).title
      lines +=
        desktop.map {
          ["add --desktop to this command to also ask \($0) whether it can do the actions of the rules"]
        }
        ?? []
    }
    text = lines.map { $0 + "\n" }.joined().visibleLines
  }

  private static func verdict(_ result: CheckResult) -> String {
    guard let rules = result.rules else { return Message.count(result.errors, "error") }
    let problems = result.warnings == 0 ? "no problems" : Message.count(result.warnings, "warning")
    return "\(Message.count(rules.ruleSet.gestures.count, "gesture")), \(problems)"
  }

  private static func text(_ wait: CheckResult.Wait) -> String {
    let delay = wait.wait.longest
    return switch delay {
    case .none: "never waits for \(wait.requirement)"
    case .atMost: "waits for \(wait.requirement) to fail: \(Message.end(of: wait.wait)), \(delay) at most"
    case .untilLift, .beyondLift: "waits for \(wait.requirement) to fail: \(delay)"
    }
  }

  private static func text(_ delay: TouchDelay) -> String {
    let whole =
      switch delay.whole {
      case .atMost: "\(delay.whole) at most"
      case .untilLift, .beyondLift: "\(delay.whole)"
      }
    guard let fewer = delay.ofFewerFingers else { return whole }
    return "\(whole); \(Delay.atMost(fewer)) while fewer fingers are down than the gesture needs"
  }

  /// One line for each of the first `Rules.listed` elements, and a line with the number of further elements, if any.
  private static func first<Element>(_ all: [Element], _ line: (Element) -> String) -> [String] {
    let lines = all.prefix(Rules.listed).map(line)
    guard let last = lines.last, all.count > lines.count else { return lines }
    return lines + [last.prefix { $0 == " " } + Message.more(all.count - lines.count)]
  }

  private static func lines(of warnings: [DeviceComparison.Warning]) -> [String] {
    let counts = warnings.reduce(into: [:]) { $0[$1.misfit, default: 0] += 1 }
    var listed: [DeviceComparison.Warning.Misfit: Int] = [:]
    return warnings.flatMap { warning -> [String] in
      listed[warning.misfit, default: 0] += 1
      let (position, all) = (listed[warning.misfit] ?? 0, counts[warning.misfit] ?? 0)
      if position > Rules.listed { return [] }
      return [warning.description]
        + (position == Rules.listed && all > position ? ["  " + Message.more(all - position)] : [])
    }
  }

  private static func lines(_ comparison: DeviceComparison) -> [String] {
    comparison.results.flatMap { result in
      var lines = [result.summary]
      lines += first(result.obstacles) { "  \($0.gesture): \($0.reason)" }
      if let remark = result.penRemark { lines.append("  " + remark) }
      if !result.others.isEmpty { lines.append("  " + Message.forOtherDevices(result.others)) }
      return lines
    } + comparison.unread.map(Message.unread)
  }
}

struct CheckResult {
  /// The path of the rules file, or `<stdin>`. Nil if no file is named and no file is found.
  private(set) var path: String?
  private(set) var diagnostics: [Diagnostic] = []
  private(set) var rules: Rules?
  /// The error if the file can't be read or the devices can't be listed. Nil otherwise, even if the rules have errors.
  private(set) var failure: (any Error)?
  private(set) var comparison: DeviceComparison?
  /// Notes about `[device]` names without a connected device. Empty if `comparison` exists or no device is connected.
  private(set) var notes: [DeviceComparison.Warning] = []
  private(set) var desktop: DesktopQuestion?

  private(set) var waits = Waits()

  /// Checks the rules. `most` is the maximum number of listed waits, and of listed problems with the same text.
  init(file: String?, withDevices: Bool, withDesktop: Bool = false, listing most: Int = Rules.listed) {
    do {
      let isInput = file == "-"
      let path = isInput ? "<stdin>" : try RulesFile.path(named: file)
      self.path = path
      let reading = isInput ? RulesReading(standardInput: path, listing: most) : RulesReading(path, listing: most)
      diagnostics = reading.diagnostics
      let rules = try reading.result.get()
      self.rules = rules
      waits = Waits(rules, listing: most)
      if withDesktop { desktop = DesktopQuestion(of: rules, EnvironmentVariable.value) }
      if withDevices {
        comparison = DeviceComparison(rules, path: path, try DeviceReport.present(rules))
      } else {
        notes = DeviceComparison.notes(on: rules, path: path) { InputSource.connected() }
      }
    } catch RulesFile.Problem.invalid {
      // The diagnostics of the rules explain the failure.
    } catch RulesFile.Problem.unreadable(.noFile(let path)) {
      failure = CommandError("\(FileError.noFile(path: path)), or run `gesture-bridge check -` to check standard input")
    } catch {
      failure = error
    }
  }

  var errors: Int { diagnostics.count(of: .error) + (failure == nil ? 0 : 1) + lacks }

  private var lacks: Int { desktop?.lines.count { $0.fix != nil } ?? 0 }

  /// Sentences about problems on this machine: actions that the desktop can't do, commands that work only on X11, and
  /// gestures and device names that fit no connected device.
  var impossible: [String] {
    let results = comparison?.results ?? []
    let others = (results.first?.others ?? []).filter { name in results.allSatisfy { $0.others.contains(name) } }
    return (desktop?.lines.compactMap { line in line.fix.map { "\(line.text); \($0)" } } ?? [])
      + (desktop?.commandsForX11 ?? [])
      + (comparison?.warnings.filter { $0.misfit != .nothing }.map(\.message) ?? [])
      + (others.isEmpty ? [] : [Message.forOtherDevices(others)])
  }

  var warnings: Int { diagnostics.count(of: .warning) + (comparison?.warnings.count ?? 0) }

  /// The gestures that delay touches by default on an intercepted touchscreen, with their delays, in the rules' order.
  var touchDelays: [(gesture: String, delay: TouchDelay)] {
    guard let rules else { return [] }
    return rules.defaultTouchDelays.map { (rules.ruleSet.gestures[$0.gesture.rawValue].name, $0) }
  }

  /// The gestures that wait for other gestures, in the order of the rules.
  struct Waits {
    private(set) var listed: [Wait] = []
    /// The number of gestures whose waits are not all in `listed`.
    private(set) var more = 0

    init() {}

    init(_ rules: Rules, listing most: Int) {
      let gestures = rules.ruleSet.gestures
      let delays = Delays(rules)
      for index in gestures.indices {
        let requirements = delays.requirements(of: GestureID(index))
        let shown = requirements.prefix(most - listed.count)
        for requirement in shown {
          let wait = delays.wait(for: requirement, holding: GestureID(index))
          listed.append((gestures[index].name, gestures[requirement.rawValue].name, wait))
        }
        if shown.count < requirements.count { more += 1 }
      }
    }
  }

  typealias Wait = (gesture: String, requirement: String, wait: Delays.Wait)
}

extension Message {
  static let delaysByDefault =
    "on an intercepted touchscreen, these gestures delay touches for applications (`delays-touches-began`), unless the compositor is sway 1.9 or later, KWin 5.27 or later, niri or COSMIC:"

  static func forOtherDevices(_ gestures: [String]) -> String {
    let left = gestures.count - Rules.listed
    return
      "gestures for other devices only, because of `device`, `tool` or a zone: \(gestures.prefix(Rules.listed).joined(separator: ", "))"
      + (left > 0 ? " and \(left) more" : "")
  }

  static func more(_ count: Int) -> String { "and \(count) more" }

  static func end(of wait: Delays.Wait) -> String {
    wait.isForTaps ? "until it is too late for another tap" : "until the fingers lift or do something else"
  }

  static func moreWait(_ count: Int) -> String {
    count == 1 ? "one gesture has requirements not listed here" : "\(count) gestures have requirements not listed here"
  }

  static func unread(_ device: UnopenableDevice) -> String {
    "\(device.name.visible) (\(device.kind.rawValue)): can't be opened; run `gesture-bridge devices` to see why"
  }

  static func didYouMean(_ name: String) -> String { "did you mean \"\(name.visible)\"?" }
}
