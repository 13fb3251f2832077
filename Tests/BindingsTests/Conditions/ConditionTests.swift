import Bindings
import GestureCore
import Support
import Testing

/// The conditions read from `receive`, `begin-if` and `when`, and the diagnostics for them.
struct ConditionTests {
  private func gesture(_ lines: String) -> String { "[gesture.a]\nkind = \"pan\"\nrun = \"x\"\n\(lines)\n" }

  private func read(_ lines: String) -> GestureRule? {
    load(gesture(lines) + "[zone.z]\nrect = {}\nignore = true\n").rules?.ruleSet.gestures.first
  }

  @Test func everyKeyOfReceiveIsRead() throws {
    let rule = try #require(
      read(
        "receive = { zone = \"z\", device = \"ELAN*\", tool = \"stylus\", mode = \"m\", app = \"fire*\", output = \"DP-1\","
          + " modifiers = [\"ctrl\", \"super\"] }\nexclusive-touch-type = false"))
    var wanted = Condition()
    wanted.zone = "z"
    wanted.device = .name("ELAN*")
    wanted.tool = .stylus
    wanted.modes = ["m"]
    wanted.app = "fire*"
    wanted.output = "DP-1"
    wanted.modifiers = [.ctrl, .super]
    #expect(rule.receive == wanted)
    #expect(rule.beginIf.isEmpty)
    #expect(!rule.exclusiveTouchType)
    #expect(read("")?.exclusiveTouchType == true)
  }

  @Test func everyKeyOfBeginIfIsRead() throws {
    let rule = try #require(
      read(
        "begin-if = { zone = \"z\", mode = \"m\", app = \"a\", output = \"o\", modifiers = \"shift\", fingers = \"2-3\","
          + " direction = [\"up\", \"down-left\"] }"))
    var wanted = Condition()
    wanted.zone = "z"
    wanted.modes = ["m"]
    wanted.app = "a"
    wanted.output = "o"
    wanted.modifiers = .shift
    wanted.fingers = 2...3
    wanted.directions = [.up, .downLeft]
    #expect(rule.beginIf == wanted)
    #expect(read("begin-if = { fingers = 2, direction = \"left\" }")?.beginIf.directions == [.left])
    #expect(read("begin-if = { mode = [\"m\", \"n\"] }")?.beginIf.modes == ["m", "n"])
    #expect(read("receive = { modifiers = [] }")?.receive.modifiers == [])
    #expect(read("receive = { modifiers = \"Super\" }")?.receive.modifiers == .super, "capitals don't count")
    #expect(read("receive = { modifiers = [\"Ctrl\", \"SHIFT\"] }")?.receive.modifiers == [.ctrl, .shift])
  }

  @Test func theWindowInFront() throws {
    let all = "title = \"*x*\", fullscreen = false, workspace = \"web\""
    let condition = try #require(read("receive = { \(all) }")?.receive)
    #expect(condition[Conditions.title] == .like("*x*") && condition[Conditions.workspace] == .like("web"))
    #expect(condition[Conditions.fullscreen] == .oneOf(["false"]))
    let several = try #require(read("receive = { app = [\"firefox\", \"chrom*\"] }")?.receive)
    #expect(several[.app] == .likeAny(["firefox", "chrom*"]))
    #expect(
      Conditions.words(.term(.init(.app, .likeAny(["a", "b"])), found: .text("c")))
        == "the app a or b; the app is c")
    #expect(
      load(gesture("receive = { app = [], title = \"\", output = [\"\", \"DP-1\"] }")).diagnostics.map(\.message) == [
        "`app` has an empty value", "`title` has an empty value", "`output` has an empty value",
      ])
    #expect(
      load(gesture("receive = { fullscreen = \"yes\" }")).diagnostics.map(\.message) == [
        "`fullscreen` must be true or false, not a string"
      ])
  }

  @Test func whatMustNotHold() throws {
    let rule = try #require(
      read(
        "receive = { app = \"fire*\", not = { app = [\"a\", \"b\"], fullscreen = true } }\n"
          + "begin-if = { not = { direction = \"up\", modifiers = \"shift\" } }"))
    var wanted = Condition()
    wanted.app = "fire*"
    wanted.exclude(Conditions.fullscreen, .oneOf(["true"]))
    wanted.exclude(.app, .likeAny(["a", "b"]))
    #expect(rule.receive == wanted && rule.receive.statementCount == 3)
    #expect(rule.beginIf.exclusions.map(\.term.fact) == [.modifiers, .direction])
    #expect(
      Conditions.statements(in: rule.receive).map(\.key) == ["app", "not.app", "not.fullscreen"]
        && Conditions.statements(in: rule.beginIf).map(\.key) == ["not.modifiers", "not.direction"])
    let keys = "tool, mode, app, title, fullscreen, output, workspace, orientation, tablet-mode and modifiers"
    #expect(
      load(gesture("receive = { not = { zone = \"z\", colour = \"x\", app = \"\" } }\nbegin-if = { not = 3 }"))
        .diagnostics
        .map { "\($0.message): \($0.fix ?? "")" } == [
          "`not` can't have the key \"zone\": `not` can have the keys \(keys)",
          "`not` can't have the key \"colour\": `not` can have the keys \(keys)",
          "`app` has an empty value: write a value, or remove `app`",
          "`not` must be a table, not a whole number: write `not = { app = \"steam_app_*\" }`",
        ])
  }

  @Test func applicationsThatAreLeftAlone() throws {
    let file = "[defaults]\nnot-in = [\"steam_app_*\", \"mpv\"]\n" + gesture("")
    let others =
      "[gesture.b]\nkind = \"pan\"\nnot-in = []\nrun = \"x\"\n[gesture.c]\nkind = \"pan\"\nnot-in = \"vlc\"\nrun = \"x\"\n"
    let rules = try #require(load(file + others).rules?.ruleSet)
    var wanted = [Condition](repeating: Condition(), count: 3)
    wanted[0].exclude(.app, .likeAny(["steam_app_*", "mpv"]), acceptsUnknown: true)
    wanted[2].exclude(.app, .like("vlc"), acceptsUnknown: true)
    #expect(rules.gestures.map(\.receive) == wanted)
    #expect(Conditions.statements(in: wanted[2]).map(\.key) == ["not-in"])
    #expect(load(file).rules?.sessionFacts == [.app] && load(gesture("")).rules?.sessionFacts == [])
    #expect(
      load("[defaults]\nnot-in = 3\nnot_in = \"x\"\n" + gesture("not-in = \"\"")).diagnostics.map(\.message) == [
        "`not-in` must be a string or a list of strings, not a whole number", "unknown key \"not_in\"",
        "`not-in` has an empty value",
      ])
  }

  @Test func howTheMachineIsHeld() throws {
    let condition = try #require(
      read("receive = { orientation = [\"portrait\", \"portrait-flipped\"], tablet-mode = true }")?.receive)
    #expect(condition[Conditions.orientation] == .oneOf(["portrait", "portrait-flipped"]))
    #expect(condition[Conditions.tabletMode] == .oneOf(["true"]))
    expectSnapshot(
      Conditions.words(.term(.init(Conditions.orientation, .oneOf(["portrait", "landscape"])), found: nil)),
      "how the machine is held")
    #expect(
      Conditions.words(.term(.init(Conditions.tabletMode, .oneOf(["false"])), found: .text("true")))
        == "a machine that is not used as a tablet; this machine is used as a tablet")
    #expect(
      load(gesture("receive = { orientation = \"portrai\", tablet-mode = 1 }")).diagnostics.map(\.message) == [
        "`orientation` can't be \"portrai\"", "`tablet-mode` must be true or false, not a whole number",
      ])
    #expect(
      load(gesture("receive = { orientation = [] }")).diagnostics.map(\.message) == ["`orientation` is empty"])
  }

  @Test func howTheMachineIsHeldInAScript() throws {
    let script = """
      gestures
      tall = tap receive.orientation=portrait,portrait-flipped
      wide = tap receive.orientation=landscape receive.tablet-mode=true
      touches
      0ms     down a 50,50
      40ms    up a
      1000ms  orientation portrait-flipped
      1000ms  down a 50,50
      1040ms  up a
      2000ms  orientation landscape; tablet-mode true
      2000ms  down a 50,50
      2040ms  up a
      """
    let bindings: [Binding] = [.of(.run("tall"), gesture: 0), .of(.run("wide"), gesture: 1)]
    #expect(try played(script, bindings) == ["1040 tall recognized: tall", "2040 wide recognized: wide"])
  }

  @Test func whatAConditionDoesNotKnowIsAnError() {
    expectProblems(
      report(gesture("receive = { fingers = 2, tol = \"finger\" }\nbegin-if = { tool = \"finger\", zome = \"z\" }")),
      "unknown keys of conditions", "4:13 error", "4:26 error", "5:14 error", "5:31 error")
    expectProblems(
      report(gesture("receive = \"z\"\nbegin-if = 3\nexclusive-touch-type = \"yes\"")), "conditions are tables",
      "4:11 error", "5:12 error", "6:24 error")
  }

  @Test func valuesOfConditionsAreChecked() {
    expectProblems(
      report(
        gesture(
          "receive = { tool = \"palm\", mode = \"\", device = \"\" }\nbegin-if = { direction = [], fingers = 11 }")),
      "unknown values", "4:20 error", "4:35 error", "4:48 error", "5:26 error", "5:40 error")
    expectProblems(
      report(gesture("begin-if = { direction = [\"lft\", 3] }")), "a direction and a number", "4:27 error", "4:34 error"
    )
    #expect(
      load(gesture("receive = { modifiers = [\"control\"] }")).diagnostics.map(\.message) == [
        "`modifiers` can't be \"control\""
      ])
  }

  @Test func aZoneIsGivenOnce() {
    expectProblems(
      report("[zone.z]\nrect = {}\n" + gesture("zone = \"z\"\nreceive = { zone = \"z\" }")), "a zone is given once",
      "7:20 error")
  }
}
