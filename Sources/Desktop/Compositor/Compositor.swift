/// A Wayland compositor, as far as its process and its interfaces tell.
public struct Compositor: Equatable, Sendable {
  /// The name of its process, as in /proc/PID/comm: at most 15 bytes. Nil if there is none.
  public let program: String?
  /// The interfaces that it offers to every client; nil if it has not answered.
  public let interfaces: Set<String>?

  /// Whether it is known that windows learn of a cancelled touch. To others a touch that is taken back is an ordinary one,
  /// or stays down.
  public let passesCancel: Bool

  public init(program: String?, interfaces: Set<String>?, passing: [PassingCompositor]) {
    self.program = program
    self.interfaces = interfaces
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

/// A program that passes on to windows what libinput cancels.
public struct PassingCompositor: Sendable {
  let program: String
  /// An interface that its first version to do so brought too; nil if every version does so.
  let since: String?

  public init(_ program: String, since: String? = nil) {
    self.program = program
    self.since = since
  }
}

/// The compositors that may show the touchscreens' windows; none in a session of X11.
public struct Compositors: Equatable, Sendable {
  public let all: [Compositor]

  public init(_ all: [Compositor]) { self.all = all }

  /// Whether windows learn of a cancelled touch, whichever of the compositors shows them. What is not known to be so is not.
  public var passCancel: Bool { !all.isEmpty && all.allSatisfy(\.passesCancel) }

  public var programs: [String] { all.compactMap(\.program) }

  /// A sentence on what they do with touches that gestures take back.
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

  private static let delay =
    "gestures on an intercepted touchscreen delay their touches (`delays-touches-began`)"
}
