import Bindings

/// The keys that gestures keep down. A key that several keep down goes up with the last of them.
struct HeldKeys {
  private var holders: [InputRequest.Holder: [KeySymbol]] = [:]
  /// Each once, in the order in which they went down.
  private(set) var down: [KeySymbol] = []

  var isEmpty: Bool { holders.isEmpty }

  func isDown(_ symbol: KeySymbol) -> Bool { down.contains(symbol) }

  /// Notes that `holder` keeps these down; returns those that weren't.
  mutating func hold(_ symbols: [KeySymbol], by holder: InputRequest.Holder) -> [KeySymbol] {
    let fresh = symbols.filter { !isDown($0) }
    holders[holder, default: []] += symbols
    down += fresh
    return fresh
  }

  /// Notes that `holder` keeps nothing down any more; returns what goes up, in the order for it.
  mutating func release(by holder: InputRequest.Holder) -> [KeySymbol] {
    guard let symbols = holders.removeValue(forKey: holder) else { return [] }
    let up = symbols.reversed().filter { symbol in !holders.contains { $0.value.contains(symbol) } }
    down.removeAll(where: up.contains)
    return up
  }

  /// Notes that nobody keeps anything down any more; returns what goes up, in the order for it.
  mutating func releaseAll() -> [KeySymbol] {
    let up = Array(down.reversed())
    forgetAll()
    return up
  }

  /// All that was down is up.
  mutating func forgetAll() {
    holders.removeAll()
    down.removeAll()
  }
}
