/// A Wayland compositor, described by its process and its interfaces.
public struct Compositor: Equatable, Sendable {
  /// The process's name, as in /proc/PID/comm, at most 15 bytes. Nil if unknown.
  public let program: String?
  /// The names of the interfaces that clients can use. Nil if the compositor has not answered.
  public let interfaces: Set<String>?

  /// Whether the compositor is known to tell windows about cancelled touches.
  public let passesCancel: Bool

  public init(program: String?, interfaces: Set<String>?, passing: [PassingCompositor]) {
    (self.program, self.interfaces) = (program, interfaces)
    passesCancel =
      if let interfaces, let known = passing.first(where: { $0.program == program }) {
        known.since.map(interfaces.contains) ?? true
      } else {
        false
      }
  }

  private var isSilent: Bool { interfaces == nil }

  fileprivate var name: String { (program ?? "an unknown compositor") + (isSilent ? ", which does not answer," : "") }
}

/// A compositor. Some or all of its versions tell windows when libinput cancels a touch.
public struct PassingCompositor: Sendable {
  let program: String
  /// An interface that exists only in versions that report cancelled touches. Nil if all versions report such touches.
  let since: String?

  public init(_ program: String, since: String? = nil) { (self.program, self.since) = (program, since) }
}

/// The compositors that may show windows on the touchscreens; empty in an X11 session.
public struct Compositors: Equatable, Sendable {
  public let all: [Compositor]

  public init(_ all: [Compositor]) { self.all = all }

  /// Whether all compositors are known to report cancelled touches. False without a compositor.
  public var passCancel: Bool { !all.isEmpty && all.allSatisfy(\.passesCancel) }

  public var programs: [String] { all.compactMap(\.program) }

  /// A sentence on how the compositors treat cancelled touches.
  public var text: String {
    let names = all.map(\.name)
    switch (all.count, passCancel) {
    case (0, _):
      return "there is no Wayland compositor, and X11 does not tell windows about cancelled touches, so \(Self.delay)"
    case (1, true): return "\(names[0]) tells windows about cancelled touches"
    case (_, true): return "\(names.joined(separator: " and ")) tell windows about cancelled touches"
    case (_, false):
      let unknown = all.filter { !$0.passesCancel }.map(\.name)
      let names = unknown.joined(separator: " and ") + (unknown.count == 1 ? " tells" : " tell")
      return "it is not known whether \(names) windows about cancelled touches, so \(Self.delay)"
    }
  }

  private static let delay = "applications get touches late from an intercepted touchscreen (`delays-touches-began`)"
}
