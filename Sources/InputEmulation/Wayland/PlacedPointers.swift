import Bindings
import Desktop

/// Virtual pointers of a wlroots compositor, one per output. Source: wlr-virtual-pointer-unstable-v1.xml, version 2.
final class PlacedPointers {
  private typealias Manager = ZwlrVirtualPointerManagerV1
  private typealias Pointer = ZwlrVirtualPointerV1
  /// The number of pointer positions along the width of an output, and along the height.
  private static let extent: UInt32 = 1 << 16

  private let manager: UInt32
  private let seat: UInt32
  private let compositor: WaylandCompositor
  private var pointers: [UInt32: UInt32] = [:]

  /// Prepares a seat's pointers. Nil if the compositor lacks pointers for outputs (version 2 of the protocol).
  init?(for seat: UInt32, on compositor: WaylandCompositor) {
    guard let manager = compositor.object(Manager.interface, since: Manager.interface.version) else { return nil }
    self.manager = manager
    self.seat = seat
    self.compositor = compositor
    // The first read of this property starts following the outputs.
    _ = compositor.outputs
  }

  deinit { for pointer in pointers.values { compositor.connection.send(pointer, Pointer.destroy) } }

  /// Makes the pointers of new outputs in advance. Windows must know a pointer before it clicks.
  func make() {
    for output in compositor.outputs.objects where pointers[output] == nil {
      let pointer = compositor.connection.create()
      compositor.connection.send(manager, Manager.createVirtualPointerWithOutput, seat, output, pointer)
      pointers[output] = pointer
    }
  }

  func canReach(_ output: String) -> Bool { compositor.outputs.object(named: output) != nil }

  /// Moves the pointer to a spot. Does nothing if the output is unknown.
  func move(to spot: ScreenSpot, at time: UInt32) {
    make()
    guard let pointer = compositor.outputs.object(named: spot.output).flatMap({ pointers[$0] }) else { return }
    let (x, y) = (Self.step(spot.share.x), Self.step(spot.share.y))
    compositor.connection.send(pointer, Pointer.motionAbsolute, time, x, y, Self.extent, Self.extent)
    compositor.connection.send(pointer, Pointer.frame)
  }

  private static func step(_ share: Double) -> UInt32 { UInt32(min(max(share, 0), 1.0.nextDown) * Double(extent)) }
}
