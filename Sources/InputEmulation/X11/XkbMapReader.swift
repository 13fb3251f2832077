import Bindings
import Desktop

/// Reads the reply to XKB's GetMap with types, symbols and the map of modifiers. Nil where it makes no sense.
///
/// Source: xkb.xml of xcb-proto; "The X Keyboard Extension: Protocol Specification", GetMap.
enum XkbMapReader {
  /// Which parts are asked for: key types, symbols, and the map of modifiers.
  static let parts = 1 | 2 | 4

  /// The level of a key that each set of modifiers gives.
  private struct KeyType {
    let mask: UInt32
    let levels: Int
    /// By the level; the fewest modifiers of those that give it.
    var modifiers: [Int: UInt32] = [0: 0]
  }

  private static let headerLength = 40

  static func layout(_ reply: XcbMessage) -> KeyboardLayout? {
    guard let typeCount = reply.byte(15), let first = reply.byte(17), let keyCount = reply.byte(20),
      let modifierCount = reply.byte(33)
    else { return nil }
    var place = headerLength
    var types: [KeyType] = []
    for _ in 0..<typeCount {
      guard let type = readType(reply, &place) else { return nil }
      types.append(type)
    }
    var layout = KeyboardLayout()
    for key in 0..<UInt32(keyCount) {
      guard readKey(reply, &place, code: UInt32(first) + key, types, into: &layout) else { return nil }
    }
    for _ in 0..<modifierCount {
      guard let code = reply.byte(place), let mask = reply.byte(place + 1) else { return nil }
      layout.setModifiers(UInt32(mask), of: UInt32(code))
      place += 2
    }
    return layout
  }

  private static func readType(_ reply: XcbMessage, _ place: inout Int) -> KeyType? {
    guard let mask = reply.byte(place), let levels = reply.byte(place + 4), let entries = reply.byte(place + 5),
      let hasPreserved = reply.byte(place + 6)
    else { return nil }
    place += 8
    var type = KeyType(mask: UInt32(mask), levels: Int(levels))
    for _ in 0..<entries {
      guard let isActive = reply.byte(place), let modifiers = reply.byte(place + 1), let level = reply.byte(place + 2)
      else { return nil }
      place += 8
      guard isActive != 0 else { continue }
      let before = type.modifiers[Int(level)]
      if before == nil || modifiers.nonzeroBitCount < before?.nonzeroBitCount ?? 0 {
        type.modifiers[Int(level)] = UInt32(modifiers)
      }
    }
    if hasPreserved != 0 { place += 4 * Int(entries) }
    return type
  }

  private static func readKey(
    _ reply: XcbMessage, _ place: inout Int, code: UInt32, _ types: [KeyType], into layout: inout KeyboardLayout
  ) -> Bool {
    guard let info = reply.byte(place + 4), let width = reply.byte(place + 5), let count = reply.half(place + 6),
      let symbols = reply.words(place + 8, count: Int(count))
    else { return false }
    let groups = Int(info & 15)
    for group in 0..<min(groups, 4) {
      guard let index = reply.byte(place + group), types.indices.contains(Int(index)) else { return false }
      let type = types[Int(index)]
      for level in 0..<min(Int(width), type.levels) {
        let at = group * Int(width) + level
        guard symbols.indices.contains(at), symbols[at] != 0, let modifiers = type.modifiers[level] else { continue }
        layout.add(
          KeySymbol(keysym: symbols[at]),
          at: .init(code: code, group: groups == 1 ? nil : UInt32(group), modifiers: modifiers, mask: type.mask))
      }
    }
    place += 8 + 4 * Int(count)
    return true
  }
}
