import Bindings
import GestureCore
import Testing

/// The zone read from a section `[zone.NAME]`, and the places where gestures name it.
struct ZoneReaderTests {
  private func zone(_ lines: String) -> Zone? {
    load("[zone.z]\n\(lines)\n[gesture.a]\nkind = \"pan\"\nzone = \"z\"\nrun = \"x\"\n").rules?.ruleSet.zones.first
  }

  @Test func rectanglesAreRead() {
    #expect(
      zone("rect = { x = \"-40 mm\", y = \"12.5 %\", width = \"3cm\", height = \"50%\" }")?.shape
        == .rectangle(x: .millimetres(-40), y: .percent(12.5), width: .millimetres(30), height: .percent(50)))
    #expect(
      zone("rect = { y = \"-50 %\" }")?.shape
        == .rectangle(x: .millimetres(0), y: .percent(-50), width: nil, height: nil))
  }

  @Test func edgesAndCornersAreRead() {
    #expect(zone("edge = \"bottom\"\nband = \"5 %\"")?.shape == .edge(.bottom, band: .percent(5)))
    #expect(
      zone("corner = \"top-right\"\nsize = \"15 mm\"")?.shape
        == .corner(.topRight, width: .millimetres(15), height: .millimetres(15)))
    #expect(
      zone("corner = \"bottom-left\"\nsize = \"15 x 10 mm\"")?.shape
        == .corner(.bottomLeft, width: .millimetres(15), height: .millimetres(10)))
    #expect(
      zone("corner = \"top-left\"\nsize = \"10 % × 2 cm\"")?.shape
        == .corner(.topLeft, width: .percent(10), height: .millimetres(20)))
    #expect(
      zone("corner = \"bottom-right\"\nsize = \"10x5%\"")?.shape
        == .corner(.bottomRight, width: .percent(10), height: .percent(5)))
  }

  @Test func everyOtherKeyIsRead() throws {
    let rules = try #require(
      load(
        """
        [zone.left]
        rect = { width = "50 %" }
        [zone.knob]
        rect = { width = "20 mm", height = "20 mm" }
        inside = "left"
        device = "touchscreen"
        exclusive = true
        ignore = true
        multi-touch = false
        [gesture.a]
        kind = "pan"
        zone = "knob"
        run = "x"
        """
      ).rules?.ruleSet)
    #expect(
      rules.zones == [
        Zone(
          name: "left", shape: .rectangle(x: .millimetres(0), y: .millimetres(0), width: .percent(50), height: nil)),
        Zone(
          name: "knob",
          shape: .rectangle(
            x: .millimetres(0), y: .millimetres(0), width: .millimetres(20), height: .millimetres(20)),
          inside: "left", device: .deviceClass(.touchscreen), isExclusive: true, isIgnored: true,
          allowsMultiTouch: false),
      ])
    #expect(rules.gestures[0].receive.zone == "knob")
  }
}
