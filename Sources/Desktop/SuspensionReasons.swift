/// The reasons why gestures are suspended. Empty if gestures are not suspended.
public struct SuspensionReasons: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another session is on the screen, or the user has no session.
  public static let inactive = SuspensionReasons(rawValue: 1)
  public static let locked = SuspensionReasons(rawValue: 2)
  /// The machine is going to sleep, or sleeps.
  public static let asleep = SuspensionReasons(rawValue: 4)

  private static let named: [(reason: SuspensionReasons, word: String, clause: String)] = [
    (.inactive, "background", "the session is in the background"),
    (.locked, "locked", "the session is locked"),
    (.asleep, "asleep", "the machine sleeps"),
  ]

  /// A word for each reason, for programs to read: `background`, `locked`, `asleep`.
  public var words: [String] { Self.named.filter { contains($0.reason) }.map(\.word) }

  public static func clause(of word: String) -> String? { named.first { $0.word == word }?.clause }

  /// The reasons as a clause: "the session is locked". Empty without a reason.
  public var clause: String { Self.named.filter { contains($0.reason) }.map(\.clause).joined(separator: " and ") }
}
