import GestureCore

// The same for programs. Lengths are in mm, times in ms, and so on: each as its unit says.
extension Tuning {
  public var json: JSON {
    [
      "gesture": .string(gesture.name), "kind": .string(gesture.kind.name),
      "percentile": .number(options.percentile), "margin": .number(options.margin),
      "attempts": .array(attempts.map(\.json)), "notMeant": .array(others.map(\.json)),
      "changes": .array(changes.map(\.json)), "room": .array(room.map(\.json)),
      "collisions": .array(collisions.map(\.json)),
      "untried": .optional(untried?.deviceClass.rawValue), "warnings": .strings(warnings),
      "toml": .optional(changes.isEmpty ? nil : toml),
    ]
  }
}

extension Tuning.Attempt {
  fileprivate var json: JSON {
    [
      "number": .integer(number), "recording": .optional(origin), "recognized": .flag(isRecognized),
      "usable": .flag(isUsable), "recognizedThen": .flag(isRecognizedThen), "words": .string(words),
      "measured": .object(measured.map { JSON.Member($0.setting, .number($0.measure.value)) }),
    ]
  }
}

extension Tuning.Other {
  fileprivate var json: JSON {
    [
      "number": .integer(number), "recording": .optional(origin), "recognized": .flag(isRecognized),
      "recognizedThen": .flag(isRecognizedThen),
    ]
  }
}

extension TunedChange {
  fileprivate var json: JSON {
    var notMeant: Double?
    if case .apart(_, let value) = reason { notMeant = value }
    return [
      "setting": .string(change.setting), "unit": .string(change.unit.rawValue), "before": .number(change.before),
      "value": .number(change.value), "lowest": .optional(lowest), "highest": .optional(highest),
      "limit": .optional(limit), "notMeant": .optional(notMeant),
    ]
  }
}

extension Room {
  fileprivate var json: JSON {
    [
      "setting": .string(setting), "unit": .string(now.unit.rawValue), "now": .number(now.value),
      "worst": .number(worst.value),
    ]
  }
}

extension Collision {
  fileprivate var json: JSON {
    let (word, other, longest): (String, String?, Double?) =
      switch what {
      case .excluded(let winner): ("excluded", winner, nil)
      case .requirement(let requirement): ("replaced", requirement, nil)
      case .lost: ("lost", nil, nil)
      case .also(let other): ("also", other, nil)
      case .waits(let other, let longest): ("waits", other, longest)
      }
    return [
      "what": .string(word), "gesture": .optional(other), "longestMs": .optional(longest),
      "attempts": .array(attempts.map { .integer($0) }), "new": .flag(isNew),
    ]
  }
}

extension JSON {
  /// A number, or `null` for nil.
  fileprivate static func optional(_ number: Double?) -> JSON { number.map { .number($0) } ?? .null }
}
