/// Follows the windows of a Wayland compositor by one protocol, to know the one with the focus.
///
/// A window's changes count when the compositor says that they are whole. Compositors report titles of all windows: each
/// wakes the daemon.
protocol ToplevelTracker: AnyObject {
  var focus: DesktopFacts.Focus { get }
}

/// The windows of a compositor, as a tracker has them.
struct Toplevels {
  private struct Toplevel {
    var window = DesktopFacts.Window()
    var isActive = false
    /// The outputs that it is on, in the order in which it came there.
    var outputs: [UInt32] = []
  }

  /// A change of a window, which counts once it is whole.
  enum Change {
    case app(String)
    case title(String)
    case state(isActive: Bool, isFullscreen: Bool)
    case entered(output: UInt32)
    case left(output: UInt32)
  }

  /// Titles of other programs: the rest is cut off.
  private static let longestText = 4096

  /// By the number of the window's object.
  private var known: [UInt32: Toplevel] = [:]
  private var pending: [UInt32: Toplevel] = [:]
  /// The window that became active last.
  private var active: UInt32?

  mutating func note(_ change: Change, of window: UInt32) {
    var next = pending[window] ?? known[window] ?? Toplevel()
    switch change {
    case .app(let app): next.window.app = Self.cut(app)
    case .title(let title): next.window.title = Self.cut(title)
    case .state(let isActive, let isFullscreen):
      next.isActive = isActive
      next.window.isFullscreen = isFullscreen
    case .entered(let output): next.outputs = next.outputs.filter { $0 != output } + [output]
    case .left(let output): next.outputs.removeAll { $0 == output }
    }
    pending[window] = next
  }

  /// The changes of a window are whole.
  mutating func finish(_ window: UInt32) {
    guard let next = pending.removeValue(forKey: window) else { return }
    let wasActive = known[window]?.isActive ?? false
    known[window] = next
    if next.isActive, !wasActive { active = window }
    if !next.isActive, active == window { active = known.first { $0.value.isActive }?.key }
  }

  mutating func remove(_ window: UInt32) {
    pending[window] = nil
    known[window] = nil
    if active == window { active = known.first { $0.value.isActive }?.key }
  }

  /// `output` gives the name of an output; nil for an object that has been released.
  func focus(_ output: (UInt32) -> String?) -> DesktopFacts.Focus {
    guard let active, let toplevel = known[active] else { return .nothing }
    var window = toplevel.window
    window.output = toplevel.outputs.reversed().lazy.compactMap(output).first
    return .window(window)
  }

  /// A text of another program: no more of it than is ever looked at.
  static func cut(_ text: String) -> String {
    text.utf8.count <= longestText ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
  }
}
