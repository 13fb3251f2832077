import Bindings

/// The keys that gestures keep down. A key that several keep down goes up with the last of them.
struct HeldKeys {
  private var holders: [InputRequest.Holder: [KeySymbol]] = [:]

  var isEmpty: Bool { holders.isEmpty }

  func isDown(_ symbol: KeySymbol) -> Bool { holders.contains { $0.value.contains(symbol) } }

  /// Notes that `holder` keeps these down; returns those that weren't.
  mutating func hold(_ symbols: [KeySymbol], by holder: InputRequest.Holder) -> [KeySymbol] {
    let fresh = symbols.filter { !isDown($0) }
    holders[holder, default: []] += symbols
    return fresh
  }

  /// Notes that `holder` keeps nothing down any more; returns what goes up, in the order for it.
  mutating func release(by holder: InputRequest.Holder) -> [KeySymbol] {
    guard let symbols = holders.removeValue(forKey: holder) else { return [] }
    return symbols.reversed().filter { !isDown($0) }
  }

  mutating func removeAll() { holders.removeAll() }
}
