import CLinux
import GestureCore
import Glibc

/// How a device can vibrate, the better one first.
public enum VibrationMeans: String, CaseIterable, Sendable {
  /// A touchpad that plays one of its own clicks: hid-haptic of Linux 6.18.
  case haptic = "FF_HAPTIC"
  /// A motor with a weight, or the like.
  case rumble = "FF_RUMBLE"

  /// The kernel's number of such an effect.
  var effect: Int {
    switch self {
    case .haptic: Int(GB_EFFECT_HAPTIC)
    case .rumble: Int(GB_EFFECT_RUMBLE)
    }
  }
}

/// A node as far as vibration goes: a touch device, or a vibrator that does nothing else, as phones and tablets have one.
///
/// What plays games has motors too, and is none: it lies somewhere else than the hand that touches.
public struct HapticNode: Equatable, Sendable {
  /// For example /dev/input/event5.
  public var node: String
  public var name: String
  /// Nil for a vibrator.
  public var kind: DeviceKind?
  /// Nil for a touch device that can't vibrate.
  public var means: VibrationMeans?
  /// When udev first saw the device; empty where it doesn't say.
  var plugged = ""

  /// The touch device as far as rules ask; nil for a vibrator.
  var device: Device? {
    kind.map { Device(typical: $0, DeviceID(-1), name: name, size: DeviceDefaults.size) }
  }
}

extension HapticNode {
  /// Nil for all else. `mark` is in the place of clones, which have no motor.
  init?(_ facts: some UdevFacts, seat: String, mark: String) {
    let effects = KeyBits(facts.attribute("capabilities/ff") ?? "")
    let means = VibrationMeans.allCases.first { effects.has($0.effect) }
    if let touch = TouchNode(facts, seat: seat, mark: mark) {
      self.init(node: touch.node, name: touch.name, kind: touch.kind, means: means, plugged: touch.plugged)
    } else if means == .rumble, let node = facts.node, facts.isInitialized, node.hasPrefix("/dev/input/event"),
      facts.property("ID_SEAT") ?? "seat0" == seat, Self.onlyVibrates(facts.attribute("capabilities/ev") ?? "")
    {
      self.init(
        node: node, name: facts.attribute("name") ?? node, means: means,
        plugged: facts.property("USEC_INITIALIZED") ?? "")
    } else {
      return nil
    }
  }

  /// EV_SYN, EV_FF and EV_FF_STATUS of linux/input-event-codes.h; udev's rule for vibrators has the same.
  private static let forceFeedback: Set<Int> = [0x00, 0x15, 0x17]

  private static func onlyVibrates(_ types: String) -> Bool {
    let bits = KeyBits(types)
    return (0...0x1f).allSatisfy { !bits.has($0) || forceFeedback.contains($0) }
  }
}

/// What can vibrate at a seat.
public struct Vibrators: Equatable, Sendable {
  /// What vibrates when a device is touched.
  public enum Choice: Equatable, Sendable {
    case itself(HapticNode)
    /// The vibrator that is built in.
    case other(HapticNode)
    case nothing
  }

  public var nodes: [HapticNode]

  public init(_ nodes: [HapticNode] = []) { self.nodes = nodes }

  /// The touch device with this node; nil if there is none.
  func touchDevice(_ node: String) -> HapticNode? { nodes.first { $0.node == node && $0.kind != nil } }

  /// What vibrates when the touch device with this node is touched: itself if it can, else the built-in vibrator.
  public func choice(for node: String) -> Choice {
    if let own = touchDevice(node), own.means != nil { return .itself(own) }
    return nodes.first { $0.kind == nil && $0.means != nil }.map { .other($0) } ?? .nothing
  }
}

extension DeviceReport {
  /// What vibrates when a device is touched, as a sentence, and what is to be done if that is not in order.
  public func vibration(of found: FoundDevice) -> (text: String, fix: String?) {
    let choice = vibrators.choice(for: found.node)
    let text = Wording.vibration(of: found, choice)
    switch choice {
    case .itself(let node), .other(let node): return (text, node.isBarred ? Wording.permission(for: node) : nil)
    case .nothing: return (text, Wording.withoutVibration)
    }
  }
}

extension HapticNode {
  /// Whether this user may not write to it.
  fileprivate var isBarred: Bool { access(node, W_OK) != 0 && errno == EACCES }
}

extension Vibrators.Choice {
  /// Whether it would vibrate, if this user might write to it.
  var isBarred: Bool {
    switch self {
    case .itself(let node), .other(let node): node.isBarred
    case .nothing: false
    }
  }

  /// In a word or two.
  var text: String {
    switch self {
    case .itself(let node): "yes (\(node.means?.rawValue ?? ""))"
    case .other(let node): "by \"\(Wording.printable(node.name))\""
    case .nothing: "no"
    }
  }
}
