import Foundation
import Support
import Testing

/// `learn` on mocked devices with real libinput.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveLearnTests {
  private static let rules = """
    [gesture.tap]
    kind = "tap"
    device = "touchscreen"
    run = 'echo ran >> "$RAN"'

    """

  /// Movements of fingers on `node`: down to the right and then up.
  private static func vee(_ node: String, _ fingers: String = "a 100,60") -> String {
    let names = fingers.split(separator: " ").enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    let all = names.joined(separator: ",")
    return """
      down \(node) \(fingers)
      move \(node) \(all) by 10,20 over 160ms
      move \(node) \(all) by 20,-30 over 240ms
      up \(node)
      """
  }

  private func bed(
    _ arguments: String..., devices: String = "touchscreen event0", terminal: String? = nil
  ) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(program: ["learn", "vee", "--config", config] + arguments, in: folder, terminal: terminal)
    try bed.perform("add \(devices)\nstart\nawait 'Draw \"vee\"' within=15s")
    return bed
  }

  private func examples(_ bed: Bed) -> Int {
    bed.folder.lines("templates/vee.toml").count { $0 == "[[stroke]]" }
  }

  @Test func drawnOnATouchscreen() throws {
    let bed = try bed("--count", "2")
    try bed.perform(
      "play event0 tap\nawait 'not counted: nothing was drawn: the fingers hardly moved' within=5s")
    try bed.perform("\(Self.vee("event0"))\nawait '1  1 finger' within=5s")
    try bed.perform("play event0 pinch fingers=2\nawait 'spread or closed by' within=5s")
    #expect(try bed.perform("\(Self.vee("event0"))\nawait-exit within=30s") == "exited=0")
    #expect(bed.log.contains("   2  1 finger, "), Comment(rawValue: bed.log))
    #expect(bed.log.contains("wrote \(bed.folder.path("templates/vee.toml")) with 2 examples\n"))
    #expect(bed.log.contains("\n[gesture.vee]\nkind = \"stroke\"\nfingers = 1\ntemplates = [\"vee\"]\n"))
    #expect(!bed.log.contains("u and Enter"))
    #expect(examples(bed) == 2)
    #expect(bed.folder.text("templates/vee.toml").contains(", 1 finger\n"))
    #expect(bed.ran.isEmpty)
  }

  @Test func severalFingersOnATouchpad() throws {
    let bed = try bed("--count", "1", devices: "touchpad event0")
    let hand = "a 30,20 b 42,22 c 54,26"
    #expect(try bed.perform("\(Self.vee("event0", hand))\nawait-exit within=30s") == "exited=0")
    #expect(bed.log.contains("   1  3 fingers, "), Comment(rawValue: bed.log))
    #expect(bed.log.contains("\nfingers = 3\n"))
    #expect(examples(bed) == 1)
  }

  @Test func brokenOffItLeavesNothing() throws {
    let bed = try bed()
    try bed.perform("\(Self.vee("event0"))\nawait '1  1 finger' within=5s\nsignal INT")
    #expect(try bed.perform("await-exit") == "exited=130")
    #expect(!FileManager.default.fileExists(atPath: bed.folder.path("templates")))
  }

  @Test func whatMayNotBeOpenedIsSaid() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(program: ["learn", "vee", "--config", config], in: folder)
    try bed.perform("add touchscreen event0\ndeny event0\nstart\nawait 'Draw \"vee\"' within=15s")
    // Root may open everything.
    if getuid() != 0 {
      #expect(
        bed.log.contains("there is no touch device that you can open; connect one"), Comment(rawValue: bed.log))
    }
    try bed.perform("stop")
  }

  @Test func aFileThatIsThereIsSaidBeforeAnyDrawing() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    try FileManager.default.createDirectory(atPath: folder.path("templates"), withIntermediateDirectories: true)
    try folder.write("templates/vee.toml", "# mine\n")
    let bed = try Bed(program: ["learn", "vee", "--config", config], in: folder)
    #expect(try bed.perform("add touchscreen event0\nstart\nawait-exit within=15s") == "exited=1")
    #expect(bed.log.contains("already exists: use --add to keep its examples, or --replace to replace them"))
    #expect(!bed.log.contains("Draw"))
  }

  @Test(.enabled(if: Bed.hasTerminal, Bed.noTerminal)) func onATerminal() throws {
    let bed = try bed("--count", "1", terminal: "100x40")
    try bed.perform("await 'To save the drawings made so far, press Enter' within=5s")
    try bed.perform("\(Self.vee("event0"))\nawait 'Press Enter to save the drawings' within=5s")
    let screen = try bed.screen()
    #expect(screen.contains("⠱"), Comment(rawValue: screen))
    try bed.perform("keys u Enter\nawait '1 is removed' within=5s")
    try bed.perform("\(Self.vee("event0"))\nwait 1s\nkeys Enter")
    #expect(try bed.perform("await-exit within=15s") == "exited=0")
    #expect(examples(bed) == 1)
  }

  @Test(.enabled(if: Bed.hasTerminal, Bed.noTerminal)) func aClosedTerminalLeavesNothing() throws {
    let bed = try bed(terminal: "100x40")
    try bed.perform("\(Self.vee("event0"))\nawait '1  1 finger' within=5s")
    let program = try bed.daemon()
    try bed.perform("hang-up")
    let status = { (try? String(contentsOfFile: "/proc/\(program)/status", encoding: .utf8)) ?? "State: X" }
    let isOver = { status().contains("State:\tZ") || status() == "State: X" }
    for _ in 0..<100 where !isOver() { try bed.perform("wait 50ms") }
    #expect(isOver(), Comment(rawValue: status()))
    #expect(!FileManager.default.fileExists(atPath: bed.folder.path("templates")))
  }
}
