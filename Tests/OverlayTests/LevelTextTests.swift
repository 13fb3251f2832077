import Testing

@testable import Overlay

@Suite struct LevelTextTests {
  @Test(arguments: [
    ("Volume: 0.40", 0.4, "40 %"), ("Volume: 1.00", 1, "100 %"), ("Volume: 1.20", 1, "120 %"), ("40", 0.4, "40 %"),
    ("40%", 0.4, "40 %"), ("40 %", 0.4, "40 %"), ("100", 1, "100 %"), ("0", 0, "0 %"), ("0.5", 0.5, "50 %"),
    ("intel_backlight,backlight,120,50%,240", 0.5, "50 %"), ("kbd,leds,0,0%,2", 0, "0 %"),
    ("Current brightness: 120 (50%)", 0.5, "50 %"), ("  Front Left: Playback 26214 [40%] [on]", 0.4, "40 %"),
    ("Volume: front-left: 26214 /  40% / -23.88 dB,   front-right: 26214 /  40% / -23.88 dB", 0.4, "40 %"),
    ("41.37", 0.4137, "41 %"), ("0,35", 0.35, "35 %"), ("level=7", 0.07, "7 %"), ("150%", 1, "150 %"),
    ("62.5 %", 0.625, "63 %"),
  ])
  func levels(_ line: String, _ level: Double, _ text: String) throws {
    let read = try #require(LevelText(line), "\(line)")
    #expect(abs(read.level - level) < 1e-9, "\(line)")
    #expect(read.text == text)
    #expect(!read.isMuted)
  }

  /// `pactl get-sink-volume` prints a second line, with the balance.
  @Test func theLineWithAPercentSignCounts() {
    let lines = ["Volume: front-left: 58982 /  90% / -2.75 dB", "        balance 0.00"]
    #expect(LevelText(lines: lines)?.text == "90 %")
    #expect(LevelText(lines: ["10", "20"])?.text == "20 %")
    #expect(LevelText(lines: ["no level"]) == nil)
  }

  @Test(arguments: ["Volume: 0.40 [MUTED]", "  Mono: Playback 3 [10%] [off]", "40% muted"])
  func muted(_ line: String) throws {
    let read = try #require(LevelText(line))
    #expect(read.isMuted)
    #expect(read.text == "muted")
  }

  @Test(arguments: [
    "", " ", "%", "no level", "card0", "Simple mixer control 'Master',0", "-40", "99999999999999999999%", "é40", ".",
    "-12%", "CPU12 %", "x: -12.5%",
    "\u{0}",
    "Limits: Playback 0 - 65536", String(repeating: "9", count: 300), "Volume: nan",
  ])
  func noLevels(_ line: String) { #expect(LevelText(line) == nil, "\(line)") }
}
