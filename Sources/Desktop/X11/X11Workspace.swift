/// Follows the current workspace: its number in `_NET_CURRENT_DESKTOP`, and its name in `_NET_DESKTOP_NAMES`.
final class X11Workspace: X11Follower {
  private let screen: X11Screen
  private var asking = SingleQuestion()
  private var shown: String?

  init(_ screen: X11Screen) {
    self.screen = screen
    change()
  }

  func handle(_ event: XcbEvent) {
    guard let property = event.property, property.window == screen.root else { return }
    if [screen.atoms[.currentDesktop], screen.atoms[.desktopNames]].contains(property.atom) { change() }
  }

  func add(to facts: inout DesktopFacts) { facts.workspace = shown }

  private func change() { if asking.change() { ask() } }

  private func ask() {
    let names = Shared<[String]>([])
    screen.connection.askProperty(screen.atoms[.desktopNames], of: screen.root) { names.value = $0?.texts ?? [] }
    screen.connection.askProperty(screen.atoms[.currentDesktop], of: screen.root) { [weak self] current in
      guard let self else { return }
      shown = current?.words.first.map { Self.name(of: Int($0), in: names.value) }
      if asking.finish() { ask() }
    }
  }

  private static func name(of index: Int, in names: [String]) -> String {
    index < names.count && !names[index].isEmpty ? names[index] : String(index + 1)
  }
}
