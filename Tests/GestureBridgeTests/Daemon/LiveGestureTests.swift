import Foundation
import Support
import Testing

/// The whole path from a finger to a command, with real libinput.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveGestureTests {
  /// Each command notes its gesture and state in `$RAN`.
  static let rules = """
    [gesture.swipe-left]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = 'echo swipe-left $GESTURE_DIRECTION $GESTURE_FINGERS >> "$RAN"'

    [gesture.pinch]
    kind = "pinch"
    fingers = 2
    began = 'echo pinch began >> "$RAN"'
    ended = 'echo pinch ended >> "$RAN"'
    cancelled = 'echo pinch cancelled >> "$RAN"'

    [gesture.double-tap]
    kind = "tap"
    taps = 2
    run = 'echo double-tap >> "$RAN"'

    [gesture.single-tap]
    kind = "tap"
    require-to-fail = ["double-tap"]
    run = 'echo single-tap >> "$RAN"'
    """

  private func bed(
    _ rules: String = Self.rules, _ devices: String = "touchscreen event0, touchpad event1", clock: Bed.Clock = .virtual
  ) throws -> Bed {
    let bed = try Bed(rules: rules, clock: clock)
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait ready within=15s")
    return bed
  }

  /// Waits until there are `count` notes of commands, and returns them.
  private func ran(_ bed: Bed, _ last: String, _ count: Int) throws -> [String] {
    try bed.perform("await-file \(bed.folder.path("ran")) '\(last)' within=5s\nwait 100ms")
    #expect(bed.ran.count == count, Comment(rawValue: bed.log))
    return bed.ran
  }

  /// No gesture needs the motion of the first finger. The second finger lands 30 mm from the present place of the first
  /// one, and 170 mm from its landing. Three cases: the motion is unread; there is so much motion that a swipe on the
  /// touchpad has discarded it; nothing is remembered.
  @Test(arguments: [
    ("400ms", "", ""), ("140s", "\nplay event1 swipe up", ""), ("400ms", "", "[privacy]\nremember = false\n"),
  ])
  func whereAFingerHasGoneIsKnownWhenAnotherOneLands(_ duration: String, _ meanwhile: String, _ more: String) throws {
    let rules = "[gesture.spread]\nkind = \"pinch\"\nended = \(Bed.notes("$GESTURE_SCALE"))\n\(more)"
    // Lines for debugging have all motion.
    let bed = try Bed(rules: rules, arguments: [])
    try bed.perform("add touchscreen event0\nadd touchpad event1\nstart\nawait ready within=15s")
    try bed.perform("down event0 a 60,60\nwait 400ms\nmove event0 a by 140,0 over \(duration)\(meanwhile)")
    try bed.perform("down event0 b 230,60\nmove event0 b by 30,0 over 300ms\nup event0")
    try bed.awaitNotes(1)
    let scale = try #require(bed.ran.first.flatMap { Double($0) })
    #expect(1.7..<2.1 ~= scale)
  }

  @Test func theFourGesturesRunTheirCommands() throws {
    let bed = try bed()
    try bed.perform("play event1 swipe left fingers=3")
    #expect(try ran(bed, "swipe-left", 1) == ["swipe-left left 3"])
    try bed.perform("play event0 pinch out fingers=2")
    #expect(try ran(bed, "pinch ended", 3).suffix(2) == ["pinch began", "pinch ended"])
    try bed.perform("play event0 tap count=2")
    #expect(try ran(bed, "double-tap", 4).last == "double-tap")
    try bed.perform("play event0 tap")
    #expect(try ran(bed, "single-tap", 5).last == "single-tap")
    #expect(try bed.perform("stop") == "exited=0")
  }

  @Test func aTouchpadPinchBeginsAndEnds() throws {
    let bed = try bed()
    try bed.perform("play event1 pinch in fingers=2")
    #expect(try ran(bed, "pinch ended", 2) == ["pinch began", "pinch ended"])
  }

  /// libinput slows a touchpad's deltas down, and drops the first distance until it knows the gesture; the reader makes
  /// up for both.
  @Test func aTouchpadsMillimetresAreThoseOfTheFingers() throws {
    let bed = try bed(
      """
      [gesture.drag]
      kind = "pan"
      fingers = 3
      ended = 'echo $GESTURE_DX $GESTURE_VX >> "$RAN"'
      """)
    try bed.perform("play event1 swipe right fingers=3 distance=40 speed=150")
    let noted = try ran(bed, ".", 1).first ?? ""
    let numbers = noted.split(separator: " ").compactMap { Double($0) }
    try #require(numbers.count == 2, Comment(rawValue: noted))
    #expect((37...41).contains(numbers[0]), Comment(rawValue: noted))
    #expect((120...180).contains(numbers[1]), Comment(rawValue: noted))
  }

  /// After the first gesture no rule needs the movement of touches until the next ones land.
  @Test func oneTouchpadSwipeAfterAnother() throws {
    let bed = try bed()
    for number in 1...4 {
      try bed.perform("play event1 swipe left fingers=3 distance=30mm speed=400\nwait 600ms")
      #expect(bed.ran.count == number, Comment(rawValue: bed.log))
    }
  }

  @Test func aSwipeFiresBeforeTheFingersLift() throws {
    let bed = try bed()
    try bed.perform("play event0 swipe left fingers=3 ending=stay")
    #expect(try ran(bed, "swipe-left", 1) == ["swipe-left left 3"])
    try bed.perform("up event0")
  }

  @Test func afterACancelledTouchOnlyCancelledRunsAndTenMoreWork() throws {
    let bed = try bed()
    try bed.perform("play event0 pinch out fingers=2 ending=cancel")
    #expect(try ran(bed, "pinch cancelled", 2) == ["pinch began", "pinch cancelled"])
    for number in 1...10 {
      try bed.perform("play event0 swipe left fingers=3\nwait 250ms")
      #expect(bed.ran.count == 2 + number, Comment(rawValue: bed.log))
    }
  }

  @Test func aCancelledTouchpadGestureIsCancelled() throws {
    let bed = try bed()
    try bed.perform("play event1 pinch out fingers=2 ending=cancel")
    #expect(try ran(bed, "pinch cancelled", 2) == ["pinch began", "pinch cancelled"])
    for number in 1...10 {
      try bed.perform("play event1 swipe left fingers=3\nwait 300ms")
      #expect(bed.ran.count == 2 + number, Comment(rawValue: bed.log))
    }
  }

  @Test(arguments: ["event0 touchscreen", "event1 touchpad"])
  func afterUnpluggingMidGestureTenMoreWork(_ device: String) throws {
    let words = device.split(separator: " ")
    let (node, kind) = (words[0], words[1])
    let bed = try bed()
    try bed.perform("play \(node) pinch out fingers=2 ending=stay\nremove \(node)")
    #expect(try ran(bed, "pinch cancelled", 2) == ["pinch began", "pinch cancelled"])
    try bed.perform("add \(kind) \(node)\nwait 500ms")
    for number in 1...10 {
      try bed.perform("play \(node) swipe left fingers=3\nwait 300ms")
      #expect(bed.ran.count == 2 + number, Comment(rawValue: bed.log))
    }
  }

  @Test func aDeviceWithoutASizeIsMeasuredByTheRulesOrWarnedAboutOnce() throws {
    let bed = try bed(Self.rules, "touchscreen-without-size event2")
    try bed.perform("play event2 swipe left fingers=3")
    #expect(try ran(bed, "swipe-left", 1) == ["swipe-left left 3"])
    let warnings = bed.log.split(separator: "\n").filter { $0.contains("size") }
    #expect(warnings.count == 1, Comment(rawValue: bed.log))
    let told = try self.bed(
      Self.rules + "\n[device.\"*\"]\nsize = \"300 x 190 mm\"\n", "touchscreen-without-size event2")
    try told.perform("play event2 swipe left fingers=3")
    #expect(try ran(told, "swipe-left", 1) == ["swipe-left left 3"])
    #expect(!told.log.contains("size"), Comment(rawValue: told.log))
  }

  @Test func keyboardsAndMiceAreNeverOpened() throws {
    let bed = try bed(Self.rules, "touchscreen event0,touchpad event1,mouse event5,keyboard event6")
    try bed.perform("add mouse event7\nadd keyboard event8\nwait 300ms")
    #expect(try bed.perform("opened") == "event0 event1")
  }

  @Test func nothingWakesItWhileNothingHappens() throws {
    let bed = try bed(clock: .real)
    try bed.perform("play event0 tap\nplay event1 swipe left fingers=3\nwait 1500ms")
    let pid = try #require(try bed.perform("status").split(separator: "=").last)
    let before = try switches(pid)
    try bed.perform("wait 3s")
    #expect(try switches(pid) == before)
  }

  /// The number of times that the process has gone to sleep.
  private func switches(_ pid: Substring) throws -> Substring? {
    try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
      .split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
  }
}
