import Synchronization

/// What waits to be sent to a page: frames, at most 4 MiB of them, and why it ends.
final class Outbox: Sendable {
  /// Bytes; with more the page is dropped.
  static let most = 4 << 20
  /// From so many bytes on, standard input waits for a page that reads.
  private static let plenty = 1 << 20
  /// So long; a page that has read nothing by then is no longer waited for.
  private static let patience = Duration.seconds(2)
  /// Bytes of small frames that are sent in one go.
  private static let batch = 1 << 16

  private struct State {
    /// Whole frames, several small ones in one.
    var batches: [[UInt8]] = []
    /// Of `batches`, and of what is being sent.
    var bytes = 0
    var sending = 0
    var isStalled = false
    var close: CloseCode?

    mutating func append(_ frame: [UInt8]) {
      bytes += frame.count
      // Its length only: held here, the batch would be copied to have the frame added.
      if let count = batches.last?.count, count + frame.count <= Outbox.batch {
        batches[batches.count - 1] += frame
      } else {
        batches.append(frame)
      }
    }
  }

  private let loop: ReadinessLoop
  private let state = Mutex(State())
  private let filled = Signal()
  private let drained = Signal()
  /// It is to be closed.
  let closing = Signal()

  init(_ loop: ReadinessLoop) { self.loop = loop }

  var close: CloseCode? { state.withLock { $0.close } }

  /// A page that does not read is closed with this.
  func put(_ text: [UInt8]) { put(.text, text) }

  func pong(_ payload: [UInt8]) { put(.pong, payload) }

  private func put(_ opcode: FrameReader.Opcode, _ payload: [UInt8]) {
    let fits = state.withLock { state in
      guard state.close == nil else { return true }
      let frame = Self.frame(opcode, payload)
      guard state.bytes + frame.count <= Self.most else { return false }
      state.append(frame)
      return true
    }
    if fits { filled.raise() } else { close(PageFault.doesNotRead.code) }
  }

  /// The last frame; what has not been sent is dropped if the page did not read, and sent before it otherwise. The first reason counts.
  func close(_ code: CloseCode) {
    state.withLock { state in
      guard state.close == nil else { return }
      state.close = code
      if state.bytes > Self.plenty {
        state.batches.removeAll()
        state.bytes = state.sending
      }
      // A control frame holds 125 bytes.
      let reason = Self.prefix(code.reason, bytes: 123)
      state.append(Self.frame(.close, [UInt8(code.number >> 8), UInt8(code.number & 0xFF)] + reason))
    }
    filled.raise()
    closing.raise()
    drained.raise()
  }

  /// The next bytes to send, once those before are sent; nil after the last frame.
  ///
  /// - Throws: `CancellationError`.
  func next() async throws -> [UInt8]? {
    while true {
      let (bytes, isOver) = state.withLock { state in
        state.bytes -= state.sending
        if state.bytes <= Self.plenty { state.isStalled = false }
        let bytes = state.batches.isEmpty ? [] : state.batches.removeFirst()
        state.sending = bytes.count
        return (bytes, bytes.isEmpty && state.close != nil)
      }
      drained.raise()
      if isOver { return nil }
      if !bytes.isEmpty { return bytes }
      try await filled.wait()
    }
  }

  /// Waits while much has to be sent, but not for a page that reads nothing.
  func room() async {
    while isFull {
      if await drained.wait(atMost: Self.patience, loop) || Task.isCancelled { continue }
      state.withLock { $0.isStalled = true }
    }
  }

  private var isFull: Bool {
    state.withLock { $0.bytes > Self.plenty && !$0.isStalled && $0.close == nil } && !Task.isCancelled
  }

  /// A frame of a server, which is not masked.
  private static func frame(_ opcode: FrameReader.Opcode, _ payload: [UInt8]) -> [UInt8] {
    var frame = [0x80 | opcode.rawValue]
    let count = payload.count
    switch count {
    case ...125: frame.append(UInt8(count))
    case ...0xFFFF: frame += [126, UInt8(count >> 8), UInt8(count & 0xFF)]
    default: frame += [127] + (0..<8).reversed().map { UInt8(count >> ($0 * 8) & 0xFF) }
    }
    return frame + payload
  }

  private static func prefix(_ text: String, bytes: Int) -> [UInt8] {
    var text = text
    while text.utf8.count > bytes { text.removeLast() }
    return Array(text.utf8)
  }
}
