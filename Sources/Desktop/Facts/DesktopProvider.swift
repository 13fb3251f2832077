/// The kinds of facts that the rules need, or that a provider reports.
public struct DesktopNeeds: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The focused window: its application, title and output, and whether it is full screen.
  public static let focus = DesktopNeeds(rawValue: 1)
  public static let workspace = DesktopNeeds(rawValue: 2)
  public static let modifiers = DesktopNeeds(rawValue: 4)
  public static let outputs = DesktopNeeds(rawValue: 8)
  /// The areas of windows and outputs, to find the window under a finger.
  public static let places = DesktopNeeds(rawValue: 16)
  public static let power = DesktopNeeds(rawValue: 32)
}

public protocol DesktopProvider: SessionLink {
  /// The name of the program that reports the facts, for texts that users read.
  var peer: String { get }
  /// Whether the provider's desktop may be running. False if the desktop is known not to run.
  var isDesktopRunning: Bool { get }
  var provided: DesktopNeeds { get }
  /// The reported facts. All are unknown if the provider is unavailable, or if the desktop doesn't answer `check`.
  var facts: DesktopFacts { get }
  /// Asks the desktop a question, to find out whether the desktop still answers; by default, does nothing. If no answer
  /// comes in time, all `facts` are unknown until the desktop answers or reports again.
  func check(at now: Int64)
  /// Called when the provider has not answered in time. Most providers close their connection.
  func giveUp()
}

extension DesktopProvider {
  public var peer: String { name }
  public var isDesktopRunning: Bool { true }
  public var reported: DesktopNeeds { state == .ready ? provided : [] }
  public func check(at now: Int64) {}
  public func giveUp() { close("\(peer) does not answer") }
}
