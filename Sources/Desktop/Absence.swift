/// Why no gesture counts at the moment, as the session tells; empty while the user is there.
public struct Absence: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another session has the screen.
  public static let inactive = Absence(rawValue: 1)
  public static let locked = Absence(rawValue: 2)
  /// The machine goes to sleep, or sleeps.
  public static let asleep = Absence(rawValue: 4)
}
