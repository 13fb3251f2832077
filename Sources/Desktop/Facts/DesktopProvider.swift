/// The facts that rules ask for: nothing is opened for others.
public struct DesktopNeeds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The window with the focus: its application, title, output, and whether it is full screen.
  public static let focus = DesktopNeeds(rawValue: 1)
  public static let workspace = DesktopNeeds(rawValue: 2)
  public static let modifiers = DesktopNeeds(rawValue: 4)
  public static let outputs = DesktopNeeds(rawValue: 8)
  /// Where windows are, for the one under a finger.
  public static let places = DesktopNeeds(rawValue: 16)
  public static let power = DesktopNeeds(rawValue: 32)
}

public protocol DesktopProvider: SessionLink {
  /// The program at the other end, as clauses name it.
  var peer: String { get }
  /// Whether the desktop that it is for is there, as far as it knows. Why it reports nothing is of interest only then.
  var isDesktopThere: Bool { get }
  /// The facts that it reports once it is ready.
  var provided: DesktopNeeds { get }
  /// The facts that it knows by now; all are unknown when it is unavailable.
  var facts: DesktopFacts { get }
  /// A finger lands: asks for a sign of life. Facts of a desktop that does not answer are unknown.
  func check(at now: Int64)
  /// It has not answered in time: closes its connection.
  func giveUp()
}

extension DesktopProvider {
  public var peer: String { name }
  public var isDesktopThere: Bool { true }
  public var reported: DesktopNeeds { state == .ready ? provided : [] }
  public func check(at now: Int64) {}
  public func giveUp() { close("\(peer) does not answer") }
}
