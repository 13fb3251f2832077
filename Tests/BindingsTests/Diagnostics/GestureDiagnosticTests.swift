import Testing

/// What is said about the sections of a file and their keys.
struct GestureDiagnosticTests {
  @Test func anUnknownKindIsUnderlined() {
    #expect(
      report("\n\n\n\n\n[gesture.a]\nkind = \"swype\"\n") == """
        bindings.toml:7:8: error: unknown gesture kind "swype"
          7 | kind = "swype"
            |        ^^^^^^^ did you mean "swipe"? `gesture-bridge gestures` lists them all
        """)
    #expect(
      report("[gesture.a]\nkind = \"wave\"\n") == """
        bindings.toml:2:8: error: unknown gesture kind "wave"
          2 | kind = "wave"
            |        ^^^^^^ `gesture-bridge gestures` lists them all
        """)
    #expect(
      report("[gesture.a]\nrun = \"x\"\n") == """
        bindings.toml:1:1: error: "a" has no `kind`
          1 | [gesture.a]
            | ^^^^^^^^^^^ add a line such as `kind = "swipe"`; `gesture-bridge gestures` lists them all
        """)
    #expect(
      report("[gesture.a]\nkind = 3\n") == """
        bindings.toml:2:8: error: `kind` must be a string, not a whole number
          2 | kind = 3
            |        ^ write `kind = "tap"`
        """)
  }

  @Test func unknownKeysGetTheNearestName() {
    #expect(
      report("[gesture.a]\nkind = \"swipe\"\nfingrs = 3\ntaps = 2\nwhen = {}\nslop_ = 1\nrun = \"x\"\n") == """
        bindings.toml:3:1: error: unknown key "fingrs"
          3 | fingrs = 3
            | ^^^^^^ did you mean "fingers"?
        bindings.toml:4:1: error: a swipe has no "taps"
          4 | taps = 2
            | ^^^^ that is a setting of tap, long-press, pan and hold-and-tap
        bindings.toml:5:1: error: unknown key "when"
          5 | when = {}
            | ^^^^ write `receive = {…}` or `begin-if = {…}`, or give the `when` to a `[[binding]]`
        bindings.toml:6:1: error: unknown key "slop_"
          6 | slop_ = 1
            | ^^^^^ did you mean "slop"?
        """)
  }

  @Test(arguments: [
    "every = \"6 mm\"", "when = {}", "inside = \"x\"", "mode = \"x\"", "at-most-every = \"50 ms\"",
    "overlap = \"skip\"", "stream = \"x\"",
  ])
  func whatAGestureDoesNotKnowIsAnError(key: String) {
    let name = key.prefix { $0 != " " }
    #expect(
      report("[gesture.a]\nkind = \"pan\"\nrun = \"x\"\n\(key)\n").hasPrefix(
        "bindings.toml:4:1: error: unknown key \"\(name)\"\n"))
  }

  @Test func sectionsAreNamed() {
    #expect(
      report("colours = [\"a\"]\n[gestures.a]\n[room.b]\n[next]\nkind = \"tap\"\n[[process]]\n") == """
        bindings.toml:1:1: error: unknown key "colours"
          1 | colours = ["a"]
            | ^^^^^^^ put keys under a header such as `[gesture.NAME]`
        bindings.toml:2:2: error: unknown section "gestures"
          2 | [gestures.a]
            |  ^^^^^^^^ did you mean "gesture"?
        bindings.toml:3:2: error: unknown section "room"
          3 | [room.b]
            |  ^^^^ the sections are `[gesture.NAME]`, `[zone.NAME]`, `[[binding]]`, `[defaults]`, \
        `[device.CLASS]`, `[[scroll]]`, `[accommodations]`, `[overlay]`, `[commands]` and `[privacy]`
        bindings.toml:4:2: error: unknown section "next"
          4 | [next]
            |  ^^^^ did you mean `[gesture.next]`?
        bindings.toml:6:3: error: unknown section "process"
          6 | [[process]]
            |   ^^^^^^^ the sections are `[gesture.NAME]`, `[zone.NAME]`, `[[binding]]`, `[defaults]`, \
        `[device.CLASS]`, `[[scroll]]`, `[accommodations]`, `[overlay]`, `[commands]` and `[privacy]`
        """)
  }

  @Test func aGestureIsASection() {
    #expect(
      report("gesture = 3\n") == """
        bindings.toml:1:1: error: `gesture` needs names below it
          1 | gesture = 3
            | ^^^^^^^ write a section such as `[gesture.next-workspace]`
        """)
    #expect(
      report("[gesture]\na = \"tap\"\n[[gesture.b]]\nkind = \"tap\"\n") == """
        bindings.toml:2:1: error: "a" must be a section, not a string
          2 | a = "tap"
            | ^ write `[gesture.a]` on a line of its own
        bindings.toml:3:11: error: "b" must be a section, not a list
          3 | [[gesture.b]]
            |           ^ write `[gesture.b]` on a line of its own
        """)
  }

  @Test func namesMustBeFitForOthersToUse() {
    #expect(
      report("[gesture.\"kind:tap\"]\nkind = \"tap\"\nrun = \"x\"\n[gesture.\"\"]\nkind = \"pan\"\nrun = \"x\"\n")
        == """
        bindings.toml:1:10: error: "kind:tap" can't be the name of a gesture
          1 | [gesture."kind:tap"]
            |          ^^^^^^^^^^ use letters, digits and `-`, without `:` or control characters
        bindings.toml:4:10: error: "" can't be the name of a gesture
          4 | [gesture.""]
            |          ^^ use letters, digits and `-`, without `:` or control characters
        """)
  }

  @Test func aDeviceThatLooksLikeAClassIsDoubted() {
    #expect(
      report("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\ndevice = \"touch pad\"\n") == """
        bindings.toml:4:10: warning: "touch pad" is read as the name of a device
          4 | device = "touch pad"
            |          ^^^^^^^^^^^ did you mean "touchpad"?
        """)
    #expect(
      report("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\ndevice = \"\"\n") == """
        bindings.toml:4:10: error: `device` is empty
          4 | device = ""
            |          ^^ write part of a device's name with `*` around it; `gesture-bridge devices` lists them
        """)
  }

  @Test func aFileWithoutGesturesIsDoubted() {
    #expect(
      report("") == """
        bindings.toml:1:1: warning: there is no gesture in this file
          1 |
            | ^ add a section such as `[gesture.NAME]`
        """)
    #expect(load("").rules != nil)
  }
}
