import Bindings
import GestureCore

/// Reads the section `touches` of a touch script, line by line.
struct TouchSection {
  /// A touch that is down after the last line that was read.
  struct DownTouch {
    let id: Int32
    let began: Int64
    var position: Vector
    /// The end of the touch's last movement, in µs.
    var busyUntil: Int64 = 0
  }

  /// A device of the script and its touches by name.
  struct Surface {
    let alias: String
    var device: Device
    var downTouches: [String: DownTouch] = [:]
    var nextID: Int32 = 1
    var isUnplugged = false
  }

  var surfaces: [Surface] = []
  private(set) var current = 0
  private(set) var time: Int64 = 0
  private var changes: [ScriptedChange] = []
  private var context = Context()
  private(set) var contexts: [ContextChange] = []
  private(set) var interruptions: [Interruption] = []

  /// The time between two frames of a movement, in µs: 125 Hz.
  private static let frameInterval: Int64 = 8_000
  /// The maximum duration of a movement, in µs. A movement of greater duration would have too many frames.
  private static let longestMovement: Int64 = 600_000_000

  mutating func read(_ tokens: inout Tokens) throws(RecordingError.Reason) {
    if tokens.skip("device") { return try readDevice(&tokens) }
    let text = try tokens.next(.action)
    guard let time = microseconds(text, upTo: Double(longestRecording)) else { throw .badTime(text) }
    guard time >= self.time else { throw .timeGoesBack(to: text, from: millisecondsText(self.time)) }
    self.time = time
    repeat {
      try readAction(&tokens)
    } while tokens.skip(";")
    try tokens.end()
  }

  private mutating func readDevice(_ tokens: inout Tokens) throws(RecordingError.Reason) {
    let line = try DeviceLine(&tokens, id: DeviceID(Int32(clamping: surfaces.count)))
    let known = surfaces.firstIndex { $0.alias == line.alias }
    if let device = line.device {
      guard known == nil else { throw .duplicateDevice(line.alias) }
      current = surfaces.count
      surfaces.append(Surface(alias: line.alias, device: device))
    } else {
      guard let known else { throw .unknownDevice(line.alias) }
      current = known
    }
  }

  private mutating func readAction(_ tokens: inout Tokens) throws(RecordingError.Reason) {
    let word = try tokens.next(.action)
    if let fact = Conditions.sessionFacts.first(where: { $0.name == word }) { return try readSession(fact, &tokens) }
    if surfaces.isEmpty {
      surfaces.append(Surface(alias: DeviceLine.standardAlias, device: DeviceLine.standard(DeviceID(0))))
    }
    if word == "reset" { return try readReset() }
    guard !surfaces[current].isUnplugged else { throw .unplugged(surfaces[current].alias) }
    switch word {
    case "down": try readDown(&tokens)
    case "up": try readEnd(&tokens, .end(.ended))
    case "cancel": try readEnd(&tokens, .end(.cancelled))
    case "lost": try readEnd(&tokens, .lost)
    case "move": try readMove(&tokens)
    case "palm": try readChange(&tokens, .tool(.palm))
    case "stylus": try readChange(&tokens, .tool(.stylus))
    case "counted": try readChange(&tokens, .counted)
    case "finger": try readChange(&tokens, .tool(.finger))
    case "pressure": try readPressure(&tokens)
    case "press": try readButton(&tokens, isDown: true)
    case "release": try readButton(&tokens, isDown: false)
    case "unplug": try readUnplug()
    case "wait": changes.append(ScriptedChange(time: time, device: current, id: 0, kind: .nothing))
    default: throw .unknownAction(word)
    }
  }

  private mutating func readSession(_ fact: Fact, _ tokens: inout Tokens) throws(RecordingError.Reason) {
    try fact.read(&tokens, &context)
    var change = ContextChange(time: Timestamp(microseconds: time), context: context, setsMode: fact == .mode)
    if let last = contexts.last, last.time == change.time {
      contexts.removeLast()
      change.setsMode = change.setsMode || last.setsMode
    }
    contexts.append(change)
  }

  private mutating func readDown(_ tokens: inout Tokens) throws(RecordingError.Reason) {
    repeat {
      let name = try tokens.next(.downPosition)
      guard isName(name) else { throw .badName(name) }
      let landing = try position(try tokens.next(.downPosition))
      guard surfaces[current].downTouches[name] == nil else { throw .alreadyDown(name) }
      let id = surfaces[current].nextID
      surfaces[current].nextID = id == .max ? 1 : id + 1
      surfaces[current].downTouches[name] = DownTouch(id: id, began: time, position: landing)
      add(.began(landing), id, at: time)
    } while tokens.peek != nil && tokens.peek != ";"
  }

  private mutating func readEnd(_ tokens: inout Tokens, _ end: ScriptedChange.Kind) throws(RecordingError.Reason) {
    for name in try names(&tokens) {
      let touch = try downTouch(name)
      guard touch.began < time else { throw .endsInFirstFrame(name) }
      try checkStill(name, touch)
      surfaces[current].downTouches[name] = nil
      add(end, touch.id, at: time)
    }
  }

  private mutating func readPressure(_ tokens: inout Tokens) throws(RecordingError.Reason) {
    let names = try names(&tokens, count: 1)
    let text = try tokens.next(.pressure)
    guard let value = number(text), (0...1).contains(value) else { throw .badPressure(text) }
    surfaces[current].device.capabilities.insert(.pressure)
    for name in names { add(.pressure(value), try downTouch(name).id, at: time) }
  }

  /// Reads the button after `press` or `release`. The default is the left button.
  private mutating func readButton(_ tokens: inout Tokens, isDown: Bool) throws(RecordingError.Reason) {
    var button = Buttons.left
    if let word = tokens.peek, word != ";" {
      guard let known = Buttons.named.first(where: { $0.key == word }) else { throw .unknownButton(word) }
      _ = tokens.next()
      button = known.value
    }
    surfaces[current].device.capabilities.insert(.buttons)
    add(.button(button, isDown: isDown), 0, at: time)
  }

  private mutating func readChange(_ tokens: inout Tokens, _ kind: ScriptedChange.Kind) throws(RecordingError.Reason) {
    for name in try names(&tokens) { add(kind, try downTouch(name).id, at: time) }
  }

  private mutating func readMove(_ tokens: inout Tokens) throws(RecordingError.Reason) {
    let names = try names(&tokens, count: 1)
    let isRelative = tokens.skip("by")
    guard isRelative || tokens.skip("to") else { throw .expected(.destination, found: tokens.peek) }
    let target = try position(try tokens.next(.destination))
    var duration: Int64 = 0
    if tokens.skip("over") {
      let text = try tokens.next(.duration)
      guard let span = microseconds(text) else { throw .badTime(text) }
      guard span <= Self.longestMovement else { throw .tooLong(text) }
      duration = span
    }
    for name in names {
      let touch = try downTouch(name)
      try checkStill(name, touch)
      move(name, touch, to: isRelative ? touch.position + target : target, over: duration)
    }
  }

  private mutating func move(_ name: String, _ touch: DownTouch, to target: Vector, over duration: Int64) {
    var elapsed = Self.frameInterval
    while elapsed < duration {
      let part = Double(elapsed) / Double(duration)
      add(.moved(touch.position + (target - touch.position) * part), touch.id, at: time + elapsed)
      elapsed += Self.frameInterval
    }
    add(.moved(target), touch.id, at: time + duration)
    surfaces[current].downTouches[name]?.position = target
    surfaces[current].downTouches[name]?.busyUntil = time + duration
  }

  /// Reads the names of touches, separated by commas or blanks, from at most `count` words.
  private func names(_ tokens: inout Tokens, count: Int = .max) throws(RecordingError.Reason) -> [String] {
    var names: [String] = []
    var wordCount = 0
    repeat {
      let token = try tokens.next(.touchName)
      wordCount += 1
      for name in token.split(separator: ",", omittingEmptySubsequences: false) {
        guard isName(String(name)) else { throw .badName(String(name)) }
        names.append(String(name))
      }
    } while wordCount < count && tokens.peek != nil && tokens.peek != ";"
    return names
  }

  private func downTouch(_ name: String) throws(RecordingError.Reason) -> DownTouch {
    guard let touch = surfaces[current].downTouches[name] else { throw .notDown(name) }
    return touch
  }

  private func checkStill(_ name: String, _ touch: DownTouch) throws(RecordingError.Reason) {
    guard touch.busyUntil <= time else { throw .stillMoving(name, until: millisecondsText(touch.busyUntil)) }
  }

  private mutating func add(_ kind: ScriptedChange.Kind, _ id: Int32, at time: Int64) {
    changes.append(ScriptedChange(time: time, device: current, id: id, kind: kind))
  }

  func recording(_ name: String) -> Recording {
    var surfaces = ScriptedSurfaces()
    return Recording(
      name: name, devices: self.surfaces.map(\.device),
      frames: surfaces.frames(changes, self.surfaces.map(\.device.id)),
      contexts: contexts, interruptions: interruptions)
  }

  /// Returns the frames read since the last call. Between calls, `surfaces` keeps the touches and buttons still down.
  mutating func drainFrames(_ surfaces: inout ScriptedSurfaces) -> [Frame] {
    defer { changes.removeAll(keepingCapacity: true) }
    return surfaces.frames(changes, self.surfaces.map(\.device.id))
  }

  mutating func drainNotes() -> (contexts: [ContextChange], interruptions: [Interruption]) {
    defer { (contexts, interruptions) = ([], []) }
    return (contexts, interruptions)
  }

  // MARK: Interruptions

  private mutating func readUnplug() throws(RecordingError.Reason) {
    try endTouches([current])
    surfaces[current].isUnplugged = true
    interruptions.append(interruption(.unplugged(surfaces[current].device.id)))
  }

  private mutating func readReset() throws(RecordingError.Reason) {
    try endTouches(Array(surfaces.indices))
    interruptions.append(interruption(.all))
  }

  private func interruption(_ extent: Interruption.Extent) -> Interruption {
    Interruption(time: Timestamp(microseconds: time), extent: extent)
  }

  private mutating func endTouches(_ indices: [Int]) throws(RecordingError.Reason) {
    for index in indices {
      for (name, touch) in surfaces[index].downTouches.sorted(by: { $0.key < $1.key }) { try checkStill(name, touch) }
      surfaces[index].downTouches = [:]
    }
  }
}

private struct ScriptedChange {
  fileprivate enum Kind {
    case began(Vector)
    case moved(Vector)
    case tool(Touch.Tool)
    case counted
    case pressure(Double)
    case button(Buttons, isDown: Bool)
    case end(Touch.Phase)
    /// The touch is cancelled, because the device didn't report the lift.
    case lost
    case nothing
  }

  let time: Int64
  let device: Int
  let id: Int32
  let kind: Kind

  /// Applies the change to `touch`, and returns whether a touch was changed.
  fileprivate func apply(to touch: inout Touch?) -> Bool {
    switch kind {
    case .began(let position): touch = Touch(id: id, phase: .began, position: position)
    case .moved(let position): touch?.position = position
    case .tool(let tool): touch?.tool = tool
    case .counted: touch?.isCountedOnly = true
    case .pressure(let pressure): touch?.pressure = pressure
    case .end(let phase): touch?.phase = phase
    case .lost:
      touch?.phase = .cancelled
      touch?.isUnreleased = true
    case .nothing, .button: return false
    }
    if touch?.phase == .stationary { touch?.phase = .moved }
    return touch != nil
  }
}

/// The touches and buttons that are down on each device of a script.
struct ScriptedSurfaces {
  private var touches: [[Int32: Touch]] = []
  private var buttons: [Buttons] = []

  /// Returns the frames of all changes: one for each time and device. `changes` must be in the order of the script.
  fileprivate mutating func frames(_ changes: [ScriptedChange], _ devices: [DeviceID]) -> [Frame] {
    while touches.count < devices.count {
      touches.append([:])
      buttons.append([])
    }
    var remaining = changes.sorted { $0.time < $1.time }[...]
    var frames: [Frame] = []
    while let time = remaining.first?.time {
      let instant = remaining.prefix { $0.time == time }
      remaining = remaining.dropFirst(instant.count)
      var devicesDone: Set<Int> = []
      for change in instant where devicesDone.insert(change.device).inserted {
        let own = instant.filter { $0.device == change.device }
        for case .button(let button, let isDown) in own.map(\.kind) {
          if isDown { buttons[change.device].formUnion(button) } else { buttons[change.device].subtract(button) }
        }
        var frame = Self.frame(own, devices[change.device], time, &touches[change.device])
        frame.buttons = buttons[change.device]
        frames.append(frame)
      }
    }
    return frames
  }

  private static func frame(
    _ changes: [ScriptedChange], _ device: DeviceID, _ time: Int64, _ touches: inout [Int32: Touch]
  ) -> Frame {
    var frame = Frame(device: device, time: Timestamp(microseconds: time), touches: [])
    for change in changes {
      guard change.apply(to: &touches[change.id]), let touch = touches[change.id] else { continue }
      if let index = frame.touches.firstIndex(where: { $0.id == touch.id && !isLast(touch, after: $0) }) {
        frame.touches[index] = touch
      } else {
        frame.touches.append(touch)
      }
    }
    for touch in frame.touches {
      touches[touch.id]?.phase = .stationary
      if touch.isOver { touches[touch.id] = nil }
    }
    return frame
  }

  /// Whether `touch` has ended and `earlier` hasn't. Then the frame keeps both reports.
  private static func isLast(_ touch: Touch, after earlier: Touch) -> Bool { touch.isOver && !earlier.isOver }
}

extension Touch {
  var isOver: Bool { phase == .ended || phase == .cancelled }
}
