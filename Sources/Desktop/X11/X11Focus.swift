import CLibraries
import GestureCore

/// Follows `_NET_ACTIVE_WINDOW`, and the properties of the active window.
///
/// Some window managers (openbox, marco) leave a closed window's number in `_NET_ACTIVE_WINDOW`. So the window itself
/// is followed too. A closed or unmapped window counts as not focused.
final class X11Focus: X11Follower {
  private let screen: X11Screen
  private let outputs: X11Outputs?
  private var activeWindow = SingleQuestion()
  private var focused: X11Window?
  /// The reported focus. A new window is reported only when all questions about the window are answered.
  private var shown = DesktopFacts.Focus.unknown
  private var center: Vector?

  /// `outputs` finds the output that shows the focused window; nil if the server has no RandR.
  init(_ screen: X11Screen, outputs: X11Outputs?) {
    (self.screen, self.outputs) = (screen, outputs)
    change()
  }

  func handle(_ event: XcbEvent) {
    let property = event.property
    if let property, property.window == screen.root {
      if property.atom == screen.atoms[.activeWindow] { change() }
      return
    }
    guard let focused, event.window == focused.number else { return }
    switch event.type {
    case XCB_DESTROY_NOTIFY, XCB_UNMAP_NOTIFY: show(.nothing)
    case XCB_MAP_NOTIFY: focused.ask()
    // If there is only one output, every window is on it.
    case XCB_CONFIGURE_NOTIFY: if outputs?.hasSeveral == true { focused.ask() }
    default: if let property, focused.isDescribed(by: property.atom) { focused.ask() }
    }
  }

  func add(to facts: inout DesktopFacts) {
    facts.focus = shown
    guard case .window(var window) = shown else { return }
    window.output = center.flatMap { outputs?.name(showing: $0) }
    facts.focus = .window(window)
  }

  private func change() {
    guard activeWindow.change() else { return }
    ask()
  }

  private func ask() {
    screen.connection.askProperty(screen.atoms[.activeWindow], of: screen.root) { [weak self] property in
      guard let self else { return }
      follow(property)
      if activeWindow.finish() { ask() }
    }
  }

  /// Follows the window that `property` names. Without the property, the focus is unknown.
  private func follow(_ property: X11Property?) {
    let number = property?.words.first
    if let focused, focused.number == number { return focused.ask() }
    focused = nil
    guard let number, number != 0 else { return show(number == nil ? .unknown : .nothing) }
    focused = X11Window(number, on: screen) { [weak self] window, description in
      // An answer about an earlier window is ignored.
      guard let self, window === focused else { return }
      let shown = description.flatMap { $0.isMapped ? $0 : nil }
      show(shown.map { .window($0.window) } ?? .nothing, center: shown?.center)
    }
    focused?.ask()
  }

  private func show(_ focus: DesktopFacts.Focus, center: Vector? = nil) {
    shown = focus
    self.center = center
  }
}
