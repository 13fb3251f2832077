/// Follows a compositor's windows. The changes of a window are collected in `toplevels`, and are applied together.
package protocol WindowTracker: AnyObject {
  var toplevels: Toplevels { get }
  var takesRequests: Bool { get }

  func ask(_ request: WindowRequest, of window: UInt32, by seat: UInt32)
}

package enum WindowRequest {
  case close, activate, maximize, unmaximize, minimize
  /// Makes the window full screen on its own output.
  case fullscreen
  case unfullscreen
}

/// The states of a window, numbered as in the protocols of wlroots and COSMIC.
package struct ToplevelStates: OptionSet, Sendable {
  package static let maximized = ToplevelStates(numbers: [0])
  package static let activated = ToplevelStates(numbers: [2])
  package static let fullscreen = ToplevelStates(numbers: [3])

  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  init(numbers: [UInt32]) { self.init(rawValue: numbers.reduce(0) { $0 | 1 << $1 }) }
}

package struct Toplevels {
  private struct Toplevel {
    let object: UInt32
    var window = DesktopFacts.Window()
    /// Nil until the compositor has sent the states.
    var states: ToplevelStates?
    /// The window's outputs, in the order in which the window entered the outputs.
    var outputs: [UInt32] = []

    var isActive: Bool { states?.contains(.activated) == true }
  }

  /// A change of a window; `finish` applies it.
  enum Change {
    case app(String)
    case title(String)
    case states(ToplevelStates)
    case entered(output: UInt32)
    case left(output: UInt32)
  }

  /// The maximum length in bytes of another program's text. Longer texts are cut.
  private static let longestText = 4096

  private var known: [Toplevel] = []
  private var pending: [UInt32: Toplevel] = [:]
  /// The window that became active last, or the first active window if that window isn't active. Nil if none is active.
  package private(set) var active: UInt32?

  /// The windows whose states are known, in order of arrival.
  package var windowsWithStates: [(object: UInt32, states: ToplevelStates)] {
    known.compactMap { toplevel in toplevel.states.map { (toplevel.object, $0) } }
  }

  /// The object of the output that the active window entered last. Nil if no window is active or the output is unknown.
  package var output: UInt32? { activeToplevel?.outputs.last }

  private var activeToplevel: Toplevel? { active.flatMap(index).map { known[$0] } }

  private func index(of window: UInt32) -> Int? { known.firstIndex { $0.object == window } }

  mutating func record(_ change: Change, of window: UInt32) {
    var next = pending[window] ?? index(of: window).map { known[$0] } ?? Toplevel(object: window)
    switch change {
    case .app(let app): next.window.app = Self.cut(app)
    case .title(let title): next.window.title = Self.cut(title)
    case .states(let states):
      next.states = states
      next.window.isFullscreen = states.contains(.fullscreen)
    case .entered(let output): next.outputs = next.outputs.filter { $0 != output } + [output]
    case .left(let output): next.outputs.removeAll { $0 == output }
    }
    pending[window] = next
  }

  mutating func finish(_ window: UInt32) {
    guard let next = pending.removeValue(forKey: window) else { return }
    var wasActive = false
    if let index = index(of: window) {
      wasActive = known[index].isActive
      known[index] = next
    } else {
      known.append(next)
    }
    if next.isActive, !wasActive { active = window }
    if !next.isActive, active == window { active = known.first(where: \.isActive)?.object }
  }

  mutating func remove(_ window: UInt32) {
    pending[window] = nil
    known.removeAll { $0.object == window }
    if active == window { active = known.first(where: \.isActive)?.object }
  }

  /// Returns the active window, or `.nothing`. `output` converts an output's object to the output's name, or to nil.
  func focus(_ output: (UInt32) -> String?) -> DesktopFacts.Focus {
    guard let active = activeToplevel else { return .nothing }
    var window = active.window
    window.output = active.outputs.reversed().lazy.compactMap(output).first
    return .window(window)
  }

  static func cut(_ text: String) -> String {
    text.utf8.count <= longestText ? text : String(decoding: text.utf8.prefix(longestText), as: UTF8.self)
  }
}
