import CLibraries

/// Follows the areas and the stacking order of the windows that `_NET_CLIENT_LIST_STACKING` lists.
///
/// Menus are not in the list. For a point on a menu, the window below the menu is reported.
final class X11Windows: X11Follower {
  /// The maximum number of windows that are followed, far more than usual.
  private static let mostWindows = 512

  private let screen: X11Screen
  private let outputs: X11Outputs
  private var list = SingleQuestion()
  private var isListOutdated = false
  /// The windows, the lowest first. Nil before the first answer, and if no window manager reports its windows.
  private var windows: [X11Window]?
  private var descriptions: [UInt32: X11Window.Description] = [:]

  init(_ screen: X11Screen, outputs: X11Outputs) {
    (self.screen, self.outputs) = (screen, outputs)
    change()
  }

  func handle(_ event: XcbEvent) {
    let property = event.property
    if let property, property.window == screen.root {
      if property.atom == screen.atoms[.stackedWindows] { change() }
      return
    }
    let number = event.window
    guard let window = windows?.first(where: { $0.number == number || $0.frame == number }) else { return }
    switch event.type {
    case XCB_DESTROY_NOTIFY: if number == window.number { descriptions[number] = nil }
    case XCB_UNMAP_NOTIFY: descriptions[window.number]?.isViewable = false
    case XCB_MAP_NOTIFY, XCB_CONFIGURE_NOTIFY: window.ask(isOutdated: true)
    case XCB_REPARENT_NOTIFY: window.reparent()
    default:
      guard let atom = property?.atom, window.isDescribed(by: atom) else { return }
      window.ask(isOutdated: window.affectsPosition(property: atom))
    }
  }

  func add(to facts: inout DesktopFacts) {
    guard let windows, let screens = outputs.screens else { return }
    let shown = windows.reversed().compactMap { descriptions[$0.number] }.filter { $0.isViewable && !$0.isHidden }
    facts.layout = DesktopLayout(
      surfaces: shown.compactMap { one in
        one.area.map { DesktopLayout.Surface($0, one.isOfDesktop ? nil : one.window) }
      },
      screens: screens, isOutdated: isListOutdated || windows.contains(where: \.isOutdated))
  }

  private func change() {
    isListOutdated = true
    if list.change() { ask() }
  }

  private func ask() {
    screen.connection.askProperty(screen.atoms[.stackedWindows], of: screen.root) { [weak self] property in
      guard let self else { return }
      follow(property)
      if list.finish() { ask() } else { isListOutdated = false }
    }
  }

  /// Follows the windows that `property` lists. Without the property, the windows are unknown.
  private func follow(_ property: X11Property?) {
    guard let property, property.type != 0 else {
      windows = nil
      descriptions = [:]
      return
    }
    let known = Dictionary((windows ?? []).map { ($0.number, $0) }) { first, _ in first }
    var fresh: [X11Window] = []
    for number in property.words.suffix(Self.mostWindows) where !fresh.contains(where: { $0.number == number }) {
      fresh.append(known[number] ?? begin(number))
    }
    windows = fresh
    descriptions = descriptions.filter { described in fresh.contains { $0.number == described.key } }
  }

  private func begin(_ number: UInt32) -> X11Window {
    let window = X11Window(number, on: screen, followsFrame: true) { [weak self] window, description in
      guard let self, windows?.contains(where: { $0 === window }) ?? false else { return }
      descriptions[window.number] = description
    }
    window.ask(isOutdated: true)
    return window
  }
}
