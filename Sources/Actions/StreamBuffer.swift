/// The lines that a stream's process has not taken yet, and which gestures it is told of at all.
///
/// A gesture is told whole or not at all: where its beginning finds no room, the rest of it is left out too. Of a
/// gesture's changes only the latest waits. So what waits is bounded: `limit`, and an end for each gesture that has begun.
struct StreamBuffer {
  /// In bytes; a beginning beyond it is left out.
  static let limit = 65_536

  /// A line, or what is left of one.
  private struct Waiting {
    var bytes: [UInt8]
    /// How much of it is written.
    var written = 0
    let moment: StreamLine.Moment
    let device: Int
  }

  /// From the first that is not written whole.
  private var lines: [Waiting] = []
  private(set) var byteCount = 0
  /// The devices whose present gesture the process is told of.
  private var told: Set<Int> = []
  /// The devices whose present gesture found no room.
  private var untold: Set<Int> = []
  /// How many gestures have found no room since there was none.
  private(set) var leftOut = 0

  var isEmpty: Bool { lines.isEmpty }

  /// What is to be written next; empty when nothing waits.
  var next: ArraySlice<UInt8> {
    guard let first = lines.first else { return [] }
    return first.bytes[first.written...]
  }

  /// Everything that waits, in one piece.
  var rest: ArraySlice<UInt8> { lines.flatMap { $0.bytes[$0.written...] }[...] }

  /// Whether the process is to hear of this event; a change whose beginning it missed counts as one.
  mutating func admits(_ moment: StreamLine.Moment, device: Int) -> Bool {
    switch moment {
    case .beginning:
      guard leftOut == 0, byteCount < Self.limit else {
        leftOut += 1
        told.remove(device)
        untold.insert(device)
        return false
      }
      untold.remove(device)
      told.insert(device)
      return true
    case .change:
      guard !untold.contains(device) else { return false }
      told.insert(device)
      return true
    case .end:
      untold.remove(device)
      return told.remove(device) != nil
    }
  }

  /// Lets an admitted line wait, of which `written` bytes are written; true if it takes the place of a change.
  mutating func add(_ bytes: [UInt8], written: Int = 0, _ moment: StreamLine.Moment, device: Int) -> Bool {
    byteCount += bytes.count - written
    if moment == .change, let place = lines.lastIndex(where: { $0.device == device }),
      lines[place].moment == .change, lines[place].written == 0
    {
      byteCount -= lines[place].bytes.count
      lines[place].bytes = bytes
      return true
    }
    lines.append(Waiting(bytes: bytes, written: written, moment: moment, device: device))
    return false
  }

  /// So many bytes of `next` are written.
  mutating func take(_ count: Int) {
    guard !lines.isEmpty else { return }
    byteCount -= count
    lines[0].written += count
    if lines[0].written == lines[0].bytes.count { lines.removeFirst() }
  }

  /// How many gestures were left out, once there is room again for others.
  mutating func takeLeftOut() -> Int? {
    guard leftOut > 0, byteCount <= Self.limit / 2 else { return nil }
    defer { leftOut = 0 }
    return leftOut
  }

  /// The process is gone: the next one gets what it can make sense of, no half line and no end without a beginning.
  mutating func processIsGone() {
    let waiting = lines.filter { $0.written == 0 }
    let missed = leftOut
    let others = untold
    clear()
    for line in waiting where admits(line.moment, device: line.device) {
      _ = add(line.bytes, line.moment, device: line.device)
    }
    leftOut = missed
    untold = others
  }

  mutating func clear() { self = StreamBuffer() }
}
