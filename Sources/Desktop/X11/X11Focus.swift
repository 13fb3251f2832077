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

  func take(_ event: XcbMessage) {
    if event.type == X11EventType.property, event.word(4) == screen.root {
      if event.word(8) == screen.atoms[.activeWindow] { change() }
      return
    }
    guard let front, event.word(4) == front.number else { return }
    switch event.type {
    case X11EventType.destroy, X11EventType.unmap: show(.nothing)
    case X11EventType.map: front.ask()
    // Where there is one output, every window is on it.
    case X11EventType.configure: if outputs?.areSeveral == true { front.ask() }
    case X11EventType.property: if front.shows(property: event.word(8)) { front.ask() }
    default: break
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
    screen.askProperty(screen.atoms[.activeWindow], of: screen.root) { [weak self] property in
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
      show(description.map { .window($0.window) } ?? .nothing, center: description?.center)
    }
    front?.ask()
  }

  private func show(_ focus: DesktopFacts.Focus, center: X11Point? = nil) {
    shown = focus
    self.center = center
  }
}

/// A place on the screen, in pixels.
struct X11Point: Equatable {
  let x: Int
  let y: Int
}

/// A window whose properties are followed for as long as this object lives.
private final class X11Window {
  struct Description {
    var window = DesktopFacts.Window()
    var center: X11Point?
    /// Whether it is on the screen, as far as the server knows.
    var isShown = false
    var oldName: String?
    var size: (width: Int, height: Int)?
  }

  let number: UInt32
  private let screen: X11Screen
  /// Gets nil if the window is gone or hidden.
  private let described: (X11Window, Description?) -> Void
  private var asking = AskingOnce()

  init(_ number: UInt32, on screen: X11Screen, described: @escaping (X11Window, Description?) -> Void) {
    self.number = number
    self.screen = screen
    self.described = described
    screen.select([.structure, .properties], of: number)
  }

  deinit { screen.select([], of: number) }

  func shows(property: UInt32?) -> Bool {
    let atoms = screen.atoms
    return [X11Atoms.windowClass, X11Atoms.oldName, atoms[.windowName], atoms[.windowState]].contains(property)
  }

  func ask() {
    if asking.change() { send() }
  }

  /// Asks for all at once: the answers come one after another, the last one last.
  private func send() {
    let answers = Gathered(Description())
    let fullscreen = screen.atoms[.fullscreen]
    // A byte of GetWindowAttributes says whether it is mapped.
    screen.connection.ask({ [number] in $0.getAttributes($1, number) }) {
      answers.value.isShown = $0?.byte(26) ?? 0 != 0
    }
    // The name of the instance, then that of the class.
    screen.askProperty(X11Atoms.windowClass, of: number) { answers.value.window.app = $0?.texts.dropFirst().first }
    screen.askProperty(X11Atoms.oldName, of: number) { answers.value.oldName = $0?.texts.first }
    screen.askProperty(screen.atoms[.windowName], of: number) { answers.value.window.title = $0?.texts.first }
    screen.askProperty(screen.atoms[.windowState], of: number) {
      answers.value.window.isFullscreen = $0?.words.contains(fullscreen)
    }
    screen.connection.ask({ [number] in $0.getGeometry($1, number) }) { reply in
      guard let width = reply?.half(16), let height = reply?.half(18) else { return }
      answers.value.size = (Int(width), Int(height))
    }
    screen.connection.ask({ [number, root = screen.root] in $0.translate($1, number, root, 0, 0) }) {
      [weak self] reply in
      if let size = answers.value.size, let left = reply?.signedHalf(12), let top = reply?.signedHalf(14) {
        answers.value.center = X11Point(x: Int(left) + size.width / 2, y: Int(top) + size.height / 2)
      }
      self?.finish(answers.value)
    }
  }

  private func finish(_ answers: Description) {
    var answers = answers
    if answers.window.title?.isEmpty ?? true { answers.window.title = answers.oldName }
    let isAgain = asking.finish()
    described(self, answers.isShown ? answers : nil)
    if isAgain { send() }
  }
}
