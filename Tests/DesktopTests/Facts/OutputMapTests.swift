import GestureCore
import Testing

@testable import Desktop

/// The output that a touchscreen belongs to, and the facts about that output.
struct OutputMapTests {
  private static let screen = Device(
    id: DeviceID(1), name: "ELAN Touchscreen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])
  private static let panel = DesktopOutput(name: "eDP-1", rotation: .quarter, isTall: false)
  private static let beside = DesktopOutput(name: "DP-2", rotation: Rotation.none, isTall: true)

  private func map(_ reported: [DesktopOutput]?...) -> OutputMap {
    reported.reduce(into: OutputMap()) { $0.take($1) }
  }

  private func place(_ map: OutputMap, _ rules: RuleSet = RuleSet()) -> OutputMap.Place? {
    map.place(of: Self.screen, rules)
  }

  private func on(_ output: String) -> RuleSet { RuleSet(devices: [DeviceSection(pattern: "ELAN*", output: output)]) }

  @Test func theRulesGoFirstThenThePanelThatIsBuiltInThenTheOnlyOutput() {
    let both = map([Self.beside, Self.panel])
    #expect(place(both, on("DP-*"))?.output == "DP-2")
    #expect(place(both)?.output == "eDP-1")
    #expect(place(map([Self.beside]))?.output == "DP-2")
    let two = map([Self.beside, DesktopOutput(name: "DP-3", rotation: .half)])
    #expect(place(two) == nil, "it may lie on either")
    #expect(place(two, on("DP-3"))?.rotation == .half)
    #expect(place(map([])) == nil && place(map(nil)) == nil)
  }

  @Test func itTurnsAsTheOutputDoes() {
    #expect(place(map([Self.panel])) == .init(output: "eDP-1", rotation: .quarter, orientation: .portrait))
    #expect(place(map([Self.beside])) == .init(output: "DP-2", rotation: Rotation.none, orientation: .portrait))
    var turned = Self.panel
    turned.rotation = .half
    #expect(place(map([Self.panel], [turned]))?.orientation == .landscapeFlipped)
    turned.rotation = nil
    #expect(place(map([turned])) == .init(output: "eDP-1", rotation: nil, orientation: nil), "mirrored")
  }

  @Test func anOutputThatWasThereAndIsNoLongerIsOff() {
    #expect(place(map([Self.panel], []))?.isOff == true)
    #expect(place(map([Self.panel, Self.beside], [Self.beside])) == place(map([Self.panel], [])), "a closed lid")
    #expect(place(map([Self.panel], [], [Self.panel]))?.isOff == false)
    #expect(place(map([Self.beside], []))?.isOff == true)
    #expect(place(map([Self.beside], [DesktopOutput(name: "DP-9", rotation: .half)]))?.output == "DP-9")
    #expect(place(map([Self.beside]), on("DP-9")) == nil, "one that never was there is unknown")
    #expect(place(map([Self.beside, Self.panel], [Self.panel]), on("DP-2"))?.isOff == true)
    var asleep = Self.panel
    asleep.isOn = false
    #expect(place(map([asleep]))?.isOff == true)
    #expect(place(map([asleep, Self.beside]))?.output == "eDP-1")
  }

  @Test func whileTheDesktopTellsNothingAScreenStaysTurnedAndIsOn() {
    #expect(place(map([Self.panel], nil)) == .init(output: "eDP-1", rotation: .quarter, orientation: nil))
    #expect(place(map([Self.panel], [], nil))?.isOff == false)
  }

  /// A drawing tablet lies on the desk; only a digitizer that is built into the screen turns with it.
  @Test func touchpadsAndDrawingTabletsDoNotTurn() {
    var pad = Self.screen
    pad.deviceClass = .touchpad
    var pen = Self.screen
    pen.capabilities.insert(.stylus)
    #expect(map([Self.panel]).place(of: pad, RuleSet()) == nil && map([Self.panel]).place(of: pen, RuleSet()) == nil)
    pen.capabilities.insert(.onScreen)
    #expect(
      map([Self.panel]).place(of: pen, RuleSet()) == .init(output: "eDP-1", rotation: .quarter, orientation: .portrait))
  }

  @Test func endlessNamesAreForgotten() {
    var map = OutputMap()
    for number in 0..<1000 { map.take([DesktopOutput(name: "DP-\(number)", rotation: Rotation.none)]) }
    #expect(place(map, on("DP-999"))?.isOff == false && place(map, on("DP-0")) == nil)
  }

  @Test func outputsAreOfInterestWhereATouchscreenIsUsed() throws {
    let tap = try #require(Catalogue.kind(named: "tap"))
    let anywhere = RuleSet(gestures: [GestureRule(name: "a", kind: tap)])
    #expect(anywhere.follows(Self.screen) && !RuleSet().follows(Self.screen))
    let pads = RuleSet(gestures: [GestureRule(name: "a", kind: tap, device: .deviceClass(.touchpad))])
    #expect(!pads.follows(Self.screen))
    var fixed = anywhere
    fixed.devices = [DeviceSection(pattern: "ELAN*", rotation: .half)]
    #expect(!fixed.follows(Self.screen))
    fixed.devices.append(DeviceSection(pattern: "*", output: "eDP-1"))
    #expect(fixed.follows(Self.screen), "whether it is on")
  }
}
