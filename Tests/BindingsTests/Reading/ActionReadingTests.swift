import Bindings
import GestureCore
import Testing

/// The actions and bindings read from a text.
struct ActionReadingTests {
  /// The actions of the only binding.
  private func actions(_ text: String) throws -> [Action] {
    try #require(load(text).rules?.bindings.first).actions
  }

  @Test func everyKeyOfAnActionIsRead() throws {
    let actions = try actions(
      gesture(
        #"run = { command = ["a", "b"], overlap = "queue", at-most-every = "0.5 s" }"#,
        #"changed = { stream = "c", mode = "default" }"#, #"ended = { command = "d" }"#,
        #"cancelled = { mode = "default" }"#))
    #expect(actions.map(\.trigger) == [.run, .changed, .ended, .cancelled])
    #expect(
      actions.map(\.effect) == [
        Effect(run: .direct(["a", "b"])), Effect(stream: .shell("c"), mode: "default"), Effect(run: .shell("d")),
        Effect(mode: "default"),
      ])
    #expect(actions.map(\.overlap) == [.queue, .allow, .allow, .allow])
    #expect(actions.map(\.atMostEvery) == [TimeSpan(milliseconds: 500), nil, nil, nil])
    #expect(actions.map(\.location.line) == [3, 4, 5, 6])
  }

  @Test(arguments: Overlap.allCases) func everyOverlapIsRead(overlap: Overlap) throws {
    let actions = try actions(gesture("run = { command = \"x\", overlap = \"\(overlap.rawValue)\" }"))
    #expect(actions.map(\.overlap) == [overlap])
  }

  @Test func theRangeOfTheLeastTimeIsWide() throws {
    let shortest = try actions(gesture(#"run = { command = "x", at-most-every = "1 ms" }"#))
    #expect(shortest.first?.atMostEvery == TimeSpan(milliseconds: 1))
    let longest = try actions(gesture(#"run = { command = "x", at-most-every = "3600 s" }"#))
    #expect(longest.first?.atMostEvery == TimeSpan(milliseconds: 3_600_000))
  }

  @Test func stepsAreRead() throws {
    let pan = try actions(
      gesture(
        #"step = { every = "6 mm", up = "u", down = ["d"], left = { mode = "default" }, right = { command = "r" } }"#))
    #expect(pan.map(\.trigger) == [.step])
    #expect(
      pan.first?.step
        == StepSettings(
          every: .distance(6),
          effects: [
            .up: Effect(run: .shell("u")), .down: Effect(run: .direct(["d"])), .left: Effect(mode: "default"),
            .right: Effect(run: .shell("r")),
          ]))
    #expect(pan.first?.effect == Effect())
    let rotation = try actions(
      gesture(
        #"step = { every = "22.5 deg", clockwise = "c", overlap = "restart", at-most-every = "20 ms" }"#,
        kind: "rotation"))
    #expect(rotation.first?.step?.every == .angle(22.5))
    #expect(rotation.first?.overlap == .restart)
    #expect(rotation.first?.atMostEvery == TimeSpan(milliseconds: 20))
    let pinch = try actions(gesture(#"step = { every = "25 %", out = "o", in = "i" }"#, kind: "pinch"))
    #expect(
      pinch.first?.step
        == StepSettings(every: .scale(0.25), effects: [.out: Effect(run: .shell("o")), .in: Effect(run: .shell("i"))]))
    #expect(try actions(gesture(#"step = { every = "1 cm", up = "u" }"#)).first?.step?.every == .distance(10))
  }

  @Test func aBindingHasItsConditionAndOneForEachGesture() throws {
    let rules = try #require(
      load(
        """
        [[override]]
        gesture = ["b", "a"]
        also = true
        when = { mode = ["m", "n"], device = "touchpad", zone = "z", fingers = "2-3", direction = "up", app = "x*", \
        output = "DP-1", modifiers = "ctrl" }
        run = "x"

        """.replacing("\\\n", with: "") + gesture("fingers = \"2-3\"")
          + gesture("fingers = 3", kind: "swipe", name: "b")
          + "[zone.z]\nrect = {}\n"
      ).rules)
    var wanted = Condition()
    wanted.modes = ["m", "n"]
    wanted.device = .deviceClass(.touchpad)
    wanted.zone = "z"
    wanted.fingers = 2...3
    wanted.directions = [.up]
    wanted.app = "x*"
    wanted.output = "DP-1"
    wanted.modifiers = .ctrl
    #expect(rules.bindings.map(\.when) == [wanted, wanted])
    #expect(rules.bindings.map(\.gesture) == [GestureID(1), GestureID(0)])
    #expect(rules.bindings.map(\.isAddition) == [true, true])
    #expect(
      rules.bindings.map { $0.actions.map(\.effect) } == [[Effect(run: .shell("x"))], [Effect(run: .shell("x"))]])
    #expect(rules.bindings.flatMap(\.actions).map(\.binding) == [0, 1])
  }
}
