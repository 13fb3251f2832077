import Base
import Bindings
import Glibc

/// The functions of libxkbcommon, found at run time; the program also runs without it. Their types are those of `xkbcommon.h`.
struct XkbLibrary {
  static let name = "libxkbcommon.so.0"

  fileprivate let newContext: @convention(c) (UInt32) -> OpaquePointer?
  fileprivate let freeContext: @convention(c) (OpaquePointer) -> Void
  fileprivate let setLogLevel: @convention(c) (OpaquePointer, UInt32) -> Void
  /// A context, the text, its format (1), and flags.
  fileprivate let read: @convention(c) (OpaquePointer, UnsafePointer<CChar>, UInt32, UInt32) -> OpaquePointer?
  /// A context, names or nil for the usual ones, and flags.
  fileprivate let compile: @convention(c) (OpaquePointer, UnsafeRawPointer?, UInt32) -> OpaquePointer?
  /// To be freed.
  fileprivate let text: @convention(c) (OpaquePointer, UInt32) -> UnsafeMutablePointer<CChar>?
  fileprivate let freeKeymap: @convention(c) (OpaquePointer) -> Void
  fileprivate let lowestCode: @convention(c) (OpaquePointer) -> UInt32
  fileprivate let highestCode: @convention(c) (OpaquePointer) -> UInt32
  fileprivate let groups: @convention(c) (OpaquePointer, UInt32) -> UInt32
  fileprivate let levels: @convention(c) (OpaquePointer, UInt32, UInt32) -> UInt32
  /// A key, a group and a level; where the symbols are.
  fileprivate let symbols:
    @convention(c) (OpaquePointer, UInt32, UInt32, UInt32, UnsafeMutablePointer<UnsafePointer<UInt32>?>) -> Int32
  /// A key, a group and a level; the masks that give it, and how many there is room for. In libxkbcommon 1.0 and newer.
  fileprivate let masks:
    @convention(c) (OpaquePointer, UInt32, UInt32, UInt32, UnsafeMutablePointer<UInt32>, Int) -> Int
  fileprivate let newState: @convention(c) (OpaquePointer) -> OpaquePointer?
  fileprivate let freeState: @convention(c) (OpaquePointer) -> Void
  /// A key goes down (1) or up (0).
  fileprivate let update: @convention(c) (OpaquePointer, UInt32, UInt32) -> UInt32
  /// The modifiers that these components stand for.
  fileprivate let modifiers: @convention(c) (OpaquePointer, UInt32) -> UInt32

  /// Loads the library, which stays loaded. Nil if there is none, or one older than 1.0.
  init?(name: String = XkbLibrary.name) {
    guard let symbols = LibrarySymbols(of: name), let library = try? XkbLibrary(symbols) else { return nil }
    self = library
  }

  private init(_ symbols: LibrarySymbols) throws(LibrarySymbols.Missing) {
    newContext = try symbols.function("xkb_context_new")
    freeContext = try symbols.function("xkb_context_unref")
    setLogLevel = try symbols.function("xkb_context_set_log_level")
    read = try symbols.function("xkb_keymap_new_from_string")
    compile = try symbols.function("xkb_keymap_new_from_names")
    text = try symbols.function("xkb_keymap_get_as_string")
    freeKeymap = try symbols.function("xkb_keymap_unref")
    lowestCode = try symbols.function("xkb_keymap_min_keycode")
    highestCode = try symbols.function("xkb_keymap_max_keycode")
    groups = try symbols.function("xkb_keymap_num_layouts_for_key")
    levels = try symbols.function("xkb_keymap_num_levels_for_key")
    self.symbols = try symbols.function("xkb_keymap_key_get_syms_by_level")
    masks = try symbols.function("xkb_keymap_key_get_mods_for_level")
    newState = try symbols.function("xkb_state_new")
    freeState = try symbols.function("xkb_state_unref")
    update = try symbols.function("xkb_state_update_key")
    modifiers = try symbols.function("xkb_state_serialize_mods")
  }
}

/// A keymap of xkb: a text of some 60 KB, and what libxkbcommon makes of it.
struct XkbKeymap {
  /// XKB_KEYMAP_FORMAT_TEXT_V1.
  static let format: UInt32 = 1
  private static let critical: UInt32 = 10
  /// XKB_STATE_MODS_DEPRESSED.
  private static let depressed: UInt32 = 1
  private static let mostCodes: UInt32 = 1024
  private static let mostMasks = 32

  let text: String
  let layout: KeyboardLayout

  /// Nil for a text that is no keymap.
  init?(_ text: String, _ library: XkbLibrary) {
    let made = Self.with(library, { context in text.withCString { library.read(context, $0, Self.format, 0) } }) {
      Self.layout($0, library)
    }
    guard let made, !made.isEmpty else { return nil }
    (self.text, layout) = (text, made)
  }

  /// The keymap that the environment names (XKB_DEFAULT_LAYOUT and its like), else that of a keyboard with the layout `us`.
  init?(usualOf library: XkbLibrary) {
    let made = Self.with(library, { library.compile($0, nil, 0) }) { keymap -> (String, KeyboardLayout)? in
      guard let text = library.text(keymap, Self.format) else { return nil }
      defer { free(text) }
      return (String(cString: text), Self.layout(keymap, library))
    }
    guard case .some(.some((let text, let layout))) = made else { return nil }
    (self.text, self.layout) = (text, layout)
  }

  private static func with<Result>(
    _ library: XkbLibrary, _ make: (OpaquePointer) -> OpaquePointer?, _ use: (OpaquePointer) -> Result
  ) -> Result? {
    guard let context = library.newContext(0) else { return nil }
    defer { library.freeContext(context) }
    library.setLogLevel(context, critical)
    guard let keymap = make(context) else { return nil }
    defer { library.freeKeymap(keymap) }
    return use(keymap)
  }

  private static func layout(_ keymap: OpaquePointer, _ library: XkbLibrary) -> KeyboardLayout {
    var layout = KeyboardLayout()
    for code in library.lowestCode(keymap)...min(library.highestCode(keymap), mostCodes) {
      let groups = library.groups(keymap, code)
      if groups > 1 { layout.setGroups(groups, of: code) }
      var isModifier = false
      for group in 0..<groups {
        for level in 0..<library.levels(keymap, code, group) {
          guard let symbol = symbol(keymap, code, group, level, library),
            let modifiers = modifiers(keymap, code, group, level, library)
          else { continue }
          isModifier = isModifier || symbol.isModifier
          layout.add(
            symbol, at: .init(code: code, group: groups == 1 ? nil : group, modifiers: modifiers, mask: .max))
        }
      }
      if isModifier { layout.setModifiers(turnedOn(by: code, keymap, library), of: code) }
    }
    return layout
  }

  /// Nil for a level with no symbol, or several.
  private static func symbol(
    _ keymap: OpaquePointer, _ code: UInt32, _ group: UInt32, _ level: UInt32, _ library: XkbLibrary
  ) -> KeySymbol? {
    var symbols: UnsafePointer<UInt32>?
    guard library.symbols(keymap, code, group, level, &symbols) == 1, let symbols, symbols[0] != 0 else { return nil }
    return KeySymbol(keysym: symbols[0])
  }

  /// The fewest modifiers that give the level; nil for a level that none gives.
  private static func modifiers(
    _ keymap: OpaquePointer, _ code: UInt32, _ group: UInt32, _ level: UInt32, _ library: XkbLibrary
  ) -> UInt32? {
    var masks = [UInt32](repeating: 0, count: mostMasks)
    let count = min(library.masks(keymap, code, group, level, &masks, masks.count), masks.count)
    return masks[..<count].min { $0.nonzeroBitCount < $1.nonzeroBitCount }
  }

  private static func turnedOn(by code: UInt32, _ keymap: OpaquePointer, _ library: XkbLibrary) -> UInt32 {
    guard let state = library.newState(keymap) else { return 0 }
    defer { library.freeState(state) }
    _ = library.update(state, code, 1)
    return library.modifiers(state, depressed)
  }
}
