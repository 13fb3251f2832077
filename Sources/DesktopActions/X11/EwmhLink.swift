import Bindings
import CLibraries
import Desktop

/// Controls an X11 window manager through the messages of EWMH. Before a message, the link asks the server for facts.
/// These facts can be outdated when the message arrives.
///
///     connecting -> the atoms' numbers, the manager's abilities -> ready -> questions and messages for each request
///
/// Source: Extended Window Manager Hints 1.5; ICCCM 4.1.4 for minimized windows.
final class EwmhLink: ActionLink {
  private enum Atom: String, CaseIterable {
    case supported = "_NET_SUPPORTED"
    case check = "_NET_SUPPORTING_WM_CHECK"
    case activeWindow = "_NET_ACTIVE_WINDOW"
    case currentDesktop = "_NET_CURRENT_DESKTOP"
    case desktops = "_NET_NUMBER_OF_DESKTOPS"
    case windowDesktop = "_NET_WM_DESKTOP"
    case clients = "_NET_CLIENT_LIST"
    case close = "_NET_CLOSE_WINDOW"
    case windowState = "_NET_WM_STATE"
    case fullscreen = "_NET_WM_STATE_FULLSCREEN"
    case maximizedHorizontally = "_NET_WM_STATE_MAXIMIZED_HORZ"
    case maximizedVertically = "_NET_WM_STATE_MAXIMIZED_VERT"
    case skipsTaskbar = "_NET_WM_STATE_SKIP_TASKBAR"
    case changeState = "WM_CHANGE_STATE"
    case moveResize = "_NET_MOVERESIZE_WINDOW"
    case workArea = "_NET_WORKAREA"
    case frame = "_NET_FRAME_EXTENTS"
  }

  private enum Change {
    static let remove: UInt32 = 0
    static let toggle: UInt32 = 2
  }

  /// EWMH's number for messages from a pager. Window managers obey such messages.
  private static let pager: UInt32 = 2
  /// The event mask with which messages to the root window reach the window manager.
  private static let toManager =
    XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
  /// ICCCM's state of a minimized window.
  private static let iconic: UInt32 = 3
  private static let allDesktops: UInt32 = 0xffff_ffff
  /// The maximum number of windows that `cycle` considers. Each window needs two requests.
  private static let mostClients = 128

  let name = "EWMH"
  private let link: X11Link
  private var root: UInt32 = 0
  private var atoms = X11Atoms<Atom>()
  private var supported: Set<UInt32> = []
  private var isReady = false

  init(display: String?) { link = X11Link(display: display) }

  var state: LinkState { link.failure.map { .unavailable($0) } ?? (isReady ? .ready : .opening) }

  var wait: (descriptor: Int32, events: Int16)? { link.wait }

  func ready() {
    link.ready { connected, connection in
      root = connected.screen.root
      X11Atoms<Atom>.ask(connection) { [weak self] in
        self?.atoms = $0
        self?.learn()
      }
    }
    while link.process() {}
  }

  func close(_ reason: String) {
    link.connection?.send()
    link.end(reason)
  }

  private func learn() {
    property(.check, of: root) { [unowned self] check in
      guard let check, !check.isEmpty else { return link.end("no X11 window manager that supports EWMH is running") }
    }
    property(.supported, of: root) { [unowned self] known in
      supported = Set(known ?? [])
      isReady = true
    }
  }

  // MARK: Abilities

  func obstacle(to action: DesktopAction) -> String? {
    guard let needed = Self.needs(action) else { return "EWMH (a standard for X11) has no message for this action" }
    let missing = needed.first { !supported.contains(atoms[$0]) }
    return missing.map { "the window manager does not support \($0.rawValue), which this action needs" }
  }

  /// Returns the atoms that the action needs. Nil if EWMH lacks the action.
  private static func needs(_ action: DesktopAction) -> [Atom]? {
    switch action {
    case .workspace: [.currentDesktop, .desktops]
    case .window(.close): [.activeWindow, .close]
    case .window(.fullscreen): [.activeWindow, .fullscreen]
    case .window(.maximize): [.activeWindow, .maximizedHorizontally, .maximizedVertically]
    // Minimizing is older than EWMH, and every manager supports it.
    case .window(.minimize): [.activeWindow]
    case .window(.left), .window(.right): [.activeWindow, .moveResize, .workArea]
    case .window(.next), .window(.previous): [.activeWindow, .clients]
    case .overview, .media, .level: nil
    }
  }

  // MARK: Requests

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    switch action {
    case .workspace(let target): go(to: target, refused)
    case .window(let action):
      property(.activeWindow, of: root) { [unowned self] answer in
        let window = answer?.first ?? 0
        if window != 0 || action == .next || action == .previous {
          perform(action, on: window)
        } else {
          refused("no window has the focus")
        }
      }
    case .overview, .media, .level: break
    }
    while link.process() {}
  }

  private func go(to target: WorkspaceTarget, _ refused: @escaping (String) -> Void) {
    // Answers come in order, so the count is known in the second callback.
    var count: UInt32 = 0
    property(.desktops, of: root) { count = $0?.first ?? 0 }
    property(.currentDesktop, of: root) { [unowned self] answer in
      guard let current = answer?.first else {
        return refused("the window manager does not report the current workspace")
      }
      switch target {
      case .next where count == 1, .previous where count == 1: refused(ActionWording.noOtherWorkspace)
      case .next: if current &+ 1 < count { send(.currentDesktop, to: root, [current &+ 1, 0]) }
      case .previous: if current > 0 { send(.currentDesktop, to: root, [current - 1, 0]) }
      case .number(let number):
        guard number <= count else { return refused("there is no workspace \(number)") }
        send(.currentDesktop, to: root, [UInt32(number - 1), 0])
      }
    }
  }

  private func perform(_ action: WindowAction, on window: UInt32) {
    switch action {
    case .close: send(.close, to: window, [0, Self.pager])
    case .fullscreen: change(window, Change.toggle, .fullscreen)
    case .maximize: change(window, Change.toggle, .maximizedHorizontally, .maximizedVertically)
    case .minimize: send(.changeState, to: window, [Self.iconic])
    case .left, .right: fill(window, isRight: action == .right)
    case .next: cycle(from: window, isBack: false)
    case .previous: cycle(from: window, isBack: true)
    }
  }

  private func change(_ window: UInt32, _ how: UInt32, _ first: Atom, _ second: Atom? = nil) {
    send(.windowState, to: window, [how, atoms[first], second.map { atoms[$0] } ?? 0, Self.pager])
  }

  /// Makes the window fill the left or right half of the work area.
  private func fill(_ window: UInt32, isRight: Bool) {
    var frame: [UInt32] = [0, 0, 0, 0]
    property(.frame, of: window) { if let frameExtents = $0, frameExtents.count == 4 { frame = frameExtents } }
    var desktop = 0
    property(.currentDesktop, of: root) { desktop = Int($0?.first ?? 0) }
    property(.workArea, of: root) { [unowned self] answer in
      guard let areas = answer, areas.count >= 4 else { return }
      let area = areas.count >= (desktop + 1) * 4 ? Array(areas[(desktop * 4)..<(desktop * 4 + 4)]) : areas
      let half = area[2] / 2
      let (width, height) = (isRight ? area[2] - half : half, area[3])
      let (frameWidth, frameHeight) = (frame[0] &+ frame[1], frame[2] &+ frame[3])
      guard width > frameWidth, height > frameHeight else { return }
      change(window, Change.remove, .maximizedHorizontally, .maximizedVertically)
      change(window, Change.remove, .fullscreen)
      // All four numbers are set. The gravity is north-west, so the position is the frame's position.
      let flags = UInt32(1) | 0xf << 8 | Self.pager << 12
      send(
        .moveResize, to: window,
        [flags, isRight ? area[0] &+ half : area[0], area[1], width - frameWidth, height - frameHeight])
    }
  }

  /// Focuses the next or previous window on the current workspace, in the order in which the windows were opened. Skips
  /// windows that the taskbar skips. If `window` is skipped or isn't on the workspace, focuses the first window.
  private func cycle(from window: UInt32, isBack: Bool) {
    var desktop = Self.allDesktops
    property(.currentDesktop, of: root) { desktop = $0?.first ?? Self.allDesktops }
    property(.clients, of: root) { [unowned self] answer in
      let clients = (answer ?? []).prefix(Self.mostClients)
      var candidates: [UInt32] = []
      for client in clients {
        var isSkipped = false
        property(.windowState, of: client) { [unowned self] states in
          isSkipped = (states ?? []).contains(atoms[.skipsTaskbar])
        }
        property(.windowDesktop, of: client) { [unowned self] place in
          let place = place?.first ?? desktop
          if !isSkipped, place == desktop || place == Self.allDesktops { candidates.append(client) }
          if client == clients.last { activate(after: window, among: candidates, isBack: isBack) }
        }
      }
    }
  }

  private func activate(after window: UInt32, among candidates: [UInt32], isBack: Bool) {
    guard !candidates.isEmpty else { return }
    let place = candidates.firstIndex(of: window)
    let next = place.map { ($0 + (isBack ? candidates.count - 1 : 1)) % candidates.count } ?? 0
    send(.activeWindow, to: candidates[next], [Self.pager, 0, window])
  }

  // MARK: The server

  /// Asks for a window's property, a list of numbers. `answered` gets nil for an error, or if the property is missing.
  private func property(_ atom: Atom, of window: UInt32, answered: @escaping ([UInt32]?) -> Void) {
    link.connection?.askProperty(atoms[atom], of: window) { property in
      answered(property.flatMap { $0.type == 0 ? nil : $0.words })
    }
  }

  /// Sends the window manager a message about a window, with at most five numbers.
  private func send(_ atom: Atom, to window: UInt32, _ data: [UInt32]) {
    var event = xcb_client_message_event_t()
    (event.response_type, event.format) = (UInt8(XCB_CLIENT_MESSAGE), 32)
    (event.window, event.type) = (window, atoms[atom])
    data.withUnsafeBytes { data in withUnsafeMutableBytes(of: &event.data) { $0.copyMemory(from: data) } }
    link.connection?.request { library, connection in
      withUnsafeBytes(of: event) {
        library.send_event(connection, 0, root, Self.toManager, $0.baseAddress?.assumingMemoryBound(to: CChar.self))
      }
    }
  }
}
