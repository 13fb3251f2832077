import Bindings
import GestureCore
import Text

// What only full traces tell, in words: all of them are here.

extension Names {
  /// What stands in the column of gesture names where no gesture is the subject.
  private enum Subject: String, CaseIterable {
    case touch = "touch a"
    case dryRun = "dry run"
    case rules, device, mode, pause, session, desktop, output
  }

  static let widestSubject = Subject.allCases.map(\.rawValue.count).max() ?? 0

  /// The device, where there are several.
  func place(_ device: DeviceID) -> String { hasSeveralDevices ? "  [\(self.device(device))]" : "" }

  /// Set behind a failure whose gesture may have been meant.
  func mark(_ decision: Decision) -> String { NearMiss(decision)?.isNear == true ? " (near miss)" : "" }

  /// What became of a touch in the frame at hand: nothing for one that rests or moves.
  func lines(_ finger: Hand.Finger, of device: DeviceID, at time: Timestamp) -> [String] {
    let journey = finger.journey
    let at = "at \(pair(journey.place)), \(finger.tool.word)"
    let gone =
      "after \(decimal((time - journey.began).milliseconds, places: 1, padded: true)) ms, "
      + "way \(decimal(journey.way, places: 1, padded: true)) mm, peak \(decimal(journey.peakSpeed, places: 0)) mm/s"
    let text: String
    switch finger.phase {
    case .began: text = "down \(at)" + pressure(finger.pressure, "pressure ")
    case .ended: text = "up \(at), \(gone)" + pressure(finger.peakPressure, "pressure up to ")
    case .cancelled:
      text =
        "cancelled \(at), \(gone)" + pressure(finger.peakPressure, "pressure up to ")
        + (finger.isUnreleased ? "; \(Touch.unreleased(1))" : "")
    case .moved, .stationary:
      guard finger.isOtherTool else { return [] }
      text = "treated as a \(finger.tool.word) at \(pair(journey.place))"
    }
    return [line("touch \(finger.letter)", text, at: time) + place(device)]
  }

  private func pressure(_ value: Double?, _ words: String) -> String {
    value.map { ", \(words)\(decimal($0, places: 2, padded: true))" } ?? ""
  }

  /// What became of a device: `added: touchscreen "Panel", 300.0 x 190.0 mm, rotated by 90°`.
  func line(_ shown: ShownDevice, _ change: ShownDevice.Change, at time: Timestamp) -> String {
    let device = shown.device
    var text = "\(change.rawValue): \(device.deviceClass.rawValue) \(jsonString(self.device(device.id)))"
    if change == .off {
      text += ", whose screen is off"
    } else if change != .removed {
      let size = shown.surface.size
      text +=
        ", \(decimal(size.width, places: 1, padded: true)) x \(decimal(size.height, places: 1, padded: true)) mm"
      if shown.rotation != .none { text += ", rotated by \(shown.rotation.rawValue)°" }
    }
    return line(Subject.device.rawValue, text, at: time)
  }

  func line(_ rules: RuleSet, isReload: Bool, at time: Timestamp) -> String {
    let text = Words.count(rules.gestures.count, "gesture") + (isReload ? ", read again" : "")
    return line(Subject.rules.rawValue, text, at: time)
  }

  func line(mode: String, at time: Timestamp) -> String {
    line(Subject.mode.rawValue, jsonString(mode), at: time)
  }

  func line(paused isPaused: Bool, at time: Timestamp) -> String {
    line(Subject.pause.rawValue, isPaused ? "on: only actions that resume run" : "off", at: time)
  }

  func line(absent clause: String, at time: Timestamp) -> String {
    let text = clause.isEmpty ? "gestures work again" : "gestures are suspended: \(clause)"
    return line(Subject.session.rawValue, text, at: time)
  }

  func line(desktop context: Context, at time: Timestamp) -> String {
    let known = Conditions.known(context).map { "\($0.word)=\($0.value.inQuotes)" }
    return line(Subject.desktop.rawValue, known.isEmpty ? "nothing is known" : known.joined(separator: " "), at: time)
  }

  func line(leftOut count: Int, at time: Timestamp) -> String {
    line(Subject.output.rawValue, "… \(Words.count(count, "line")) left out", at: time)
  }

  /// Says that no command will be started.
  private func dryRunLine(at time: Timestamp) -> String {
    line(Subject.dryRun.rawValue, "no command runs", at: time)
  }

  private func line(_ subject: String, _ text: String, at time: Timestamp) -> String {
    "\(moment(time))  \(leftAligned(subject, width))  \(text)"
  }
}

// The same in either form
extension Names {
  /// The lines before all others.
  func opening(_ origin: Trace.Origin, _ form: Trace.Form) -> [String] {
    switch (form, origin) {
    case (.json, _): [openingObject(origin).text]
    case (.plain, .devices(let start, dryRun: true)): [dryRunLine(at: start)]
    case (.plain, .devices), (.plain, .recording): []
    }
  }

  func text(_ rules: RuleSet, isReload: Bool, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(rules, isReload: isReload, at: time)
    case .json: object(rules, isReload: isReload, at: time).text
    }
  }

  func text(_ shown: ShownDevice, _ change: ShownDevice.Change, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(shown, change, at: time)
    case .json: object(shown, change, at: time).text
    }
  }

  func text(mode: String, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(mode: mode, at: time)
    case .json: object(mode: mode, at: time).text
    }
  }

  /// A touch that never counted, with the letter that it would have had, and where it landed as the user sees the surface.
  func text(_ touch: IgnoredTouch, _ letter: String, at place: Vector, _ form: Trace.Form) -> String {
    switch form {
    case .plain:
      let text = "ignored at \(pair(place)): \(touch.reasonText)"
      return line("touch \(letter)", text, at: touch.time) + self.place(touch.device)
    case .json:
      var object = object("ignored", at: touch.time)
      object.add("device", device(touch.device))
      object.add("touch", letter)
      object.add("id", Int(touch.touch))
      object.add("x", place.x)
      object.add("y", place.y)
      object.add("by", touch.setting)
      switch touch.reason {
      case .short(let time): object.add("down_ms", time.milliseconds)
      case .repeated(let time), .bounced(let time): object.add("pause_ms", time.milliseconds)
      }
      object.add("limit_ms", touch.limit.milliseconds)
      return object.text
    }
  }

  func text(paused isPaused: Bool, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(paused: isPaused, at: time)
    case .json: object(paused: isPaused, at: time).text
    }
  }

  func text(absent reasons: [String], _ clause: String, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(absent: clause, at: time)
    case .json: object(absent: reasons, at: time).text
    }
  }

  func text(desktop context: Context, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(desktop: context, at: time)
    case .json: object(desktop: context, at: time).text
    }
  }

  func text(leftOut count: Int, at time: Timestamp, _ form: Trace.Form) -> String {
    switch form {
    case .plain: line(leftOut: count, at: time)
    case .json: object(leftOut: count, at: time).text
    }
  }
}

// What only full traces tell, as objects of JSON.

extension Names {
  /// By which programs know what they read. It grows when a name changes its meaning or goes away, not when one is added.
  private static let format = (name: "gesture-bridge-debug", version: 1)

  /// The beginning of every object but the first.
  func object(_ type: String, at time: Timestamp) -> ObjectLine {
    var object = ObjectLine()
    object.add("type", type)
    object.add("t_ms", written: fixed(time))
    return object
  }

  private func openingObject(_ origin: Trace.Origin) -> ObjectLine {
    var object = ObjectLine()
    object.add("format", Self.format.name)
    object.add("version", Self.format.version)
    switch origin {
    case .recording: object.add("source", "recording")
    case .devices(let start, let dryRun):
      object.add("source", "devices")
      object.add("monotonic_ms", start.milliseconds)
      object.add("dry_run", dryRun)
    }
    return object
  }

  func object(_ rules: RuleSet, isReload: Bool, at time: Timestamp) -> ObjectLine {
    var object = object("rules", at: time)
    object.add("change", isReload ? "reloaded" : "loaded")
    object.add(
      "gestures",
      rules.gestures.map { rule in
        var gesture = ObjectLine()
        gesture.add("gesture", rule.name)
        gesture.add("kind", rule.kind.name)
        return gesture
      })
    return object
  }

  func object(_ shown: ShownDevice, _ change: ShownDevice.Change, at time: Timestamp) -> ObjectLine {
    var object = object("device", at: time)
    object.add("change", change.rawValue)
    object.add("class", shown.device.deviceClass.rawValue)
    object.add("width", shown.surface.size.width)
    object.add("height", shown.surface.size.height)
    object.add("rotation", shown.rotation.rawValue)
    object.add("device", device(shown.device.id))
    return object
  }

  /// A frame with all touches that are down, and those that are no longer.
  func object(_ hand: Hand, of device: DeviceID, at time: Timestamp) -> ObjectLine {
    var object = object("frame", at: time)
    object.add("touches", hand.fingers.map(self.object))
    object.add("device", self.device(device))
    return object
  }

  private func object(_ finger: Hand.Finger) -> ObjectLine {
    var object = ObjectLine()
    object.add("touch", finger.letter)
    object.add("id", Int(finger.id))
    object.add("phase", finger.phase.word)
    object.add("tool", finger.tool.word)
    object.add("x", finger.journey.place.x)
    object.add("y", finger.journey.place.y)
    if let pressure = finger.pressure { object.add("pressure", pressure) }
    if finger.isUnreleased { object.add("unreleased", true) }
    return object
  }

  func restObject(_ device: DeviceID, at time: Timestamp) -> ObjectLine {
    var object = object("rest", at: time)
    object.add("device", self.device(device))
    return object
  }

  func object(mode: String, at time: Timestamp) -> ObjectLine {
    var object = object("mode", at: time)
    object.add("mode", mode)
    return object
  }

  func object(paused isPaused: Bool, at time: Timestamp) -> ObjectLine {
    var object = object("pause", at: time)
    object.add("paused", isPaused)
    return object
  }

  func object(absent reasons: [String], at time: Timestamp) -> ObjectLine {
    var object = object("session", at: time)
    object.add("absence", reasons)
    return object
  }

  func object(desktop context: Context, at time: Timestamp) -> ObjectLine {
    var object = object("desktop", at: time)
    for (word, value) in Conditions.known(context) { object.add(word, value) }
    return object
  }

  func object(leftOut count: Int, at time: Timestamp) -> ObjectLine {
    var object = object("left-out", at: time)
    object.add("lines", count)
    return object
  }
}

extension IgnoredTouch {
  /// What happened, and the setting that makes the touch count for nothing, each with its figure.
  package var reasonText: String {
    let cause =
      switch reason {
      case .short(let time): "it lifted after \(Measure(time))"
      case .repeated(let time), .bounced(let time):
        "it landed \(Measure(time)) after another one had lifted there, and continues that one"
      }
    return "\(cause), `\(setting)` is \(Measure(limit))"
  }

  /// When it landed.
  package var landed: Timestamp {
    switch reason {
    case .short(let span): Timestamp(microseconds: time.microseconds - span.microseconds)
    case .repeated, .bounced: time
    }
  }
}

extension Touch.Phase {
  fileprivate var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}

/// What gestures and devices are called, and how wide a column their names need: all that traces need of the rules.
public struct Names: Sendable {
  private var rules: [GestureRule] = []
  private var devices: [DeviceID: String] = [:]
  private var present: Set<DeviceID> = []
  /// The last devices that were removed, in their order.
  private var removed: [DeviceID] = []
  /// The longest gesture's name, up to where it would push the rest of the line out of sight.
  private(set) var width = 0
  /// At least so wide.
  private var leastWidth = 0
  /// Whether a decision that is a gesture event tells its values too, for where the event itself is not shown.
  public var saysValues = false
  /// What the times of lines for people are counted from.
  public var origin = Timestamp(microseconds: 0)

  private static let widest = 24
  /// Devices may come and go for weeks, and what is said of one that was removed comes soon after.
  private static let mostRemoved = 64

  public init(_ rules: RuleSet, devices: [Device] = []) {
    use(rules)
    for device in devices { add(device) }
  }

  /// Gestures are those of `rules` from now on.
  package mutating func use(_ rules: RuleSet) {
    self.rules = rules.gestures
    width = max(min(rules.gestures.map(\.name.count).max() ?? 0, Self.widest), leastWidth)
  }

  /// Adds a device. Of two present devices with the same name the second is called `name #2`.
  public mutating func add(_ device: Device) {
    guard present.insert(device.id).inserted else { return }
    let taken = Set(present.filter { $0 != device.id }.compactMap { devices[$0] })
    devices[device.id] = unique(device.name, among: taken)
    removed.removeAll { $0 == device.id }
  }

  /// Frees the device's name for another one. For what is still said of it, it keeps the name until many others are removed.
  public mutating func remove(_ device: DeviceID) {
    guard present.remove(device) != nil else { return }
    removed.append(device)
    if removed.count > Self.mostRemoved { devices[removed.removeFirst()] = nil }
  }

  /// Whether there is more than one device, so that it must be said which one is meant.
  package var hasSeveralDevices: Bool { present.count > 1 }

  /// Gesture names get a column of at least this width.
  package mutating func widen(to least: Int) {
    leastWidth = least
    width = max(width, least)
  }

  private func unique(_ name: String, among taken: Set<String>) -> String {
    var (unique, number) = (name, 1)
    while taken.contains(unique) {
      number += 1
      unique = "\(name) #\(number)"
    }
    return unique
  }

  /// Nil where the rules have no such gesture.
  public func rule(_ gesture: GestureID) -> GestureRule? {
    rules.indices.contains(gesture.rawValue) ? rules[gesture.rawValue] : nil
  }

  /// Its name, or its number where the rules have no such gesture.
  public func gesture(_ gesture: GestureID) -> String { rule(gesture)?.name ?? "gesture \(gesture.rawValue)" }

  package func device(_ device: DeviceID) -> String { devices[device] ?? "device \(device.rawValue)" }
}
