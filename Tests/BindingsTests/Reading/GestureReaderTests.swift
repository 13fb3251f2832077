import Bindings
import GestureCore
import Testing

/// The gesture read from a section `[gesture.NAME]`.
struct GestureReaderTests {
  @Test func everyKeyArrivesInTheRule() throws {
    let rules = try #require(
      load(
        """
        [gesture.a]
        kind = "tap"
        device = "touchscreen"
        fingers = "2-3"
        priority = 5
        taps = 2
        slop = "0.4 cm"
        max-duration = "0.3 s"
        require-to-fail = "c"
        simultaneous-with = ["b", "kind:pan"]
        run = "x"
        [gesture.b]
        kind = "pan"
        device = "ELAN*"
        axis = "vertical"
        strict-fingers = true
        run = "x"
        [gesture.c]
        kind = "long-press"
        run = "x"
        """
      ).rules)
    let (a, b, c) = (rules.ruleSet.gestures[0], rules.ruleSet.gestures[1], rules.ruleSet.gestures[2])
    #expect(a.kind.name == "tap")
    #expect(a.device == .deviceClass(.touchscreen))
    #expect(a.priority == 5)
    #expect(
      a.settings == [
        "fingers": .countRange(2...3), "taps": .count(2), "slop": .quantity(4), "max-duration": .quantity(300),
      ])
    #expect(a.relations.requireToFail == [Requirement(.gesture("c"))])
    #expect(a.relations.simultaneousWith == [.gesture("b"), .kind("pan")])
    #expect(b.device == .name("ELAN*"))
    #expect(b.settings == ["axis": .choice("vertical"), "strict-fingers": .flag(true)])
    #expect(c.device == .any)
    #expect(c.priority == 0)
    #expect(c.settings == [:])
  }

  @Test func quotedAndInlineGesturesAreGestures() {
    let rules = load(
      """
      [gesture]
      "nächste Seite" = { kind = "tap", run = "x" }
      b.kind = "pan"
      b.run = "x"
      """
    ).rules
    #expect(rules?.ruleSet.gestures.map(\.name) == ["nächste Seite", "b"])
  }

  @Test func defaultsAndDevicesArrive() throws {
    let rules = try #require(
      load(
        """
        [defaults]
        tap.slop = "5 mm"
        [defaults.touchpad]
        swipe.min-distance = "14 mm"
        [device."ELAN*"]
        size = "256 x 144 mm"
        turned = "90 deg"
        tap.slop = "4 mm"
        [device."Wacom"]
        size = "25.6×14.4cm"
        turned = "270deg"
        [gesture.a]
        kind = "tap"
        run = "x"
        """
      ).rules?.ruleSet)
    #expect(rules.defaults == ["tap": ["slop": .quantity(5)]])
    #expect(rules.classDefaults == [.touchpad: ["swipe": ["min-distance": .quantity(14)]]])
    #expect(rules.devices.map(\.pattern) == ["ELAN*", "Wacom"])
    #expect(rules.size(of: DeviceIdentity("ELAN 1", .touchscreen)) == Size(width: 256, height: 144))
    #expect(rules.size(of: DeviceIdentity("Wacom", .touchscreen)) == Size(width: 256, height: 144))
    #expect(rules.output(of: DeviceIdentity("ELAN 1", .touchscreen)) == nil)
    #expect(rules.fixedRotation(of: DeviceIdentity("ELAN 1", .touchscreen)) == .quarter)
    #expect(rules.fixedRotation(of: DeviceIdentity("Wacom", .touchscreen)) == .threeQuarters)
    #expect(rules.devices[0].settings == ["tap": ["slop": .quantity(4)]])
  }

  @Test func aClassOfDeviceHasASection() throws {
    let rules = try #require(
      load(
        """
        [device."*2513*"]
        turned = "90 deg"
        allow-keys = false
        [device.touchscreen]
        turned = "180 deg"
        output = "DSI-1"
        [device.touchpad]
        source = "raw"
        [device."Panel 7"]
        allow-keys = true
        [gesture.a]
        kind = "tap"
        run = "x"
        """
      ).rules?.ruleSet)
    let panel = DeviceIdentity("ELAN2513", .touchscreen)
    #expect(rules.fixedRotation(of: panel) == .quarter && rules.output(of: panel) == "DSI-1")
    #expect(rules.fixedRotation(of: DeviceIdentity("Goodix", .touchscreen)) == .half)
    #expect(rules.fixedRotation(of: DeviceIdentity("Goodix", .touchpad)) == nil)
    #expect(rules.source(of: DeviceIdentity("Goodix", .touchpad)) == .raw)
    #expect(rules.source(of: panel) == .auto)
    #expect(rules.allowsKeys(of: DeviceIdentity("panel 7", .touchscreen)) && !rules.allowsKeys(of: panel))
    #expect(!rules.allowsKeys(of: DeviceIdentity("Other", .touchscreen, connection: "Panel 7")))
  }
}
