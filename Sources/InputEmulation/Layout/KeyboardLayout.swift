import Bindings

/// Which keys of a keyboard give which symbols, in each of its groups (layouts) and levels (as with Shift).
public struct KeyboardLayout: Equatable, Sendable {
  /// A key, and the state of the keyboard in which it gives a symbol.
  public struct Place: Hashable, Sendable {
    /// As X and xkb number keys: the kernel's code and 8.
    public let code: UInt32
    /// Nil for a key that is the same in all groups.
    public let group: UInt32?
    /// The modifiers that must be on, as a mask.
    public let modifiers: UInt32
    /// The modifiers that matter to the key at all.
    public let mask: UInt32
  }

  private var places: [KeySymbol: [Place]] = [:]
  /// In how many groups keys differ, by their codes; keys that don't are not listed.
  private var groups: [UInt32: UInt32] = [:]
  /// The modifiers that keys turn on while they are down, by their codes.
  private var modifiers: [UInt32: UInt32] = [:]

  /// Whether it has keys that change others, as Shift does. Programs that type a text bring a keymap of what they type only, and it
  /// stays the session's until another keyboard is used.
  public var isOfAKeyboard: Bool { modifiers.count > 1 }

  /// Whether it has no key at all, as before the session has told it.
  public var isEmpty: Bool { places.isEmpty }

  public mutating func add(_ symbol: KeySymbol, at place: Place) { places[symbol, default: []].append(place) }

  public mutating func setModifiers(_ mask: UInt32, of code: UInt32) { modifiers[code] = mask }

  /// The number of groups in which the key differs; in a further one it is as in the first again.
  public mutating func setGroups(_ count: UInt32, of code: UInt32) { groups[code] = count }

  public func has(_ symbol: KeySymbol) -> Bool { places[symbol] != nil }

  /// The modifiers that the key turns on while it is down; 0 for other keys.
  public func modifiers(of code: UInt32) -> UInt32 { modifiers[code] ?? 0 }

  /// The key for a symbol: in this group if it has one, with as few modifiers as possible, and of these the lowest code. Nil
  /// where no group has it.
  public func place(of symbol: KeySymbol, in group: UInt32) -> Place? {
    places[symbol]?.min { Self.rank($0, in: group) < Self.rank($1, in: group) }
  }

  /// The keys that give a symbol with the same modifiers in every group, the one to be chosen first.
  public func commonPlaces(of symbol: KeySymbol) -> [Place] {
    let all = places[symbol] ?? []
    let common = all.filter { place in
      (0..<groups[place.code, default: 1]).allSatisfy { group in
        all.contains {
          $0.code == place.code && $0.modifiers == place.modifiers && ($0.group == nil || $0.group == group)
        }
      }
    }
    return common.sorted { Self.rank($0, in: 0) < Self.rank($1, in: 0) }
  }

  private static func rank(_ place: Place, in group: UInt32) -> (UInt32, Int, UInt32) {
    let distance = place.group.map { $0 == group ? 0 : $0 + 1 } ?? 0
    return (distance, place.modifiers.nonzeroBitCount, place.code)
  }
}
