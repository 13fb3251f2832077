import Foundation
import Support
import Testing

/// Devices with events that no fingers make: they are contained, the log reports it once, and other devices continue
/// undisturbed.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveMisbehaviourTests {
  private static let rules = """
    [gesture.swipe-left]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = \(Bed.notes("swipe $GESTURE_DEVICE"))

    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    began = \(Bed.notes("began"))
    ended = \(Bed.notes("ended"))
    cancelled = \(Bed.notes("cancelled"))

    [gesture.tap]
    kind = "tap"
    run = \(Bed.notes("tap"))
    """

  private func bed(_ devices: String = "touchscreen event0") throws -> Bed {
    // Lines for each of thousands of frames would be another test.
    let bed = try Bed(rules: Self.rules, arguments: ["--log-level", "info"])
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait ready: within=15s")
    return bed
  }

  private func warnings(_ bed: Bed) -> [String] {
    bed.log.split(separator: "\n").map(String.init).filter { $0.contains("warning: ") }
  }

  private func said(_ sentence: String) -> String { "gesture-bridge: warning: touchscreen \(sentence)" }

  private let closing = """
    gesture-bridge stops reading it for a while; if this recurs, unplug it, or make the desktop ignore it with a udev rule that \
    sets ENV{LIBINPUT_IGNORE_DEVICE}="1"
    """

  /// libinput would write beyond its memory, and so would libevdev for the raw source.
  @Test(arguments: ["libinput", "raw"])
  func absurdAxesAreRefusedBeforeAnythingReadsThem(_ source: String) throws {
    let rules = "[device.\"*\"]\nsource = \"\(source)\"\n\n" + Self.rules
    let bed = try Bed(rules: rules, arguments: ["--log-level", "info"])
    for (number, slots) in [-4, -1, 0, 65].enumerated() {
      let pad = PadDescription("Absurd \(number)", unitsPerMM: 30, slots: slots)
      try bed.perform("add \(try bed.folder.write("\(number).desc", pad.text)) event\(number)")
    }
    try bed.perform("add touchscreen event7\nstart\nawait ready: within=15s")
    try bed.expect(["tap"], after: "play event7 tap\nwait 400ms")
    let lasts = [-5, -2, -1, 64]
    #expect(
      warnings(bed).map { $0.components(separatedBy: ";").prefix(2).joined(separator: ";") }
        == lasts.enumerated().map { number, last in
          "gesture-bridge: warning: touchpad \"Absurd \(number)\" (/dev/input/event\(number)) is not read: "
            + "the number of its last slot is \(last); only 0 to 63 are possible"
        })
    #expect(try bed.perform("stop") == "exited=0")
  }

  /// Nothing is on a surface that ends before it begins.
  @Test(arguments: ["libinput", "raw"])
  func aSurfaceTheWrongWayRoundIsRefusedWhileAnotherDeviceWorks(_ source: String) throws {
    let rules = "[device.\"*\"]\nsource = \"\(source)\"\n\n" + Self.rules
    let bed = try Bed(rules: rules, arguments: ["--log-level", "info"])
    let pad = PadDescription("Absurd", unitsPerMM: 30, widthInMM: -100)
    try bed.perform("add \(try bed.folder.write("pad.desc", pad.text)) event0")
    try bed.perform("add touchscreen event7\nstart\nawait ready: within=15s")
    try bed.expect(["tap"], after: "play event7 tap\nwait 400ms")
    #expect(
      warnings(bed).map { String($0.prefix { $0 != ";" }) } == [
        "gesture-bridge: warning: touchpad \"Absurd\" (/dev/input/event0) is not read: "
          + "the minimum 0 of its axis ABS_X is above the maximum -3000"
      ])
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test(arguments: [
    ("frames", "sends more than 4000 frames a second, more than any sensor does"),
    ("losses", "sends more events than can be read, so some events are lost"),
    ("nonsense", "sent more than 100 impossible events in 10 s"),
  ])
  func aFloodIsClosedWhileOthersGoOnAndReadAgainAfterwards(_ kind: String, _ fault: String) throws {
    let bed = try bed("touchscreen event0, touchpad event1")
    // On a busy machine it takes longer until enough is lost.
    try bed.perform("flood event0 \(kind) lasting=40s\nawait 'stops reading it for a while' within=35s\ncalm event0")
    for _ in 1...3 { try bed.expect(["swipe Mocked Touchpad"], after: "play event1 swipe left") }
    try bed.perform("await 'watching the touchscreen' within=20s\nwait 500ms")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    #expect(warnings(bed) == [said("\"Mocked Touchscreen\" (/dev/input/event0) \(fault): \(closing)")])
    #expect(bed.log.split(separator: "\n").count < 100)
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test func nonsenseOnASlotOfItsOwnIsClosedToo() throws {
    let raw = Self.rules + "\n[device.\"Mocked Touchscreen\"]\nsource = \"raw\"\n"
    let bed = try Bed(rules: raw, arguments: ["--log-level", "info"])
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    try bed.perform("flood event0 nonsense lasting=40s\nawait 'stops reading it for a while' within=35s\ncalm event0")
    // A FIFO keeps unread events; a device that is opened again begins without events.
    try bed.perform("remove event0\nadd touchscreen event0\nawait 'watching the touchscreen' within=1s")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    #expect(warnings(bed).count == 1 && bed.log.split(separator: "\n").count < 100, Comment(rawValue: bed.log))
  }

  @Test func aClosedDeviceThatIsPluggedInAnewIsReadAtOnce() throws {
    let bed = try bed()
    try bed.perform("flood event0 frames lasting=40s\nawait 'stops reading it for a while' within=35s\ncalm event0")
    try bed.perform("remove event0\nadd touchscreen event0\nawait 'watching the touchscreen' within=1s")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
  }

  @Test func lostEventsCancelTheGestureAndNothingStays() throws {
    let bed = try bed()
    let lost = try bed.folder.write("lost", "E: 0.000000 0000 0003 0\nE: 0.000000 0000 0000 0\n")
    // Events that come while libinput asks for the state would be lost too.
    let loss = "script event0 \(lost)\nawait 'events have been lost'\nwait 100ms"
    try bed.expect(["began", "cancelled"], after: "play event0 pinch out ending=stay\n\(loss)\nup event0")
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    try bed.expect(["began", "ended"], after: "play event0 pinch out")
    #expect(warnings(bed).isEmpty, Comment(rawValue: bed.log))
  }

  @Test func absurdPlacesCancelTheTouchAndAreSaidOnce() throws {
    let bed = try bed()
    let absurd = try bed.folder.write("absurd", "E: 0.000000 0003 0035 2000000000\nE: 0.000000 0000 0000 0\n")
    for _ in 1...3 {
      try bed.expect(
        ["began", "cancelled"], after: "play event0 pinch out ending=stay\nscript event0 \(absurd)\nup event0")
    }
    try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left")
    #expect(
      warnings(bed) == [
        said(
          """
          "Mocked Touchscreen" (/dev/input/event0) reports touches far beyond its surface; gesture-bridge ignores \
          them; if this happens again, run `udevadm info /dev/input/event0`, and correct the udev rule that sets \
          LIBINPUT_CALIBRATION_MATRIX
          """)
      ])
  }

  @Test func aStuckTouchIsLeftOutUntilItLifts() throws {
    let bed = try bed()
    try bed.perform("ago event0 70s\ndown event0 ghost 20,20\nago event0 0s")
    for _ in 1...3 { try bed.expect(["swipe Mocked Touchscreen"], after: "play event0 swipe left") }
    try bed.expect(["tap"], after: "play event0 tap\nwait 500ms")
    try bed.perform("up event0 ghost")
    try bed.expect(["tap"], after: "play event0 tap")
    #expect(
      warnings(bed) == [
        said(
          """
          "Mocked Touchscreen" (/dev/input/event0) has a touch that stays while other touches land and lift; \
          this touch is ignored until it lifts; if this happens again, clean the surface, or suspend and wake the \
          machine
          """)
      ])
  }

  @Test func aRestingFingerThatTremblesIsAFinger() throws {
    let bed = try bed()
    try bed.perform("ago event0 70s\ndown event0 thumb 20,20\nago event0 0s\nmove event0 thumb 20.2,20")
    // Two fingers are down now, so this isn't a tap of one finger.
    try bed.perform("play event0 tap\nup event0 thumb\nwait 500ms")
    #expect(bed.ran.isEmpty, Comment(rawValue: bed.log))
    #expect(warnings(bed).isEmpty, Comment(rawValue: bed.log))
  }
}
