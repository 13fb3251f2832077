import Actions
import Foundation
import Support
import Testing

@testable import Bindings
@testable import GestureCore
@testable import gesture_bridge

/// The names in a hint of the gestures that are possible.
struct HintTextsTests {
  private let rules: Rules

  init() throws {
    let text = """
      [gesture.guide]
      kind = "hint"
      fingers = "1-5"
      changed = { stream = "overlay" }
      [gesture.done]
      kind = "stroke"
      path = "down-right up-right"
      run = "notify-send done"
      [gesture.mark]
      kind = "stroke"
      shape = "triangle"
      run = ["touch", "a b"]
      [gesture.next]
      kind = "swipe"
      fingers = "2-3"
      direction = "left"
      run = "a"
      ended = "b"
      [gesture.zoom]
      kind = "pinch"
      fingers = 2
      direction = "in"
      step = { every = "10 %", in = "smaller" }
      [gesture.double]
      kind = "tap"
      taps = 2
      [gesture.both]
      kind = "tap"
      fingers = 2
      run = "both"
      [[override]]
      gesture = "double"
      run = "plain"
      [[override]]
      gesture = "both"
      when = { mode = "draw" }
      run = "other"
      """
    rules = try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
  }

  private let panel = Device(
    id: DeviceID(1), name: "Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  private func event(_ hints: [String], _ state: RecognizerState = .began) -> GestureEvent {
    var values = GestureValues()
    values.fingers = 1
    values.hints = hints.compactMap { name in
      rules.ruleSet.gestures.firstIndex { $0.name == name }.map(GestureID.init)
    }
    let time = Timestamp(microseconds: 5000)
    return GestureEvent(
      time: time, since: time, device: panel.id, gesture: GestureID(0), state: state,
      duration: TimeSpan(milliseconds: 600), tool: .finger, values: values)
  }

  private func told(_ name: String) -> String? {
    var texts = HintTexts(rules)
    return texts.hints(of: event([name]), on: panel).first?.json
  }

  @Test func howEachIsMade() throws {
    let path = try #require(told("done"))
    #expect(
      path.hasPrefix(
        "{\"name\":\"done\",\"kind\":\"stroke\",\"fingers\":\"1\",\"path\":\"down-right up-right\",\"after\":\"landing\","
          + "\"points\":[[0.000,0.000],"))
    #expect(path.hasSuffix("],\"does\":\"notify-send done\"}"))
    #expect(
      told("next")
        == "{\"name\":\"next\",\"kind\":\"swipe\",\"fingers\":\"2-3\",\"direction\":\"left\",\"directions\":[\"left\"]}"
    )
    #expect(told("zoom")?.contains("\"direction\":\"in\"") == true)
    #expect(told("zoom")?.contains("\"does\":\"smaller\"") == true)
    #expect(
      told("double") == "{\"name\":\"double\",\"kind\":\"tap\",\"fingers\":\"1\",\"taps\":2,\"does\":\"plain\"}")
    #expect(told("both") == "{\"name\":\"both\",\"kind\":\"tap\",\"fingers\":\"2\",\"taps\":1}")
    #expect(told("mark")?.contains("\"shape\":\"triangle\"") == true)
    #expect(told("mark")?.hasSuffix("\"does\":\"touch a b\"}") == true)
  }

  /// A check mark goes down to the right and up again; a triangle ends where it starts.
  @Test func whatIsDrawn() throws {
    func points(_ name: String) throws -> [[Double]] {
      let data = Data(try #require(told(name)).utf8)
      let object = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return try #require(object?["points"] as? [[Double]])
    }
    for name in ["done", "mark"] { #expect(16...32 ~= (try points(name).count)) }
    let check = try points("done")
    let lowest = try #require(check.max { $0[1] < $1[1] })
    #expect(lowest[0] > 5 && lowest[1] > 5)
    #expect(try #require(check.last)[0] > lowest[0] && abs(try #require(check.last)[1]) < 0.01)
    let end = try #require(try points("mark").last)
    #expect(abs(end[0]) < 0.01 && abs(end[1]) < 0.01)
  }

  @Test func circlesAreRound() throws {
    for (text, side) in [("circle-cw", 1.0), ("circle-ccw", -1.0)] {
      let points = StrokeFigure.path(try StrokePath(text)).outline
      #expect(points.allSatisfy { abs(($0 - Vector(0, 10)).length - 10) < 0.001 })
      #expect(points[1].x * side > 0)
      #expect((points.last ?? Vector(9, 9)).length < 0.001)
    }
    #expect(StrokeFigure.templates([]).outline.isEmpty)
  }

  @Test func itTellsOnlyWhatIsPossible() {
    var texts = HintTexts(rules)
    #expect(texts.hints(of: event(["next", "done"]), on: panel).map(\.name) == ["next", "done"])
    #expect(texts.hints(of: event([], .ended), on: panel).isEmpty)
    #expect(texts.hints(of: event(["next"]), on: nil).isEmpty)
  }

  @Test func whatIsForgottenIsWrittenAnew() {
    var texts = HintTexts(rules)
    let before = texts.hints(of: event(["next"]), on: panel).map(\.json)
    texts.forget(panel.id)
    #expect(texts.hints(of: event(["next"]), on: panel).map(\.json) == before)
  }

  @Test func commandsAndStreamsGetIt() throws {
    var texts = HintTexts(rules)
    let rule = rules.ruleSet.gestures[0]
    let happened = event(["next", "done"])
    let location = FileLocation(file: "bindings.toml", line: 4, column: 1)
    func order(_ effect: Effect) -> Order {
      Order(action: Action(effect, on: .changed, location: location), effect: effect, direction: nil, event: happened)
    }
    let hints = texts.hints(of: happened, on: panel)
    let means = RecordingPerformer()
    for effect in [Effect(run: .shell("x")), Effect(stream: .shell("x"))] {
      means.perform(PerformedOrder(order(effect), rule, device: "Panel", hints: hints))
    }
    let request = try #require(means.requests.first)
    #expect(request.environment.contains { $0 == ("GESTURE_HINTS", "next done") })
    let line = try #require(means.lines.first)
    #expect(line.gesture.hints.map(\.name) == ["next", "done"])
    #expect(line.gesture.variables().contains { $0 == ("GESTURE_CORNERS", "") })
  }
}
