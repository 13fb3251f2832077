import Bindings
import CLibraries
import Desktop

/// Reads the reply to XKB's GetMap; nil if the reply is invalid. Source: xkb.xml; "The X Keyboard Extension", GetMap.
enum XkbMapReader {
  static let parts =
    XCB_XKB_MAP_PART_KEY_TYPES.rawValue | XCB_XKB_MAP_PART_KEY_SYMS.rawValue | XCB_XKB_MAP_PART_MODIFIER_MAP.rawValue

  private struct KeyType {
    let mask: UInt32
    let levels: Int
    /// For each level, the smallest set of modifiers that chooses it.
    var modifiers: [Int: UInt32] = [0: 0]
  }

  static func layout(_ reply: XcbReply<xcb_xkb_get_map_reply_t>) -> KeyboardLayout? {
    var rest = reply.rest
    var types: [KeyType] = []
    for _ in 0..<reply.nTypes {
      guard let type = readType(&rest) else { return nil }
      types.append(type)
    }
    var layout = KeyboardLayout()
    for key in 0..<UInt32(reply.nKeySyms) {
      guard readKey(&rest, code: UInt32(reply.firstKeySym) + key, types, into: &layout) else { return nil }
    }
    guard let modifiers = rest.take(xcb_xkb_key_mod_map_t.self, count: Int(reply.totalModMapKeys)) else { return nil }
    for one in modifiers { layout.setModifiers(UInt32(one.mods), of: UInt32(one.keycode)) }
    return layout
  }

  private static func readType(_ rest: inout XcbBytes) -> KeyType? {
    guard let head = rest.take(xcb_xkb_key_type_t.self),
      let entries = rest.take(xcb_xkb_kt_map_entry_t.self, count: Int(head.nMapEntries))
    else { return nil }
    var type = KeyType(mask: UInt32(head.mods_mask), levels: Int(head.numLevels))
    for entry in entries where entry.active != 0 {
      let before = type.modifiers[Int(entry.level)]
      if before == nil || entry.mods_mask.nonzeroBitCount < before?.nonzeroBitCount ?? 0 {
        type.modifiers[Int(entry.level)] = UInt32(entry.mods_mask)
      }
    }
    if head.hasPreserve != 0 { rest.skip(entries.count * MemoryLayout<xcb_xkb_mod_def_t>.stride) }
    return type
  }

  private static func readKey(
    _ rest: inout XcbBytes, code: UInt32, _ types: [KeyType], into layout: inout KeyboardLayout
  ) -> Bool {
    guard let key = rest.take(xcb_xkb_key_sym_map_t.self), let symbols = rest.take(UInt32.self, count: Int(key.nSyms))
    else { return false }
    let groups = Int(key.groupInfo & 15)
    let indices = [key.kt_index.0, key.kt_index.1, key.kt_index.2, key.kt_index.3]
    for (group, index) in indices.prefix(groups).enumerated() {
      guard types.indices.contains(Int(index)) else { return false }
      let type = types[Int(index)]
      for level in 0..<min(Int(key.width), type.levels) {
        let at = group * Int(key.width) + level
        guard symbols.indices.contains(at), symbols[at] != 0, let modifiers = type.modifiers[level] else { continue }
        layout.add(
          KeySymbol(keysym: symbols[at]),
          at: .init(code: code, group: groups == 1 ? nil : UInt32(group), modifiers: modifiers, mask: type.mask))
      }
    }
    return true
  }
}
