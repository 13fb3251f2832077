import Testing

@testable import Bindings

/// What is said about modes.
struct ModeTests {
  @Test func aModeThatNothingGoesToIsDoubted() {
    #expect(
      said(gesture(#"run = { mode = "reding" }"#) + binding(#"when = { mode = "reading" }"#, #"run = "y""#)) == """
        3:16 warning: no gesture and no binding uses the mode "reding" | did you mean "reading"?
        6:17 warning: no action switches to the mode "reading" | did you mean "reding"?
        """)
    #expect(
      said(gesture(#"run = "x""#, #"receive = { mode = "m" }"#)) == """
        4:20 warning: no action switches to the mode "m" | add an action that does: `run = { mode = "m" }`
        """)
    #expect(
      said(gesture(#"run = "x""#, #"begin-if = { mode = ["m", "defalt"] }"#)) == """
        4:22 warning: no action switches to the mode "m" | add an action that does: `run = { mode = "m" }`
        4:27 warning: no action switches to the mode "defalt" | did you mean "default"?
        """)
    #expect(
      said(
        gesture(#"run = "x""#, #"require-to-fail = { gesture = "kind:tap", when = { mode = "m" } }"#)
          + gesture(#"run = "x""#, kind: "tap", name: "b")) == """
          4:59 warning: no action switches to the mode "m" | add an action that does: `run = { mode = "m" }`
          """)
  }

  @Test func theRarerOfTwoNamesIsTheMistake() {
    #expect(
      said(
        gesture(#"run = { mode = "reding" }"#)
          + binding(#"when = { mode = "reading" }"#, #"run = { mode = "default" }"#)
          + binding("also = true", #"when = { mode = "reading" }"#, #"run = "y""#)) == """
          3:16 warning: no gesture and no binding uses the mode "reding" | did you mean "reading"?
          """)
    #expect(
      said(
        gesture(#"run = { mode = "reading" }"#)
          + binding(#"when = { mode = "reding" }"#, #"run = { mode = "default" }"#)
          + gesture(#"run = { mode = "reading" }"#, kind: "tap", name: "b")) == """
          6:17 warning: no action switches to the mode "reding" | did you mean "reading"?
          """)
  }

  @Test func aModeThatNothingIsMadeForIsDoubted() {
    #expect(
      said(gesture(#"run = { mode = "dark" }"#)) == """
        3:16 warning: no gesture and no binding uses the mode "dark" | name it in `receive = { mode = … }` of a \
        gesture, or in `when = { mode = … }` of a `[[binding]]`
        """)
    #expect(
      said(
        gesture(#"step = { every = "6 mm", up = { mode = "dark" }, down = { mode = "light" } }"#)
          + binding(#"when = { mode = "light" }"#, #"run = { mode = "default" }"#)) == """
          3:40 warning: no gesture and no binding uses the mode "dark" | name it in `receive = { mode = … }` of a \
          gesture, or in `when = { mode = … }` of a `[[binding]]`
          """)
  }

  @Test func aModeThatNothingLeavesIsDoubted() {
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = "x""#, #"receive = { mode = "m" }"#, kind: "tap", name: "b")
      ) == """
        3:16 warning: no action leaves the mode "m" | give a gesture that works in this mode the action `run = { \
        mode = "default" }`
        """)
    #expect(
      said(gesture(#"run = { mode = "m" }"#) + binding(#"when = { mode = "m" }"#, #"run = "y""#)) == """
        3:16 warning: no action leaves the mode "m" | give a gesture that works in this mode the action `run = { \
        mode = "default" }`
        """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"changed = { mode = "default" }"#, kind: "tap")
          + binding(#"when = { mode = "m" }"#, "also = true", #"run = "y""#)) == """
          3:16 warning: no action leaves the mode "m" | give a gesture that works in this mode the action `run = { \
          mode = "default" }`
          4:1 warning: `changed` never happens: a tap is recognized once and has no duration | use `run`
          """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#, of: "b")) == """
          3:16 warning: no action leaves the mode "m" | give a gesture that works in this mode the action `run = { \
          mode = "default" }`
          """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#)
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#)) == """
          3:16 warning: no action leaves the mode "m" | give a gesture that works in this mode the action `run = { \
          mode = "default" }`
          """)
  }

  @Test func aModeThatIsLeftIsRight() {
    #expect(
      said(gesture(#"run = { mode = "m" }"#) + binding(#"when = { mode = "m" }"#, #"run = { mode = "default" }"#)) == ""
    )
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#)) == "")
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m", device = "touchpad" }"#, #"run = "y""#, of: "b")) == "")
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#) + gesture(#"run = "x""#, kind: "tap", name: "b")
          + binding(#"when = { mode = "m" }"#, #"run = "y""#, of: "b")
          + binding("also = true", #"run = { mode = "default" }"#, of: "b")) == "")
    #expect(
      said(
        gesture(#"step = { every = "6 mm", up = { mode = "m" }, down = { mode = "default" } }"#)
          + binding(#"when = { mode = "m" }"#, "also = true", #"run = "y""#)) == "")
  }

  @Test func aConditionOnAModeTheGestureIsNotInNeverHolds() {
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#)
          + binding(#"when = { mode = "m" }"#, #"run = "y""#)
          + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")) == """
          7:10 warning: `mode` is never true: "a" works only in the mode "default"; this binding is never \
          used | change it, or remove it
          """)
    #expect(
      said(
        gesture(#"receive = { mode = "default" }"#, #"begin-if = { mode = "m" }"#, #"run = { mode = "m" }"#)
          + gesture(#"run = { mode = "default" }"#, kind: "tap", name: "b")) == """
          4:14 warning: `mode` is never true: "a" works only in the mode "default"; this gesture never fires \
          | change it, or remove it
          """)
    #expect(
      said(
        gesture(
          #"run = { mode = "m" }"#, #"receive = { mode = ["default", "n"] }"#,
          #"require-to-fail = { gesture = "b", when = { mode = "m" } }"#)
          + gesture(#"run = { mode = "default" }"#, #"ended = { mode = "n" }"#, kind: "swipe", name: "b")) == """
          5:45 warning: `mode` is never true: "a" works only in the modes "default" and "n"; this \
          requirement never applies | change it, or remove it
          """)
  }

  @Test func relationsAcrossModesHaveNoEffect() {
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#, #"require-to-fail = "b""#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"simultaneous-with = "a""#, kind: "swipe",
            name: "b")) == """
          5:19 warning: `require-to-fail` has no effect: "a" and "b" never work in the same mode | remove it
          10:21 warning: `simultaneous-with` has no effect: "b" and "a" never work in the same mode | remove it
          """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = ["default", "m"] }"#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"simultaneous-with = "a""#, kind: "swipe",
            name: "b")) == "")
  }

  @Test func differentModesKeepGesturesApart() {
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#, kind: "tap")
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "tap", name: "b")) == "")
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = ["default", "m"] }"#, kind: "tap")
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "tap", name: "b")) == """
          5:1 warning: "b" can never be recognized: "a" in line 1 includes it and comes first | put it before "a", \
          or add `priority = 1`
          """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"begin-if = { mode = ["default", "m"] }"#, kind: "tap")
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = ["m", "default"] }"#, kind: "tap", name: "b"))
          == """
          5:1 error: "b" can't be told apart from "a" in line 1: the two are the same | change one of them, or let \
          both happen: `simultaneous-with = ["a"]`
          """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#, #"slop = "0 mm""#)
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "swipe", name: "b")) == "")
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "m" }"#, #"slop = "0 mm""#)
          + gesture(#"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, kind: "swipe", name: "b")) == """
          6:1 warning: "b" can never be recognized: the pan "a" in line 1 begins before any swipe of its fingers | \
          add `require-to-fail = ["b"]` to "a"
          """)
  }

  @Test func waitingIsOnlyDoubtedInASharedMode() {
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "m" }"#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"require-to-fail = "a""#, kind: "long-press",
            name: "b")) == """
          9:19 warning: "b" waits until the fingers lift: "a", a pan, can't fail earlier | remove it: the gesture \
          that comes first excludes the other anyway
          """)
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#, #"receive = { mode = "default" }"#)
          + gesture(
            #"run = { mode = "default" }"#, #"receive = { mode = "m" }"#, #"require-to-fail = "kind:pan""#,
            kind: "long-press", name: "b")) == "")
  }

  @Test func namesOfModesArePlain() {
    #expect(
      said(gesture(#"receive = { mode = ["a:b", "", 3] }"#, #"run = "x""#)) == """
        3:21 error: "a:b" can't be the name of a mode | use letters, digits and `-`, without `:` or control characters
        3:28 error: `mode` is empty | give it a name, or remove it
        3:32 error: `mode` must be a list of names, not numbers | put each name in quotes
        """)
    #expect(
      said(gesture("receive = { mode = 3 }", #"run = "x""#)) == """
        3:20 error: `mode` must be a string or a list of strings, not a whole number | write `mode = ["reading"]`
        """)
  }

  @Test func aFileWithErrorsHasNoTraps() {
    #expect(
      said(
        gesture(#"run = { mode = "m" }"#) + binding(#"when = { mode = "m" }"#, #"run = { mode = "default", foo = 1 }"#))
          == """
          7:27 error: unknown key "foo" | an action has the keys \(ActionReader.keys.listed("and"))
          """)
  }
}
