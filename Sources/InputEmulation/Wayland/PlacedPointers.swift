import Bindings
import Desktop

/// Virtual pointers of a compositor of wlroots that can be put on a place of an output: one for each output.
///
/// Source: wlr-virtual-pointer-unstable-v1.xml, version 2; wayland.xml, wl_output version 4.
final class PlacedPointers {
  /// Pointers of one output only.
  private static let version: UInt32 = 2
  /// Outputs have names since then.
  private static let outputVersion: UInt32 = 4
  /// Places from side to side.
  private static let extent = 1 << 16

  private let manager: UInt32
  private let seat: UInt32
  private unowned let connection: WaylandConnection
  private var pointers: [String: UInt32] = [:]

  /// Nil where the compositor's version of the protocol has no such pointers.
  init?(_ global: WaylandConnection.Global, for seat: UInt32, on connection: WaylandConnection) {
    guard global.version >= Self.version else { return nil }
    self.seat = seat
    self.connection = connection
    manager = connection.bind(global, atMost: Self.version)
    connection.follow("wl_output", added: { [unowned self] in if $0.version >= Self.outputVersion { watch($0) } })
  }

  func knows(_ output: String) -> Bool { pointers[output] != nil }

  /// Puts the pointer on a place; nothing happens where the output is not known.
  func put(_ spot: ScreenSpot, at time: UInt32) {
    guard let pointer = pointers[spot.output] else { return }
    let (x, y) = (Self.step(spot.share.x), Self.step(spot.share.y))
    connection.send(pointer, 1, .word(time), .word(x), .word(y), .word(UInt32(Self.extent)), .word(UInt32(Self.extent)))
    connection.send(pointer, 4)
  }

  private static func step(_ share: Double) -> UInt32 {
    UInt32(min(max(share, 0), 1.0.nextDown) * Double(extent))
  }

  private func watch(_ global: WaylandConnection.Global) {
    var output: UInt32 = 0
    output = connection.bind(global, atMost: Self.outputVersion) { [unowned self] event in
      guard event.code == 4 else { return }
      let name = try event.text()
      let pointer = connection.create()
      connection.send(manager, 2, .word(seat), .word(output), .word(pointer))
      pointers[name] = pointer
    }
  }
}
