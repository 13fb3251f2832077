import GestureCore

/// Follows the modifier keys by XKB: the server tells when one of them goes down or up, and of no other key.
final class X11Modifiers: X11Follower {
  /// XkbStateNotify: the number of this event, and its bit in the mask of XKB's events.
  private static let stateEvent: UInt8 = 2
  private static let stateEvents = 1 << 2
  /// XkbModifierState.
  private static let details = 1

  private let firstEvent: UInt8
  private var shown: Modifiers?

  init(_ screen: X11Screen, _ xkb: XcbConnector.Extension) {
    firstEvent = xkb.event
    let requests = XkbRequests(major: xkb.requests)
    screen.connection.ask(requests.use)
    screen.connection.tell(requests.select(Self.stateEvents, details: Self.details))
    screen.connection.ask(requests.state) { [weak self] in self?.shown = $0?.byte(8).map(Self.modifiers) }
  }

  func take(_ event: XcbMessage) {
    guard event.type == firstEvent, event.byte(1) == Self.stateEvent, let mask = event.byte(9) else { return }
    shown = Self.modifiers(mask)
  }

  func add(to facts: inout DesktopFacts) { facts.modifiers = shown }

  /// Alt is Mod1 and Super is Mod4 in every common keyboard layout.
  private static func modifiers(_ mask: UInt8) -> Modifiers {
    let bits: [(UInt8, Modifiers)] = [(1, .shift), (4, .ctrl), (8, .alt), (64, .super)]
    return bits.reduce(into: []) { keys, bit in if mask & bit.0 != 0 { keys.insert(bit.1) } }
  }
}
