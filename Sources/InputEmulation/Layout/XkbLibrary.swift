import Bindings
import CLibraries
import Glibc

/// The functions of libxkbcommon, loaded at run time. The library may be missing.
typealias XkbLibrary = gb_xkb

extension XkbLibrary {
  static let name = "libxkbcommon.so.0"

  /// Loads the library, which stays loaded. Nil if the library is missing or older than version 1.0.
  static func load() -> XkbLibrary? {
    var library = XkbLibrary()
    return gb_load_xkb(name, &library) == nil ? library : nil
  }
}

/// A keymap of xkb: a text of about 60 KB, and its layout.
struct XkbKeymap {
  static let format = XKB_KEYMAP_FORMAT_TEXT_V1.rawValue
  private static let mostCodes: UInt32 = 1024
  private static let mostMasks = 32

  let text: String
  let layout: KeyboardLayout

  /// Reads the text of a keymap. Nil if the text isn't a keymap, or if no key has a symbol.
  init?(_ text: String, _ library: XkbLibrary) {
    let made = Self.with(
      library, { library.keymap_new_from_string($0, text, XKB_KEYMAP_FORMAT_TEXT_V1, XKB_KEYMAP_COMPILE_NO_FLAGS) },
      { Self.layout($0, library) })
    guard let made, !made.isEmpty else { return nil }
    (self.text, layout) = (text, made)
  }

  /// Makes the keymap that XKB_DEFAULT_LAYOUT names, by default `us`. Nil if libxkbcommon finds no such keymap.
  init?(usualOf library: XkbLibrary) {
    let made = Self.with(library, { library.keymap_new_from_names($0, nil, XKB_KEYMAP_COMPILE_NO_FLAGS) }) {
      keymap -> (String, KeyboardLayout)? in
      guard let text = library.keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1) else { return nil }
      defer { free(text) }
      return (String(cString: text), Self.layout(keymap, library))
    }
    guard case .some(.some((let text, let layout))) = made else { return nil }
    (self.text, self.layout) = (text, layout)
  }

  private static func with<Result>(
    _ library: XkbLibrary, _ make: (OpaquePointer) -> OpaquePointer?, _ use: (OpaquePointer) -> Result
  ) -> Result? {
    guard let context = library.context_new(XKB_CONTEXT_NO_FLAGS) else { return nil }
    defer { library.context_unref(context) }
    library.context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    guard let keymap = make(context) else { return nil }
    defer { library.keymap_unref(keymap) }
    return use(keymap)
  }

  private static func layout(_ keymap: OpaquePointer, _ library: XkbLibrary) -> KeyboardLayout {
    var layout = KeyboardLayout()
    let codes = (library.keymap_min_keycode(keymap), min(library.keymap_max_keycode(keymap), mostCodes))
    for code in stride(from: codes.0, through: codes.1, by: 1) {
      let groups = library.keymap_num_layouts_for_key(keymap, code)
      if groups > 1 { layout.setGroups(groups, of: code) }
      var isModifier = false
      for group in 0..<groups {
        for level in 0..<library.keymap_num_levels_for_key(keymap, code, group) {
          guard let symbol = symbol(keymap, code, group, level, library),
            let modifiers = modifiers(keymap, code, group, level, library)
          else { continue }
          isModifier = isModifier || symbol.isModifier
          layout.add(symbol, at: .init(code: code, group: groups == 1 ? nil : group, modifiers: modifiers, mask: .max))
        }
      }
      if isModifier { layout.setModifiers(turnedOn(by: code, keymap, library), of: code) }
    }
    return layout
  }

  /// The symbol of a level; nil if the level has no symbol or several symbols.
  private static func symbol(
    _ keymap: OpaquePointer, _ code: UInt32, _ group: UInt32, _ level: UInt32, _ library: XkbLibrary
  ) -> KeySymbol? {
    var symbols: UnsafePointer<UInt32>?
    guard library.keymap_key_get_syms_by_level(keymap, code, group, level, &symbols) == 1, let symbols, symbols[0] != 0
    else { return nil }
    return KeySymbol(keysym: symbols[0])
  }

  /// The smallest set of modifiers that gives the level: 0 if the level needs no modifiers, nil if no set gives it.
  private static func modifiers(
    _ keymap: OpaquePointer, _ code: UInt32, _ group: UInt32, _ level: UInt32, _ library: XkbLibrary
  ) -> UInt32? {
    var masks = [UInt32](repeating: 0, count: mostMasks)
    let count = min(library.keymap_key_get_mods_for_level(keymap, code, group, level, &masks, masks.count), masks.count)
    return masks[..<count].min { $0.nonzeroBitCount < $1.nonzeroBitCount }
  }

  private static func turnedOn(by code: UInt32, _ keymap: OpaquePointer, _ library: XkbLibrary) -> UInt32 {
    guard let state = library.state_new(keymap) else { return 0 }
    defer { library.state_unref(state) }
    _ = library.state_update_key(state, code, XKB_KEY_DOWN)
    return library.state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED)
  }
}
