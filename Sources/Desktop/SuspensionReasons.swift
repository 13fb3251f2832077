/// Why no gesture counts at the moment, as the session reports; empty while the user is there.
public struct SuspensionReasons: OptionSet, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Another session has the screen, or this user has none.
  public static let inactive = SuspensionReasons(rawValue: 1)
  public static let locked = SuspensionReasons(rawValue: 2)
  /// The machine goes to sleep, or sleeps.
  public static let asleep = SuspensionReasons(rawValue: 4)

  private static let named: [(reason: SuspensionReasons, word: String, clause: String)] = [
    (.inactive, "inactive", "the session is in the background"),
    (.locked, "locked", "the session is locked"),
    (.asleep, "asleep", "the machine sleeps"),
  ]

  /// A word for each reason, for programs: `inactive`, `locked`, `asleep`.
  public var words: [String] { Self.named.filter { contains($0.reason) }.map(\.word) }

  /// Why gestures rest, as a clause, for the word of a reason. Nil if no reason has this word.
  public static func clause(of word: String) -> String? { named.first { $0.word == word }?.clause }

  /// The reasons as a clause: "the session is locked and the machine sleeps"; empty while there is none.
  public var clause: String { Self.named.filter { contains($0.reason) }.map(\.clause).joined(separator: " and ") }
}
