import Evdev
import GestureCore

/// Reads evemu recordings and bare evdev playback: lines of events, with or without descriptions of the devices.
///
/// Each line `N:` but the first begins another device, whose events have the same clock.
struct EventsReader {
  private let name: String
  private var sources: [EventSource] = [EventSource()]

  static func read(
    _ text: String, name: String, options: ReadingOptions
  ) throws(RecordingError) -> Recording {
    var reader = EventsReader(name: name)
    try reader.read(text)
    if let given = options.description {
      let description = try DeviceDescription.read(given, name: options.descriptionName)
      for index in reader.sources.indices { reader.sources[index].describe(description) }
    }
    return try reader.decode(options)
  }

  private init(name: String) { self.name = name }

  private mutating func read(_ text: String) throws(RecordingError) {
    for line in lines(of: text) {
      do throws(RecordingError.Reason) {
        let content = try EventLine(line)
        if case .name = content, sources[sources.count - 1].isNamed { sources.append(EventSource()) }
        sources[sources.count - 1].add(content)
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
  }

  private func decode(_ options: ReadingOptions) throws(RecordingError) -> Recording {
    let start = sources.compactMap(\.start).min() ?? 0
    var recording = Recording(name: name)
    for (index, source) in sources.enumerated() {
      try source.decode(into: &recording, DeviceID(Int32(clamping: index)), from: start, options)
    }
    if sources.allSatisfy({ $0.start == nil }) { recording.notes.insert(.noEvents, at: 0) }
    if sources.count > 1 {
      // Frames of one time stay in the order of the devices.
      let order = recording.frames.indices.sorted {
        (recording.frames[$0].time, $0) < (recording.frames[$1].time, $1)
      }
      recording.frames = order.map { recording.frames[$0] }
    }
    return recording
  }
}

/// One device of a recording in the kernel's events: its description and its events.
///
/// Time that goes back counts as of the latest time before, with a note.
struct EventSource {
  private var description = DeviceDescription()
  private var events: [RecordedEvent] = []
  /// What a recording of ours tells of its device.
  private var told: DeviceLine?
  private var resets: [Int64] = []

  var isNamed: Bool { description.name != nil }
  /// When its first event was; nil if there is none.
  var start: Int64? { events.first?.time }

  mutating func add(_ content: EventLine) {
    switch content {
    case .event(let event): events.append(event)
    case .device(var tokens):
      _ = tokens.next()
      told = try? DeviceLine(&tokens, id: DeviceID(0))
    case .reset(let time): resets.append(time)
    case .name, .properties, .bits, .axis, .other: description.add(content)
    }
  }

  /// A description that was given is stronger than what the recording tells.
  mutating func describe(_ given: DeviceDescription) {
    description = given
    told = nil
  }

  /// Adds the device, its frames and the notes to `recording`; times are counted from `start`.
  func decode(
    into recording: inout Recording, _ id: DeviceID, from start: Int64, _ options: ReadingOptions
  ) throws(RecordingError) {
    let surface = SurfaceGuess(description, events)
    guard let deviceClass = options.deviceKind ?? told?.device?.deviceClass ?? surface.deviceClass else {
      throw RecordingError(recording.name, nil, .deviceKindUnknown)
    }
    var notes: [RecordingNote] = []
    if options.deviceKind == nil, surface.isClassGuessed { notes.append(.guessedClass(deviceClass)) }
    let (axes, size) = surface.measure(deviceClass, options.unitsPerMM, &notes)
    if description.has(property: Codes.propSemiMT) { notes.append(.semiMultitouch) }
    recording.notes += notes
    var device = Device(
      id: id, name: description.name ?? recording.name, deviceClass: deviceClass, size: size,
      capabilities: axes.pressure == nil ? [.contacts, .places] : [.contacts, .places, .pressure],
      fingers: surface.fingers)
    if surface.isPen { device.capabilities.insert(.stylus) }
    if let told, let known = told.device, options.deviceKind == nil, options.unitsPerMM == nil {
      device = known
      device.id = id
      recording.rotations[id] = told.rotation
    }
    recording.devices.append(device)
    recording.interruptions += resets.filter { $0 - start <= longestRecording }.map { time in
      Interruption(time: Timestamp(microseconds: max(time - start, 0)), extent: .all)
    }
    var decoder = SlotDecoder(
      device: id, axes: axes, scheme: surface.scheme, isPen: surface.isPen, slotCount: surface.slotCount,
      palms: surface.palms(device.deviceClass, size))
    try addFrames(to: &recording, &decoder, from: start)
  }

  private func addFrames(
    to recording: inout Recording, _ decoder: inout SlotDecoder, from start: Int64
  ) throws(RecordingError) {
    var latest = self.start ?? start
    var wentBack: Int?
    for event in events {
      guard event.time - start <= longestRecording else {
        let days = (event.time - start) / 86_400_000_000
        throw RecordingError(recording.name, event.line, .events(.farTooLate(days: days)))
      }
      if event.time < latest, wentBack == nil { wentBack = event.line }
      latest = max(latest, event.time)
      if event.type == Codes.syn, event.code == Codes.synDropped {
        recording.notes.append(.eventsDropped(line: event.line))
      }
      let time = Timestamp(microseconds: latest - start)
      if let frame = decoder.event(type: event.type, code: event.code, value: event.value, time: time) {
        recording.frames.append(frame)
      }
    }
    if let wentBack { recording.notes.append(.timesWentBack(line: wentBack)) }
    if let frame = decoder.cancelAll(at: Timestamp(microseconds: latest - start)) {
      recording.notes.append(.touchesLeftDown(frame.touches.count))
      recording.frames.append(frame)
    }
  }
}
