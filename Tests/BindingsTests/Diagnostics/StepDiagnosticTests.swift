import Testing

@testable import Bindings

/// What is said about `step`.
struct StepDiagnosticTests {
  @Test func aStepIsATableWithAStretchAndAWay() {
    #expect(
      said(gesture(#"step = "6 mm""#)) == """
        3:8 error: `step` must be a table, not a string | write `step = { every = "6 mm", up = "…", down = "…" }`
        """)
    #expect(
      said(gesture("step = {}")) == """
        3:8 error: `step` needs `every` | set the length of a step: `every = "6 mm"`
        3:8 error: `step` has no command | add one for a direction: up, down, left, right, clockwise, \
        counterclockwise, in or out, such as `up = "…"`
        """)
    #expect(
      said(gesture(#"step = { every = "6 mm" }"#)) == """
        3:8 error: `step` has no command | add one for a direction: up, down, left or right, such as `up = "…"`
        """)
    #expect(
      said(gesture(#"step = { up = "x" }"#)) == """
        3:8 error: `step` needs `every` | set the length of a step: `every = "6 mm"`
        """)
    #expect(
      said(gesture(#"step = { every = "10 %" }"#, kind: "pinch")) == """
        3:8 error: `step` has no command | add one for a direction: in or out, such as `in = "…"`
        """)
  }

  @Test func theStretchHasAUnit() {
    #expect(
      said(gesture(#"step = { every = 6, up = "x" }"#)) == """
        3:18 error: `every` needs a unit | write `every = "6 mm"`, `every = "6 deg"` or `every = "6 %"`
        """)
    #expect(
      said(gesture(#"step = { every = "6", up = "x" }"#)) == """
        3:18 error: `every` needs a unit | write `every = "6 mm"`, `every = "6 deg"` or `every = "6 %"`
        """)
    #expect(
      said(gesture(#"step = { every = "6 in", up = "x" }"#)) == """
        3:18 error: "in" is not a unit of steps | use mm, deg or %: `every = "6 mm"`
        """)
    #expect(
      said(gesture(#"step = { every = "far", up = "x" }"#)) == """
        3:18 error: "far" is not a distance, an angle or a percentage | write a number and its unit: `every = "6 mm"`
        """)
    #expect(
      said(gesture(#"step = { every = true, up = "x" }"#)) == """
        3:18 error: `every` must be a string, not true or false | write `every = "6 mm"`
        """)
  }

  @Test func theStretchHasARange() {
    #expect(
      said(gesture(#"step = { every = "0.1 mm", up = "x" }"#)) == """
        3:18 error: "0.1 mm" is out of range | `every` may be 0.5 to 500 mm
        """)
    #expect(
      said(gesture(#"step = { every = "400 deg", clockwise = "y" }"#, kind: "rotation")) == """
        3:18 error: "400 deg" is out of range | `every` may be 1 to 360 deg
        """)
    #expect(
      said(gesture(#"step = { every = "500 %", in = "y" }"#, kind: "pinch")) == """
        3:18 error: "500 %" is out of range | `every` may be 1 to 400 %
        """)
  }

  @Test func waysFitTheUnit() {
    #expect(
      said(gesture(#"step = { every = "0.1 mm", up = "x", clockwise = "y", in = "z" }"#)) == """
        3:18 error: "0.1 mm" is out of range | `every` may be 0.5 to 500 mm
        3:38 error: `clockwise` can't be counted in mm | write `every = "10 deg"`, or use up, down, left or right
        3:55 error: `in` can't be counted in mm | write `every = "10 %"`, or use up, down, left or right
        """)
    #expect(
      said(gesture(#"step = { every = "5 %", in = "y", left = "x" }"#, kind: "pinch")) == """
        3:35 error: `left` can't be counted in % | write `every = "6 mm"`, or use in or out
        """)
    #expect(
      said(gesture(#"step = { every = "5 deg", out = "y" }"#, kind: "rotation")) == """
        3:27 error: `out` can't be counted in deg | write `every = "10 %"`, or use clockwise or counterclockwise
        """)
  }

  @Test func unknownKeysAreErrors() {
    #expect(
      said(gesture(#"step = { evry = "6 mm", upp = "x", run = "y", mode = "z", foo = 3, stream = "z" }"#)) == """
        3:10 error: unknown key "evry" | did you mean "every"?
        3:25 error: unknown key "upp" | did you mean "up"?
        3:36 error: unknown key "run" | add a direction: `up = { run = "…" }`
        3:47 error: unknown key "mode" | add a direction: `up = { mode = "…" }`
        3:59 error: unknown key "foo" | a step has the keys every, up, down, left, right, clockwise, \
        counterclockwise, in, out, level, overlap, at-most-every and scope
        3:68 error: unknown key "stream" | a step can't have a stream; write `changed = { stream = … }`
        """)
    #expect(
      said(
        gesture(
          #"step = { every = "6 mm", up = { stream = "x" }, down = { overlap = "skip" }, left = { rum = "x" }, right = { foo = 1 } }"#
        )) == """
          3:33 error: unknown key "stream" | a step can't have a stream; write `changed = { stream = … }`
          3:58 error: unknown key "overlap" | put it beside `every`: it applies to all directions
          3:87 error: unknown key "rum" | did you mean "run"?
          3:110 error: unknown key "foo" | a direction has the keys \(Effects.keysForSteps.listed("and"))
          """)
  }

  @Test func whatAWayDoesIsChecked() {
    #expect(
      said(gesture(#"step = { every = "6 mm", up = {}, down = 3, left = [], right = " " }"#)) == """
        3:31 error: `up` has no command | write `up = "…"` or `up = { run = "…" }`
        3:42 error: `down` must be a command: a string or a list of strings, not a whole number | write `down = \
        "notify-send done"`
        3:52 error: `left` is empty | give it a command, or remove the line
        3:64 error: `right` is empty | give it a command, or remove the line
        """)
    #expect(
      said(gesture(#"step = { every = "6 mm", up = { mode = ":" }, overlap = "no", at-most-every = "9 h" }"#)) == """
        3:40 error: ":" can't be the name of a mode | use letters, digits and `-`, without `:` or control characters
        3:57 error: `overlap` can't be "no" | it may be allow, skip, queue or restart
        3:79 error: "h" is not a unit of time | use ms or s: `at-most-every = "50 ms"`
        """)
  }

  @Test func overlapWithoutCommandIsDoubted() {
    #expect(
      said(gesture(#"step = { every = "6 mm", up = { mode = "default" }, overlap = "skip" }"#)) == """
        3:53 warning: `overlap` has no effect: there is no command | remove it
        """)
  }

  @Test func whatIsRecognizedOnceHasNoSteps() {
    #expect(
      said(gesture(#"step = { every = "6 mm", up = "x" }"#, kind: "tap")) == """
        3:1 error: a tap has no steps: it is recognized once and has no duration | use `run`, or another kind: \
        long-press, pan, edge-pan or hold-and-pan
        """)
    #expect(
      said(gesture(#"step = { up = "x" }"#, kind: "tap")) == """
        3:1 error: a tap has no steps: it is recognized once and has no duration | use `run`, or another kind: \
        long-press, pan, pinch, rotation, edge-pan or hold-and-pan
        3:8 error: `step` needs `every` | set the length of a step: `every = "6 mm"`
        """)
    #expect(
      said(
        binding("also = true", #"step = { every = "5 deg", clockwise = "x" }"#) + gesture(#"run = "x""#, kind: "swipe"))
          == """
          4:1 error: a swipe has no steps: it is recognized once and has no duration | use `run`, or another kind: \
          rotation
          """)
  }

  @Test func aKindMustReportWhatIsCounted() {
    #expect(
      said(gesture(#"step = { every = "6 mm", up = "x" }"#, kind: "rotation")) == """
        3:18 error: a rotation has no distance to count | write `every = "10 deg"`, or use another kind: long-press, \
        pan, edge-pan or hold-and-pan
        """)
    #expect(
      said(gesture(#"step = { every = "10 deg", clockwise = "x" }"#)) == """
        3:18 error: a pan has no angle to count | write `every = "6 mm"`, or use another kind: rotation
        """)
    #expect(
      said(gesture(#"step = { every = "10 %", in = "x" }"#, kind: "force-press")) == """
        3:18 error: a force-press has no change of size to count | use another kind: pinch
        """)
    #expect(
      said(gesture(#"step = { every = "10 %", in = "x" }"#, kind: "long-press")) == """
        3:18 error: a long-press has no change of size to count | write `every = "6 mm"`, or use another kind: pinch
        """)
  }

  @Test func waysAcrossTheAxisAreDoubted() {
    #expect(
      said(gesture(#"axis = "vertical""#, #"step = { every = "6 mm", up = "x", left = "x", right = "y" }"#)) == """
        4:36 warning: `left` counts only drift: because of `axis`, a pan begins by going up or down | use up and \
        down, or change `axis`
        4:48 warning: `right` counts only drift: because of `axis`, a pan begins by going up or down | use up and \
        down, or change `axis`
        """)
    #expect(said(gesture(#"axis = "horizontal""#, #"step = { every = "6 mm", left = "x" }"#)) == "")
  }

  @Test func onlyTheWayBackIsDoubted() {
    #expect(
      said(gesture(#"direction = "in""#, #"step = { every = "10 %", out = "x" }"#, kind: "pinch")) == """
        4:26 warning: `out` counts only the way back: because of `direction`, a pinch begins by going in | add `in`, \
        or change `direction`
        """)
    #expect(
      said(
        gesture(#"direction = "clockwise""#, #"step = { every = "10 deg", counterclockwise = "x" }"#, kind: "rotation"))
          == """
          4:28 warning: `counterclockwise` counts only the way back: because of `direction`, a rotation begins by \
          going clockwise | add `clockwise`, or change `direction`
          """)
    #expect(
      said(gesture(#"direction = "in""#, #"step = { every = "10 %", in = "x", out = "y" }"#, kind: "pinch")) == "")
  }
}
