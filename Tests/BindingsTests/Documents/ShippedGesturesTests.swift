import Bindings
import GestureCore
import Support
import Testing

/// Movements of fingers, and the gestures of the shipped rules file that they make.
struct ShippedGesturesTests {
  /// With `examples`, the rules that are comments count too.
  private func expect(
    _ script: String, examples: Bool = false, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let shipped = String(decoding: try ShippedRulesTests.shipped(), as: UTF8.self)
    let text = examples ? Documentation.withExamples(shipped) : shipped
    let rules = try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules?.ruleSet)
    expectScript(script, rules: rules, sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("-30,0", "next-workspace"), ("30,0", "previous-workspace"), ("0,-30", "full-screen"), ("0,30", "minimize"),
  ])
  func threeFingersSwipe(direction: String, gesture: String) throws {
    let hand = "down a 100,100 b 120,95 c 140,100\n20ms move a,b,c by \(direction) over 160ms\n200ms up a,b,c"
    let pad = "device pad: touchpad 100x66 mm no-contacts no-places settled-fingers fingers=2-4"
    for device in ["", pad] {
      try expect("touches\n\(device)\n0ms \(hand)\nexpect\n\(device.isEmpty ? "84ms" : "52ms") \(gesture)\n")
    }
  }

  @Test func fourFingersPinch() throws {
    try expect(
      """
      touches
        0ms down a 100,100 b 140,100 c 120,70 d 120,130
        150ms move a by 12,0; move b by -12,0; move c by 0,12; move d by 0,-12
        300ms up a,b,c,d
      expect
        150ms overview began
        300ms overview ended
      """)
  }

  @Test func twoFingersTapOnceOrTwice() throws {
    try expect(
      """
      touches
        0ms down a 100,100 b 120,100
        80ms up a,b
        1000ms down a 100,100 b 120,100
        1080ms up a,b
        1200ms down a 100,100 b 120,100
        1280ms up a,b
      expect
        430ms play-pause
        1280ms next-track
      """, examples: true)
  }

  @Test func fourFingersHoldOnATouchpad() throws {
    try expect(
      """
      touches
        device pad: touchpad 100x66 mm no-contacts no-places settled-fingers fingers=2-4
        0ms down a 30,30 b 45,30 c 60,30 d 75,30
        900ms up a,b,c,d
      expect
        500ms play-pause-touchpad began
        900ms play-pause-touchpad ended
      """, examples: true)
  }

  @Test func fourFingersMoveTheVolume() throws {
    try expect(
      """
      touches
        0ms down a 100,60 b 115,60 c 130,60 d 145,60
        50ms move a,b,c,d by 0,-20 over 200ms
        300ms up a,b,c,d
      expect
        82ms volume began
        300ms volume ended
      """)
  }

  /// Other applications don't get keys.
  @Test(arguments: [("firefox", "120ms back\n"), ("foot", "")])
  func oneFingerFromTheLeftEdgeGoesBackInABrowser(app: String, expected: String) throws {
    try expect(
      """
      touches
        0ms app \(app)
        0ms down a 1,60
        10ms move a by 30,0 over 150ms
        200ms up a
      expect
        \(expected)
      """, examples: true)
  }

  @Test func aCheckMarkAfterARest() throws {
    try expect(
      """
      touches
        0ms down a 100,60
        400ms move a by 10,12 over 150ms
        550ms move a by 22,-30 over 250ms
        900ms up a
        2000ms down a 100,60
        2010ms move a by 10,12 over 150ms
        2160ms move a by 22,-30 over 250ms
        2500ms up a
      expect
        900ms mute
      """, examples: true)
  }

  @Test func applicationsKeepTheirGestures() throws {
    try expect(
      """
      touches
        0ms down a 100,100
        60ms up a
        500ms down a 100,100
        510ms move a by 0,-60 over 200ms
        720ms up a
        1500ms down a 100,100
        2700ms up a
        3000ms down a 100,100 b 120,100
        3010ms move a,b by 0,-60 over 200ms
        3220ms up a,b
        4000ms down a 100,100 b 120,100
        4010ms move a by -30,0 over 200ms
        4220ms up a,b
      expect
      """)
  }
}
