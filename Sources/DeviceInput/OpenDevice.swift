import GestureCore

/// A device that libinput reads for us.
final class OpenDevice {
  let handle: OpaquePointer
  let node: TouchNode
  var found: FoundDevice
  var reader: any EventReader
  var conduct: Conduct
  /// It is being closed, and what libinput still says of it is made up: it *ends* a touchpad's gesture, although the
  /// fingers never left.
  var leaving = false
  /// libinput has been told to close it. Where it has found out by itself that the device is gone, it still has to be told.
  var isRemoved = false
  /// For what it is to be closed, once the events at hand are through.
  var culprit: DeviceFault?
  /// The owner does not care how its touches move on.
  var ignoresMotion = false
  /// Something was read of which the owner has not been told: libinput has yet to say that the frame is whole.
  var isMidFrame = false

  init(
    _ handle: OpaquePointer, _ node: TouchNode, _ found: FoundDevice, _ reader: any EventReader, _ conduct: Conduct
  ) {
    self.handle = handle
    self.node = node
    self.found = found
    self.reader = reader
    self.conduct = conduct
  }
}

/// A device that was closed because of what it did.
struct ClosedDevice {
  var node: TouchNode
  var conduct: Conduct
  /// When it gets another chance.
  var until: Timestamp
}
