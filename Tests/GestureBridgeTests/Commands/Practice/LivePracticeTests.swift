import Foundation
import Support
import Testing

/// `practice` on mocked devices with real libinput.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LivePracticeTests {
  private static let rules = """
    [gesture.left]
    kind = "swipe"
    device = "touchscreen"
    fingers = 3
    direction = "left"
    min-distance = "60 mm"
    run = 'echo ran >> "$RAN"'

    [gesture.double]
    kind = "tap"
    taps = 2
    run = 'echo ran >> "$RAN"'

    """

  private func bed(_ names: String...) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(program: ["practice"] + names + ["--config", config], in: folder)
    try bed.perform("add touchscreen event0\nstart\nawait '1 of ' within=15s")
    return bed
  }

  @Test func allGesturesThatDoSomethingAreMade() throws {
    let bed = try bed()
    try bed.perform("await 'fingers 3, direction left, on a touchscreen' within=5s")
    #expect(
      bed.log.contains(
        "Make 2 gestures, one after another. This command runs no actions, but a running daemon does. "),
      Comment(rawValue: bed.log))
    #expect(bed.log.contains("1 of 2  left (swipe)\n"), Comment(rawValue: bed.log))
    try bed.perform("play event0 swipe left fingers=3 distance=70\nawait 'Recognized: ' within=5s")
    try bed.perform("await '2 of 2  double (tap)' within=5s\nwait 500ms")
    try bed.perform("play event0 tap\nwait 100ms\nplay event0 tap\nawait-exit within=30s")
    #expect(bed.log.contains("Gestures made: 2 of 2; at the first attempt: 2.\n"), Comment(rawValue: bed.log))
    #expect(bed.ran.isEmpty, "no command is run")
  }

  @Test func whatIsMissedIsSaidAndThresholdsAreProposed() throws {
    let bed = try bed("left")
    try bed.perform("play event0 swipe left fingers=2\nawait 'Something else: landed 2 fingers' within=5s")
    for _ in 0..<3 {
      try bed.perform("wait 300ms\nplay event0 swipe left fingers=3 distance=40\nawait 'Not yet: ' within=5s")
    }
    try bed.perform("await 'Press Enter to skip this gesture. ' within=5s\nwait 300ms")
    try bed.perform("play event0 swipe left fingers=3 distance=70\nawait-exit within=60s")
    #expect(bed.log.contains("Recognized, at attempt 4: "), Comment(rawValue: bed.log))
    #expect(bed.log.contains("Gestures made: 1 of 1; at the first attempt: 0.\n"), Comment(rawValue: bed.log))
    #expect(bed.log.contains("With these thresholds 4 of 4 attempts are recognized:"), Comment(rawValue: bed.log))
    #expect(bed.folder.text("bindings.toml").contains("60 mm"), "nobody said yes")
  }

  @Test func aGestureThatIsNotThere() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let outcome = try Program.run("practice", "lefft", "--config", config)
    #expect(outcome.status == 1 && outcome.errors.contains(#"did you mean "left"?"#), "\(outcome)")
  }
}
