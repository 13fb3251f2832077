import CLinux
import GestureCore
import Glibc
import Support
import Testing

@testable import DeviceInput

/// What udev would say of a device that may vibrate.
private struct Facts: UdevFacts {
  var node: String? = "/dev/input/event5"
  var action: String?
  var isInitialized = true
  var properties: [String: String] = [:]
  var attributes: [String: String] = [:]

  func property(_ name: String) -> String? { properties[name] }
  func attribute(_ name: String) -> String? { attributes[name] }
  func hasTag(_ name: String) -> Bool { false }
}

/// What vibrates, how soon again, and what becomes of a process that has a node. Real devices: kernel scenario `haptics`.
@Suite struct VibrationTests {
  private let touchKeys = "400 0 0 0 0 0"
  /// FF_RUMBLE with what ff-memless makes of it, and FF_HAPTIC.
  private let rumble = "107030000 0"
  private let haptic = "8000 0"

  private func node(_ attributes: [String: String], _ properties: [String: String] = [:]) -> HapticNode? {
    HapticNode(Facts(properties: properties, attributes: attributes), seat: "seat0", mark: "/input-by-us-")
  }

  private func touchscreen(_ effects: String) -> HapticNode? {
    node(
      ["name": "Panel", "capabilities/key": touchKeys, "capabilities/ff": effects],
      ["ID_INPUT_TOUCHSCREEN": "1", "USEC_INITIALIZED": "7"])
  }

  @Test func aTouchDeviceIsKnownWithWhatItCanDo() {
    let panel = HapticNode(
      node: "/dev/input/event5", name: "Panel", kind: .touchscreen, means: .rumble, plugged: "7")
    #expect(touchscreen(rumble) == panel)
    #expect(touchscreen(haptic)?.means == .haptic)
    #expect(touchscreen("107038000 0")?.means == .haptic, "its own click is better than a motor")
    #expect(touchscreen("0")?.means == nil && touchscreen("0")?.kind == .touchscreen)
  }

  @Test func aVibratorDoesNothingElse() {
    let vibrator = ["name": "pm8xxx-vib", "capabilities/ev": "200001", "capabilities/ff": rumble]
    #expect(node(vibrator) == HapticNode(node: "/dev/input/event5", name: "pm8xxx-vib", means: .rumble))
    #expect(node(vibrator, ["ID_SEAT": "seat1"]) == nil)
    #expect(node(vibrator.merging(["capabilities/ff": "0"]) { $1 }) == nil)
    // A gamepad has keys and axes; a power button with a motor has keys.
    for types in ["20000b", "200003"] { #expect(node(vibrator.merging(["capabilities/ev": types]) { $1 }) == nil) }
  }

  @Test func whatIsTouchedGoesFirst() throws {
    let panel = try #require(touchscreen(rumble))
    var pad = try #require(touchscreen("0"))
    pad.node = "/dev/input/event6"
    let vibrator = HapticNode(node: "/dev/input/event2", name: "vib \u{1B}", means: .rumble)
    let all = Vibrators([vibrator, panel, pad])
    #expect(all.choice(for: panel.node) == .itself(panel) && all.choice(for: pad.node) == .other(vibrator))
    #expect(Vibrators([panel, pad]).choice(for: pad.node) == .nothing, "another touch device lies under another hand")
    #expect(all.choice(for: panel.node).text == "yes (FF_RUMBLE)")
    #expect(all.choice(for: pad.node).text == "by \"vib \\u001B\"")
    #expect(Vibrators().choice(for: pad.node).text == "no")
  }

  @Test func ticksThatComeTooSoonAreLeftOut() {
    var pace = TickPace()
    var taken: [Int64] = []
    for time in Array(stride(from: Int64(0), through: 100_000, by: 10_000)) + [1_000_000] where pace.takesTick(at: time)
    {
      taken.append(time)
    }
    #expect(taken == [0, 30_000, 60_000, 90_000, 1_000_000])
  }

  /// The process says why it can't, and is gone.
  @Test(arguments: [
    ("/dev/input/event5999", VibrationFailure.unopened(ENOENT)), ("/dev/null", VibrationFailure.refused(ENOTTY)),
  ])
  func aNodeThatCanNotVibrate(path: String, failure: VibrationFailure) throws {
    let ready = try ReadySet()
    let node = HapticNode(node: path, name: "x", means: .rumble)
    let process = try #require(VibratorProcess(node, ready, at: 0))
    var wanted = pollfd(fd: try #require(process.descriptor), events: Int16(POLLIN), revents: 0)
    #expect(poll(&wanted, 1, 60_000) == 1)
    #expect(process.hear(at: 1) && process.failure == failure && process.descriptor == nil)
    process.tick(at: 60_000_000)
    #expect(process.failure == failure, "it is not tried again and again")
  }

  @Test func whatIsMissingIsSaid() {
    var node = HapticNode(node: "/dev/input/event2", name: "vib", means: .rumble)
    expectSnapshot(
      [
        Wording.doesNotVibrate(node, .unopened(EACCES)), Wording.doesNotVibrate(node, .refused(ENOSPC)),
        Wording.doesNotVibrate(node, .refused(ETIMEDOUT)), Wording.doesNotVibrate(node, .refused(EINVAL)),
        Wording.doesNotVibrate(node, .ended(EIO)), Wording.doesNotVibrate(node, .noProcess(EAGAIN)),
        Wording.vibrates(node), nothing(&node),
      ].joined(separator: "\n") + "\n", "devices/vibration")
  }

  /// For `doctor`.
  @Test func eachDeviceIsToldByWhatItVibrates() throws {
    let panel = try #require(touchscreen("0"))
    let found = FoundDevice(device: try #require(panel.device), node: panel.node, sizeOrigin: .device)
    func told(_ nodes: [HapticNode]) -> (text: String, fix: String?) {
      DeviceReport(seat: "seat0", found: [found], unopenable: [], vibrators: Vibrators(nodes)).vibration(of: found)
    }
    let name = "touchscreen \"Panel\" (/dev/input/event5)"
    #expect(told([panel]) == ("nothing vibrates for gestures on \(name)", Wording.withoutVibration))
    let vibrator = HapticNode(node: "/dev/input/event5999", name: "vib", means: .rumble)
    #expect(
      told([panel, vibrator]) == ("vibrator \"vib\" (/dev/input/event5999) vibrates for gestures on \(name)", nil))
    #expect(told([try #require(touchscreen(haptic))]).text == "\(name) vibrates for gestures, by FF_HAPTIC")
  }

  private func nothing(_ node: inout HapticNode) -> String {
    node.kind = .touchscreen
    return node.device.map { Wording.nothingVibrates($0, node.node, for: ["swipe", "volume"]) } ?? ""
  }
}
