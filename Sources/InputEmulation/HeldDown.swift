import Bindings

/// The keys, or the buttons, that gestures keep down. One that several keep down goes up with the last of them.
struct HeldDown<Key: Hashable> {
  private var holders: [InputRequest.Holder: [Key]] = [:]
  /// Each once, in the order in which they went down.
  private(set) var down: [Key] = []

  func isDown(_ key: Key) -> Bool { down.contains(key) }

  func isHeld(by holder: InputRequest.Holder) -> Bool { holders[holder] != nil }

  /// Notes that `holder` keeps these down; returns those that weren't.
  mutating func hold(_ keys: [Key], by holder: InputRequest.Holder) -> [Key] {
    let fresh = keys.filter { !isDown($0) }
    holders[holder, default: []] += keys
    down += fresh
    return fresh
  }

  /// Notes that `holder` keeps nothing down any more; returns what goes up, in the order for it.
  mutating func release(by holder: InputRequest.Holder) -> [Key] {
    guard let keys = holders.removeValue(forKey: holder) else { return [] }
    let up = keys.reversed().filter { key in !holders.contains { $0.value.contains(key) } }
    down.removeAll(where: up.contains)
    return up
  }

  /// Notes that nothing is kept down any more; returns what goes up, in the order for it.
  mutating func releaseAll() -> [Key] {
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
