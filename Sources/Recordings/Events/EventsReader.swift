import Evdev
import GestureCore

/// Reads evemu files, or only `E:` lines. Each `N:` line after the first begins a device; all devices share one clock.
struct EventsReader {
  private let name: String
  private var sources: [EventSource] = [EventSource()]

  static func read(_ text: String, name: String, options: ReadingOptions) throws(RecordingError) -> Recording {
    var reader = EventsReader(name: name)
    try reader.read(text)
    if let given = options.description {
      let description = try DeviceDescription.read(given, name: options.descriptionName)
      for index in reader.sources.indices { reader.sources[index].describe(description) }
    }
    return try reader.decode(options)
  }

  private mutating func read(_ text: String) throws(RecordingError) {
    for line in Lines(text) {
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
    // Frames with the same time stay in the order of the devices.
    recording.frames.sort { $0.time < $1.time }
    recording.interruptions.sort { $0.time < $1.time }
    return recording
  }
}

/// One device of an evemu recording. If time goes back, an event gets the previous event's time, and a note is added.
private struct EventSource {
  private var description = DeviceDescription()
  private var events: [RecordedEvent] = []
  /// The last `device` comment. Nil if this comment is missing or invalid, or if the user gives a description.
  private var declared: DeviceLine?
  private var resets: [Int64] = []

  fileprivate var isNamed: Bool { description.name != nil }
  var start: Int64? { events.first?.time }

  mutating func add(_ content: EventLine) {
    switch content {
    case .event(let event): events.append(event)
    case .device(var tokens):
      _ = tokens.next()
      declared = try? DeviceLine(&tokens, id: DeviceID(0))
    case .reset(let time): resets.append(time)
    case .name, .properties, .bits, .axis, .other: description.add(content)
    }
  }

  fileprivate mutating func describe(_ given: DeviceDescription) {
    description = given
    declared = nil
  }

  /// Adds the device, its frames, its interruptions and its notes to `recording`. `start` becomes time 0.
  fileprivate func decode(
    into recording: inout Recording, _ id: DeviceID, from start: Int64, _ options: ReadingOptions
  ) throws(RecordingError) {
    let surface = SurfaceGuess(description, events)
    guard let deviceClass = options.deviceClass ?? declared?.device?.deviceClass ?? surface.deviceClass else {
      throw RecordingError(recording.name, nil, .missingDeviceClass)
    }
    var notes: [RecordingNote] = []
    if options.deviceClass == nil, surface.isClassGuessed { notes.append(.guessedClass(deviceClass)) }
    let (axes, size) = surface.measure(deviceClass, options.unitsPerMM, &notes)
    if description.has(property: Codes.propSemiMT) { notes.append(.semiMultitouch) }
    recording.notes += notes
    var device = Device(
      id: id, name: description.name ?? recording.name, deviceClass: deviceClass, size: size,
      capabilities: axes.pressure == nil ? [.contacts, .places] : [.contacts, .places, .pressure],
      fingers: surface.fingers)
    if surface.isPen { device.capabilities.insert(.stylus) }
    if surface.hasButtons(deviceClass) { device.capabilities.insert(.buttons) }
    if let declared, let declaredDevice = declared.device, options.deviceClass == nil, options.unitsPerMM == nil {
      device = declaredDevice
      device.id = id
    }
    recording.devices.append(device)
    recording.interruptions += resets.filter { $0 - start <= longestRecording }.map { time in
      Interruption(time: Timestamp(microseconds: max(time - start, 0)), extent: .all)
    }
    var decoder = SlotDecoder(
      device: id, axes: axes, scheme: surface.scheme, isPen: surface.isPen, slotCount: surface.slotCount,
      highestCount: surface.highestCount, palms: surface.palms(device.deviceClass, size),
      stillness: device.deviceClass == .touchpad ? .touchpad : .touchscreen,
      reportsButtons: device.capabilities.contains(.buttons))
    try addFrames(to: &recording, &decoder, from: start)
  }

  private func addFrames(
    to recording: inout Recording, _ decoder: inout SlotDecoder, from start: Int64
  ) throws(RecordingError) {
    var latest = self.start ?? start
    var firstBackwardLine: Int?
    for event in events {
      guard event.time - start <= longestRecording else {
        let days = (event.time - start) / 86_400_000_000
        throw RecordingError(recording.name, event.line, .farTooLate(days: days))
      }
      if event.time < latest, firstBackwardLine == nil { firstBackwardLine = event.line }
      latest = max(latest, event.time)
      if event.type == Codes.syn, event.code == Codes.synDropped {
        recording.notes.append(.eventsDropped(line: event.line))
      }
      let time = Timestamp(microseconds: latest - start)
      if let frame = decoder.decode(type: event.type, code: event.code, value: event.value, time: time) {
        recording.frames.append(frame)
      }
    }
    if let firstBackwardLine { recording.notes.append(.timesGoBack(line: firstBackwardLine)) }
    if let frame = decoder.cancelAll(at: Timestamp(microseconds: latest - start)) {
      recording.notes.append(.touchesLeftDown(frame.touches.count))
      recording.frames.append(frame)
    }
  }
}

/// A device's surface, derived from its description and events.
private struct SurfaceGuess {
  private let description: DeviceDescription
  private var codes: Set<UInt32> = []
  /// The greatest coordinates in the events, for axes without a known range.
  private var greatestX: Int32 = 0
  private var greatestY: Int32 = 0

  init(_ description: DeviceDescription, _ events: [RecordedEvent]) {
    self.description = description
    for event in events {
      codes.insert(Self.key(event.type, event.code))
      guard event.type == Codes.abs else { continue }
      switch event.code {
      case Codes.positionX, Codes.absX: greatestX = max(greatestX, event.value)
      case Codes.positionY, Codes.absY: greatestY = max(greatestY, event.value)
      default: break
      }
    }
  }

  private static func key(_ type: UInt16, _ code: UInt16) -> UInt32 { UInt32(type) << 16 | UInt32(code) }

  private func hasEvent(_ type: UInt16, _ code: UInt16) -> Bool { codes.contains(Self.key(type, code)) }

  private func hasAxis(_ code: UInt16) -> Bool { description.axes[code] != nil || hasEvent(Codes.abs, code) }

  fileprivate var scheme: ContactScheme {
    if hasEvent(Codes.syn, Codes.synMTReport) { return .anonymous }
    let multitouch = [Codes.slot, Codes.trackingID, Codes.positionX, Codes.positionY]
    if multitouch.contains(where: { hasEvent(Codes.abs, $0) }) { return .slots }
    return codes.isEmpty && description.axes[Codes.slot] != nil ? .slots : .single
  }

  func hasButtons(_ deviceClass: DeviceClass) -> Bool {
    deviceClass == .touchpad && Buttons.keys.contains { description.has(key: $0.key) || hasEvent(Codes.key, $0.key) }
  }

  var isPen: Bool { scheme == .single && (description.isPen || hasEvent(Codes.key, Codes.btnToolPen)) }

  var deviceClass: DeviceClass? {
    if let declared = description.deviceClass { return declared }
    if isPen { return .touchscreen }
    // Touchpads report the number of fingers with keys. Only very old touchscreens do so too.
    return FingerCount.keys.contains { hasEvent(Codes.key, $0) } ? .touchpad : nil
  }

  fileprivate var isClassGuessed: Bool { description.deviceClass == nil }

  var fingers: ClosedRange<Int> {
    switch scheme {
    case .single where isPen: return 1...1
    case .anonymous: return 1...10
    case .slots, .single:
      guard let slotCount else { return 1...10 }
      return 1...max(slotCount, highestCount)
    }
  }

  fileprivate var highestCount: Int { FingerCount.highestCount(description.has(key:)) }

  /// The number of contacts that the device tracks at once, or nil if unknown.
  fileprivate var slotCount: Int? {
    scheme == .single ? 1 : description.axes[Codes.slot].map { Int(min(max($0.maximum, 0), 63)) + 1 }
  }

  /// Returns the rule that finds palms; nil for any device except a touchpad with slots.
  fileprivate func palms(_ deviceClass: DeviceClass, _ size: Size) -> PalmRule? {
    guard deviceClass == .touchpad, scheme == .slots else { return nil }
    return PalmRule(size: size) { description.axes[$0] }
  }

  /// Returns the axes, and the size in mm. The scale is `given`, or else the device's own scale, or else an assumed
  /// scale. The device's own scale isn't used if a side would be too short. Adds notes about guessed values.
  fileprivate func measure(
    _ deviceClass: DeviceClass, _ given: UnitsPerMM?, _ notes: inout [RecordingNote]
  ) -> (SurfaceAxes, Size) {
    let x = axis(Codes.positionX, Codes.absX)
    let y = axis(Codes.positionY, Codes.absY)
    let width = x?.length ?? Double(max(greatestX, 1))
    let height = y?.length ?? Double(max(greatestY, 1))
    var units = given.map { (x: $0.x, y: $0.y) }
    if units == nil, let own = x?.unitsPerMM ?? y?.unitsPerMM {
      let declared = (x: x?.unitsPerMM ?? own, y: y?.unitsPerMM ?? own)
      if Self.isOfSurface(x, declared.x), Self.isOfSurface(y, declared.y) { units = declared }
    }
    let isRanged = x?.length != nil && y?.length != nil
    let scale = units ?? Self.assumedUnitsPerMM(deviceClass, width, height, isRanged: isRanged)
    let size = Size(width: max(width / scale.x, Size.shortestSide), height: max(height / scale.y, Size.shortestSide))
    if units == nil { notes.append(.assumedSize(size)) }
    if x?.length == nil || y?.length == nil { notes.append(.edgesFromEvents(x: greatestX, y: greatestY)) }
    let axes = SurfaceAxes(
      x: SurfaceAxes.Axis(minimum: Double(x?.minimum ?? 0), unitsPerMM: scale.x),
      y: SurfaceAxes.Axis(minimum: Double(y?.minimum ?? 0), unitsPerMM: scale.y), pressure: pressure)
    return (axes, size)
  }

  /// Whether the axis is at least as long as a surface's shortest possible side. True if `axis` is nil or has no range.
  private static func isOfSurface(_ axis: AxisDescription?, _ unitsPerMM: Double) -> Bool {
    axis?.length.map { $0 / unitsPerMM >= Size.shortestSide } ?? true
  }

  /// Returns the multitouch axis if it has a range, otherwise the single-touch axis, if any. A single-touch axis of the
  /// same length is preferred if the multitouch axis has no resolution.
  private func axis(_ multitouch: UInt16, _ single: UInt16) -> AxisDescription? {
    guard let many = description.axes[multitouch], many.length != nil else { return description.axes[single] }
    guard many.unitsPerMM == nil, let one = description.axes[single], one.length == many.length else { return many }
    return one
  }

  private var pressure: ClosedRange<Double>? {
    let code = scheme == .single ? Codes.absPressure : Codes.pressure
    guard hasAxis(code) else { return nil }
    guard let axis = description.axes[code], axis.length != nil else { return SurfaceAxes.assumedPressure }
    return Double(axis.minimum)...Double(axis.maximum)
  }

  /// Returns units per mm for an assumed width: 256 mm for a touchscreen, libinput's default for a touchpad. If both
  /// axes have a known range (`isRanged`), a touchpad's default height is assumed too.
  private static func assumedUnitsPerMM(
    _ deviceClass: DeviceClass, _ width: Double, _ height: Double, isRanged: Bool
  ) -> (x: Double, y: Double) {
    let pad = Size.assumedTouchpad
    switch deviceClass {
    case .touchscreen: return (width / 256, width / 256)
    case .touchpad: return (width / pad.width, isRanged ? height / pad.height : width / pad.width)
    }
  }
}
