import GestureCore

/// Bytes as events of devices, nearly all of which no driver should send.
///
/// Each step is one byte for the kind of event, its device and its touch, then the bytes that this kind needs. A byte
/// sends the frame, so a frame can hold anything: a touch twice, an end without a beginning, places that aren't
/// numbers.
struct FrameSteps {
  /// One event.
  enum Step {
    case touch(device: Int, Touch)
    /// The touches until here are one frame, this many milliseconds later than the one before, or earlier.
    case frame(device: Int, milliseconds: Double)
    case session(Context)
    case pause(Bool)
    case unplug(device: Int)
    case reset
  }

  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  mutating func next() -> Step? {
    guard let byte = bytes.popFirst() else { return nil }
    let device = Int(byte >> 3) & 1
    let id = Int32(byte >> 4)
    switch byte & 7 {
    case 0: return .touch(device: device, Touch(id: id, phase: .began, position: place(), pressure: pressure()))
    case 1, 2: return .touch(device: device, Touch(id: id, phase: .moved, position: place(), pressure: pressure()))
    case 3: return .touch(device: device, Touch(id: id, phase: .ended))
    case 4, 5: return .frame(device: device, milliseconds: milliseconds())
    case 6: return .touch(device: device, Touch(id: id, phase: .began, position: place(), tool: tool(id)))
    default: return rare(id, device)
    }
  }

  private mutating func rare(_ choice: Int32, _ device: Int) -> Step {
    switch choice {
    case 0: .session(Context(mode: "more", app: "a", modifiers: .shift))
    case 1: .session(Context())
    case 2: .pause(true)
    case 3, 4: .pause(false)
    case 5: .unplug(device: device)
    case 6: .reset
    case 7: .touch(device: device, Touch(id: 1, phase: .moved, position: place(), tool: .palm))
    case 8: .touch(device: device, Touch(id: .max, phase: .stationary, position: place()))
    default: .touch(device: device, Touch(id: choice & 3, phase: .cancelled))
    }
  }

  private func tool(_ id: Int32) -> Touch.Tool { id & 1 == 0 ? .stylus : .palm }

  /// Mostly on the surface, in steps finer than any slop.
  private mutating func place() -> Vector { Vector(coordinate(300), coordinate(190)) }

  private mutating func coordinate(_ length: Double) -> Double {
    switch bytes.popFirst() ?? 0 {
    case 255: .nan
    case 254: .infinity
    case 253: -1e300
    case 252: length * 1000
    case let byte: (Double(byte) - 2) / 240 * length
    }
  }

  /// Most devices don't report it.
  private mutating func pressure() -> Double? {
    guard let byte = bytes.first, byte >= 192 else { return nil }
    bytes.removeFirst()
    return byte == 255 ? .nan : Double(byte - 192) / 50
  }

  private mutating func milliseconds() -> Double {
    switch bytes.popFirst() ?? 8 {
    case 255: -1000
    case 254: 1e12
    case 253: 60_000
    case let byte where byte >= 128: Double(byte - 128) * 10
    case let byte: Double(byte) / 4
    }
  }
}
