import Bindings
import Testing

/// Files that no user would write.
struct RobustnessTests {
  private let good = """
    [gesture.next]
    kind = "swipe"
    fingers = "3-4"
    direction = "left"
    min-distance = "14 mm"
    run = "swaymsg workspace next"
    [gesture.double]
    kind = "tap"
    device = "touchscreen"
    taps = 2
    run = ["playerctl", "next"]
    [gesture.single]
    kind = "tap"
    require-to-fail = ["double", "kind:pinch"]
    simultaneous-with = "next"
    run = { command = "x" }
    [gesture.knob]
    kind = "pan"
    zone = "corner"
    tags = ["turn", "slow"]
    receive = { tool = "finger", device = "touchscreen" }
    begin-if = { fingers = 1, direction = ["up", "down"] }
    required-to-fail-by = { gesture = "double", when = { zone = "side", mode = "default" } }
    cannot-prevent = "kind:tap"
    cannot-be-prevented-by = "next"
    run = "x"
    [gesture.slide]
    kind = "swipe"
    receive = { zone = "half" }
    prevents = "tag:slow"
    exclusive-touch-type = false
    run = "x"
    [gesture.volume]
    kind = "pan"
    fingers = 4
    step = { every = "6 mm", up = "u", down = { command = ["d"], mode = "m" }, overlap = "queue" }
    changed = { stream = "x", at-most-every = "20 ms" }
    [zone.half]
    rect = { x = "50 %", y = "-40 mm", width = "50 %", height = "10 mm" }
    multi-touch = false
    [zone.side]
    edge = "left"
    band = "8 mm"
    exclusive = true
    [zone.corner]
    corner = "top-left"
    size = "15 x 10 mm"
    inside = "side"
    ignore = false
    device = "touchscreen"
    [[override]]
    gesture = "next"
    also = true
    ended = "y"
    [[override]]
    gesture = ["slide", "volume"]
    when = { mode = ["m", "default"], device = "touchscreen", zone = "half" }
    run = { command = "z", overlap = "skip", mode = "default" }
    [defaults.touchpad]
    swipe.min-speed = "30 mm/s"
    [device."ELAN*"]
    size = "256 x 144 mm"
    turned = "90 deg"

    """

  /// Loads a file and checks the promises that hold for any file.
  private func check(_ text: [UInt8]) {
    let loaded = Rules.load(text: text, file: "f")
    let (rules, diagnostics) = (loaded.rules, loaded.diagnostics)
    #expect((rules == nil) == diagnostics.contains { $0.severity == .error })
    var last = 0
    for diagnostic in diagnostics {
      #expect(diagnostic.range.lowerBound >= last && diagnostic.range.upperBound <= text.count)
      #expect(diagnostic.location.line >= 1 && diagnostic.location.column >= 1)
      #expect(diagnostic.description.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
      #expect(!diagnostic.description.utf8.contains { $0 < 0x20 && $0 != 0x0A })
      last = diagnostic.range.lowerBound
    }
  }

  @Test func everyPlaceMayBeCutOrChanged() {
    #expect(report(good) == "")
    let text = Array(good.utf8)
    let signs = Array("\"[]={}\n'#.,3x \0".utf8) + [0xFF]
    for offset in stride(from: 0, to: text.count, by: 4) {
      check(Array(text[..<offset]))
      check(Array(text[..<offset] + text[(offset + 1)...]))
      var changed = text
      changed[offset] = signs[offset % signs.count]
      check(changed)
    }
  }

  @Test func everyLineMayBeLeftOutOrMoved() {
    let lines = good.split(separator: "\n", omittingEmptySubsequences: false)
    for offset in lines.indices {
      var fewer = lines
      let line = fewer.remove(at: offset)
      check(Array(fewer.joined(separator: "\n").utf8))
      check(Array(([line] + fewer).joined(separator: "\n").utf8))
      check(Array((fewer + [line]).joined(separator: "\n").utf8))
      check(Array((lines + [line]).joined(separator: "\n").utf8))
    }
  }

  @Test func everyValueMayBeOfAnyType() {
    let values = [
      "3", "-1", "1e400", "9223372036854775807", "true", "1979-05-27", "[]", "[[1]]", "{}", "\"\"", "\"\\u0000\"",
    ]
    for line in good.split(separator: "\n") {
      guard let equals = line.firstIndex(of: "=") else { continue }
      for value in values {
        check(Array(good.replacing(line, with: line[...equals] + value).utf8))
      }
    }
  }

  @Test func veryLongAndVeryDeepFilesAreRead() {
    let many = String(repeating: "\"a\", ", count: 20_000)
    check(Array("[gesture.a]\nkind = \"tap\"\nrun = \"x\"\nrequire-to-fail = [\(many)]\n".utf8))
    check(Array("gesture.a.kind = \"\(String(repeating: "日", count: 100_000))\" # \0".utf8))
    check(Array(String(repeating: "[", count: 100_000).utf8))
    check(Array("a = \(String(repeating: "{ a = ", count: 10_000))".utf8))
    check([UInt8](repeating: 0, count: 200_000))
    check([UInt8](repeating: 0xFF, count: 200_000))
  }

  @Test func manyProblemsAreListedOnlyUpToALimit() {
    let text = "[gesture.a]\nkind = \"tap\"\nrun = \"x\"\n" + (0..<2000).map { "k\($0) = 1\n" }.joined()
    #expect(load(text).diagnostics.count == Rules.listed)
    #expect(load(text).diagnostics.count(of: .error) == 2000)
    #expect(load(text).rules == nil)
  }
}
