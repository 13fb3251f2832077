import Support
import Testing

@testable import Bindings
@testable import GestureCore

/// `[[scroll]]`: how it is read, its diagnostics, and which section counts.
struct ScrollTests {
  private static let tap = "[gesture.it]\nkind = \"tap\"\nfingers = 4\nrun = \"x\"\n"
  private static let pad = "[device.\"*\"]\nintercept = true\n"

  private func problemText(_ text: String) -> [String] {
    load(Self.pad + text + "\n" + Self.tap).diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
  }

  private func factor(
    _ text: String, app: String? = nil, mode: String = Context.defaultMode, pad name: String = "ELAN pad"
  )
    throws -> Double
  {
    let rules = try #require(load(Self.pad + text).rules)
    let pad = Device(
      id: DeviceID(1), name: name, deviceClass: .touchpad, size: Size(width: 100, height: 60),
      capabilities: [.contacts, .places, .interception])
    return rules.scrollFactor(on: pad, in: Context(mode: mode, app: app))
  }

  @Test func speedAndDirection() throws {
    #expect(try factor("") == 1)
    #expect(try factor("[[scroll]]\nspeed = \"50 %\"") == 0.5)
    #expect(try factor("[[scroll]]\nreversed = true") == -1)
    #expect(try factor("[[scroll]]\nspeed = \"200 %\"\nreversed = true") == -2)
  }

  /// The section with the most conditions counts, and among equal ones the last.
  @Test func whichSectionCounts() throws {
    let text = """
      [[scroll]]
      when = { app = "*term*", mode = "slow" }
      speed = "20 %"

      [[scroll]]
      when = { app = "*term*" }
      speed = "50 %"

      [[scroll]]
      when = { device = "ELAN*" }
      speed = "300 %"

      [[scroll]]
      when = { not = { app = "*term*" } }
      speed = "250 %"

      [[scroll]]
      speed = "150 %"

      [gesture.slow]
      kind = "tap"
      fingers = 3
      run = { mode = "slow" }
      """
    #expect(try factor(text, app: "xterm", pad: "other") == 0.5)
    #expect(try factor(text, app: "xterm", mode: "slow") == 0.2)
    #expect(try factor(text, app: "xterm") == 3, "the last of equals")
    #expect(try factor(text, app: "browser", pad: "other") == 2.5)
    #expect(try factor(text, pad: "other") == 1.5, "an application that is not known is none of these")
  }

  @Test func whatIsAskedOfTheSession() throws {
    let rules = try #require(load("\(Self.pad)[[scroll]]\nwhen = { app = \"a\", mode = \"b\" }\nreversed = true").rules)
    #expect(rules.sessionFacts.contains(.app) && rules.modes.contains("b"))
  }

  @Test(arguments: [
    ("[scroll]\nspeed = \"50 %\"", "a section about scrolling needs double brackets | write `[[scroll]]`"),
    (
      "[[scroll]]\nwhen = { app = \"a\" }",
      "this section does not change how fingers scroll | add `speed = \"50 %\"`, or `reversed = true`"
    ),
    ("[[scroll]]\nspede = \"50 %\"", "unknown key \"spede\" | did you mean \"speed\"?"),
    ("[[scroll]]\nfast = true", "unknown key \"fast\" | `[[scroll]]` can have the keys speed, reversed and when"),
  ])
  func mistakes(text: String, diagnostic: String) {
    #expect(problemText(text).contains(diagnostic), "\(problemText(text))")
  }

  @Test func wrongValues() {
    #expect(problemText("[[scroll]]\nspeed = \"0 %\"").count == 1 && problemText("[[scroll]]\nspeed = 2").count == 1)
    #expect(problemText("[[scroll]]\nspeed = \"50 %\"\nwhen = { zone = \"a\" }").count == 1)
    #expect(problemText("[[scroll]]\nspeed = \"50 %\"\nwhen = { fingers = 3 }").count == 1)
    #expect(problemText("[[scroll]]\nspeed = \"50 %\"\nwhen = { app = \"a\" }").isEmpty)
  }

  @Test func itNeedsATouchpadThatIsIntercepted() {
    let problemText = load("[[scroll]]\nspeed = \"50 %\"\n" + Self.tap).diagnostics.map(\.message)
    #expect(problemText == ["this section has no effect: it applies only to intercepted touchpads"])
  }
}
