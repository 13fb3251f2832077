import Foundation
import Support
import Testing

/// Every kind of gesture on a touchpad whose own slots are read, on mocked devices.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveRawKindTests {
  private static let source = "[device.\"*\"]\nsource = \"raw\"\n"

  /// A gesture, the movements of fingers on `event0`, and the expected notes.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let gesture: String
    let fingers: String
    var notes = ["made"]
    /// Movements that don't make the gesture.
    let others: String

    init(_ name: String, _ gesture: String, _ fingers: String, notes: [String] = ["made"], not others: String) {
      testDescription = name
      self.gesture = gesture
      self.fingers = fingers
      self.notes = notes
      self.others = others
    }
  }

  static let cases = [
    Case(
      "a tap of three fingers", "kind = \"tap\"\nfingers = 3", "play event0 tap fingers=3",
      not: "play event0 tap fingers=2"),
    Case(
      "a tap of five fingers", "kind = \"tap\"\nfingers = 5", "play event0 tap fingers=5",
      not: "play event0 tap fingers=4"),
    Case(
      "a double tap of two fingers", "kind = \"tap\"\nfingers = 2\ntaps = 2\ndevice = \"touchpad\"",
      "play event0 tap fingers=2 count=2", not: "play event0 tap fingers=2"),
    Case(
      "a finger taps beside two that rest", "kind = \"hold-and-tap\"\nfingers = 3\nholding = 2",
      """
      down event0 a 30,30 b 50,30
      wait 400ms
      down event0 c 70,30
      wait 60ms
      up event0 c
      wait 100ms
      up event0
      """, not: "play event0 tap fingers=3"),
    Case(
      "a finger swipes beside one that rests",
      "kind = \"hold-and-swipe\"\ndirection = \"right\"\ndevice = \"touchpad\"",
      """
      down event0 a 30,30
      wait 400ms
      down event0 b 50,30
      move event0 b by 20,0 over 120ms
      up event0 b
      wait 100ms
      up event0
      """, not: "play event0 swipe right fingers=2 distance=30mm"),
    Case(
      "a tap in a corner", "kind = \"tap\"\nzone = \"corner\"\ndevice = \"touchpad\"",
      "play event0 tap fingers=1 x=95 y=5",
      not: "play event0 tap fingers=1 x=50 y=30"),
    Case(
      "a drag along an edge", "kind = \"edge-pan\"\nedge = \"right\"\ndevice = \"touchpad\"",
      "play event0 swipe left fingers=1 x=82 y=30 distance=30mm",
      not: "play event0 swipe left fingers=1 x=70 y=30 distance=30mm"),
    Case(
      "a swipe of one finger", "kind = \"swipe\"\ndirection = \"up\"\ndevice = \"touchpad\"",
      "play event0 swipe up fingers=1 distance=30mm", not: "play event0 swipe down fingers=1 distance=30mm"),
    Case(
      "a swipe of two fingers", "kind = \"swipe\"\nfingers = 2\ndirection = \"left\"\ndevice = \"touchpad\"",
      "play event0 swipe left fingers=2 distance=30mm", not: "play event0 swipe right fingers=2 distance=30mm"),
    Case(
      "a swipe of five fingers", "kind = \"swipe\"\nfingers = 5\ndirection = \"left\"",
      "play event0 swipe left fingers=5 distance=30mm", not: "play event0 swipe left fingers=4 distance=30mm"),
    Case(
      "a tap and a drag", "kind = \"pan\"\ntaps = 1\ndevice = \"touchpad\"",
      """
      play event0 tap fingers=1 x=40 y=30
      wait 100ms
      play event0 swipe right fingers=1 x=55 y=30 distance=30mm
      """, not: "play event0 swipe right fingers=1 x=55 y=30 distance=30mm"),
    Case(
      "a check mark of one finger",
      "kind = \"stroke\"\npath = \"down-right up-right\"\ndevice = \"touchpad\"",
      """
      down event0 a 30,25
      move event0 a by 12,12 over 120ms
      move event0 a by 22,-22 over 160ms
      up event0
      """, not: "play event0 swipe right fingers=1 distance=30mm"),
    Case(
      "a chevron of three fingers", "kind = \"stroke\"\nfingers = 3\npath = \"down-right down-left\"",
      """
      down event0 a 30,15 b 45,12 c 60,15
      move event0 a,b,c by 15,15 over 160ms
      move event0 a,b,c by -15,15 over 160ms
      up event0
      """, not: "play event0 swipe down fingers=3 distance=30mm"),
    Case(
      "two fingers spread", "kind = \"pinch\"\nfingers = 2\ndirection = \"out\"", "play event0 pinch out",
      not: "play event0 pinch in"),
    Case(
      "two fingers turn", "kind = \"rotation\"\nfingers = 2", "play event0 rotate angle=60 radius=20mm",
      not: "play event0 swipe left fingers=2 distance=30mm"),
    Case(
      "a click with three fingers", "kind = \"click\"\nfingers = 3\ndevice = \"touchpad\"",
      """
      down event0 a 30,30 b 45,30 c 60,30
      wait 60ms
      button event0 left down
      wait 80ms
      button event0 left up
      up event0
      """,
      not: """
        down event0 a 30,30 b 45,30
        wait 60ms
        button event0 left down
        wait 80ms
        button event0 left up
        up event0
        """),
    Case(
      "a click in a corner", "kind = \"click\"\nzone = \"corner\"\ndevice = \"touchpad\"",
      """
      down event0 a 95,5
      wait 60ms
      button event0 left down
      wait 80ms
      button event0 left up
      up event0
      """, not: "down event0 a 95,5\nwait 60ms\nup event0"),
    Case(
      "four fingers rest", "kind = \"long-press\"\nfingers = 4", "play event0 hold fingers=4",
      not: "play event0 tap fingers=4"),
  ]

  @Test(arguments: cases)
  func itIsMade(_ it: Case) throws {
    let zone = "[zone.corner]\ncorner = \"top-right\"\nsize = \"15 mm\"\n"
    let bed = try Bed(rules: Self.source + zone + "[gesture.it]\n\(it.gesture)\nrun = \(Bed.notes("made"))\n")
    try bed.perform("add touchpad event0\nstart\nawait ready: within=15s")
    try bed.expect(it.notes, after: it.fingers)
    try bed.perform("wait 600ms")
    try bed.expect([], after: it.others + "\nwait 700ms")
  }

  /// A pad that reports how hard it is pressed; no button is needed.
  @Test func aForcePress() throws {
    let rule = "[gesture.it]\nkind = \"force-press\"\nmin-pressure = \"50 %\"\ndevice = \"touchpad\"\n"
    let bed = try Bed(rules: Self.source + rule + "began = \(Bed.notes("began"))\nended = \(Bed.notes("ended"))\n")
    let pad = try bed.folder.write("pad.desc", Self.pressurePad)
    try bed.perform("add \(pad) event0\nstart\nawait ready: within=15s")
    try bed.expect(["began", "ended"], after: "script event0 \(try bed.folder.write("hard", Self.press(with: 160)))")
    try bed.expect(
      [], after: "wait 500ms\nscript event0 \(try bed.folder.write("soft", Self.press(with: 70)))\nwait 500ms")
  }

  /// One finger that presses harder and harder, then less again.
  private static func press(with most: Int) -> String {
    var lines = ["E: 0.0 0003 0039 7", "E: 0.0 0003 0035 1500", "E: 0.0 0003 0036 900", "E: 0.0 0001 014a 1"]
    lines += ["E: 0.0 0001 0145 1", "E: 0.0 0003 003a 30", "E: 0.0 0000 0000 0"]
    for step in 1...60 {
      let time = Double(step) / 100
      let share = step <= 50 ? Double(min(step, 20)) / 20 : Double(60 - step) / 10
      lines += ["E: \(time) 0003 003a \(30 + Int(Double(most - 30) * share))", "E: \(time) 0000 0000 0"]
    }
    return (lines + ["E: 0.7 0003 0039 -1", "E: 0.7 0001 014a 0", "E: 0.7 0001 0145 0", "E: 0.7 0000 0000 0", ""])
      .joined(separator: "\n")
  }

  private static var pressurePad: String {
    var pad = PadDescription("Mocked Pressure Pad", unitsPerMM: 30)
    pad.pressure = 200
    return pad.text
  }
}
