import Bindings
@testable import GestureCore
@testable import Recordings
import Text
import Testing

/// The exact lines of full traces that no recording produces: devices that come and go, rules that change, skipped
/// lines.
@Suite struct TraceLineTests {
  /// A trace of devices, and the lines it has made.
  private final class Bench {
    private(set) var lines: [String] = []
    private(set) var time = Timestamp(microseconds: 5_000_000)
    private(set) lazy var trace = Trace(
      rules, as: form, .everything, of: .devices(from: Timestamp(microseconds: 5_000_000), dryRun: dryRun),
      clock: { [unowned self] in time }
    ) { [unowned self] in lines.append($0) }
    private let rules: Rules
    private let form: Trace.Form
    private let dryRun: Bool

    init(_ rules: Rules, _ form: Trace.Form, dryRun: Bool = false) {
      self.rules = rules
      self.form = form
      self.dryRun = dryRun
    }

    /// The lines that `body` causes, a millisecond later.
    func after(_ body: (Trace) -> Void) -> [String] {
      let trace = trace
      time = time + TimeSpan(milliseconds: 1)
      lines = []
      body(trace)
      return lines
    }
  }

  private let panel = Device(
    id: DeviceID(1), name: "Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])
  private let two = Rules(ruleSet: RuleSet(gestures: ["one", "two"].map { GestureRule(name: $0, kind: Tap.kind) }))
  private let one = Rules(ruleSet: RuleSet(gestures: [GestureRule(name: "one", kind: Tap.kind)]))

  private func frame(_ phase: Touch.Phase) -> Frame {
    Frame(
      device: panel.id, time: Timestamp(microseconds: 5_010_000), touches: [Touch(id: 4, phase: phase, position: .zero)]
    )
  }

  @Test func devicesAndRulesAsText() {
    let bench = Bench(two, .plain)
    _ = bench.after { _ in }
    #expect(bench.after { $0.added(panel) } == ["     2.0 ms  device   added: touchscreen \"Panel\", 300.0 x 190.0 mm"])
    #expect(bench.after { $0.willProcess(frame(.began)) } == ["    10.0 ms  touch a  down at 0.0,0.0, finger"])
    #expect(bench.after { $0.use(one) } == ["     4.0 ms  rules    1 gesture, read again"])
    #expect(bench.after { $0.added(panel) }.isEmpty)
    var smaller = panel
    smaller.size = Size(width: 200.05, height: 100)
    #expect(
      bench.after { $0.added(smaller) } == ["     6.0 ms  device   changed: touchscreen \"Panel\", 200.1 x 100.0 mm"])
    // The finger is still down.
    #expect(
      bench.after { $0.willProcess(frame(.ended)) }
        == ["    10.0 ms  touch a  up at 0.0,0.0, finger, after 0.0 ms, path 0.0 mm, peak 0 mm/s"])
    #expect(
      bench.after { $0.removed(panel.id, at: .start) } == ["     8.0 ms  device   removed: touchscreen \"Panel\""])
    #expect(bench.after { $0.willProcess(frame(.began)) }.isEmpty)
    #expect(bench.after { $0.removed(panel.id, at: .start) }.isEmpty)
    #expect(bench.after { $0.entered("default", at: bench.time) }.isEmpty)
    #expect(bench.after { $0.entered("media", at: bench.time) } == ["    12.0 ms  mode     \"media\""])
    #expect(bench.trace.droppedLines(1) == "    12.0 ms  output   … 1 line dropped")
    #expect(bench.trace.droppedLines(120) == "    12.0 ms  output   … 120 lines dropped")
  }

  @Test func aPauseIsReportedAtItsBeginningAndEnd() {
    let bench = Bench(two, .plain)
    _ = bench.after { _ in }
    #expect(bench.after { $0.paused(false, at: bench.time) }.isEmpty)
    #expect(
      bench.after { $0.paused(true, at: bench.time) } == [
        "     3.0 ms  pause    on: no action runs, except the action that resumes gestures"
      ])
    #expect(bench.after { $0.paused(true, at: bench.time) }.isEmpty)
    #expect(bench.after { $0.paused(false, at: bench.time) } == ["     5.0 ms  pause    off"])
    let objects = Bench(two, .json)
    _ = objects.after { _ in }
    #expect(
      objects.after { $0.paused(true, at: objects.time) } == ["{\"type\":\"pause\",\"t_ms\":2.000,\"paused\":true}"])
  }

  @Test func devicesAndRulesAsObjects() {
    let bench = Bench(two, .json)
    _ = bench.after { _ in }
    let end = "\"class\":\"touchscreen\",\"width\":300.000,\"height\":190.000,\"rotation\":0,\"device\":\"Panel\"}"
    #expect(
      bench.after { $0.added(panel) } == ["{\"type\":\"device\",\"t_ms\":2.000,\"change\":\"added\",\(end)"])
    #expect(
      bench.after { $0.use(one) } == [
        "{\"type\":\"rules\",\"t_ms\":3.000,\"change\":\"reloaded\",\"gestures\":[{\"gesture\":\"one\",\"kind\":\"tap\"}]}"
      ])
    #expect(
      bench.after { $0.removed(panel.id, at: .start) }
        == ["{\"type\":\"device\",\"t_ms\":4.000,\"change\":\"removed\",\(end)"])
    #expect(bench.trace.droppedLines(120) == "{\"type\":\"dropped\",\"t_ms\":4.000,\"lines\":120}")
  }

  @Test func theFirstLines() {
    func first(_ form: Trace.Form, dryRun: Bool) -> [String] {
      let bench = Bench(two, form, dryRun: dryRun)
      _ = bench.trace
      return bench.lines
    }
    #expect(first(.plain, dryRun: false) == ["     0.0 ms  rules    2 gestures"])
    #expect(
      first(.plain, dryRun: true) == [
        "     0.0 ms  dry run  no action runs", "     0.0 ms  rules    2 gestures",
      ])
    #expect(
      first(.json, dryRun: true).first
        == "{\"format\":\"gesture-bridge-debug\",\"version\":1,\"source\":\"devices\",\"monotonic_ms\":5000.000,"
        + "\"dry_run\":true}")
  }

  /// The letter of a touch that has ended goes to the next one; a touch that was never down has no line.
  @Test func lettersAreGivenAgain() {
    let bench = Bench(one, .plain)
    _ = bench.after { $0.added(panel) }
    func words(_ touches: [(Int32, Touch.Phase)]) -> [String] {
      let frame = Frame(
        device: panel.id, time: bench.time, touches: touches.map { Touch(id: $0.0, phase: $0.1, position: .zero) })
      return bench.after { $0.willProcess(frame) }.map { line in
        line.split(separator: " ").dropFirst(2).prefix(3).joined(separator: " ")
      }
    }
    #expect(words([(7, .began), (8, .began)]) == ["touch a down", "touch b down"])
    #expect(words([(7, .ended), (7, .began), (9, .moved), (10, .ended)]) == ["touch a up", "touch c down"])
    #expect(words([(8, .began), (9, .began)]) == ["touch a down"])
    #expect(words([(8, .cancelled)]) == ["touch b cancelled"])
  }

  @Test func theFactsOfDecisions() {
    let failure = Failure(
      .stay("landed", .mm(5.05), detail: "from the left edge", within: "band", .mm(3.2)), needing: .mm(6))
    let outcomes: [(Decision.Outcome, String)] = [
      (.tracking, ""), (.released, ""), (.reset, ""), (.event(.began, GestureValues()), ""),
      (.awaitingFingers(until: Timestamp(microseconds: 120_000)), "\"until_ms\":120.000"),
      (.held(by: GestureID(1)), "\"by\":\"two\""),
      (
        .failed(.own(failure)),
        "\"cause\":\"own\",\"failure\":{\"what\":\"landed\",\"measured\":{\"value\":5.050,\"unit\":\"mm\"},"
          + "\"detail\":\"from the left edge\",\"setting\":\"band\",\"limit\":{\"value\":3.200,\"unit\":\"mm\"},"
          + "\"needed\":{\"value\":6.000,\"unit\":\"mm\"}}"
      ),
      (
        .failed(.own(Failure("lifted", .mm(9.4), "min-distance", .mm(12)))),
        "\"cause\":\"own\",\"failure\":{\"what\":\"lifted\",\"measured\":{\"value\":9.400,\"unit\":\"mm\"},"
          + "\"setting\":\"min-distance\",\"limit\":{\"value\":12.000,\"unit\":\"mm\"}}"
      ),
      (
        .failed(.own(Failure("moved the other way"))),
        "\"cause\":\"own\",\"failure\":{\"what\":\"moved the other way\"}"
      ),
      (.failed(.excluded(by: GestureID(1))), "\"cause\":\"excluded\",\"by\":\"two\""),
      (.failed(.requirementRecognized(GestureID(1))), "\"cause\":\"requirement\",\"by\":\"two\""),
      (.failed(.shouldNotBegin), "\"cause\":\"condition\""),
      (.cancelled(.touchCancelled), "\"cause\":\"touch-cancelled\""),
      (.cancelled(.deviceRemoved), "\"cause\":\"device-removed\""),
      (.cancelled(.illegalTransition), "\"cause\":\"illegal-transition\""),
      (.notReceived(.outside(zone: "left")), "\"cause\":\"outside\",\"zone\":\"left\""),
      (.notReceived(.ignored(zone: "left")), "\"cause\":\"ignored\",\"zone\":\"left\""),
      (.notReceived(.exclusive(zone: "left")), "\"cause\":\"exclusive\",\"zone\":\"left\""),
      (.notReceived(.singleTouch(zone: "left")), "\"cause\":\"single-touch\",\"zone\":\"left\""),
      (.notReceived(.otherTool(.stylus)), "\"cause\":\"other-tool\",\"tool\":\"stylus\""),
      (.notReceived(.condition(.mode(["work"], found: "default"))), "\"cause\":\"condition\""),
    ]
    let names = Names(two.ruleSet)
    for (outcome, facts) in outcomes {
      let decision = Decision(
        time: Timestamp(microseconds: 0), device: DeviceID(0), gesture: GestureID(0), outcome: outcome)
      #expect(JSONValue.object(names.facts(decision)).fixedLine == "{\(facts)}")
    }
  }
}

extension Timestamp {
  /// Earlier than all reported events.
  fileprivate static let start = Timestamp(microseconds: 0)
}
