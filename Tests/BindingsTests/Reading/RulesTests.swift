import GestureCore
import Testing

@testable import Bindings

/// The actions that a gesture starts in each state.
struct RulesTests {
  /// The commands of the gesture with this number in this state.
  private func commands(_ rules: Rules?, _ gesture: Int = 0, in state: RecognizerState) -> [Command] {
    orders(rules, gesture, in: state).compactMap(\.effect.run)
  }

  /// The orders when the gesture enters this state, after the states before it.
  private func orders(_ rules: Rules?, _ gesture: Int = 0, in state: RecognizerState) -> [Order] {
    var dispatcher = Dispatcher(rules ?? Rules())
    dispatcher.add(screen)
    var orders: [Order] = []
    if ![.began, .recognized].contains(state) {
      dispatcher.dispatch(event(.began, of: gesture), in: Context(), into: &orders)
      orders.removeAll()
    }
    dispatcher.dispatch(event(state, of: gesture), in: Context(), into: &orders)
    return orders
  }

  @Test func everyFormOfCommandIsRead() {
    let rules = load(
      """
      [gesture.zoom]
      kind = "pinch"
      fingers = 2
      run = "swaymsg 'workspace next'"
      began = ["playerctl", "next", ""]
      changed = { command = "a" }
      ended = { command = ["b"] }
      """
    ).rules
    #expect(commands(rules, in: .began) == [.shell("swaymsg 'workspace next'"), .direct(["playerctl", "next", ""])])
    #expect(commands(rules, in: .changed) == [.shell("a")])
    #expect(commands(rules, in: .ended) == [.direct(["b"])])
    #expect(commands(rules, in: .cancelled) == [])
  }

  @Test func runFiresOnceForDiscreteAndContinuousGestures() {
    let rules = load(
      """
      [gesture.tap]
      kind = "tap"
      run = "tap"
      ended = "over"
      [gesture.pan]
      kind = "pan"
      run = "pan"
      """
    ).rules
    #expect(commands(rules, 0, in: .recognized) == [.shell("tap"), .shell("over")])
    #expect(commands(rules, 1, in: .began) == [.shell("pan")])
    for state in [RecognizerState.changed, .ended, .cancelled] {
      #expect(commands(rules, 1, in: state) == [])
    }
  }

  @Test func actionsOfOneStateComeInTheOrderOfTheFile() {
    let rules = load(
      """
      [gesture.pan]
      kind = "pan"
      began = "first"
      run = "second"
      """
    ).rules
    #expect(commands(rules, in: .began) == [.shell("first"), .shell("second")])
  }

  @Test func theLastBindingReplacesTheOthersAndAlsoAdds() {
    let rules = load(
      """
      [[override]]
      gesture = "tap"
      run = "before"
      [gesture.tap]
      kind = "tap"
      run = "own"
      [[override]]
      gesture = "tap"
      also = true
      run = "too"
      [[override]]
      gesture = "tap"
      run = "last"
      """
    ).rules
    #expect(commands(rules, in: .recognized) == [.shell("last"), .shell("too")])
  }

  @Test func actionsHaveTheirBindingAndTheirLocation() throws {
    let rules = try #require(
      load(
        """
        [gesture.tap]
        kind = "tap"
        [gesture.pan]
        kind = "pan"
        run = "own"
        [[override]]
        gesture = "tap"
        run = "other"
        """
      ).rules)
    #expect(rules.ruleSet.gestures.map(\.name) == ["tap", "pan"])
    #expect(rules.bindings.map(\.gesture) == [GestureID(1), GestureID(0)])
    #expect(rules.bindings.map(\.location.description) == ["bindings.toml:3:1", "bindings.toml:6:1"])
    #expect(rules.locations.map(\.line) == [1, 3])
    let action = try #require(orders(rules, in: .recognized).first?.action)
    #expect(action.location.description == "bindings.toml:8:7")
    #expect(action.binding == 1)
    #expect(action.trigger == .run)
  }

  @Test func aGestureThatIsNotOfTheRulesDoesNothing() {
    #expect(orders(Rules(), 0, in: .recognized) == [])
    #expect(orders(Rules(), -1, in: .recognized) == [])
  }
}
