import Testing

@testable import Bindings

/// `[overlay]`, `overlay` and `level`.
struct OverlayRulesTests {
  private static let swipe = "[gesture.a]\nkind = \"swipe\"\nrun = \"x\"\n"

  @Test func nothingIsDrawnUnasked() throws {
    let rules = try #require(load(Self.swipe).rules)
    #expect(!rules.overlay.isShown && rules.overlay == OverlayRules())
    #expect(rules.mayDraw(.init(0)))
  }

  @Test func settingsArrive() throws {
    let text = """
      [overlay]
      show = true
      hints = false
      theme = "light"
      colour = "pink"
      size = "150 %"
      position = "top-left"
      motion = "reduced"

      """
    let overlay = try #require(load(text + Self.swipe).rules).overlay
    #expect(
      overlay.isShown && !overlay.showsHints && overlay.showsProgress && overlay.showsTrails && overlay.showsSteps)
    #expect(overlay.theme == .light && overlay.colour.code == "#d56199" && overlay.size == 1.5)
    #expect(overlay.position == .topLeft && overlay.motion == .reduced)
  }

  @Test func mistakesAreNamed() {
    let text = "[overlay]\ncollour = \"blue\"\nsize = \"5 %\"\nposition = \"left\"\nshow = 1\n"
    let problemText = report(text + Self.swipe)
    for part in ["did you mean \"colour\"?", "`size` can be 50 to 300 %", "write \"bottom\", \"top\", \"center\""] {
      #expect(problemText.contains(part), "\(problemText)")
    }
    #expect(report(Self.swipe + "overlay = \"no\"\n").contains("`overlay` must be true or false, not a string"))
    #expect(report(Self.swipe + "overlay = 1\n").contains("`overlay` must be true or false, not a whole number"))
  }

  @Test func aGestureMayBeLeftOut() throws {
    let rules = try #require(load(Self.swipe + "overlay = false\n[gesture.b]\nkind = \"tap\"\nrun = \"x\"\n").rules)
    #expect(!rules.mayDraw(.init(0)) && rules.mayDraw(.init(1)))
  }

  @Test func aHintThatIsDrawnNeedsNoAction() {
    let hint = "[gesture.guide]\nkind = \"hint\"\n"
    #expect(report(Self.swipe + hint).contains("\"guide\" does nothing"))
    #expect(report("[overlay]\nshow = true\n" + Self.swipe + hint) == "")
    #expect(report("[overlay]\nshow = true\nhints = false\n" + Self.swipe + hint).contains("\"guide\" does nothing"))
  }

  @Test func aStepHasALevel() throws {
    let text =
      "[gesture.v]\nkind = \"pan\"\nstep = { every = \"6 mm\", up = \"x\", level = [\"pamixer\", \"--get-volume\"] }\n"
    let rules = try #require(load(text).rules)
    #expect(rules.bindings.first?.actions.first?.step?.level == .direct(["pamixer", "--get-volume"]))
    #expect(report(text.replacing("[\"pamixer\", \"--get-volume\"]", with: "3")).contains("level"))
  }
}
