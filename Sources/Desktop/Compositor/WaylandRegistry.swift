/// The answer to the question which interfaces a Wayland compositor has: bytes in, names out. Source: `wl_display`,
/// `wl_registry` and `wl_callback` of the core protocol.
struct WaylandRegistry {
  /// `wl_display.get_registry` and `wl_display.sync`: the compositor lists its interfaces, and says that it is done.
  static let question =
    WaylandWire.request(display, 1, [.word(registry)]) + WaylandWire.request(display, 0, [.word(callback)])

  private(set) var interfaces: Set<String> = []
  /// The list is whole.
  private(set) var isDone = false
  /// The answer makes no sense, or is too long.
  private(set) var isBroken = false
  private var inbox = WaylandInbox()
  private var taken = 0

  private static let display: UInt32 = 1
  private static let registry: UInt32 = 2
  private static let callback: UInt32 = 3
  /// In bytes; compositors send about 3,000.
  private static let most = 1 << 16

  /// Takes what was read from the socket.
  mutating func take(_ bytes: some Collection<UInt8>) {
    taken += bytes.count
    if taken > Self.most { isBroken = true }
    inbox.append(bytes)
    do throws(WaylandNonsense) {
      while !isDone, !isBroken, var event = try inbox.next() { try understand(&event) }
    } catch {
      isBroken = true
    }
  }

  private mutating func understand(_ event: inout WaylandEvent) throws(WaylandNonsense) {
    switch (event.object, event.code) {
    case (Self.display, 0): isBroken = true
    case (Self.callback, 0): isDone = true
    case (Self.registry, 0):
      _ = try event.word()
      let name = try event.text()
      if name.isEmpty { throw WaylandNonsense() }
      interfaces.insert(name)
    default: break
    }
  }
}
