import CLibraries

/// Follows the window with the focus: `_NET_ACTIVE_WINDOW`, and the properties of the window that it names.
///
/// Some window managers (openbox, marco) leave the name of the last window there when it has closed, so the window itself
/// is followed too: one that is closed or hidden doesn't have the focus.
final class X11Focus: X11Follower {
  private let screen: X11Screen
  private let outputs: X11Outputs?
  private var activeWindow = AskingOnce()
  private var front: X11Window?
  /// The old window until what is asked of the new one is answered.
  private var shown = DesktopFacts.Focus.unknown
  private var center: X11Point?

  /// `outputs` are for finding the window's; nil where the server has no RandR.
  init(_ screen: X11Screen, outputs: X11Outputs?) {
    self.screen = screen
    self.outputs = outputs
    change()
  }

  func take(_ event: XcbEvent) {
    let property = event.property
    if let property, property.window == screen.root {
      if property.atom == screen.atoms[.activeWindow] { change() }
      return
    }
    guard let front, event.window == front.number else { return }
    switch event.type {
    case XCB_DESTROY_NOTIFY, XCB_UNMAP_NOTIFY: show(.nothing)
    case XCB_MAP_NOTIFY: front.ask()
    // Where there is one output, every window is on it.
    case XCB_CONFIGURE_NOTIFY: if outputs?.areSeveral == true { front.ask() }
    default: if let property, front.shows(property: property.atom) { front.ask() }
    }
  }

  func add(to facts: inout DesktopFacts) {
    facts.focus = shown
    guard case .window(var window) = shown else { return }
    window.output = outputs?.name(showing: center)
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

  /// No property at all is from no window manager, or one that doesn't tell.
  private func follow(_ property: X11Property?) {
    let number = property?.words.first
    if let front, front.number == number { return front.ask() }
    front = nil
    guard let number, number != 0 else { return show(number == nil ? .unknown : .nothing) }
    front = X11Window(number, on: screen) { [weak self] window, description in
      // An answer about a window that was in front before is late.
      guard let self, window === front else { return }
      let shown = description.flatMap { $0.isMapped ? $0 : nil }
      show(shown.map { .window($0.window) } ?? .nothing, center: shown?.center)
    }
    front?.ask()
  }

  private func show(_ focus: DesktopFacts.Focus, center: X11Point? = nil) {
    shown = focus
    self.center = center
  }
}
