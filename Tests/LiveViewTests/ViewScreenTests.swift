import Actions
import Bindings
import Foundation
import Support
import Testing
import Text

@testable import Bindings
@testable import GestureCore
@testable import LiveView

/// Whole screens in the middle of gestures, in Tests/Fixtures/view: touch scripts played up to a moment.
///
/// With GESTURE_BRIDGE_WRITE_SCREENS=1 a run rewrites the screens after an intended change. Such a run always fails:
/// look at the new screens first.
struct ViewScreenTests {
  /// A script stopped at a moment, in ms.
  struct Shot: CustomTestStringConvertible {
    let script: String
    let moment: Double
    let columns: Int
    let rows: Int
    var key: KeyPress?
    var characters = TerminalCharacters.unicode

    var name: String {
      let locale = characters == .ascii ? "-ascii" : ""
      return "\(script)-\(Int(moment))ms-\(columns)x\(rows)\(key == nil ? "" : "-help")\(locale).txt"
    }
    var testDescription: String { name }
  }

  private static let moments = [
    ("swipe", 150.0), ("swipe", 2000), ("taps", 120), ("taps", 200), ("pinch", 300), ("palm", 300), ("pad", 300),
  ]

  static let shots =
    moments.flatMap { script, moment in
      [(80, 24), (200, 50)].map { Shot(script: script, moment: moment, columns: $0.0, rows: $0.1) }
    } + [
      Shot(script: "swipe", moment: 150, columns: 40, rows: 12),
      Shot(script: "swipe", moment: 150, columns: 60, rows: 30),
      Shot(script: "swipe", moment: 150, columns: 80, rows: 24, key: .character("?")),
    ]
    + [
      ("swipe", 150, nil), ("swipe", 150, .character("?")), ("swipe", 2000, nil), ("taps", 200, nil),
      ("palm", 300, nil),
    ]
    .map { Shot(script: $0, moment: $1, columns: 80, rows: 24, key: $2, characters: .ascii) }

  private static var writes: Bool { ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_SCREENS"] != nil }

  @Test(arguments: shots) func screen(_ shot: Shot) throws {
    let scene = try Scene(
      try Fixtures.text("view/\(shot.script).touches"), characters: shot.characters, file: "bindings.toml")
    scene.gauges = Self.gauges(scene)
    // One drawing shows the same as many drawings.
    scene.play(to: shot.moment) { $0.draw(shot.columns, shot.rows) }
    if shot.moment > 1000 { Self.runCommand(scene) }
    if let key = shot.key { scene.press(key) }
    try compare(scene.draw(shot.columns, shot.rows), shot.name)
  }

  private func compare(_ grid: ScreenGrid, _ name: String) throws {
    #expect(grid.faults.isEmpty)
    let url = Fixtures.folder.appendingPathComponent("view/\(name)")
    if Self.writes {
      try grid.text.write(to: url, atomically: true, encoding: .utf8)
      Issue.record("wrote \(name): look at it, then run again without GESTURE_BRIDGE_WRITE_SCREENS")
    } else {
      #expect(grid.text == (try String(contentsOf: url, encoding: .utf8)))
    }
  }

  /// From the first drawing to the last, with the help, a filter and a name in another script.
  @Test(arguments: ["swipe", "taps", "pinch", "palm", "pad"])
  func nothingButASCIIReachesATerminalWithoutUTF8(_ script: String) throws {
    let scene = try Scene(
      try Fixtures.text("view/\(script).touches"), characters: .ascii, file: "règles/触摸.toml")
    scene.gauges = Self.gauges(scene)
    var written = ""
    func draw() {
      let grid = scene.draw(80, 24)
      #expect(grid.faults.isEmpty)
      written += scene.written
    }
    scene.play { _ in draw() }
    Self.runCommand(scene)
    draw()
    for key in [KeyPress.character("?"), .escape, .character("/"), .character("é"), .character("触"), .enter] {
      scene.press(key)
      draw()
    }
    #expect(written.utf8.count > 80 * 24)
    #expect(written.utf8.allSatisfy { $0 < 0x80 })
    #expect(scene.draw(80, 24).lines[0].contains("r?gles/????.toml"))
  }

  /// A character that the view draws with has a substitute: `?` is for those of names.
  @Test func everyCharacterOfTheViewHasASubstitute() throws {
    let folder = packageRoot.appendingPathComponent("Sources/LiveView")
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
    let lines = try files.flatMap { file in
      try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8).split(separator: "\n")
    }.filter { !$0.drop { $0 == " " }.hasPrefix("//") }
    let drawn = Set(lines.joined().unicodeScalars.filter { !$0.isASCII })
    #expect(drawn.count > 30)
    #expect(drawn.filter { TerminalCharacters.ascii.glyph($0) == "?" } == [])
  }

  /// Touches that `[accommodations]` skips: in the picture next to the fingers that count, and in the log with both
  /// figures.
  @Test func touchesThatCountForNothing() throws {
    let text = """
      [accommodations]
      hold = "300 ms"
      ignore-repeats = "400 ms"
      [gesture.select]
      kind = "tap"
      run = "x"
      """
    let rules = try #require(Rules.load(text: Array(text.utf8), file: "bindings.toml").rules)
    let scene = try Scene(
      "touches\n0ms down a 150,90\n450ms up a\n550ms down b 158,90\n600ms up b\n1000ms down c 60,40\n1120ms up c\n",
      rules: rules, file: "bindings.toml")
    scene.play(to: 1200) { $0.draw(80, 24) }
    try compare(scene.draw(80, 24), "ignored-1200ms-80x24.txt")
  }

  static func runCommand(_ scene: Scene) {
    scene.command("next", "notify-send 'Next workspace'", .started(pid: 7, latency: 1834), .exited(pid: 7, .code(0)))
    scene.command("overview", "rofi -show window", .started(pid: 8, latency: 2210), .exited(pid: 8, .code(1)))
  }

  /// Bars made from the places of the fingers, so that these screens test how bars look, not how kinds measure.
  static func gauges(_ scene: Scene) -> (RecognizerSnapshot) -> [Gauge] {
    { [unowned scene] standing in
      let moved = scene.travel
      return switch scene.names[standing.gesture.rawValue] {
      case "next", "overview":
        [
          .reach("moved", .mm(moved), "min-distance", .mm(24)), .reach("moved at", .speed(61), "min-speed", .speed(80)),
          .stay("off the way", .degrees(9), within: "max-angle", .degrees(30)),
        ]
      case "double", "single", "talk":
        [
          .reach("held", Measure(240, .milliseconds), "min-duration", Measure(600, .milliseconds)),
          .stay("moved", .mm(moved), within: "slop", .mm(3)),
        ]
      case "grow": [.reach("fingers apart", .percent(112), "min-scale", .percent(108))]
      default: []
      }
    }
  }
}
