import GestureCore
import Glibc
import Interception
import Testing

@testable import DeviceInput

/// The messages if a device can't be intercepted, or is given back.
@Suite struct InterceptionWordingTests {
  private static let found = FoundDevice(
    device: Device(
      id: DeviceID(1), name: "ELAN \u{1B}Screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
      capabilities: [.contacts, .places]), node: "/dev/input/event3", sizeOrigin: .device)

  private static let subject = "touchscreen \"ELAN \\u001BScreen\" (/dev/input/event3)"

  @Test(arguments: [
    (
      InterceptionFailure.noUinput(EACCES), "/dev/uinput can't be opened: permission denied",
      "run `sudo \"$(command -v gesture-bridge)\" permit uinput` to get access, then run `gesture-bridge reload`"
    ),
    (
      .noUinput(ENOENT), "/dev/uinput is not available",
      "run `sudo modprobe uinput` to load the kernel module, then run `gesture-bridge reload`"
    ),
    (
      .noUinput(EMFILE), "/dev/uinput can't be opened: Too many open files",
      "run `gesture-bridge reload` to try again"
    ),
    (.noSlots, "the device does not report its touches in slots", "set `intercept = false` for this device"),
    (
      .notWritable,
      "you can't write to the device, and gesture-bridge must write to it to give the device back to applications later",
      "run `sudo \"$(command -v gesture-bridge)\" permit touch` to get access, then run `gesture-bridge reload`"
    ),
    (.notGrabbed(EBUSY), "another program has grabbed the device", "run `sudo fuser -v "),
    (.noClone(EINVAL), "the device can't be cloned: Invalid argument", "run `gesture-bridge reload` to try again"),
    (
      .noGuard(EAGAIN), "the guard process can't be started: Resource temporarily unavailable",
      "run `gesture-bridge reload` to try again"
    ),
  ])
  func eachFailureHasItsFix(failure: InterceptionFailure, reason: String, fix: String) {
    let said = Wording.givenBack(Self.found, .failed(failure))
    #expect(
      said.hasPrefix("\(Self.subject) is not intercepted (\(reason)), so applications get all of its touches; \(fix)"))
  }

  /// The rules intercept the device: the message says why it is not intercepted.
  @Test func aTaskWithoutInterception() {
    func said(_ reason: GiveBack?) -> String {
      Wording.notDone(.drag(.left, fingers: 3, lock: TimeSpan(milliseconds: 0)), Self.found, .notIntercepted, reason)
    }
    #expect(said(nil).contains("write `intercept = true`"))
    #expect(
      said(.failed(.noUinput(EACCES))).hasSuffix(
        "(/dev/uinput can't be opened: permission denied), so applications get all of its touches; "
          + "run `sudo \"$(command -v gesture-bridge)\" permit uinput` to get access, then run `gesture-bridge reload`"
      ))
    #expect(said(.wanted).hasSuffix("`gesture-bridge reload` to intercept it again"))
  }

  @Test func aDeviceThatIsGivenBack() {
    #expect(Wording.givenBack(Self.found, .wanted).hasSuffix("`gesture-bridge reload` to intercept it again"))
    #expect(Wording.givenBack(Self.found, .stalled).contains("was not read in time"))
    #expect(Wording.givenBack(Self.found, .unguarded).contains("was killed; it is started again"))
    #expect(
      KernelNode.woken(1).hasSuffix(
        "was stopped (SIGSTOP) and still held intercepted devices; the devices are given back now"))
    #expect(KernelNode.woken(2).hasPrefix("2 processes of"))
  }
}

/// The place (`phys`) of a clone: libinput groups the clone with the rest of its panel by it, and gesture-bridge
/// recognizes it.
@Suite struct ClonePlaceTests {
  private let node = TouchNode(node: "/dev/input/event5", name: "panel", kind: .touchscreen, plugged: "")

  @Test(arguments: [
    ("usb-0000:00:14.0-5/input1", "usb-0000:00:14.0-5"), ("i2c-ELAN0732:00", "i2c-ELAN0732:00"),
    ("isa0060/serio1", "isa0060/serio1"), ("", ""),
  ])
  func itIsBesideTheDevice(place: String, trunk: String) {
    #expect(GuardedClone.place(of: node.node, beside: place) == "\(trunk)/input-by-gesture-bridge-\(getpid())-event5")
    #expect(GuardedClone.place(of: node.node, beside: place).contains(GuardedClone.mark))
  }
}
