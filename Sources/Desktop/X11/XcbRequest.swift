import CLibraries

/// The number of a request, and the type of its reply.
package protocol XcbCookie {
  associatedtype Reply
  var sequence: UInt32 { get }
}

extension xcb_get_atom_name_cookie_t: XcbCookie { package typealias Reply = xcb_get_atom_name_reply_t }
extension xcb_get_geometry_cookie_t: XcbCookie { package typealias Reply = xcb_get_geometry_reply_t }
extension xcb_get_input_focus_cookie_t: XcbCookie { package typealias Reply = xcb_get_input_focus_reply_t }
extension xcb_get_property_cookie_t: XcbCookie { package typealias Reply = xcb_get_property_reply_t }
extension xcb_get_selection_owner_cookie_t: XcbCookie { package typealias Reply = xcb_get_selection_owner_reply_t }
extension xcb_get_window_attributes_cookie_t: XcbCookie { package typealias Reply = xcb_get_window_attributes_reply_t }
extension xcb_intern_atom_cookie_t: XcbCookie { package typealias Reply = xcb_intern_atom_reply_t }
extension xcb_query_tree_cookie_t: XcbCookie { package typealias Reply = xcb_query_tree_reply_t }
extension xcb_translate_coordinates_cookie_t: XcbCookie { package typealias Reply = xcb_translate_coordinates_reply_t }

/// A request of an extension, and the type of the reply.
package protocol XcbRequest {
  associatedtype Reply
}

extension xcb_randr_get_crtc_info_request_t: XcbRequest { package typealias Reply = xcb_randr_get_crtc_info_reply_t }
extension xcb_randr_get_monitors_request_t: XcbRequest { package typealias Reply = xcb_randr_get_monitors_reply_t }
extension xcb_randr_get_output_info_request_t: XcbRequest {
  package typealias Reply = xcb_randr_get_output_info_reply_t
}
extension xcb_randr_get_screen_resources_current_request_t: XcbRequest {
  package typealias Reply = xcb_randr_get_screen_resources_current_reply_t
}
extension xcb_randr_query_version_request_t: XcbRequest { package typealias Reply = xcb_randr_query_version_reply_t }
extension xcb_xkb_get_map_request_t: XcbRequest { package typealias Reply = xcb_xkb_get_map_reply_t }
extension xcb_xkb_get_state_request_t: XcbRequest { package typealias Reply = xcb_xkb_get_state_reply_t }
extension xcb_xkb_use_extension_request_t: XcbRequest { package typealias Reply = xcb_xkb_use_extension_reply_t }

/// Requests of XKB, for all keyboards together. `major` is XKB's major opcode.
package struct XkbRequests {
  private static let keyboard = UInt16(XCB_XKB_ID_USE_CORE_KBD.rawValue)
  private let major: UInt8

  package init(major: UInt8) { self.major = major }

  package var use: xcb_xkb_use_extension_request_t {
    .init(major_opcode: major, minor_opcode: UInt8(XCB_XKB_USE_EXTENSION), length: 0, wantedMajor: 1, wantedMinor: 0)
  }

  package var state: xcb_xkb_get_state_request_t {
    .init(
      major_opcode: major, minor_opcode: UInt8(XCB_XKB_GET_STATE), length: 0, deviceSpec: Self.keyboard, pad0: (0, 0))
  }

  /// Returns the request that selects `events`. The server reports the events in `whole` after every change. For each
  /// other event, the caller must append the changes to report.
  package func select(_ events: UInt32, whole: UInt32 = 0) -> xcb_xkb_select_events_request_t {
    let map: UInt16 = whole == 0 ? 0 : 0xff
    return .init(
      major_opcode: major, minor_opcode: UInt8(XCB_XKB_SELECT_EVENTS), length: 0, deviceSpec: Self.keyboard,
      affectWhich: UInt16(events), clear: 0, selectAll: UInt16(whole), affectMap: map, map: map)
  }

  /// Returns the request that locks `modifiers`, unlocks the other modifiers of `mask`, and locks `group`.
  package func lock(_ modifiers: UInt8, of mask: UInt8, group: UInt8) -> xcb_xkb_latch_lock_state_request_t {
    .init(
      major_opcode: major, minor_opcode: UInt8(XCB_XKB_LATCH_LOCK_STATE), length: 0, deviceSpec: Self.keyboard,
      affectModLocks: mask, modLocks: modifiers, lockGroup: 1, groupLock: group, affectModLatches: 0, pad0: 0, pad1: 0,
      latchGroup: 0, groupLatch: 0)
  }

  /// Returns the request for some complete parts of the keyboard's map. `parts` has bits of xcb_xkb_map_part_t.
  package func map(_ parts: UInt32) -> xcb_xkb_get_map_request_t {
    var request = xcb_xkb_get_map_request_t()
    (request.major_opcode, request.minor_opcode) = (major, UInt8(XCB_XKB_GET_MAP))
    (request.deviceSpec, request.full) = (Self.keyboard, UInt16(parts))
    return request
  }
}
