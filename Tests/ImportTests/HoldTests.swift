import Testing

/// Holds of libinput-gestures, which run at the lift: the longest hold that was reached counts.
@Suite struct HoldTests {
  private static let note = "# libinput-gestures runs the command when the fingers lift; "

  @Test func aNoteTellsWhenItRuns() throws {
    let alone = try imported(.libinputGestures, "gesture hold on 3 true\n").body
    #expect(alone.contains(Self.note + "gesture-bridge runs it after `min-duration`, while the fingers still hold\n"))
    let timed = try imported(.libinputGestures, "gesture hold on+0.8 3 true\n").body
    #expect(timed.contains(Self.note + "gesture-bridge runs it after 0.8 s, while the fingers still hold\n"))
    #expect(timed.contains("min-duration = \"800 ms\"\n"))
  }

  @Test func aShorterHoldWaitsForEachLongerOne() throws {
    let text = "gesture hold on+1 4 a\ngesture hold on+2 4 b\ngesture hold on+3 c\n"
    let body = try imported(.libinputGestures, text).body
    #expect(body.contains("require-to-fail = [\"long-press-4-long-2\", \"long-press-1-4-long\"]\nrun = [\"a\"]\n"))
    #expect(body.contains("require-to-fail = [\"long-press-1-4-long\"]\nrun = [\"b\"]\n"))
    #expect(body.contains("min-duration = \"3000 ms\"\nrun = [\"c\"]\n"))
    #expect(
      body.contains(
        "gesture-bridge also runs it at the lift, after a hold of 1 s or more, unless a longer hold is recognized\n"))
  }

  @Test func noSecondsAreAnyDuration() throws {
    let imported = try imported(.libinputGestures, "gesture hold on 4 a\ngesture hold on+0 4 b\n")
    #expect(imported.converted == 1 && imported.total == 2)
    #expect(!imported.body.contains("min-duration ="))
  }

  /// If there is a drag, libinput-gestures uses all movements of that number of fingers for it.
  @Test func swipesWithTheFingersOfADragAreDead() throws {
    let text = "gesture swipe up 3 a\ngesture drag drag 3 _drag 500\ngesture swipe down b\ngesture swipe up 4 c\n"
    let imported = try imported(.libinputGestures, text)
    #expect(imported.converted == 2 && imported.total == 4)
    #expect(imported.body.contains("fingers = 4\ndirection = \"down\"\n"))
    #expect(!imported.body.contains("fingers = 3"))
  }
}
