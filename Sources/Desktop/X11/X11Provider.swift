import Base
import Glibc

/// Learns facts from an X server and its window manager, without grabbing anything: EWMH, RandR and XKB.
///
/// It opens nothing else than what `needs` asks for, and keeps the last facts while the server hangs.
public final class X11Provider: DesktopProvider {
  private enum Life {
    case connecting(XcbConnector)
    /// The server is asked for its numbers, and then each follower asks.
    case connected(XcbConnection)
    case unavailable(String)
  }

  public let name = "X11"
  /// What the server has told.
  private var told = DesktopFacts()
  private let library: XcbLibrary?
  private let needs: DesktopNeeds
  private var life: Life
  private var followers: [any X11Follower] = []
  /// It has answered all first questions.
  private var isTelling = false
  private var hasMore = false
  private var screen: X11Screen?
  /// When a sign of life was asked for that has not come yet, CLOCK_MONOTONIC microseconds.
  private var asked: Int64?
  /// The server hangs: what it has told may be wrong by now.
  private var isSilent = false
  /// A server that has not answered for so long hangs, in microseconds.
  private static let silence: Int64 = 1_000_000

  /// Begins to connect to a display such as `:0`, the value of DISPLAY; libxcb finds the cookie by XAUTHORITY.
  public convenience init(display: String?, needs: DesktopNeeds) {
    // Without a display there is no need to load it.
    self.init(display: display, needs: needs, library: (display ?? "").isEmpty ? nil : XcbLibrary())
  }

  init(display: String?, needs: DesktopNeeds, library: XcbLibrary?) {
    self.library = library
    self.needs = needs
    life = Self.begin(display, library)
  }

  private static func begin(_ display: String?, _ library: XcbLibrary?) -> Life {
    guard let display, !display.isEmpty else {
      return .unavailable(
        "DISPLAY is not set; `systemctl --user import-environment DISPLAY XAUTHORITY` in the session gives it to the service"
      )
    }
    guard let library else { return .unavailable("\(XcbLibrary.name) is missing; Debian's package libxcb1 has it") }
    do {
      return .connecting(try XcbConnector(library, display: display))
    } catch {
      return .unavailable("it can't connect: \(error)")
    }
  }

  public var facts: DesktopFacts { isSilent ? DesktopFacts() : told }

  public var state: ProviderState {
    switch life {
    case .connecting: .asking
    case .connected: isTelling ? .telling(known) : .asking
    case .unavailable(let reason): .unavailable(reason)
    }
  }

  public var wait: (descriptor: Int32, events: Int16)? {
    switch life {
    case .connecting(let connector): (connector.descriptor, Int16(POLLIN))
    case .connected(let connection): (connection.descriptor, Int16(POLLIN))
    case .unavailable: nil
    }
  }

  /// At once where more has come than fits in one turn.
  public var nextDeadline: Int64? { hasMore ? 0 : nil }

  public func advance(to now: Int64) { if hasMore { ready() } }

  /// Asks for something that every server answers at once, unless that is under way.
  public func check(at now: Int64) {
    guard isTelling, let screen else { return }
    if let asked { return isSilent = now - asked >= Self.silence }
    asked = now
    screen.askProperty(screen.atoms[.activeWindow], of: screen.root) { [weak self] _ in
      self?.asked = nil
      self?.isSilent = false
    }
  }

  /// A thread that connects can't be stopped: it goes on, and so does the wait.
  public func giveUp() {}

  public func ready() {
    if case .connecting(let connector) = life, let library, let outcome = connector.takeOutcome() {
      switch outcome {
      case .failed(let reason): life = .unavailable(reason)
      case .connected(let connected): begin(connected, library)
      }
    }
    if case .connected(let connection) = life { process(connection) }
  }

  /// What of its needs is known. A window manager may come later, or not tell.
  private var known: DesktopNeeds {
    var known: DesktopNeeds = []
    if told.focus != .unknown { known.insert(.focus) }
    if told.workspace != nil { known.insert(.workspace) }
    if told.modifiers != nil { known.insert(.modifiers) }
    if told.outputs != nil { known.insert(.outputs) }
    if told.layout != nil { known.insert(.places) }
    return known
  }

  private func begin(_ connected: XcbConnector.Connected, _ library: XcbLibrary) {
    let connection = XcbConnection(library, owning: connected.connection)
    life = .connected(connection)
    X11Atoms.ask(connection) { [weak self, unowned connection] atoms in
      self?.follow(X11Screen(connection: connection, root: connected.root, atoms: atoms), library, connected)
    }
  }

  private func follow(_ screen: X11Screen, _ library: XcbLibrary, _ connected: XcbConnector.Connected) {
    self.screen = screen
    if !needs.isDisjoint(with: [.focus, .workspace, .places]) { screen.select(.properties, of: screen.root) }
    var outputs: X11Outputs?
    if !needs.isDisjoint(with: [.focus, .outputs, .places]), let randr = library.randr, let event = connected.randrEvent
    {
      outputs = X11Outputs(screen, randr, firstEvent: event, areFacts: needs.contains(.outputs))
    }
    if let outputs { followers.append(outputs) }
    if needs.contains(.focus) { followers.append(X11Focus(screen, outputs: outputs)) }
    if needs.contains(.places), let outputs { followers.append(X11Windows(screen, outputs: outputs)) }
    if needs.contains(.workspace) { followers.append(X11Workspace(screen)) }
    if needs.contains(.modifiers), let xkb = library.xkb, let event = connected.xkbEvent {
      followers.append(X11Modifiers(screen, xkb, firstEvent: event))
    }
  }

  private func process(_ connection: XcbConnection) {
    let progress = connection.process { event in for follower in followers { follower.take(event) } }
    hasMore = progress == .unfinished
    guard progress != .broken else { return end("the X server has closed the connection") }
    if connection.isAnswered { isTelling = true }
    var known = DesktopFacts()
    for follower in followers { follower.add(to: &known) }
    if isTelling { told = known }
  }

  private func end(_ reason: String) {
    followers = []
    told = DesktopFacts()
    screen = nil
    (asked, isSilent) = (nil, false)
    hasMore = false
    life = .unavailable(reason)
  }
}
