import Analysis
import Bindings
import GestureCore
import Recordings
import Text

/// The sentences of the studio about attempts and gestures.
package enum StudioWording {
  /// The limits below which a movement (in mm) or a turn (in degrees) doesn't count.
  private static let still = 2.0
  private static let turned = 10.0

  static func movement(_ motion: HandMotion, duration: TimeSpan) -> String {
    let fingers = Words.count(motion.fingers, "finger")
    let time = "\(decimal(duration.milliseconds, places: 0)) ms"
    guard motion.fingers > 0 else { return "a palm was down for \(time)" }
    if motion.turned.magnitude > turned {
      return "\(fingers) turned by \(decimal(motion.turned.magnitude, places: 0))° "
        + "\(motion.turned > 0 ? "clockwise" : "counterclockwise") in \(time)"
    }
    if motion.spread.magnitude > max(still, motion.farthest.length) {
      return "\(fingers) moved \(decimal(motion.spread.magnitude, places: 1)) mm "
        + "\(motion.spread > 0 ? "apart" : "together") in \(time)"
    }
    guard motion.farthest.length > still else { return "\(fingers) held still for \(time)" }
    let back = motion.hasReturned ? " and back" : ""
    return
      "\(fingers) moved \(decimal(motion.farthest.length, places: 0)) mm \(direction(motion.farthest))\(back) in \(time)"
  }

  private static func direction(_ offset: Vector) -> String {
    if abs(offset.x) >= abs(offset.y) { return offset.x < 0 ? "to the left" : "to the right" }
    return offset.y < 0 ? "up" : "down"
  }

  static func collision(_ collision: Collision) -> String {
    let attempts = Words.count(collision.attempts.count, "attempt")
    return switch collision.effect {
    case .excluded(let winner): "\(winner.inQuotes) is recognized first in \(attempts), so this gesture fails"
    case .requirement(let requirement): "\(requirement.inQuotes) is recognized instead of this gesture in \(attempts)"
    case .lost: "in \(attempts), other gestures prevent this gesture"
    case .also(let other): "in \(attempts), this gesture and \(other.inQuotes) are both recognized"
    case .waits(let other, let longest):
      "in \(attempts), this gesture waits up to \(decimal(longest, places: 0)) ms for \(other.inQuotes) to fail"
    }
  }

  /// A gesture in words, for example `swipe with 3 fingers, left`.
  package static func gesture(_ kind: Kind, fingers: Int, _ values: [SettingValue]) -> String {
    let words = values.compactMap { value -> String? in
      switch value {
      case .choice(let word): word
      case .count(let count): "\(count) times"
      case .quantity, .countRange, .flag, .path, .templates, .start, .none: nil
      }
    }
    return (["\(kind.name) with \(Words.count(fingers, "finger"))"] + words).joined(separator: ", ")
  }

  /// A rule in words: its kind, its smallest finger count, and the choices that differ from the touchscreen defaults.
  package static func summary(_ rule: GestureRule, _ settings: Settings) -> String {
    let chosen = rule.kind.settings.compactMap { declaration -> SettingValue? in
      guard case .choice = declaration.shape, let value = settings[declaration.name],
        value != declaration.touchscreen
      else { return nil }
      return value
    }
    return gesture(rule.kind, fingers: settings[CommonSettings.fingers].lowerBound, chosen)
  }
}
