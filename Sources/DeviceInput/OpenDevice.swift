import GestureCore

/// A device that is read.
final class OpenDevice {
  /// By whom.
  enum Source {
    /// By libinput: its device, and who understands what is said of it.
    case libinput(OpaquePointer, any EventReader)
    case raw(RawNode)
  }

  var source: Source
  let node: TouchNode
  var found: FoundDevice
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
  /// It is to be intercepted as soon as nothing touches it.
  var awaitsInterception = false
  /// When to look whether the process that has it to itself has let go, and how long to believe that it will.
  var grabDeadline: Timestamp?
  var busyUntil: Timestamp?
  /// Something was read of which the owner has not been told: libinput has yet to say that the frame is whole.
  var isMidFrame = false

  init(_ source: Source, _ node: TouchNode, _ found: FoundDevice, _ conduct: Conduct) {
    self.source = source
    self.node = node
    self.found = found
    self.conduct = conduct
  }

  /// When it is to be looked at although no event came.
  var deadline: Timestamp? {
    let next = min(reader.deadline ?? .never, grabDeadline ?? .never)
    return next < .never ? next : nil
  }

  /// Nil where libinput reads it.
  var rawNode: RawNode? { if case .raw(let node) = source { node } else { nil } }

  var reader: any FrameReader {
    switch source {
    case .libinput(_, let reader): reader
    case .raw(let node): node
    }
  }
}

/// A device that was closed because of what it did.
struct ClosedDevice {
  var node: TouchNode
  var conduct: Conduct
  /// When it gets another chance.
  var until: Timestamp
}
