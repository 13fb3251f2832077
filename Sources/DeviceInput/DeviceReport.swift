import GestureCore

/// Where the size we go by comes from.
public enum SizeOrigin: Equatable, Sendable {
  case device
  case rules
  /// Neither says: a guess.
  case fallback
}

/// A touch device that is being read.
public struct FoundDevice: Equatable, Sendable {
  public var device: Device
  public var node: String
  public var sizeOrigin: SizeOrigin
  /// A pen's: whether what it draws on is a screen, so that it draws where one looks.
  public var isOnScreen = false
  /// Its own slots are read, past libinput.
  public var isRaw = false

  /// What to say in the rules where its size is a guess; nil where it is not.
  public var sizeAdvice: String? { sizeOrigin == .fallback ? Wording.noSize(device) : nil }
}

/// The touch devices of this seat, as `gesture-bridge devices` tells of them. Keyboards, mice and all else are none of our
/// business and not mentioned.
public struct DeviceReport: Equatable, Sendable {
  public var seat: String
  public var found: [FoundDevice]
  public var unopenable: [UnopenableDevice]

  /// Several lines, without a newline at the end.
  public var text: String { Wording.report(self) }
}
