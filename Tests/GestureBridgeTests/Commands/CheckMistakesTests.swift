import Foundation
import Support
import Testing

/// The diagnostics of `check` for mistakes of users who know other programs.
struct CheckMistakesTests {
  private func expect(_ rules: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let folder = try Folder()
    try folder.write("rules.toml", rules)
    let outcome = try Program.run("check", "rules.toml", in: folder)
    #expect(outcome.status == 1 && outcome.errors.isEmpty, sourceLocation: sourceLocation)
    expectSnapshot(outcome.output, name, sourceLocation: sourceLocation)
  }

  @Test func otherWordsForKinds() throws {
    let words = [
      "rotate", "hold", "press", "drag", "scroll", "zoom", "zoom-in", "flick", "double-tap", "TRIPLE_TAP", "edge",
      "swipe-left", "three-finger-swipe", "4-finger-pinch-in", "two-finger-double-tap", "draw", "Swipe", "swype",
      "xyzzy",
    ]
    try expect(
      words.enumerated().map { "[gesture.g\($0)]\nkind = \"\($1)\"\nrun = \"true\"\n" }.joined(separator: "\n"),
      "other words for kinds")
  }

  @Test func otherWordsForKeys() throws {
    try expect(
      """
      [gesture.one]
      type = "SWIPE"
      finger-count = 3
      dir = "left"
      command = "true"

      [gesture.two]
      gesture = "hold"
      duration = "1 s"
      on-start = "true"
      end = "true"
      cancel = "true"

      [gesture.three]
      kind = "tap"
      device = "touchscreen"
      tap-count = 2
      wait-for = ["one"]
      exec = "true"
      timeout = "1 s"

      [gesture.four]
      kind = "pan"
      fingers = 4
      orientation = "vertical"
      threshold = "3 mm"
      update = "true"
      run = "true"

      """, "other words for keys")
  }

  /// A key that no kind has, or a value that no kind accepts, is wrong for every kind.
  @Test func theOtherKeysOfAnUnknownKind() throws {
    try expect(
      """
      [gesture.near]
      kind = "swype"
      fingers = 3
      direction = "lfet"
      slop = 3
      colour = "red"
      rnu = "true"
      priority = "high"

      [gesture.near.touchpad]
      min-distanse = "3 mm"
      slop = true

      [gesture.far]
      kind = "xyzzy"
      fingers = "three"
      direction = "in"
      taps = 2
      shape = "checkmark"
      min-duration = 5
      run = 5

      [gesture.none]
      fingers = []

      """, "the other keys of an unknown kind")
  }

  @Test func valuesOfTheWrongType() throws {
    try expect(
      """
      [gesture.one]
      kind = ["swipe"]
      fingers = 3.0
      direction = ["left"]
      priority = 2.0
      run = "true"

      [gesture.two]
      kind = "swipe"
      fingers = [3, 4]
      direction = ["up", "down"]
      slop = ["2 mm"]
      run = "true"

      [gesture.three]
      kind = "swipe"
      fingers = 3.5
      direction = ["left", "up"]
      run = "true"

      [gesture.four]
      kind = "tap"
      taps = [2.0]
      fingers = ["2-3"]
      device = ["touchscreen"]
      run = "true"

      """, "values of the wrong type")
  }

  @Test func quotesCommentsAndBackslashes() throws {
    try expect(
      #"""
      // three fingers
      [gesture.one] // the first
      kind = "swipe"
      fingers = 3 // three
      direction = "left";
      run = "notify-send "hi there""

      [gesture.two]
      kind = "swipe"
      fingers = 4 /* four */
      run = ["notify-send", "say "hi"", "you"] ; old
      began = { command = 'it's me' }
      ended = "C:\Users\me\docs"
      cancelled = "grep '\d'"

      """#, "quotes, comments and backslashes")
  }
}
