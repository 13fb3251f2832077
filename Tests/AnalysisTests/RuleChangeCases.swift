import Analysis
import Testing

extension RuleChangeTests {
  /// A gesture and touches with which it fails.
  struct Case: CustomTestStringConvertible, Sendable {
    let gestures: String
    let touches: String
    let reason: String
    /// The lines of the gesture's section after the change that the whole attempt needs, or nil if no change is
    /// proposed.
    let change: String?

    init(_ gestures: String, _ touches: String, _ reason: String, _ change: String?) {
      self.gestures = gestures
      self.touches = touches
      self.reason = reason
      self.change = change
    }

    var testDescription: String { reason }
  }

  static let cases = [
    Case(
      "it = tap", "0ms down a 50,50\n30ms move a by 3.4,0\n60ms up a", "moved 3.4 mm, allows 3 mm (slop)",
      "it slop 3.8 mm"),
    Case(
      "it = tap", "0ms down a 50,50\n620ms up a", "held more than 500 ms, allows 500 ms (max-duration)",
      "it max-duration 683 ms"),
    Case(
      "it = tap fingers=2 lift-within=100ms", "0ms down a 50,50 b 80,50\n20ms up a\n150ms up b",
      "lifting took more than 100 ms, allows 100 ms (lift-within)", "it lift-within 144 ms"),
    Case(
      "it = tap fingers=2", "0ms down a 50,50 b 59,50\n60ms up a,b", "fingers apart 9 mm, needs 10 mm (min-apart)",
      "it min-apart 8.1 mm"),
    Case(
      "it = tap fingers=2", "0ms down a 50,50 b 135,50\n60ms up a,b", "fingers apart 85 mm, allows 80 mm (max-apart)",
      "it max-apart 93.5 mm"),
    Case(
      "it = tap taps=2", "0ms down a 50,50\n60ms up a\n200ms down b 64,50\n260ms up b",
      "landed 14 mm from the last tap, allows 12 mm (max-distance)", "it max-distance 15.4 mm"),
    Case(
      "it = tap taps=2", "0ms down a 50,50\n60ms up a\n600ms down b 50,50\n660ms up b", "made 1 tap, needs 2 (taps)",
      nil),
    Case("it = tap fingers=2", "0ms down a 50,50\n60ms up a", "landed 1 finger, needs 2 (fingers)", nil),
    Case(
      "it = tap", "0ms down a 50,50\n60ms up a\n80ms down b 50,50\n150ms up b",
      "landed again after 20 ms, needs 40 ms (bounce)", nil),
    Case(
      "it = long-press", "0ms down a 50,50\n480ms up a", "held 480 ms, needs 500 ms (min-duration)",
      "it min-duration 432 ms"),
    Case(
      "it = long-press",
      "0ms down a 50,50\n100ms move a by 1.5,0\n110ms move a by 1,0\n120ms move a by 1,0\n800ms up a",
      "moved 2.5 mm, allows 2 mm (slop)", "it slop 3.9 mm"),
    Case(
      "it = long-press taps=1", "0ms down a 50,50\n60ms up a\n500ms down b 50,50\n1200ms up b",
      "waited more than 350 ms, allows 350 ms (max-interval)", "it max-interval 485 ms"),
    Case(
      "it = long-press taps=1", "0ms down a 50,50\n550ms up a\n700ms down b 50,50\n1400ms up b",
      "held more than 500 ms, allows 500 ms (tap-duration)", "it tap-duration 606 ms"),
    Case(
      "it = long-press taps=1", "0ms down a 50,50\n30ms move a by 3.2,0\n60ms up a\n200ms down b 50,50\n900ms up b",
      "moved 3.2 mm, allows 3 mm (tap-slop)", "it tap-slop 3.6 mm"),
    Case(
      "it = long-press fingers=2 strict-fingers=true lift-within=100ms",
      "0ms down a 50,50 b 80,50\n600ms up a\n750ms up b",
      "1 finger stayed down for more than 100 ms after the first lift, allows 100 ms (lift-within)",
      "it lift-within 166 ms"),
    Case(
      "it = pan", "0ms down a 50,50\n20ms move a by 2,0\n60ms up a", "lifted after 2 mm, needs 2.5 mm (slop)",
      "it slop 1.7 mm"),
    Case(
      "it = pan axis=horizontal", "0ms down a 50,50\n20ms move a by 1,3\n60ms up a",
      "moved 3 mm across, allows 2.5 mm (slop)",
      nil),
    Case(
      "it = swipe", "0ms down a 50,50\n0ms move a by 11,0 over 88ms\n96ms up a",
      "moved 11 mm, needs 12 mm (min-distance)",
      "it min-distance 9.9 mm"),
    Case(
      "it = swipe", "0ms down a 50,50\n0ms move a by 2.4,0 over 32ms\n60ms up a",
      "moved 2.4 mm, needs 12 mm (min-distance)",
      "it min-distance 2.1 mm"),
    Case(
      "it = swipe min-speed=101mm/s", "0ms down a 50,50\n0ms move a by 16,0 over 160ms\n168ms up a",
      "moved at 100 mm/s, needs 101 mm/s (min-speed)", "it min-speed 90 mm/s"),
    Case(
      "it = swipe", "0ms down a 50,50\n0ms move a by 3,0 over 32ms\n32ms move a by 10,0 over 320ms\n360ms up a",
      "slowed to 31 mm/s, needs 80 mm/s (min-speed)", "it min-speed 55 mm/s"),
    Case(
      "it = swipe", "0ms down a 50,50\n0ms move a by 8,0 over 64ms\n600ms up a",
      "slowed to 0 mm/s, needs 80 mm/s (min-speed)",
      nil),
    Case(
      "it = swipe direction=straight min-distance=9mm max-angle=25deg",
      "0ms down a 100,100\n0ms move a by 9.12,3.12 over 96ms\n200ms up a",
      "turned 18.9°, allows 18.6° (max-angle at the swipe's speed)", "it max-angle 29 deg"),
    Case(
      "it = swipe direction=left", "0ms down a 50,50\n0ms move a by 40,0 over 320ms\n400ms up a",
      "moved right, needs direction left", nil),
    Case(
      "it = swipe fingers=2",
      "0ms down a 50,50 b 50,80\n0ms move a by 40,0 over 160ms; move b by 3,0 over 160ms\n180ms up a,b",
      "one finger moved 14 % of the hand's distance, needs 30 % (together)", "it together 12 %"),
    Case(
      "it = swipe min-speed=0mm/s", "0ms down a 50,50\n8ms move a to 53,50\n400ms move a to 61,50\n620ms up a",
      "moved 11 mm, needs 12 mm (min-distance)", "it min-distance 9.9 mm"),
    Case(
      "it = edge-swipe edge=left", "0ms down a 5,50\n20ms move a by 10,0 over 80ms\n200ms up a",
      "landed 5 mm from the left edge, allows 3.2 mm (band)", "it band 5.6 mm"),
    Case(
      "it = edge-swipe edge=top-left", "0ms down a 11,5\n20ms move a by 10,10 over 80ms\n200ms up a",
      "landed 11 mm from the top-left corner, allows 10 mm (corner)", "it corner 12.2 mm"),
    Case(
      "it = edge-swipe edge=left", "0ms down a 2,50\n20ms move a by 4,0 over 80ms\n200ms up a",
      "moved 4 mm inward, needs 5 mm (min-travel)", "it min-travel 3.6 mm"),
    Case(
      "it = edge-swipe edge=left", "0ms down a 2,50\n20ms move a by 3,4 over 32ms\n200ms up a",
      "moved 53° away from straight inward, allows 45° (max-angle)", "it max-angle 59 deg"),
    Case(
      "it = edge-swipe edge=left", "0ms down a 2,50\n20ms move a by 3,0\n600ms move a by 7,0\n700ms up a",
      "took more than 500 ms for 3 mm inward, allows 500 ms (max-duration)", "it max-duration 661 ms"),
    Case(
      "it = edge-pan edge=left", "0ms down a 2,50\n20ms move a by 4.5,0 over 80ms\n200ms up a",
      "moved 4.5 mm inward, needs 5 mm (min-travel)", "it min-travel 4 mm"),
    Case(
      "it = pinch", "0ms down a 50,50 b 90,50\n20ms move b by 2.8,0\n200ms up a,b",
      "spread or closed by 2.8 mm, needs 3 mm (min-change)", "it min-change 2.5 mm"),
    Case(
      "it = pinch min-scale=10%", "0ms down a 50,50 b 90,50\n20ms move b by 3.6,0\n200ms up a,b",
      "spread or closed by 9 %, needs 10 % (min-scale)", "it min-scale 8 %"),
    Case(
      "it = pinch", "0ms down a 50,50 b 90,50\n20ms move a by 30,0; move b by 40,0\n200ms up a,b",
      "spread or closed by 28.6 % of the distance that the hand moved, needs 50 % (min-share)", "it min-share 25 %"),
    Case(
      "it = pinch direction=in", "0ms down a 50,50 b 90,50\n20ms move b by 6,0\n200ms up a,b",
      "spread by 6 mm, needs direction in", nil),
    Case("it = pinch", "0ms down a 50,50 b 59,50\n60ms up a,b", "fingers apart 9 mm, needs 10 mm (min-span)", nil),
    Case(
      "it = rotation", "0ms down a 50,50 b 90,50\n20ms move b by 0,5\n200ms up a,b", "turned 7°, needs 8° (min-angle)",
      "it min-angle 6 deg"),
    Case(
      "it = rotation min-arc=5mm", "0ms down a 50,50 b 90,50\n20ms move b by 0,8\n200ms up a,b",
      "turned along an arc of 4 mm, needs 5 mm (min-arc)", "it min-arc 3.6 mm"),
    Case(
      "it = rotation", "0ms down a 50,50 b 90,50\n20ms move a by 30,0; move b by 30,8\n200ms up a,b",
      "turned along an arc of 13.3 % of the distance that the hand moved, needs 50 % (min-share)", "it min-share 11 %"),
    Case(
      "it = rotation direction=clockwise", "0ms down a 50,50 b 90,50\n20ms move b by 0,-8\n200ms up a,b",
      "turned counterclockwise by 11°, needs direction clockwise", nil),
    Case(
      "it = force-press", "0ms down a 50,50; pressure a 0.3\n20ms pressure a 0.65\n300ms up a",
      "pressed with 65 %, needs 70 % (min-pressure)", "it min-pressure 58 %"),
    Case(
      "it = force-press", "0ms down a 50,50; pressure a 0.3\n20ms pressure a 0.8\n100ms up a",
      "pressed for 80 ms, needs 100 ms (min-duration)", "it min-duration 72 ms"),
    Case(
      "it = force-press", "0ms down a 50,50; pressure a 0.3\n20ms pressure a 0.8\n100ms pressure a 0.1\n200ms up a",
      "pressed for 80 ms, needs 100 ms (min-duration)", "it min-duration 72 ms"),
    Case(
      "it = force-press", "0ms down a 50,50; pressure a 0.3\n20ms move a by 3.3,0\n40ms pressure a 0.8\n300ms up a",
      "moved 3.3 mm, allows 3 mm (slop)", "it slop 3.7 mm"),
    Case(
      "it = hold-and-tap", "0ms down a 50,50\n100ms down b 80,50\n160ms up b\n400ms up a",
      "held still 100 ms, needs 120 ms (min-hold)",
      "it min-hold 90 ms"),
    Case(
      "it = hold-and-tap", "0ms down a 50,50\n400ms down b 80,50\n1000ms up b\n1200ms up a",
      "held more than 500 ms, allows 500 ms (max-duration)", "it max-duration 661 ms"),
    Case(
      "it = hold-and-tap", "0ms down a 50,50\n400ms down b 80,50\n420ms move b by 3.5,0\n460ms up b\n900ms up a",
      "moved 3.5 mm, allows 3 mm (slop)", "it slop 3.9 mm"),
    Case(
      "it = hold-and-tap", "0ms down a 50,50\n400ms down b 80,50\n420ms move a by 3.5,0\n460ms up b\n900ms up a",
      "holding finger moved 3.5 mm, allows 3 mm (hold-slop)", "it hold-slop 3.9 mm"),
    Case(
      "it = hold-and-tap side=left", "0ms down a 50,50\n400ms down b 80,50\n460ms up b\n900ms up a",
      "landed 30 mm to the right of the nearest holding finger, needs side left", nil),
    Case(
      "it = hold-and-swipe", "0ms down a 50,50\n400ms down b 80,50\n420ms move b by 9,0\n500ms up b\n900ms up a",
      "moved 9 mm, needs 12 mm (min-distance)", "it min-distance 8.1 mm"),
    Case(
      "it = hold-and-pan", "0ms down a 50,50\n400ms down b 80,50\n420ms move a,b by 3.3,0\n500ms up b\n900ms up a",
      "holding finger moved 3.3 mm, allows 3 mm (hold-slop)", "it hold-slop 3.7 mm"),
  ]
}
