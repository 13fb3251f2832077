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
