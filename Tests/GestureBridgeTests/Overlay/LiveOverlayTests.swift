import Control
import Foundation
import Support
import Testing

@testable import gesture_bridge

/// A running daemon that has its gestures drawn.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveOverlayTests {
  private static let rules = """
    [overlay]
    show = true
    colour = "teal"

    [gesture.swipe]
    kind = "swipe"
    fingers = 3
    run = \(Bed.notes("swipe"))

    """
  private static let swipe = "play event0 swipe left fingers=3"

  private func subscriber(_ bed: Bed, _ arguments: String...) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Program.path)
    process.arguments = ["ctl", "subscribe"] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(Program.surroundings(bed.folder)) { $1 }
    process.standardOutput = try bed.folder.handle("heard")
    try process.run()
    return process
  }

  @Test func whatIsToBeDrawnIsTold() throws {
    let bed = try Bed.started(Self.rules)
    let process = try subscriber(bed, "overlay", "--json")
    let heard = bed.folder.path("heard")
    try bed.perform("await-file \(heard) overlay within=15s")
    try bed.expect(["swipe"], after: Self.swipe)
    try bed.perform("await-file \(heard) '\"items\":[]' within=15s\nstop")
    process.waitUntilExit()
    let lines = try bed.folder.lines("heard").map { try OverlayLine(line: Array($0.utf8)) }
    guard case .settings(let settings)? = lines.first else {
      Issue.record("the settings come first: \(lines)")
      return
    }
    #expect(settings.colour.text == "#2190a4")
    let scenes = lines.compactMap { line in if case .scene(let scene) = line { scene } else { nil } }
    let states = scenes.flatMap(\.items).filter { $0.name == "swipe" }.map(\.state)
    #expect(states.first == .possible && states.last == .recognized, "\(states)")
    #expect(scenes.last?.isEmpty == true && lines.last == .end)
    #expect(scenes.allSatisfy { $0.device == "Mocked Touchscreen" && $0.width == 300 })
  }

  @Test func nothingIsToldWhereTheRulesAskForNothing() throws {
    let bed = try Bed.started(Self.rules.replacing("show = true", with: "show = false"))
    let process = try subscriber(bed, "overlay")
    let heard = bed.folder.path("heard")
    try bed.perform("await-file \(heard) overlay within=15s")
    try bed.expect(["swipe"], after: Self.swipe)
    try bed.perform("stop")
    process.waitUntilExit()
    #expect(!bed.folder.text("heard").contains("scene"))
  }

  /// The real program, which finds no display here.
  @Test func withoutADisplayItSaysSoAndGoesOn() throws {
    let bed = try Bed.started(Self.rules)
    let unset = "DISPLAY, or WAYLAND_DISPLAY with XDG_RUNTIME_DIR, must be set"
    try bed.perform("await '\(unset); start gesture-bridge in a desktop session' within=15s")
    try bed.expect(["swipe"], after: Self.swipe)
    try bed.perform("stop")
    #expect(bed.log.ranges(of: unset).count == 1, "it is not started again: \(bed.log)")
  }
}
