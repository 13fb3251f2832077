import Bindings

/// The keys that give each symbol. A key may need a group (layout) and modifiers (such as Shift).
public struct KeyboardLayout: Equatable, Sendable {
  /// A key, and the keyboard state in which it gives a symbol.
  public struct Position: Hashable, Sendable {
    /// The key's number in X and xkb: the kernel's code plus 8.
    public let code: UInt32
    /// The group in which the key gives the symbol; nil if the key gives it in every group.
    public let group: UInt32?
    /// The mask of the modifiers that must be on.
    public let modifiers: UInt32
    /// The mask of the modifiers that can have an effect on the key; all bits are set if these modifiers aren't known.
    public let mask: UInt32
  }

  private var positions: [KeySymbol: [Position]] = [:]
  /// The number of groups of each key, by the key's code. A key without an entry has one group.
  private var groups: [UInt32: UInt32] = [:]
  private var modifiers: [UInt32: UInt32] = [:]

  /// Whether the layout has several modifier keys, as a real keyboard's layout has. A program that types text may set a
  /// keymap with fewer modifier keys. This keymap stays until another keyboard is used.
  public var isOfRealKeyboard: Bool { modifiers.count > 1 }

  public var isEmpty: Bool { positions.isEmpty }

  public mutating func add(_ symbol: KeySymbol, at position: Position) {
    positions[symbol, default: []].append(position)
  }

  public mutating func setModifiers(_ mask: UInt32, of code: UInt32) { modifiers[code] = mask }

  /// Sets the number of groups in which a key has its own symbols. `commonPositions` checks only these groups.
  public mutating func setGroups(_ count: UInt32, of code: UInt32) { groups[code] = count }

  public func has(_ symbol: KeySymbol) -> Bool { positions[symbol] != nil }

  /// The mask of the modifiers that a key turns on; 0 if the key isn't a modifier.
  public func modifiers(of code: UInt32) -> UInt32 { modifiers[code] ?? 0 }

  /// The best key for a symbol: preferably of this group, then with the fewest modifiers. Nil if no key has the symbol.
  public func position(of symbol: KeySymbol, in group: UInt32) -> Position? {
    positions[symbol]?.min { Self.rank($0, in: group) < Self.rank($1, in: group) }
  }

  /// The keys that give a symbol in every group with the same modifiers, best first.
  public func commonPositions(of symbol: KeySymbol) -> [Position] {
    let all = positions[symbol] ?? []
    let common = all.filter { position in
      (0..<groups[position.code, default: 1]).allSatisfy { group in
        all.contains {
          $0.code == position.code && $0.modifiers == position.modifiers && ($0.group == nil || $0.group == group)
        }
      }
    }
    return common.sorted { Self.rank($0, in: 0) < Self.rank($1, in: 0) }
  }

  private static func rank(_ position: Position, in group: UInt32) -> (UInt32, Int, UInt32) {
    let distance = position.group.map { $0 == group ? 0 : $0 + 1 } ?? 0
    return (distance, position.modifiers.nonzeroBitCount, position.code)
  }
}
