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
  /// Whether outputs sleep.
  public static let power = DesktopNeeds(rawValue: 32)
}

/// One way to learn facts from a desktop: a protocol of its own with a connection of its own.
///
/// A provider never waits: it asks, and its owner calls `ready` when answers come. It begins when it is created, and ends
/// when it is released. A provider whose state is `unavailable` has closed its connection; its owner may create another one
/// later.
public protocol DesktopProvider: AnyObject {
  /// Its name in `doctor`, `ctl status` and `--debug`, such as `X11`.
  var name: String { get }
  var state: ProviderState { get }
  /// Whether the desktop that it is for is there, as far as it knows. Why it tells nothing is of interest only then.
  var isDesktopThere: Bool { get }
  /// What it knows by now; all is unknown when it is unavailable.
  var facts: DesktopFacts { get }
  /// The descriptor to wait for, with the events of poll(2); nil if it waits for none.
  var wait: (descriptor: Int32, events: Int16)? { get }
  /// When `advance` is due, CLOCK_MONOTONIC microseconds; nil for never.
  var nextDeadline: Int64? { get }
  /// Reads and writes all that is ready.
  func ready()
  func advance(to now: Int64)
  /// A finger lands: asks for a sign of life. What a desktop has told is unknown while it does not answer.
  func check(at now: Int64)
  /// It has not answered in time: it closes its connection and is unavailable.
  func giveUp()
}

extension DesktopProvider {
  public var isDesktopThere: Bool { true }
  public var nextDeadline: Int64? { nil }
  public func advance(to now: Int64) {}
  public func check(at now: Int64) {}
}

public enum ProviderState: Equatable, Sendable {
  /// The desktop has not answered yet.
  case asking
  /// It tells these facts.
  case telling(DesktopNeeds)
  /// A clause that says why: `the compositor has no zwlr_foreign_toplevel_manager_v1`.
  case unavailable(String)
}
