import Foundation
import Support
import Testing

/// `tune` on mocked devices with real libinput.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveTuneTests {
  private static let rules = """
    [gesture.left]
    kind = "swipe"
    device = "touchscreen"
    fingers = 3
    direction = "left"
    min-distance = "60 mm"
    run = 'echo ran >> "$RAN"'

    """

  private func bed(_ arguments: String...) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(program: ["tune", "left", "--config", config] + arguments, in: folder)
    try bed.perform("add touchscreen event0\nstart\nawait 'Make \"left\"' within=15s")
    return bed
  }

  @Test func attemptsOfRealDevices() throws {
    let bed = try bed("--count", "2", "--write")
    try bed.perform("play event0 swipe left fingers=2\nawait 'not counted: landed 2 fingers' within=5s")
    try bed.perform("play event0 swipe left fingers=3 distance=40\nawait '1  not recognized' within=5s")
    try bed.perform("play event0 swipe left fingers=3 distance=40\nawait-exit within=60s")
    #expect(bed.log.contains("With these thresholds 2 of 2 attempts are recognized:"), Comment(rawValue: bed.log))
    #expect(
      bed.log.contains("is changed; a running daemon that uses this file reads it again at once"),
      Comment(rawValue: bed.log))
    #expect(!bed.folder.text("bindings.toml").contains("60 mm"))
    #expect(bed.ran.isEmpty)
  }

  @Test func brokenOffTooEarlyThereIsNoProposal() throws {
    let bed = try bed("--count", "5")
    try bed.perform("play event0 swipe left fingers=3 distance=40\nawait '1  not recognized' within=5s\nsignal INT")
    #expect(try bed.perform("await-exit") == "exited=130")
    #expect(!bed.log.contains("[gesture.left]"), Comment(rawValue: bed.log))
  }
}
