import GestureCore
import Support
import Testing

/// The surface is 300 x 190 mm.
@Suite struct EdgeSwipeTests {
  /// A finger lands there and moves by `way` (mm) in 48 ms.
  private func swipe(_ from: String, _ movement: String) -> String {
    "0ms down a \(from)\n0ms move a by \(movement) over 48ms\n100ms up a"
  }

  // MARK: Where from

  @Test(arguments: [
    ("left", "2,95", "6,0", "right"), ("right", "298,95", "-6,0", "left"),
    ("top", "150,2", "0,6", "down"), ("bottom", "150,188", "0,-6", "up"),
  ])
  func everyEdge(edge: String, from: String, movement: String, direction: String) {
    for choice in [edge, "any"] {
      expectScript(
        """
        gestures
          it = edge-swipe edge=\(choice)
        touches
          \(swipe(from, movement))
        expect
          40ms  it direction=\(direction) fingers=1
        """)
    }
    let others = ["left", "right", "top", "bottom", "any-corner"].filter { $0 != edge }
    for other in others {
      #expect(story(of: "edge-swipe edge=\(other)", swipe(from, movement)).first?.contains("failed: landed") ?? false)
    }
  }

  @Test(arguments: [
    ("top-left", "2,9", "5,5", "down-right"), ("top-right", "291,2", "-5,5", "down-left"),
    ("bottom-left", "9,188", "5,-5", "up-right"), ("bottom-right", "298,181", "-5,-5", "up-left"),
  ])
  func everyCorner(corner: String, from: String, movement: String, direction: String) {
    for choice in [corner, "any-corner"] {
      expectScript(
        """
        gestures
          it = edge-swipe edge=\(choice)
        touches
          \(swipe(from, movement))
        expect
          40ms  it direction=\(direction)
        """)
    }
  }

  @Test func landsInTheBand() {
    let recognized = ["40.0 ms it recognized: 1 finger"]
    let failed = { (text: String) in ["0.0 ms it failed: landed \(text)"] }
    #expect(story(of: "edge-swipe edge=left", swipe("3.1,95", "6,0")) == recognized)
    #expect(
      story(of: "edge-swipe edge=left", swipe("5.1,95", "6,0"))
        == failed("5.1 mm from the left edge, allows 3.2 mm (band)"))
    #expect(
      story(of: "edge-swipe edge=right", swipe("296.79,95", "-6,0"))
        == failed("3.21 mm from the right edge, allows 3.2 mm (band)"))
    #expect(story(of: "edge-swipe edge=left band=6mm", swipe("5.1,95", "6,0")) == recognized)
    // The failure names the nearest of the edges that would be right.
    #expect(story(of: "edge-swipe", swipe("20,10", "6,0")) == failed("10 mm from the top edge, allows 3.2 mm (band)"))
    #expect(
      story(of: "edge-swipe", swipe("150,180", "6,0")) == failed("10 mm from the bottom edge, allows 3.2 mm (band)"))
    #expect(story(of: "edge-swipe edge=left", swipe("-0.5,95", "6,0")) == recognized)
  }

  @Test func landsInTheCorner() {
    #expect(
      story(of: "edge-swipe edge=top-left", swipe("2,14.2", "6,6"))
        == ["0.0 ms it failed: landed 14.2 mm from the top-left corner, allows 10 mm (corner)"])
    #expect(
      story(of: "edge-swipe edge=any-corner", swipe("285,175", "-6,-6"))
        == ["0.0 ms it failed: landed 15 mm from the bottom-right corner, allows 10 mm (corner)"])
    #expect(
      story(of: "edge-swipe edge=any-corner corner=16mm", swipe("285,175", "-6,-6"))
        == ["32.0 ms it recognized: 1 finger"])
  }

  @Test func allFingersLandThere() {
    let touches = { (other: String) in "0ms down a 2,90 b \(other)\n0ms move a,b by 6,0 over 48ms\n100ms up a,b" }
    #expect(story(of: "edge-swipe fingers=2", touches("3,110")) == ["40.0 ms it recognized: 2 fingers"])
    #expect(
      story(of: "edge-swipe fingers=2", touches("30,110"))
        == ["0.0 ms it failed: landed 30 mm from the left edge, allows 3.2 mm (band)"])
    #expect(
      story(of: "edge-swipe fingers=2", touches("298,90"))
        == ["0.0 ms it failed: landed 90 mm from the top edge, allows 3.2 mm (band)"])
  }

  /// Where two bands meet, the direction decides which edge it is.
  @Test(arguments: [("6,1", "right"), ("1,6", "down")])
  func nearACorner(movement: String, direction: String) {
    expectScript(
      "gestures\nit = edge-swipe\ntouches\n\(swipe("2,2", movement))\nexpect\n40ms it direction=\(direction)")
  }

  @Test func onATouchpad() {
    let pad = "device pad: touchpad 100x66 mm\n"
    #expect(story(of: "edge-swipe edge=right", pad + swipe("93,30", "-8,0")) == ["40.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "edge-swipe edge=right", pad + swipe("91,30", "-8,0"))
        == ["0.0 ms it failed: landed 9 mm from the right edge, allows 8 mm (band)"])
    #expect(
      story(of: "edge-swipe", "device pad: touchpad 100x66 mm no-places\n" + swipe("2,30", "8,0")) == [])
  }

  /// Edges are those that the user sees.
  @Test func onATurnedSurface() throws {
    let kind = try #require(Catalogue.kind(named: "edge-swipe"))
    var rules = RuleSet(gestures: [GestureRule(name: "it", kind: kind, settings: ["edge": .choice("left")])])
    rules.devices = [DeviceSection(pattern: "*", rotation: .quarter)]
    #expect(
      story("touches\n" + swipe("100,188", "0,-6"), rules: rules) == ["40.0 ms it recognized: 1 finger"])
    #expect(
      story("touches\n" + swipe("2,95", "6,0"), rules: rules)
        == ["0.0 ms it failed: landed 95 mm from the left edge, allows 3.2 mm (band)"])
  }

  // MARK: Which way, how far, how fast

  @Test func failsAsSoonAsItDoesNotMoveIn() {
    let failed = { (text: String) in
      ["24.0 ms it failed: moved \(text) away from straight inward, allows 45° (max-angle)"]
    }
    #expect(story(of: "edge-swipe", swipe("2,95", "0,6")) == failed("90°"))
    #expect(story(of: "edge-swipe", swipe("297,95", "6,0")) == failed("180°"))
    #expect(story(of: "edge-swipe", swipe("2,95", "5,6")) == failed("50°"))
    #expect(story(of: "edge-swipe edge=top-left", swipe("2,2", "-2,6")) == failed("63°"))
    #expect(story(of: "edge-swipe", swipe("2,95", "6,5.9")) == ["40.0 ms it recognized: 1 finger"])
    #expect(
      story(of: "edge-swipe max-angle=10deg", swipe("2,95", "6,1.5"))
        == ["40.0 ms it failed: moved 14° away from straight inward, allows 10° (max-angle)"])
  }

  @Test func movesInFarEnough() {
    #expect(
      story(of: "edge-swipe", swipe("2,95", "4.9,0")) == [
        "100.0 ms it failed: moved 4.9 mm inward, needs 5 mm (min-travel)"
      ])
    #expect(
      story(of: "edge-swipe", swipe("2,95", "-1,0")) == [
        "100.0 ms it failed: moved 0 mm inward, needs 5 mm (min-travel)"
      ])
    #expect(story(of: "edge-swipe min-travel=4mm", swipe("2,95", "4.9,0")).first == "40.0 ms it recognized: 1 finger")
  }

  @Test func movesInInTime() {
    let touches = "0ms down a 2,95\n100ms move a by 3,0\n600ms move a by 6,0\n700ms up a"
    #expect(
      story(of: "edge-swipe", touches) == [
        "500.0 ms it failed: took more than 500 ms for 3 mm inward, allows 500 ms (max-duration)"
      ])
    #expect(story(of: "edge-swipe max-duration=700ms", touches) == ["600.0 ms it recognized: 1 finger"])
  }

  @Test func reportsTheMovementFromItsLanding() {
    expectScript(
      """
      gestures
        it = edge-swipe edge=left
      touches
        0ms   down a 2,95
        0ms   move a by 8,4 over 64ms
        90ms  up a
      expect
        40ms  it dx=5 dy=2.5 vx=125 vy=62.5 x=7 y=97.5 direction=right
      """)
  }

  // MARK: What it declares

  @Test func theTimeoutAndTheTravelAreDeclared() {
    let settings = Settings(EdgeSwipe.kind, for: .touchpad)
    #expect(EdgeSwipe.kind.traits.timeout(settings) == .resting(TimeSpan(milliseconds: 600)))
    #expect(EdgeSwipe.kind.traits.travel(settings) == 6)
  }

  @Test(arguments: ["edge-swipe", "edge-pan"])
  func itsTerritoryIsWhereItsFingersLand(name: String) throws {
    let kind = try #require(Catalogue.kind(named: name))
    let surface = Size(width: 300, height: 190)
    let startAreas = { (values: [String: SettingValue]) in
      kind.traits.startAreas(Settings(kind, for: .touchscreen, layers: [values]), surface)
    }
    #expect(
      startAreas(["edge": .choice("left")]) == [Rectangle(left: 0, top: 0, right: 3.2, bottom: 190)])
    #expect(
      startAreas(["edge": .choice("bottom-right"), "corner": .quantity(20)])
        == [Rectangle(left: 280, top: 170, right: 300, bottom: 190)])
    #expect(startAreas([:]).count == 4)
    #expect(startAreas(["edge": .choice("any-corner")]).count == 4)
    #expect(startAreas(["edge-first": .flag(false)]).isEmpty)
  }

  /// A scroll along the edge that waits for it starts as early as it would without it.
  @Test func aScrollAlongTheEdgeIsNotHeldUp() {
    let gestures = "gestures\nscroll = pan require-to-fail=in\nin = edge-swipe\ntouches\n"
    #expect(
      story(gestures + swipe("2,95", "0,30")) == [
        "8.0 ms in failed: moved 90° away from straight inward, allows 45° (max-angle)",
        "8.0 ms scroll began: 1 finger",
        "100.0 ms scroll ended: 1 finger",
      ])
  }
}
