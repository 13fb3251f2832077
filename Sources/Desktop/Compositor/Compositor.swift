/// A Wayland compositor, as far as its process and its interfaces tell.
public struct Compositor: Equatable, Sendable {
  /// The name of its process, as in /proc/PID/comm: at most 15 bytes. Nil if there is none.
  public let program: String?
  /// The interfaces that it offers to every client; nil if it has not answered.
  public let interfaces: Set<String>?

  /// A program that passes on to windows what libinput cancels.
  private struct Passing {
    let program: String
    /// An interface that its first version to do so brought too; nil if every version does so.
    let since: String?
  }

  private static let passing = [
    // 1.10 and 1.12 do, 1.7 does not. 1.9 is the first with both.
    Passing(program: "sway", since: "wp_cursor_shape_manager_v1"),
    // 5.27, 6.3 and 6.7 do, and older ones are not tried. 5.27 is the first with this interface. In Plasma the socket
    // belongs to the wrapper, which starts KWin anew when it crashes.
    Passing(program: "kwin_wayland", since: "wp_fractional_scale_manager_v1"),
    Passing(program: "kwin_wayland_wr", since: "wp_fractional_scale_manager_v1"),
    // By their sources; every release of COSMIC does.
    Passing(program: "niri", since: nil), Passing(program: "cosmic-comp", since: nil),
  ]

  /// Whether it is known that windows learn of a cancelled touch. To others a touch that is taken back is an ordinary one,
  /// or stays down.
  public var passesCancel: Bool {
    guard let interfaces, let passing = Self.passing.first(where: { $0.program == program }) else { return false }
    return passing.since.map(interfaces.contains) ?? true
  }

  private var isSilent: Bool { interfaces == nil }

  fileprivate var name: String { (program ?? "an unknown compositor") + (isSilent ? ", which does not answer," : "") }
}

/// The compositors that may show the touchscreens' windows; none in a session of X11.
public struct Compositors: Equatable, Sendable {
  public let all: [Compositor]

  init(_ all: [Compositor]) { self.all = all }

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
