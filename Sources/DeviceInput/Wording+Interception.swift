import GestureCore
import Glibc

// What is said of devices whose touches others get from us.
extension Wording {
  static func intercepted(_ found: FoundDevice) -> String {
    "\(subject(found)) is intercepted: gestures can keep its touches"
  }

  static func notIntercepted(_ found: FoundDevice, _ failure: Interception.Failure) -> String {
    """
    \(subject(found)) is not intercepted, so applications get all of its touches: \(reason(failure)); \(fix(failure))
    """
  }

  static func givenBack(_ found: FoundDevice, _ reason: RawNode.GiveBack) -> String {
    switch reason {
    case .wanted:
      """
      \(subject(found)) is not intercepted any more, as a hand was held still on it; \
      `gesture-bridge ctl reload` has it intercepted again
      """
    case .stalled:
      """
      \(subject(found)) was not read in time, so it was given back to applications; it is intercepted again now
      """
    }
  }

  private static func subject(_ found: FoundDevice) -> String {
    "\(found.device.kind.rawValue) \"\(printable(found.device.name))\" (\(found.node))"
  }

  private static func reason(_ failure: Interception.Failure) -> String {
    switch failure {
    case .noSlots: "it does not tell its touches apart by slots"
    case .notWritable: "you may read it, but not write to it, by which it is given back"
    case .noUinput(EACCES): "/dev/uinput can't be opened: permission denied"
    case .noUinput(ENOENT), .noUinput(ENODEV), .noUinput(ENXIO): "there is no /dev/uinput"
    case .noUinput(let number): "/dev/uinput can't be opened: \(system(number))"
    case .noClone(let number): "it can't be cloned: \(system(number))"
    case .notGrabbed(EBUSY): "another program has it to itself"
    case .notGrabbed(let number): "it can't be had alone: \(system(number))"
    case .noGuard(let number): "nothing could watch over it: \(system(number))"
    }
  }

  private static func fix(_ failure: Interception.Failure) -> String {
    switch failure {
    case .noUinput(EACCES): "`\(UinputRule.installation)` lets you"
    case .noUinput(ENOENT), .noUinput(ENODEV), .noUinput(ENXIO): "`sudo modprobe uinput` brings it"
    case .notGrabbed(EBUSY): "end the other one: `sudo fuser -v \(UinputRule.devices)` shows who it may be"
    case .noSlots: "take `intercept = true` away for it"
    case .notWritable: "`\(UdevRule.installation)` lets you"
    case .noUinput, .noClone, .notGrabbed, .noGuard: "`gesture-bridge ctl reload` tries again"
    }
  }
}
