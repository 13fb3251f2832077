import GestureCore

/// Why input can't be read at all; the number is errno.
public enum InputFailure: Error, Equatable, CustomStringConvertible {
  case udev(Int32)
  case libinput(Int32)
  case dispatch(Int32)

  public var description: String { Wording.failure(self) }
}

/// Why a touch device is known but not read.
public enum Refusal: Error, Equatable {
  /// open(2) failed, with errno.
  case mayNotOpen(Int32)
  /// It could be opened, but libinput finds no touches in it.
  case notUnderstood
}

/// A touch device that can't be read, why, and how to change that.
public struct UnopenableDevice: Equatable, Sendable {
  public var node: String
  public var name: String
  public var kind: DeviceKind
  public var refusal: Refusal
  /// What is known of a refusal for lack of permission.
  public var lock: Lock?

  public init(node: String, name: String, kind: DeviceKind, refusal: Refusal, lock: Lock? = nil) {
    self.node = node
    self.name = name
    self.kind = kind
    self.refusal = refusal
    self.lock = lock
  }

  public var deviceClass: DeviceClass { kind.deviceClass }
  public var reason: String { Wording.reason(self) }
  public var fix: String { Wording.fix(self) }
}
