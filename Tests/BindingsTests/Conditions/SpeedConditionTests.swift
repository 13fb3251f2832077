import GestureCore
import Testing

@testable import Bindings

struct SpeedConditionTests {
  private func swiped(_ millimetresIn100ms: Int) throws -> [String] {
    let loaded = load(
      """
      [gesture.it]
      kind = "swipe"
      run = "at any speed"
      [[override]]
      gesture = "it"
      when = { speed = "> 200 mm/s" }
      run = "fast"
      [[override]]
      gesture = "it"
      when = { speed = "< 150 mm/s" }
      run = "slow"
      """)
    let rules = try #require(loaded.rules)
    let script = "0ms down a 50,50\n50ms move a by \(millimetresIn100ms),0 over 100ms\n400ms up a"
    return try played("touches\n\(script)", rules: rules)
  }

  /// Each swipe does one thing.
  @Test func fastAndSlow() throws {
    #expect(try swiped(30).map(text) == ["fast"])
    #expect(try swiped(17).map(text) == ["at any speed"])
    #expect(try swiped(13).map(text) == ["slow"])
  }

  private func text(_ line: String) -> String { line.split(separator: ": ").last.map(String.init) ?? "" }

  /// As two gestures: one of them is recognized.
  @Test func twoGestures() throws {
    let gestures = "fast = swipe begin-if.speed=>200mm/s\nslow = swipe begin-if.speed=<200mm/s\n"
    for (direction, name) in [(30, "fast"), (13, "slow")] {
      let script =
        "gestures\n\(gestures)touches\n0ms down a 50,50\n50ms move a by \(direction),0 over 100ms\n400ms up a"
      let bindings = [0, 1].map { Binding(gesture: GestureID($0), actions: [.run("x")], location: .nowhere) }
      let lines = try played(script, bindings)
      #expect(lines.count == 1 && lines[0].contains(" \(name) recognized"), "\(lines)")
    }
  }

  @Test(arguments: [
    ("> 200 mm/s", "> 200 mm/s"), (">200mm/s", "> 200 mm/s"), ("< 80 mm/s", "< 80 mm/s"),
    ("100-200 mm/s", "100-200 mm/s"), ("0-200 mm/s", "< 200 mm/s"),
  ])
  func isReadAndListed(_ written: String, _ listed: String) throws {
    let loaded = load("[gesture.a]\nkind = \"swipe\"\nbegin-if = { speed = \"\(written)\" }\nrun = \"x\"\n")
    let rule = try #require(loaded.rules?.ruleSet.gestures.first)
    let statements = Conditions.statements(in: rule.beginIf)
    #expect(statements.map(\.key) == ["speed"])
    #expect(statements.map(\.statement) == [.text(listed)])
  }

  @Test(arguments: ["200 mm/s", "> 200", "> fast", "200-100 mm/s", "< 0 mm/s", "> 9000 mm/s", ""])
  func whatIsNoSpeedIsAnError(_ text: String) {
    #expect(
      report("[gesture.a]\nkind = \"swipe\"\nbegin-if = { speed = \"\(text)\" }\nrun = \"x\"\n")
        .hasPrefix("bindings.toml:3:22: error: `speed` can't be \"\(text)\"\n"))
  }

  @Test func whatHasNoSpeedIsDoubted() {
    #expect(
      report("[gesture.a]\nkind = \"tap\"\nbegin-if = { speed = \"> 20 mm/s\" }\nrun = \"x\"\n")
        .contains("`speed` is never true: \"a\", a tap, has no speed"))
  }
}
