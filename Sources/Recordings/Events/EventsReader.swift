import GestureCore

/// Reads evemu recordings and bare evdev playback: lines of events, with or without a description of the device.
///
/// Time that goes back counts as of the latest time before, with a note.
struct EventsReader {
  private let name: String
  private var description = DeviceDescription()
  private var events: [RecordedEvent] = []
  private var notes: [RecordingNote] = []

  static func read(
    _ text: String, name: String, options: ReadingOptions
  ) throws(RecordingError) -> Recording {
    var reader = EventsReader(name: name)
    try reader.read(text)
    if let given = options.description {
      reader.description = try DeviceDescription.read(given, name: options.descriptionName)
    }
    return try reader.decode(options)
  }

  private init(name: String) { self.name = name }

  private mutating func read(_ text: String) throws(RecordingError) {
    for line in lines(of: text) {
      do throws(RecordingError.Reason) {
        let content = try EventLine(line)
        if case .event(let event) = content { events.append(event) } else { description.add(content) }
      } catch {
        throw RecordingError(name, line.number, error)
      }
    }
  }

  private mutating func decode(_ options: ReadingOptions) throws(RecordingError) -> Recording {
    if events.isEmpty { notes.append(.noEvents) }
    let surface = SurfaceGuess(description, events)
    guard let deviceClass = options.deviceKind ?? surface.deviceClass else {
      throw RecordingError(name, nil, .deviceKindUnknown)
    }
    if options.deviceKind == nil, surface.isClassGuessed { notes.append(.guessedClass(deviceClass)) }
    let (axes, size) = surface.measure(deviceClass, options.unitsPerMM, &notes)
    if description.has(property: Codes.propSemiMT) { notes.append(.semiMultitouch) }
    let device = Device(
      id: DeviceID(0), name: description.name ?? name, deviceClass: deviceClass, size: size,
      capabilities: axes.pressure == nil ? [.contacts, .places] : [.contacts, .places, .pressure],
      fingers: surface.fingers)
    var decoder = SlotDecoder(device: device.id, axes: axes, scheme: surface.scheme)
    let frames = frames(&decoder)
    return Recording(name: name, devices: [device], frames: frames, notes: notes)
  }

  private mutating func frames(_ decoder: inout SlotDecoder) -> [Frame] {
    let start = events.first?.time ?? 0
    var latest = start
    var frames: [Frame] = []
    var wentBack: Int?
    for event in events {
      if event.time < latest, wentBack == nil { wentBack = event.line }
      latest = max(latest, event.time)
      if event.type == Codes.syn, event.code == Codes.synDropped { notes.append(.eventsDropped(line: event.line)) }
      let time = Timestamp(microseconds: latest - start)
      if let frame = decoder.event(type: event.type, code: event.code, value: event.value, time: time) {
        frames.append(frame)
      }
    }
    if let wentBack { notes.append(.timesWentBack(line: wentBack)) }
    if let frame = decoder.cancelAll(at: Timestamp(microseconds: latest - start)) {
      notes.append(.touchesLeftDown(frame.touches.count))
      frames.append(frame)
    }
    return frames
  }
}
