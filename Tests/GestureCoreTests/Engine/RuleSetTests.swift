import GestureCore
import Support
import Testing

/// Which settings count for which device, and which rules apply to it.
@Suite struct RuleSetTests {
  private let screen = CoreBench.screen
  private let pad = Device(
    id: DeviceID(2), name: "ELAN Touchpad", deviceClass: .touchpad, size: Size(width: 100, height: 66),
    capabilities: .contacts, fingers: 1...5)

  private func slop(_ rules: RuleSet, on device: Device) -> SettingValue? {
    rules.settings(of: rules.gestures[0], on: device)["slop"]
  }

  /// A setting of the rule beats one of the device, then of the class, then the general one, then the kind's default.
  @Test func theNearestSettingWins() {
    func slops(_ value: Double) -> SettingOverrides {
      ["tap": ["slop": .quantity(value)], "pan": ["slop": .quantity(9)]]
    }
    var rules = RuleSet(gestures: [GestureRule(name: "it", kind: Tap.kind)])
    #expect(slop(rules, on: screen) == .quantity(3))
    #expect(slop(rules, on: pad) == .quantity(2))
    rules.defaults = slops(4)
    #expect(slop(rules, on: screen) == .quantity(4))
    #expect(slop(rules, on: pad) == .quantity(4))
    rules.classDefaults[.touchpad] = slops(5)
    #expect(slop(rules, on: screen) == .quantity(4))
    #expect(slop(rules, on: pad) == .quantity(5))
    rules.devices = [
      DeviceSection(pattern: "ELAN*", settings: slops(6)), DeviceSection(pattern: "Synaptics*", settings: slops(1)),
    ]
    #expect(slop(rules, on: screen) == .quantity(4))
    #expect(slop(rules, on: pad) == .quantity(6))
    rules.devices.append(DeviceSection(pattern: "*Touchpad", settings: slops(7)))
    #expect(slop(rules, on: pad) == .quantity(7))
    rules.devices.append(DeviceSection(pattern: "touchpad", settings: slops(9)))
    #expect(slop(rules, on: pad) == .quantity(7), "a name goes before a class, whatever the order")
    rules.devices.removeAll { $0.pattern != "touchpad" }
    #expect(slop(rules, on: pad) == .quantity(9))
    #expect(slop(rules, on: screen) == .quantity(4))
    rules.gestures[0].settings = ["slop": .quantity(8)]
    #expect(slop(rules, on: screen) == .quantity(8))
    #expect(slop(rules, on: pad) == .quantity(8))
  }

  @Test func undeclaredSettingsAreIgnored() {
    let rules = RuleSet(
      gestures: [GestureRule(name: "it", kind: Tap.kind, settings: ["axis": .choice("any")])],
      defaults: ["tap": ["min-span": .quantity(1)]])
    let settings = rules.settings(of: rules.gestures[0], on: screen)
    #expect(settings["axis"] == nil && settings["min-span"] == nil)
    #expect(Tap.kind.allSettings.allSatisfy { settings[$0.name] == $0.touchscreen })
  }

  @Test func howADeviceIsRead() {
    let rules = RuleSet(devices: [
      DeviceSection(pattern: "*", source: .auto), DeviceSection(pattern: "ELAN*", rotation: .half),
      DeviceSection(pattern: "ELAN Touchpad", source: .raw),
    ])
    #expect(rules.source(of: DeviceIdentity("ELAN Touchpad", .touchpad)) == .raw)
    #expect(rules.source(of: DeviceIdentity("ELAN Touchscreen", .touchscreen)) == .auto)
    #expect(RuleSet().source(of: DeviceIdentity("ELAN Touchpad", .touchpad)) == .auto)
    let intercepting = RuleSet(devices: [
      DeviceSection(pattern: "*", source: .libinput, intercept: true), DeviceSection(pattern: "*pad", intercept: false),
    ])
    #expect(intercepting.intercepts(DeviceIdentity("a screen", .touchscreen)))
    #expect(!intercepting.intercepts(DeviceIdentity("a touchpad", .touchpad)))
    #expect(intercepting.source(of: DeviceIdentity("a screen", .touchscreen)) == .raw)
    #expect(intercepting.source(of: DeviceIdentity("a touchpad", .touchpad)) == .libinput)
  }

  @Test func whoseSlotsMayBeRead() {
    func classes(_ sections: DeviceSection...) -> [DeviceClass] {
      DeviceClass.allCases.filter(RuleSet(devices: sections).mayReadSlots)
    }
    #expect(classes() == [.touchpad])
    #expect(classes(DeviceSection(pattern: "*", source: .libinput)) == [])
    #expect(classes(DeviceSection(pattern: "ELAN*", source: .libinput)) == [.touchpad])
    let exception = DeviceSection(pattern: "ELAN*", source: .auto)
    #expect(classes(DeviceSection(pattern: "*", source: .libinput), exception) == [.touchpad])
    #expect(classes(DeviceSection(pattern: "ELAN*", source: .raw)) == [.touchscreen, .touchpad])
    #expect(classes(DeviceSection(pattern: "ELAN*", intercept: true)) == [.touchscreen, .touchpad])
    #expect(classes(DeviceSection(pattern: "touchpad", source: .libinput)) == [])
    #expect(classes(DeviceSection(pattern: "touchscreen", source: .libinput)) == [.touchpad])
    #expect(classes(DeviceSection(pattern: "touchpad", intercept: true)) == [.touchpad])
    #expect(classes(DeviceSection(pattern: "touchscreen", intercept: true)) == [.touchscreen, .touchpad])
  }

  @Test func whichDevicesASectionIsFor() {
    func matches(_ pattern: String, _ name: String, at connection: String = "") -> Bool {
      DeviceMatch(section: pattern).matches(DeviceIdentity(name, .touchpad, connection: connection))
    }
    #expect(matches("*Touchpad*", "SynPS/2 Synaptics TouchPad"), "capitals don't count")
    #expect(matches("touchpad", "SynPS/2 Synaptics TouchPad") && !matches("touchscreen", "a touchscreen"))
    #expect(matches("usb-*-2/input0", "Panel", at: "usb-0000:00:14.0-2/input0"))
    #expect(!matches("usb-*-2/input0", "Panel", at: "usb-0000:00:14.0-1/input0"))
    #expect(matches("*", "") && !matches("", "Panel"), "a device without a known connection fits no empty one")
  }

  /// A touchpad as libinput reports it (`listening`), and as its own slots do (`raw`).
  private var listening: Device {
    var device = pad
    device.capabilities = LibinputTouchpad.capabilities
    device.fingers = 1...4
    return device
  }
  private var raw: Device {
    var device = pad
    device.capabilities = [.contacts, .places, .pointing]
    return device
  }

  @Test(arguments: [
    ("tap", 4, DeviceMatch.any, true), ("tap", 2, .any, false), ("tap", 2, .deviceClass(.touchpad), true),
    ("tap", 1, .name("ELAN*"), true), ("tap", 4, .deviceClass(.touchscreen), false), ("swipe", 3, .any, false),
    ("swipe", 5, .any, true), ("swipe", 2, .any, false), ("swipe", 2, .deviceClass(.touchpad), true),
    ("pinch", 2, .any, false), ("edge-swipe", 1, .any, false), ("edge-swipe", 1, .deviceClass(.touchpad), true),
  ])
  func slotsAreNeededForUnreportedGestures(kind: String, fingers: Int, device: DeviceMatch, isNeeded: Bool) throws {
    var rule = GestureRule(
      name: "it", kind: try #require(Catalogue.kind(named: kind)), settings: ["fingers": .countRange(fingers...fingers)]
    )
    rule.device = device
    #expect(RuleSet(gestures: [rule]).needs(raw: raw, insteadOf: listening) == isNeeded)
  }

  @Test func fewFingersPointUnlessTheRuleNamesADevice() {
    func obstacle(_ kind: Kind, _ fingers: Int, _ device: DeviceMatch = .any) -> Ineligibility? {
      var rule = GestureRule(name: "it", kind: kind, settings: ["fingers": .countRange(fingers...fingers)])
      rule.device = device
      return RuleSet().obstacle(to: rule, on: raw)
    }
    #expect(obstacle(Tap.kind, 1) == .pointing)
    #expect(obstacle(Swipe.kind, 2) == .pointing)
    #expect(obstacle(Swipe.kind, 3) == nil)
    #expect(obstacle(Tap.kind, 1, .deviceClass(.touchpad)) == nil)
    // libinput reports these gestures too, and doesn't take them for scrolling.
    #expect(obstacle(Pinch.kind, 2) == nil)
    #expect(obstacle(LongPress.kind, 1) == nil)
  }

  @Test func sizeAndRotationOfADevice() {
    let size = Size(width: 10, height: 20)
    let rules = RuleSet(devices: [
      DeviceSection(pattern: "*", size: size, rotation: .half), DeviceSection(pattern: "ELAN*", rotation: .quarter),
    ])
    #expect(rules.size(of: DeviceIdentity("ELAN Touchpad", .touchpad)) == size)
    #expect(rules.fixedRotation(of: DeviceIdentity("ELAN Touchpad", .touchpad)) == .quarter)
    #expect(rules.fixedRotation(of: DeviceIdentity("other", .touchpad)) == .half)
    #expect(RuleSet().size(of: DeviceIdentity("other", .touchpad)) == nil)
    let turned = Device(
      id: DeviceID(1), name: "other", deviceClass: .touchscreen, size: size, rotation: .threeQuarters, capabilities: [])
    #expect(rules.rotation(of: turned) == .half, "the rules go first")
    #expect(RuleSet().rotation(of: turned) == .threeQuarters)
    #expect(RuleSet().fixedRotation(of: DeviceIdentity("other", .touchpad)) == nil)
  }

  // MARK: Obstacles

  @Test func obstacles() {
    let rules = RuleSet()
    func obstacle(_ rule: GestureRule, _ device: Device) -> Ineligibility? { rules.obstacle(to: rule, on: device) }
    let tap = GestureRule(name: "it", kind: Tap.kind)
    #expect(obstacle(tap, screen) == nil)
    #expect(obstacle(GestureRule(name: "it", kind: Tap.kind, device: .deviceClass(.touchpad)), screen) == .otherDevice)
    #expect(obstacle(GestureRule(name: "it", kind: Tap.kind, device: .name("ELAN*")), pad) == nil)
    var gestures = pad
    gestures.capabilities = .settledFingers
    #expect(obstacle(tap, gestures) == .lacks(.contacts))
    #expect(obstacle(GestureRule(name: "it", kind: Swipe.kind), gestures) == nil)
    func fingers(_ range: ClosedRange<Int>) -> Ineligibility? {
      obstacle(GestureRule(name: "it", kind: Swipe.kind, settings: ["fingers": .countRange(range)]), pad)
    }
    #expect(fingers(6...6) == .fingers(1...5))
    #expect(fingers(5...6) == nil)
  }

  // MARK: Names

  @Test(arguments: [
    ("*", "", true), ("", "", true), ("", "a", false), ("a", "", false), ("*", "anything", true),
    ("ELAN*", "ELAN Touchpad", true),
    ("elan*", "ELAN Touchpad", false), ("*pad", "ELAN Touchpad", true), ("*pad", "pads", false), ("?", "é", true),
    ("??", "é", false), ("a*b*c", "axxbyybzc", true), ("a*b*c", "axxbyy", false), ("a**c", "ac", true),
    ("*a*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false), ("[a]", "[a]", true),
  ])
  func globs(pattern: String, text: String, fits: Bool) { #expect(glob(pattern, matches: text) == fits) }

  @Test(arguments: [
    ("elan*", "ELAN Touchpad", true), ("ELAN?t*", "elan Touchpad", true), ("é", "É", false), ("[", "{", false),
    ("Firefox", "firefo", false),
  ])
  func globsInAnyCase(pattern: String, text: String, fits: Bool) {
    #expect(glob(pattern, matches: text, ignoringCase: true) == fits)
  }

  @Test func references() {
    let rules = RuleSet(gestures: [
      GestureRule(name: "a", kind: Tap.kind), GestureRule(name: "b", kind: Tap.kind),
      GestureRule(name: "c", kind: Pan.kind),
    ])
    func named(_ references: Reference...) -> [Int] { rules.gestures(references, of: GestureID(0)).map(\.rawValue) }
    #expect(named(.gesture("c"), .gesture("b"), .gesture("c")) == [1, 2])
    #expect(named(.kind("tap")) == [1])
    #expect(named(.gesture("a")) == [0])
    #expect(named(.gesture("nobody"), .kind("nothing")) == [])
  }

  // MARK: Rotation

  /// A finger that moves along the sensor's x moves in the direction that the user sees.
  @Test(arguments: [
    (Rotation.none, "right", 40.0, 30.0), (.quarter, "down", 160, 40), (.half, "left", 260, 160),
    (.threeQuarters, "up", 30, 260),
  ])
  func rotatesTouchesAsTheUserSeesThem(rotation: Rotation, direction: String, x: Double, y: Double) {
    let rules = RuleSet(
      gestures: [
        GestureRule(name: "flick", kind: Swipe.kind, simultaneousWith: [.gesture("press")]),
        GestureRule(name: "press", kind: LongPress.kind, settings: ["min-duration": .quantity(50)]),
      ], devices: [DeviceSection(pattern: "touchscreen", rotation: rotation)])
    expectScript(
      """
      touches
        0ms    down a 40,30
        100ms  move a by 20,0 over 80ms
        200ms  up a
      expect
        50ms   press began x=\(x) y=\(y)
        148ms  flick direction=\(direction)
        200ms  press ended
      """, rules: rules)
  }
}
