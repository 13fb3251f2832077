/// The answer to the question which interfaces a Wayland compositor has: bytes in, names out. Source: the protocol's wire
/// format, and `wl_display`, `wl_registry` and `wl_callback` of the core protocol.
struct WaylandRegistry {
  /// `wl_display.get_registry` and `wl_display.sync`: the compositor lists its interfaces, and says that it is done.
  static let question: [UInt8] = message(to: display, 1, registry) + message(to: display, 0, callback)

  private(set) var interfaces: Set<String> = []
  /// The list is whole.
  private(set) var isDone = false
  /// The answer makes no sense, or is too long.
  private(set) var isBroken = false
  private var unread: [UInt8] = []
  private var taken = 0

  private static let display: UInt32 = 1
  private static let registry: UInt32 = 2
  private static let callback: UInt32 = 3
  /// Of each message: object, operation and length.
  private static let headerLength = 8
  /// In bytes; compositors send about 3,000.
  private static let most = 1 << 16

  /// Takes what was read from the socket.
  mutating func take(_ bytes: some Sequence<UInt8>) {
    let before = unread.count
    unread += bytes
    taken += unread.count - before
    if taken > Self.most { isBroken = true }
    while !isDone, !isBroken, unread.count >= Self.headerLength {
      let length = Int(word(4) >> 16)
      guard length >= Self.headerLength, length % 4 == 0 else { return isBroken = true }
      guard unread.count >= length else { return }
      understand(length)
      unread.removeFirst(length)
    }
  }

  private mutating func understand(_ length: Int) {
    switch (word(0), word(4) & 0xffff) {
    case (Self.display, 0): isBroken = true
    case (Self.callback, 0): isDone = true
    case (Self.registry, 0):
      guard let interface = name(within: length) else { return isBroken = true }
      interfaces.insert(interface)
    default: break
    }
  }

  /// The name in `wl_registry.global`: behind a number come its length with the zero at its end, and its bytes.
  private func name(within length: Int) -> String? {
    let start = Self.headerLength + 8
    guard length >= start else { return nil }
    let count = Int(word(Self.headerLength + 4))
    guard count > 0, start + count <= length else { return nil }
    return String(decoding: unread[start..<start + count - 1], as: UTF8.self)
  }

  /// Words are in the machine's own order.
  private func word(_ offset: Int) -> UInt32 {
    unread.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
  }

  private static func message(to object: UInt32, _ operation: UInt32, _ new: UInt32) -> [UInt8] {
    let words = [object, 12 << 16 | operation, new]
    return words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }
  }
}
