import Bindings

/// The keys or buttons that gestures hold down. A key goes up when its last holder releases it.
struct HeldDown<Key: Hashable> {
  private var holders: [InputRequest.Holder: [Key]] = [:]
  /// The keys that are down, each once, in the order of their presses.
  private(set) var down: [Key] = []

  func isDown(_ key: Key) -> Bool { down.contains(key) }

  func isHeld(by holder: InputRequest.Holder) -> Bool { holders[holder] != nil }

  /// Holds keys for `holder`; returns the keys that were not down before.
  mutating func hold(_ keys: [Key], by holder: InputRequest.Holder) -> [Key] {
    let fresh = keys.filter { !isDown($0) }
    holders[holder, default: []] += keys
    down += fresh
    return fresh
  }

  /// Releases the keys of `holder`. Returns the keys that no other gesture holds, the last pressed key first.
  mutating func release(by holder: InputRequest.Holder) -> [Key] {
    guard let keys = holders.removeValue(forKey: holder) else { return [] }
    let up = keys.reversed().filter { key in !holders.contains { $0.value.contains(key) } }
    down.removeAll(where: up.contains)
    return up
  }

  mutating func releaseAll() -> [Key] {
    let up = Array(down.reversed())
    forgetAll()
    return up
  }

  mutating func forgetAll() {
    holders.removeAll()
    down.removeAll()
  }
}
