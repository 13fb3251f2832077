import Testing

@testable import Bindings

/// What is said about actions that are tables: what they start, how often, and streams.
struct ActionTableTests {
  @Test func unknownKeysAreErrors() {
    #expect(
      said(
        gesture(
          #"run = { overlp = "skip", run = "x" }"#, #"began = { run = "x", foo = 1 }"#, #"changed = { up = "x" }"#))
          == """
          3:9 error: unknown key "overlp" | did you mean "overlap"?
          4:22 error: unknown key "foo" | an action has the keys \(ActionReader.keys.listed("and"))
          5:13 error: unknown key "up" | steps have a key of their own: `step = { every = "6 mm", up = "…" }`
          """)
  }

  @Test func overlapIsOneOfFour() {
    #expect(
      said(gesture(#"run = { run = "x", overlap = "wait" }"#, #"began = { run = "x", overlap = 3 }"#)) == """
        3:30 error: `overlap` can't be "wait" | it may be allow, skip, queue or restart
        4:32 error: `overlap` must be a string, not a whole number | write `overlap = "skip"`
        """)
  }

  @Test func anActionThatStartsNothingIsAnError() {
    #expect(
      said(gesture(#"changed = { overlap = "skip" }"#)) == """
        3:11 error: `changed` has no command | write `changed = "…"` or `changed = { run = "…" }`
        """)
  }

  @Test func commandsInTablesAreChecked() {
    #expect(
      said(gesture("run = { run = 3 }", "changed = { stream = {} }", "ended = { run = [] }")) == """
        3:15 error: `run` must be a command: a string or a list of strings, not a whole number | write `run = \
        "notify-send done"`
        4:22 error: `stream` must be a command: a string or a list of strings, not a table | write `stream = \
        "notify-send done"`
        5:17 error: `run` is empty | give it a command, or remove the line
        """)
  }

  @Test func anActionHasOneOfRunAndStream() {
    #expect(
      said(gesture(#"changed = { run = "x", stream = "y" }"#, #"began = { stream = "y", run = ["x"] }"#)) == """
        3:24 error: an action can't have both `run` and `stream` | keep `run` to start a command each time, or \
        `stream` to send lines to one that keeps running
        4:25 error: an action can't have both `run` and `stream` | keep `run` to start a command each time, or \
        `stream` to send lines to one that keeps running
        """)
  }

  @Test func theLeastTimeIsATimeInItsRange() {
    #expect(
      said(
        gesture(
          #"run = { run = "x", at-most-every = 50 }"#, #"began = { run = "x", at-most-every = "0.5 ms" }"#,
          #"changed = { run = "x", at-most-every = "2 h" }"#, #"ended = { run = "x", at-most-every = "3601 s" }"#,
          #"cancelled = { run = "x", at-most-every = "soon" }"#)) == """
          3:36 error: `at-most-every` needs a unit | write `at-most-every = "50 ms"`
          4:38 error: "0.5 ms" is out of range | `at-most-every` may be 1 ms to 3600 s
          5:40 error: "h" is not a unit of time | use ms or s: `at-most-every = "50 ms"`
          6:38 error: "3601 s" is out of range | `at-most-every` may be 1 ms to 3600 s
          7:42 error: "soon" is not a time | write a number and its unit: `at-most-every = "50 ms"`
          """)
  }

  @Test func namesOfModesArePlain() {
    #expect(
      said(gesture(#"run = { mode = "" }"#, #"began = { mode = "a:b" }"#, "changed = { mode = 3 }")) == """
        3:16 error: `mode` is empty | give it a name, or remove it
        4:18 error: "a:b" can't be the name of a mode | use letters, digits and `-`, without `:` or control characters
        5:20 error: `mode` must be a string, not a whole number | write `mode = "reading"`
        """)
  }

  @Test func overlapWithoutCommandIsDoubted() {
    #expect(
      said(gesture(#"changed = { stream = "x", overlap = "skip" }"#, #"run = { mode = "default", overlap = "skip" }"#))
        == """
        3:27 warning: `overlap` has no effect: a `stream` is one command that keeps running | remove it
        4:27 warning: `overlap` has no effect: there is no command | remove it
        """)
  }

  @Test func aStreamOfAGestureThatGoesOnStandsUnderChanged() {
    #expect(
      said(
        gesture(
          #"run = { stream = "x" }"#, #"ended = { stream = "x" }"#,
          #"changed = { stream = "x", at-most-every = "50 ms", mode = "default" }"#)) == """
          3:9 error: `run` can't have a `stream`: a pan lasts, and a stream gets every change | write `changed = { \
          stream = … }`; it gets the beginning and the end as well
          4:11 error: `ended` can't have a `stream`: a pan lasts, and a stream gets every change | write `changed = \
          { stream = … }`; it gets the beginning and the end as well
          """)
  }

  @Test func aStreamOfAGestureThatIsRecognizedOnceStandsUnderRunOrEnded() {
    #expect(
      said(
        gesture(
          #"run = { stream = "x" }"#, #"ended = { stream = "x" }"#, #"changed = { stream = "x" }"#,
          #"began = { stream = "x" }"#, kind: "tap")) == """
          5:13 error: `changed` can't have a `stream`: a tap is recognized once and has no duration | write `run = { \
          stream = … }`
          6:11 error: `began` can't have a `stream`: a tap is recognized once and has no duration | write `run = { \
          stream = … }`
          """)
    #expect(
      said(gesture(#"run = "x""#, kind: "tap") + binding("also = true", #"changed = { stream = "x" }"#)) == """
        7:13 error: `changed` can't have a `stream`: a tap is recognized once and has no duration | write `run = { \
        stream = … }`
        """)
  }

  @Test func keysOfActionsBelongIntoThem() {
    #expect(
      said(
        gesture(
          #"run = "x""#, #"every = "6 mm""#, #"up = "y""#, #"stream = "x""#, #"overlap = "skip""#,
          #"at-most-every = "50 ms""#, #"mode = "x""#, "when = {}", #"pause = "on""#, "scope = true")) == """
          4:1 error: unknown key "every" | write `step = { every = "6 mm", up = "…" }`
          5:1 error: unknown key "up" | write `step = { every = "6 mm", up = "…" }`
          6:1 error: unknown key "stream" | write `changed = { stream = "…" }`
          7:1 error: unknown key "overlap" | write `run = { run = "…", overlap = "skip" }`
          8:1 error: unknown key "at-most-every" | write `run = { run = "…", at-most-every = "50 ms" }`
          9:1 error: unknown key "mode" | write `receive = { mode = … }` to limit it to one mode, or `run = { mode = \
          … }` to go to one
          10:1 error: unknown key "when" | write `receive = {…}` or `begin-if = {…}`, or give the `when` to a \
          `[[binding]]`
          11:1 error: unknown key "pause" | write `run = { pause = "toggle" }`
          12:1 error: unknown key "scope" | write `run = { run = "…", scope = true }`, or put it into `[commands]`
          """)
    #expect(
      said(
        binding(#"run = "x""#, #"mode = "x""#, #"every = "3""#, #"stream = "x""#, #"rum = "x""#, "foo = 1")
          + gesture(#"run = "x""#)) == """
          4:1 error: unknown key "mode" | write `when = { mode = … }` to require one, or `run = { mode = … }` to go \
          to one
          5:1 error: unknown key "every" | write `step = { every = "6 mm", up = "…" }`
          6:1 error: unknown key "stream" | write `changed = { stream = "…" }`
          7:1 error: unknown key "rum" | did you mean "run"?
          8:1 error: unknown key "foo" | a binding has the keys gesture, also, when, run, began, changed, ended, \
          cancelled and step
          """)
  }

  @Test func wordsOfOtherProgramsAreUnderstood() {
    #expect(
      said(gesture(#"run = "x""#, #"command = "x""#, #"exec = "x""#)) == """
        4:1 error: unknown key "command" | did you mean "run"?
        5:1 error: unknown key "exec" | did you mean "run"?
        """)
  }

  @Test func whatOnlyGesturesThatLastHaveIsToldOfOthers() {
    #expect(
      said("[gesture.tap]\nkind = \"tap\"\nrun = \"x\"\nstrict-fingers = true\n") == """
        4:1 error: a tap has no "strict-fingers" | that is a setting of long-press, pan, pinch, rotation, edge-pan, \
        force-press, hold-and-pan and hint
        """)
  }
}
