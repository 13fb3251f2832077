import Bindings
import GestureCore
import Text

/// A fact that the trace shows at the depth `everything`, as a line for people or as a JSON object.
struct TraceFact {
  /// The word in the column of gesture names, in a line that isn't about a gesture.
  fileprivate enum Subject: String, CaseIterable {
    case touch = "touch a"
    case dryRun = "dry run"
    case rules, device, mode, pause, session, desktop, output
  }

  fileprivate let subject: String
  fileprivate let text: String
  fileprivate let type: String
  fileprivate let members: [JSONValue.Member]

  fileprivate init(_ subject: Subject, _ text: String, _ members: [JSONValue.Member]) {
    self.init(subject.rawValue, text, as: subject.rawValue, members)
  }

  fileprivate init(_ subject: String, _ text: String, as type: String, _ members: [JSONValue.Member]) {
    self.subject = subject
    self.text = text
    self.type = type
    self.members = members
  }
}

extension Names {
  static let widestSubject = TraceFact.Subject.allCases.map(\.rawValue.count).max() ?? 0

  /// The format's name and version. The version increases when a key is changed or removed.
  private static let format = (name: "gesture-bridge-debug", version: 1)

  func text(_ fact: TraceFact, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(fact.subject, fact.text, at: time)
    case .json: object(fact.type, fact.members, at: time)
    }
  }

  private func line(_ subject: String, _ text: String, at time: Timestamp) -> String {
    "\(moment(time))  \(leftAligned(subject, width))  \(text)"
  }

  func object(_ type: String, _ members: [JSONValue.Member], at time: Timestamp) -> String {
    JSONValue.object([.init("type", .string(type)), .init("t_ms", json(time))] + members).fixedLine
  }

  /// The first line at the depth `everything`. Nil for a plain trace, except in a dry run.
  func opening(_ origin: Trace.Origin, _ form: Trace.Form) -> String? {
    let format: [JSONValue.Member] = [
      .init("format", .string(Self.format.name)), .init("version", .integer(Self.format.version)),
    ]
    switch (form, origin) {
    case (.plain, .devices(let start, dryRun: true)):
      return line(TraceFact.Subject.dryRun.rawValue, "no action runs", at: start)
    case (.plain, _): return nil
    case (.json, .recording): return JSONValue.object(format + [.init("source", "recording")]).fixedLine
    case (.json, .devices(let start, let dryRun)):
      let members: [JSONValue.Member] = [
        .init("source", "devices"), .init("monotonic_ms", .number(start.milliseconds)), .init("dry_run", .flag(dryRun)),
      ]
      return JSONValue.object(format + members).fixedLine
    }
  }

  /// Two blanks and the device's name in brackets. Empty if fewer than two devices are connected.
  func deviceSuffix(_ device: DeviceID) -> String { hasSeveralDevices ? "  [\(self.device(device))]" : "" }

  /// The line for a touch that landed, ended or changed its tool in this frame. Empty if the touch only rests or moves.
  func lines(_ touch: DeviceTouches.ShownTouch, of device: DeviceID, at time: Timestamp) -> [String] {
    let path = touch.path
    let at = "at \(pair(path.position)), \(touch.tool.word)"
    let summary =
      "after \(decimal((time - path.began).milliseconds, places: 1, padded: true)) ms, "
      + "path \(decimal(path.length, places: 1, padded: true)) mm, peak \(decimal(path.peakSpeed, places: 0)) mm/s"
    let text: String
    switch touch.phase {
    case .began: text = "down \(at)" + pressure(touch.pressure, "pressure ")
    case .ended: text = "up \(at), \(summary)" + pressure(touch.peakPressure, "pressure up to ")
    case .cancelled:
      text =
        "cancelled \(at), \(summary)" + pressure(touch.peakPressure, "pressure up to ")
        + (touch.isUnreleased ? "; \(Touch.unreleased(1))" : "")
    case .moved, .stationary:
      guard touch.hasNewTool else { return [] }
      text = "treated as a \(touch.tool.word) at \(pair(path.position))"
    }
    return [line("touch \(touch.letter)", text, at: time) + deviceSuffix(device)]
  }

  private func pressure(_ value: Double?, _ words: String) -> String {
    value.map { ", \(words)\(decimal($0, places: 2, padded: true))" } ?? ""
  }

  /// The JSON object of a frame, with all touches that are down and all touches that have just ended.
  func object(_ shown: DeviceTouches, of device: DeviceID, at time: Timestamp) -> String {
    let touches = shown.touches.map { touch in
      JSONValue.object(
        .init(nonNil: [
          "touch": .string(touch.letter), "id": .integer(Int(touch.id)), "phase": .string("\(touch.phase)"),
          "tool": .string(touch.tool.word), "x": .number(touch.path.position.x), "y": .number(touch.path.position.y),
          "pressure": touch.pressure.map { .number($0) }, "unreleased": touch.isUnreleased ? true : nil,
        ]))
    }
    return object(
      "frame", [.init("touches", .array(touches)), .init("device", .string(self.device(device)))], at: time)
  }

  /// The fact that a device has changed: `added: touchscreen "Panel", 300.0 x 190.0 mm`.
  func fact(_ shown: ShownDevice, _ change: ShownDevice.Change) -> TraceFact {
    let (device, size) = (shown.device, shown.surface.size)
    var text = "\(change.rawValue): \(device.deviceClass.rawValue) \(jsonString(self.device(device.id)))"
    if change == .off {
      text += ", whose screen is off"
    } else if change != .removed {
      text +=
        ", \(decimal(size.width, places: 1, padded: true)) x \(decimal(size.height, places: 1, padded: true)) mm"
      if shown.rotation != .none { text += ", rotated by \(shown.rotation.rawValue)°" }
    }
    return TraceFact(
      .device, text,
      [
        .init("change", .string(change.rawValue)), .init("class", .string(device.deviceClass.rawValue)),
        .init("width", .number(size.width)), .init("height", .number(size.height)),
        .init("rotation", .integer(shown.rotation.rawValue)), .init("device", .string(self.device(device.id))),
      ])
  }

  func fact(_ rules: RuleSet, isReload: Bool) -> TraceFact {
    let gestures = rules.gestures.map { rule -> JSONValue in
      ["gesture": .string(rule.name), "kind": .string(rule.kind.name)]
    }
    return TraceFact(
      .rules, Words.count(rules.gestures.count, "gesture") + (isReload ? ", read again" : ""),
      [.init("change", isReload ? "reloaded" : "loaded"), .init("gestures", .array(gestures))])
  }

  func fact(mode: String) -> TraceFact { TraceFact(.mode, jsonString(mode), [.init("mode", .string(mode))]) }

  func fact(paused isPaused: Bool) -> TraceFact {
    let on = "on: no action runs, except the action that resumes gestures"
    return TraceFact(.pause, isPaused ? on : "off", [.init("paused", .flag(isPaused))])
  }

  func fact(suspended reasons: [String], _ clause: String) -> TraceFact {
    let text = clause.isEmpty ? "gestures are active again" : "gestures are inactive: \(clause)"
    return TraceFact(.session, text, [.init("inactive", .strings(reasons))])
  }

  func fact(desktop context: Context) -> TraceFact {
    let known = Conditions.known(context)
    let text = known.map { "\($0.word)=\($0.value.inQuotes)" }.joined(separator: " ")
    return TraceFact(
      .desktop, known.isEmpty ? "no facts are known" : text, known.map { .init($0.word, .string($0.value)) })
  }

  func fact(droppedLines count: Int) -> TraceFact {
    TraceFact(
      TraceFact.Subject.output.rawValue, "… \(Words.count(count, "line")) dropped", as: "dropped",
      [.init("lines", .integer(count))])
  }

  /// The fact that a touch is ignored. No touch that is down uses `letter`. `position` is on the rotated surface.
  func fact(_ touch: IgnoredTouch, _ letter: String, at position: Vector) -> TraceFact {
    let (down, pause) = touch.spans
    return TraceFact(
      "touch \(letter)", "ignored at \(pair(position)): \(touch.reasonText)" + deviceSuffix(touch.device),
      as: "ignored",
      .init(nonNil: [
        "device": .string(device(touch.device)), "touch": .string(letter), "id": .integer(Int(touch.touch)),
        "x": .number(position.x), "y": .number(position.y), "by": .string(touch.setting),
        "down_ms": down.map { .number($0.milliseconds) }, "pause_ms": pause.map { .number($0.milliseconds) },
        "limit_ms": .number(touch.limit.milliseconds),
      ]))
  }
}

extension IgnoredTouch {
  /// The reason in words, with the measured time and the setting's value.
  package var reasonText: String {
    let cause =
      switch reason {
      case .short(let time): "the finger lifted after \(Measure(time))"
      case .repeated(let time), .bounced(let time):
        "the finger landed again \(Measure(time)) after a lift at this place, so both landings count as one touch"
      }
    return "\(cause) (`\(setting)` is \(Measure(limit)))"
  }

  package var landed: Timestamp { Timestamp(microseconds: time.microseconds - (spans.down?.microseconds ?? 0)) }

  /// The time that was too short: `down` from landing to lift, or `pause` from the earlier touch's lift to the landing.
  package var spans: (down: TimeSpan?, pause: TimeSpan?) {
    switch reason {
    case .short(let span): (span, nil)
    case .repeated(let span), .bounced(let span): (nil, span)
    }
  }
}

/// The names of gestures and devices in traces.
public struct Names: Sendable {
  private var rules: [GestureRule] = []
  private var devices: [DeviceID: String] = [:]
  private var present: Set<DeviceID> = []
  private var removed: [DeviceID] = []
  /// The width of the column of gesture names, at least `leastWidth`.
  private(set) var width = 0
  private var leastWidth = 0
  /// Whether a decision's text includes the values of its event.
  public var includesValues = false
  /// The time that the lines show as 0.
  public var origin = Timestamp(microseconds: 0)

  private static let widest = 24
  /// The maximum number of removed devices whose names are kept.
  private static let mostRemoved = 64

  public init(_ rules: RuleSet, devices: [Device] = []) {
    use(rules)
    for device in devices { add(device) }
  }

  package mutating func use(_ rules: RuleSet) {
    self.rules = rules.gestures
    width = max(min(rules.gestures.map(\.name.count).max() ?? 0, Self.widest), leastWidth)
  }

  /// Adds a device. A second device of the same name is called `name #2`.
  public mutating func add(_ device: Device) {
    guard present.insert(device.id).inserted else { return }
    let used = Set(present.filter { $0 != device.id }.compactMap { devices[$0] })
    devices[device.id] = unique(device.name, among: used)
    removed.removeAll { $0 == device.id }
  }

  /// Frees the device's name for another device. Lines about `device` keep the name until 64 more devices are removed.
  public mutating func remove(_ device: DeviceID) {
    guard present.remove(device) != nil else { return }
    removed.append(device)
    if removed.count > Self.mostRemoved { devices[removed.removeFirst()] = nil }
  }

  package var hasSeveralDevices: Bool { present.count > 1 }

  package mutating func widen(to least: Int) {
    leastWidth = least
    width = max(width, least)
  }

  private func unique(_ name: String, among used: Set<String>) -> String {
    var (unique, number) = (name, 1)
    while used.contains(unique) {
      number += 1
      unique = "\(name) #\(number)"
    }
    return unique
  }

  public func rule(_ gesture: GestureID) -> GestureRule? {
    rules.indices.contains(gesture.rawValue) ? rules[gesture.rawValue] : nil
  }

  /// The gesture's name, or its number if the rules have no such gesture.
  public func gesture(_ gesture: GestureID) -> String { rule(gesture)?.name ?? "gesture \(gesture.rawValue)" }

  package func device(_ device: DeviceID) -> String { devices[device] ?? "device \(device.rawValue)" }
}
