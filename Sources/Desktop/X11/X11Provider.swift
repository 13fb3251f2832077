import CLibraries

/// Gets facts from an X server through EWMH, RandR and XKB.
final class X11Provider: DesktopProvider {
  let name = "X11"
  private var knownFacts = DesktopFacts()
  private let needs: DesktopNeeds
  private let link: X11Link
  private var followers: [any X11Follower] = []
  /// Whether the server has answered the first questions of all followers.
  private var isReporting = false
  private var hasMore = false
  private var screen: X11Screen?
  private var liveness = Liveness()

  init(display: String?, needs: DesktopNeeds, library: @autoclosure () -> XcbLibrary? = XcbLibrary.load()) {
    self.needs = needs
    link = X11Link(
      display: display,
      unset:
        "the environment variable DISPLAY is not set; run `systemctl --user import-environment DISPLAY XAUTHORITY` in a terminal of the desktop, then restart gesture-bridge",
      library: library())
  }

  var facts: DesktopFacts { liveness.isSilent ? DesktopFacts() : knownFacts }

  var state: LinkState {
    if let failure = link.failure { return .unavailable(failure) }
    return isReporting ? .ready : .opening
  }

  var wait: (descriptor: Int32, events: Int16)? { link.wait }

  /// 0, which means at once, if the last call of `ready` may have left messages unhandled; otherwise nil.
  var nextDeadline: Int64? { hasMore ? 0 : nil }

  func advance(to now: Int64) { if hasMore { ready() } }

  func check(at now: Int64) {
    guard isReporting, let screen, liveness.startQuestion(at: now) else { return }
    screen.connection.askProperty(screen.atoms[.activeWindow], of: screen.root) { [weak self] _ in
      self?.liveness.answered()
    }
  }

  /// Does nothing: the thread that connects can't be stopped, so the provider keeps waiting.
  func giveUp() {}

  func ready() {
    link.ready { connected, connection in
      X11Atoms<X11Atom>.ask(connection) { [weak self, unowned connection] atoms in
        self?.follow(X11Screen(connection: connection, root: connected.screen.root, atoms: atoms), connected)
      }
    }
    guard let connection = link.connection else { return }
    hasMore = link.process { event in for follower in followers { follower.handle(event) } }
    guard link.failure == nil else { return end() }
    if connection.isAnswered { isReporting = true }
    var known = DesktopFacts()
    for follower in followers { follower.add(to: &known) }
    if isReporting { knownFacts = known }
  }

  /// The kinds of facts that the server reports now. A window manager that starts later can add more.
  var provided: DesktopNeeds {
    var known: DesktopNeeds = []
    if knownFacts.focus != .unknown { known.insert(.focus) }
    if knownFacts.workspace != nil { known.insert(.workspace) }
    if knownFacts.modifiers != nil { known.insert(.modifiers) }
    if knownFacts.outputs != nil { known.insert(.outputs) }
    if knownFacts.layout != nil { known.insert(.places) }
    return known
  }

  private func follow(_ screen: X11Screen, _ connected: XcbConnector.Connected) {
    self.screen = screen
    if !needs.isDisjoint(with: [.focus, .workspace, .places]) {
      screen.connection.select(XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue, of: screen.root)
    }
    var outputs: X11Outputs?
    if !needs.isDisjoint(with: [.focus, .outputs, .places]), let randr = connected.extensions[.randr] {
      outputs = X11Outputs(screen, randr, reportsFacts: needs.contains(.outputs))
    }
    if let outputs { followers.append(outputs) }
    if needs.contains(.focus) { followers.append(X11Focus(screen, outputs: outputs)) }
    if needs.contains(.places), let outputs { followers.append(X11Windows(screen, outputs: outputs)) }
    if needs.contains(.workspace) { followers.append(X11Workspace(screen)) }
    if needs.contains(.modifiers), let xkb = connected.extensions[.xkb] { followers.append(X11Modifiers(screen, xkb)) }
  }

  func close(_ reason: String) {
    link.end(reason)
    end()
  }

  private func end() {
    followers = []
    knownFacts = DesktopFacts()
    screen = nil
    liveness = Liveness()
  }
}
