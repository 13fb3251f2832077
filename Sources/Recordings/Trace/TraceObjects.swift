import GestureCore

// What only full traces tell, as objects of JSON.

extension Names {
  /// By which programs know what they read. It grows when a name changes its meaning or goes away, not when one is added.
  static let format = (name: "gesture-bridge-debug", version: 1)

  /// The beginning of every object but the first.
  func object(_ type: String, at time: Timestamp) -> ObjectLine {
    var object = ObjectLine()
    object.add("type", type)
    object.add(["\"t_ms\":\(fixed(time))"])
    return object
  }

  func openingObject(_ origin: Trace.Origin) -> ObjectLine {
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

  func object(leftOut count: Int, at time: Timestamp) -> ObjectLine {
    var object = object("left-out", at: time)
    object.add("lines", count)
    return object
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
