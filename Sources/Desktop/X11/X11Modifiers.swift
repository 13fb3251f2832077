import CLibraries
import GestureCore

/// Follows the modifier keys through XKB. The server isn't asked to report other keys.
final class X11Modifiers: X11Follower {
  private static let details = UInt16(XCB_XKB_STATE_PART_MODIFIER_STATE.rawValue)

  private let firstEvent: Int32
  private var shown: Modifiers?

  init(_ screen: X11Screen, _ xkb: XcbConnector.Numbers) {
    firstEvent = xkb.event
    let requests = XkbRequests(major: xkb.requests)
    screen.connection.ask(requests.use)
    screen.connection.request(
      requests.select(XCB_XKB_EVENT_TYPE_STATE_NOTIFY.rawValue), list: [Self.details, Self.details])
    screen.connection.ask(requests.state) { [weak self] in self?.shown = ($0?.mods).map(Self.modifiers) }
  }

  func handle(_ event: XcbEvent) {
    let change = event.read(as: xcb_xkb_state_notify_event_t.self)
    if event.type == firstEvent, change.xkbType == XCB_XKB_STATE_NOTIFY { shown = Self.modifiers(change.mods) }
  }

  func add(to facts: inout DesktopFacts) { facts.modifiers = shown }

  /// Returns the modifiers of an X11 mask. Alt is Mod1 and Super is Mod4 in every common keyboard layout.
  private static func modifiers(_ mask: UInt8) -> Modifiers {
    let bits: [(xcb_mod_mask_t, Modifiers)] = [
      (XCB_MOD_MASK_SHIFT, .shift), (XCB_MOD_MASK_CONTROL, .ctrl), (XCB_MOD_MASK_1, .alt), (XCB_MOD_MASK_4, .super),
    ]
    return bits.reduce(into: []) { keys, bit in if UInt32(mask) & bit.0.rawValue != 0 { keys.insert(bit.1) } }
  }
}
