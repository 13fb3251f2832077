import GestureCore

/// The touches of the last attempts, for `explain`, `tune` and `save`.
///
/// Keeps at most 20 attempts and 16,384 reports of touches. New attempts replace the oldest ones. A landing begins a
/// new attempt if no finger is down and the last frame is at least a second old. Taps in a row are thus one attempt.
public struct RecentTouches: Sendable {
  /// One touch in a frame, or a frame without touches, in 32 bytes. `Float` is precise enough for positions.
  fileprivate struct Record: Sendable {
    struct Marks: OptionSet, Sendable {
      let rawValue: UInt8
      static let isCountedOnly = Marks(rawValue: 1)
      /// The frame has no touches; only its buttons may have changed.
      static let isEmpty = Marks(rawValue: 2)
      static let isLast = Marks(rawValue: 4)
      static let isUnreleased = Marks(rawValue: 8)
    }

    var time: Timestamp
    var device: DeviceID
    var touch: Int32 = 0
    var x: Float = 0
    var y: Float = 0
    /// The touch's pressure, or NaN if the device reports no pressure.
    var pressure = Float.nan
    var phase = Touch.Phase.stationary
    var tool = Touch.Tool.finger
    var buttons: Buttons
    var marks: Marks = []
  }

  /// A change of a device or of the session, or the cancelling of all touches, with its time.
  private struct Note: Sendable {
    enum Fact: Sendable {
      case device(Device, Rotation)
      case session(Context, setsMode: Bool)
      case removed(DeviceID)
      case cancelled
    }

    var time: Timestamp
    let fact: Fact
  }

  private static let mostAttempts = 20
  private static let mostRecords = 1 << 14
  /// The maximum number of notes. If there are more, all attempts are forgotten, so that notes can't fill the memory.
  private static let mostNotes = 1 << 10
  private static let longestPause = TimeSpan(milliseconds: 1000)

  private var records: [Record] = []
  private var starts: [Int] = []
  /// The notes, earliest first. The first notes give the devices and the session's state before the first attempt.
  private var notes: [Note] = []
  private var touched: [(device: DeviceID, fingers: Int)] = []
  private var lastTouched: Timestamp?
  /// Whether frames are ignored until all fingers lift, because the current attempt was too long or was forgotten.
  private var isTooLong = false

  public init() {}

  public var count: Int { starts.count }

  // MARK: What happens

  /// Adds a device before its first frame, or replaces a known device.
  public mutating func add(_ device: Device, rotation: Rotation, at time: Timestamp) {
    note(.device(device, rotation), at: time)
  }

  public mutating func remove(_ device: DeviceID, at time: Timestamp) {
    touched.removeAll { $0.device == device }
    note(.removed(device), at: time)
  }

  /// Records that all touches are cancelled and no gesture waits any more.
  public mutating func cancelAll(at time: Timestamp) {
    touched.removeAll(keepingCapacity: true)
    isTooLong = false
    if !starts.isEmpty { note(.cancelled, at: time) }
  }

  /// Records a new state of the session. If `setsMode`, the mode was set without a gesture, and a replay sets it too.
  public mutating func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    var setsMode = setsMode
    // Between two attempts a new state replaces the last one: a window title may change all day.
    if let last = notes.last, case .session(_, let hasSet) = last.fact,
      last.time > records.last?.time ?? .never
    {
      setsMode = setsMode || hasSet
      notes.removeLast()
    }
    note(.session(context, setsMode: setsMode), at: time)
  }

  public mutating func forget() {
    isTooLong = !touched.isEmpty
    starts.removeAll(keepingCapacity: true)
    records.removeAll(keepingCapacity: true)
    dropNotes(before: .never)
  }

  public mutating func record(_ frame: Frame) {
    // Frames that waited while the rules were read again have earlier times than the notes of the reload.
    for index in notes.indices.reversed() {
      guard notes[index].time > frame.time else { break }
      let earliest = records.last.map { $0.time + TimeSpan(microseconds: 1) } ?? frame.time
      notes[index].time = min(notes[index].time, max(frame.time, earliest))
    }
    // Landings are counted before lifts: a finger that lands when the last finger ends belongs to the same attempt.
    for touch in frame.touches where touch.phase == .began { land(on: frame.device, at: frame.time) }
    for touch in frame.touches where touch.isOver { lift(from: frame.device) }
    lastTouched = frame.time
    guard !isTooLong else {
      isTooLong = !touched.isEmpty
      return
    }
    if !starts.isEmpty { append(frame) }
  }

  private mutating func land(on device: DeviceID, at time: Timestamp) {
    if touched.isEmpty { begin(at: time) }
    if let index = touched.firstIndex(where: { $0.device == device }) {
      touched[index].fingers += 1
    } else {
      touched.append((device, 1))
    }
  }

  private mutating func lift(from device: DeviceID) {
    guard let index = touched.firstIndex(where: { $0.device == device }) else { return }
    touched[index].fingers -= 1
    if touched[index].fingers == 0 { touched.remove(at: index) }
  }

  private mutating func begin(at time: Timestamp) {
    isTooLong = false
    if let lastTouched, !starts.isEmpty, time - lastTouched < Self.longestPause { return }
    starts.append(records.count)
    if starts.count > Self.mostAttempts { dropFirst() }
  }

  private mutating func append(_ frame: Frame) {
    makeRoom(for: max(1, frame.touches.count))
    guard !starts.isEmpty else { return }
    var record = Record(time: frame.time, device: frame.device, buttons: frame.buttons)
    guard !frame.touches.isEmpty else {
      record.marks = [.isEmpty, .isLast]
      return records.append(record)
    }
    for index in frame.touches.indices {
      let touch = frame.touches[index]
      record.touch = touch.id
      (record.x, record.y) = (Float(touch.position.x), Float(touch.position.y))
      record.pressure = touch.pressure.map { Float($0) } ?? .nan
      (record.phase, record.tool) = (touch.phase, touch.tool)
      record.marks = touch.isCountedOnly ? .isCountedOnly : []
      if touch.isUnreleased { record.marks.insert(.isUnreleased) }
      if index == frame.touches.endIndex - 1 { record.marks.insert(.isLast) }
      records.append(record)
    }
  }

  /// Drops the oldest attempts until `count` more records fit. If a single attempt is too long, forgets it too.
  private mutating func makeRoom(for count: Int) {
    while records.count + count > Self.mostRecords {
      guard starts.count > 1 else { return forget() }
      dropFirst()
    }
  }

  private mutating func dropFirst() {
    let first = starts.dropFirst().first ?? records.count
    records.removeFirst(first)
    starts = starts.dropFirst().map { $0 - first }
    dropNotes(before: starts.isEmpty ? .never : records.first?.time ?? .never)
  }

  private mutating func note(_ fact: Note.Fact, at time: Timestamp) {
    notes.append(Note(time: time, fact: fact))
    if notes.count > Self.mostNotes { return forget() }
    if starts.isEmpty { dropNotes(before: .never) }
  }

  /// Removes the notes before `moment`, except the last session note and the last note of each plugged-in device.
  private mutating func dropNotes(before moment: Timestamp) {
    let old = notes.prefix { $0.time < moment }
    var devices: [(id: DeviceID, note: Note)] = []
    var session: Note?
    for note in old {
      switch note.fact {
      case .device(let device, _):
        devices.removeAll { $0.id == device.id }
        devices.append((device.id, note))
      case .removed(let id): devices.removeAll { $0.id == id }
      case .session: session = note
      case .cancelled: break
      }
    }
    let kept = devices.map(\.note) + (session.map { [$0] } ?? [])
    notes.replaceSubrange(..<old.endIndex, with: kept.sorted { $0.time < $1.time })
  }

  // MARK: As a recording

  /// Returns a touch script of the last `attempts` attempts, or of all attempts if nil. Empty if there are no attempts.
  public func script(last attempts: Int? = nil, remarks: [String] = []) -> String {
    let first = max(0, starts.count - (attempts ?? starts.count))
    guard starts.indices.contains(first) else { return "" }
    var remaining = self
    for _ in 0..<first { remaining.dropFirst() }
    return remaining.wholeScript(remarks)
  }

  private func wholeScript(_ remarks: [String]) -> String {
    var recorder = Recorder(.touchScript, remarks: remarks)
    var notes = notes[...]
    var touches: [Touch] = []
    for record in records {
      while let note = notes.first, note.time <= record.time {
        Self.write(note, to: &recorder)
        notes.removeFirst()
      }
      if !record.marks.contains(.isEmpty) { touches.append(Touch(record)) }
      guard record.marks.contains(.isLast) else { continue }
      let frame = Frame(device: record.device, time: record.time, touches: touches, buttons: record.buttons)
      _ = recorder.record(frame)
      touches.removeAll(keepingCapacity: true)
    }
    for note in notes { Self.write(note, to: &recorder) }
    return recorder.drainText()
  }

  private static func write(_ note: Note, to recorder: inout Recorder) {
    switch note.fact {
    case .device(let device, let rotation): _ = recorder.add(device, rotation: rotation, at: note.time)
    case .session(let context, let setsMode): recorder.change(to: context, setsMode: setsMode, at: note.time)
    case .removed(let device): _ = recorder.remove(device, at: note.time)
    case .cancelled: _ = recorder.cancelAll(at: note.time)
    }
  }
}

extension Touch {
  fileprivate init(_ record: RecentTouches.Record) {
    self.init(
      id: record.touch, phase: record.phase, position: Vector(Double(record.x), Double(record.y)), tool: record.tool,
      pressure: record.pressure.isNaN ? nil : Double(record.pressure))
    isCountedOnly = record.marks.contains(.isCountedOnly)
    isUnreleased = record.marks.contains(.isUnreleased)
  }
}
