import Bindings
import GestureCore
import Recordings
import Testing

/// Runs a touch script and records an issue unless its gesture events are exactly those of its `expect` section.
///
/// Began, recognized, ended and cancelled count; `changed` counts only if an expectation names the state. Rules come
/// from the script, or from `rules` if the script has none.
public func expectScript(
  _ text: String, rules: RuleSet? = nil, name: String = "script", sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let script = try TouchScript.read(text, name: name)
    let run = try ScriptRun(script, rules: rules)
    guard !run.isAsExpected else { return }
    Issue.record(Comment(rawValue: run.report), sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// `expectScript` with a file of the folder `Fixtures`.
public func expectScript(
  fixture: String, rules: RuleSet? = nil, sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    let text = try Fixtures.text(fixture)
    expectScript(text, rules: rules, name: fixture, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}

/// The outcome of `gesture` (a line of the section `gestures` without its name) for these touches: each gesture event
/// but `changed`, and each failure with its exact reason.
///
/// The gesture is called `it`; lines are `60.0 ms it recognized: 1 finger`, `20.0 ms it failed: moved 4.2 mm, allows 3 mm (slop)`.
public func story(of gesture: String, _ touches: String, sourceLocation: SourceLocation = #_sourceLocation) -> [String]
{
  story("gestures\nit = \(gesture)\ntouches\n\(touches)", sourceLocation: sourceLocation)
}

/// The outcome of a whole script: each gesture event but `changed`, and each failure with its exact reason; with
/// `words`, the decisions that have one of these words in them. A script without rules takes `rules`.
public func story(
  _ script: String, rules: RuleSet? = nil, words: [String] = outcomes, sourceLocation: SourceLocation = #_sourceLocation
) -> [String] {
  do {
    let run = try ScriptRun(try TouchScript.read(script, name: "script"), rules: rules)
    let lines = run.trace.map { $0.split(separator: " ").joined(separator: " ") }
    return lines.filter { line in words.contains { line.contains(" \($0)") } }
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
    return []
  }
}

/// The words of the decisions in a story by default.
public let outcomes = ["began:", "ended:", "recognized:", "cancelled:", "failed:"]

/// The outcome of a script, and the outcome that it expects.
public struct ScriptRun {
  public let events: [GestureEvent]
  /// Gesture events and decisions in the order they were made, as lines.
  public let trace: [String]
  /// The trace with all values of the events, as `replay --format trace` prints it.
  public let fullTrace: [String]
  private let expected: [ExpectedEvent]
  private let names: Names
  private let rules: RuleSet

  public init(_ script: TouchScript, rules: RuleSet? = nil) throws {
    self.rules = script.rules ?? rules ?? RuleSet()
    names = Names(self.rules, devices: script.recording.devices)
    expected = try script.expectedEvents ?? []
    let journal = Journal()
    events = try Replay.events(script.recording, rules: self.rules, watcher: journal)
    trace = journal.decisions.map(names.line)
    var events = self.events[...]
    var lines: [String] = []
    for decision in journal.decisions {
      if case .event = decision.outcome, let event = events.popFirst() {
        lines.append(names.line(event))
      } else {
        lines.append(names.line(decision))
      }
    }
    fullTrace = lines
  }

  /// The events that count.
  public var counted: [GestureEvent] {
    let named = Set(expected.filter { $0.state == .changed }.map(\.gesture))
    return events.filter { $0.state != .changed || named.contains(name(of: $0)) }
  }

  public var isAsExpected: Bool {
    counted.count == expected.count
      && zip(expected, counted).allSatisfy { $0.matches($1, named: name(of: $1)) }
  }

  /// Both lists, one below the other, and the trace that led to them.
  public var report: String {
    let isWrong = zip(expected, counted).map { !$0.matches($1, named: name(of: $1)) }
    let firstWrong = isWrong.firstIndex(of: true) ?? min(expected.count, counted.count)
    return """
      the script gives other gestures than it expects; number \(firstWrong + 1) is the first that differs
      expected:
      \(list(expected.map(\.description)))
      happened:
      \(list(counted.map { names.line($0) }))
      trace:
      \(list(trace))
      """
  }

  private func name(of event: GestureEvent) -> String { rules.gestures[event.gesture.rawValue].name }

  private func list(_ lines: [String]) -> String {
    lines.isEmpty ? "  nothing" : lines.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// Keeps all decisions; a run is on one thread, so nothing guards the list.
public final class Journal: Watcher {
  public private(set) var decisions: [Decision] = []

  public init() {}

  public func observe(_ decision: Decision) { decisions.append(decision) }
}
