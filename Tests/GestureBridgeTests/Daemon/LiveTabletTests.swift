import Support
import Testing

/// The switch of a tablet, mocked, and conditions on it.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveTabletTests {
  private static let rules = """
    [gesture.poke]
    kind = "tap"
    run = \(Bed.notes("unknown"))

    [[override]]
    gesture = "poke"
    when = { tablet-mode = true }
    run = \(Bed.notes("tablet"))

    [[override]]
    gesture = "poke"
    when = { tablet-mode = false }
    run = \(Bed.notes("laptop"))
    """
  private static let tap = "wait 60ms\nplay event0 tap"

  @Test(arguments: ["libinput", "raw"]) func aRuleFollowsTheSwitch(_ source: String) throws {
    let rules = "[device.\"*\"]\nsource = \"\(source)\"\n\n" + Self.rules
    let bed = try Bed.started(rules, "touchscreen event0, tablet-switch-on event1")
    try bed.expect(["tablet"], after: Self.tap)
    try bed.expect(["laptop"], after: "switch event1 off\nsettle\n" + Self.tap)
    try bed.expect(["tablet"], after: "switch event1 on\nsettle\n" + Self.tap)
    try bed.expect(["unknown"], after: "remove event1\nwait 200ms\n" + Self.tap)
    try bed.expect(["laptop"], after: "add tablet-switch event3\nwait 200ms\n" + Self.tap)
    #expect(bed.log.contains("tablet-mode=\"true\""), Comment(rawValue: bed.log))
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test func withoutASwitchItIsUnknownAndSaidSo() throws {
    let bed = try Bed.started(Self.rules, "touchscreen event0, typing-tablet-switch event1")
    try bed.expect(["unknown"], after: Self.tap)
    #expect(
      bed.log.contains("the tablet mode is not known: no device has a switch that reports it"),
      Comment(rawValue: bed.log))
    let opened = try bed.perform("opened").split(separator: " ")
    #expect(!opened.contains("event1"), "it types")
  }

  @Test func aSwitchThatMayNotBeOpenedIsSaidSo() throws {
    let bed = try Bed(rules: Self.rules, arguments: ["--debug-plain"])
    try bed.perform("add touchscreen event0\nadd tablet-switch event1\ndeny event1\nstart\nawait ready: within=15s")
    #expect(bed.log.contains("its switch /dev/input/event1 can't be opened"), Comment(rawValue: bed.log))
    try bed.expect(["unknown"], after: Self.tap)
  }

  @Test func noRuleAsksAndNothingIsOpened() throws {
    let bed = try Bed.started(
      "[gesture.poke]\nkind = \"tap\"\nrun = \(Bed.notes("tap"))", "touchscreen event0, tablet-switch event1")
    try bed.expect(["tap"], after: Self.tap)
    let before = Set(try bed.perform("opened").split(separator: " "))
    #expect(!before.contains("event1"))
    try bed.save(Self.rules)
    try bed.expect(["laptop"], after: Self.tap)
    let after = Set(try bed.perform("opened").split(separator: " "))
    #expect(after.contains("event1"))
  }
}
