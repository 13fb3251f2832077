import Desktop
import Support
import Testing

@testable import GestureCore
@testable import gesture_bridge

/// The places of devices, and when a new place counts.
struct ScreensTests {
  /// Two panels of one make have one name, so their sections use the connector.
  @Test func touchscreensThatAreTakenToLieOnOneOutput() {
    func screen(_ id: Int32, _ name: String, at connection: String = "") -> Device {
      var device = Device(
        id: DeviceID(id), name: name, deviceClass: .touchscreen, size: Size(width: 300, height: 190),
        capabilities: [.contacts, .places])
      device.connection = connection
      return device
    }
    let alike = (1...2).map { (device: screen($0, "Panel", at: "usb-1.\($0)/input0"), output: "eDP-1") }
    expectSnapshot(Message.sharedOutput(alike, of: ["eDP-1", "DP-2"]) ?? "", "two touchscreens on one output")
    let other = (device: screen(3, "Other"), output: "eDP-1")
    #expect(
      Message.sharedOutput([alike[0], other], of: ["eDP-1", "DP-2"])?
        .hasSuffix("set the right output under [device.\"Other\"], such as `output = \"DP-2\"`") == true)
    #expect(Message.sharedOutput(alike, of: ["eDP-1"]) == nil)
    #expect(Message.sharedOutput([alike[0], (device: other.device, output: "DP-2")], of: ["eDP-1", "DP-2"]) == nil)
  }

  private static let screen = Device(
    id: DeviceID(1), name: "ELAN Touchscreen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  private func outputs(_ name: String, _ rotation: Rotation = .none) -> OutputMap {
    var map = OutputMap()
    map.take([DesktopOutput(name: name, rotation: rotation)])
    return map
  }

  private func event(at place: Vector) -> GestureEvent {
    var values = GestureValues()
    values.location = place
    let time = Timestamp(microseconds: 0)
    return GestureEvent(
      time: time, since: time, device: Self.screen.id, gesture: GestureID(0), state: .changed,
      duration: TimeSpan(milliseconds: 0), tool: .finger, values: values)
  }

  @Test func otherOutputsMakeAllDevicesOutOfDate() {
    var screens = Screens()
    let rules = RuleSet()
    screens.follow(outputs("eDP-1"), devices: [Self.screen.id])
    #expect(screens.areOutdated && screens.isOutdated(Self.screen.id))
    screens.beginUpdate()
    #expect(!screens.areOutdated && screens.isOutdated(Self.screen.id))
    #expect(screens.change(of: Self.screen, rules, isIdle: false) == nil && screens.isOutdated(Self.screen.id))
    let change = screens.change(of: Self.screen, rules, isIdle: true)
    #expect(change?.device.rotation == Rotation.none && change?.isOff == false)
    #expect(!screens.isOutdated(Self.screen.id))
    screens.follow(outputs("eDP-1"), devices: [Self.screen.id])
    #expect(!screens.areOutdated && !screens.isOutdated(Self.screen.id), "nothing has changed")
    screens.follow(outputs("eDP-1", .half), devices: [Self.screen.id])
    #expect(screens.areOutdated && screens.isOutdated(Self.screen.id))
    #expect(change.map { screens.change(of: $0.device, rules, isIdle: true)?.device.rotation == .half } ?? false)
  }

  @Test func aGestureIsAtAShareOfTheOutputThatItsDeviceLiesOn() {
    var screens = Screens()
    let event = event(at: Vector(150, 19))
    #expect(screens.share(of: event, on: Self.screen, RuleSet()) == nil, "no output is known")
    screens.follow(outputs("eDP-1"), devices: [])
    let first = screens.share(of: event, on: Self.screen, RuleSet())
    #expect(first?.output == "eDP-1" && first?.share == Vector(0.5, 0.1))
    screens.follow(outputs("DP-2"), devices: [])
    #expect(screens.share(of: event, on: Self.screen, RuleSet())?.output == "DP-2", "the answer before does not stay")
  }
}
