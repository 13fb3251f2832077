/// A property of the machine with a level in percent: the volume or the brightness.
public enum Level: String, CaseIterable, Sendable {
  /// The volume of the sound output in use.
  case volume
  /// The brightness of the built-in screen.
  case brightness
}

public enum LevelChange: Hashable, Sendable {
  static let mostPercent = 100

  /// Changes the level by this number of percentage points.
  case by(Int)
  case to(Int)
  /// Mutes or unmutes the sound.
  case mute

  /// Reads `+2 %`, `-5 %`, `40 %` or, with `canMute`, `mute`. Nil for other texts, more than 100 %, and changes by 0 %.
  init?(_ text: String, canMute: Bool) {
    if canMute, text == "mute" {
      self = .mute
      return
    }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard text.hasSuffix("%"), words.count <= 2, let word = words.first else { return nil }
    var digits = word
    if words.count == 1 { digits.removeLast() } else if words[1] != "%" { return nil }
    let sign = digits.first.flatMap { "+-".contains($0) ? $0 : nil }
    if sign != nil { digits.removeFirst() }
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(digits),
      number <= Self.mostPercent, number > 0 || sign == nil
    else { return nil }
    self =
      switch sign {
      case "+": .by(number)
      case "-": .by(-number)
      default: .to(number)
      }
  }

  var text: String {
    switch self {
    case .by(let percent): percent > 0 ? "+\(percent) %" : "\(percent) %"
    case .to(let percent): "\(percent) %"
    case .mute: "mute"
    }
  }

  /// The level after the change, in percent. A decrease ends at 0 %. An increase ends at 100 %, but leaves a level
  /// above 100 % unchanged. `mute` leaves every level unchanged.
  public func level(after percent: Double) -> Double {
    switch self {
    case .by(let change) where change > 0: max(percent, min(Double(Self.mostPercent), percent + Double(change)))
    case .by(let change): max(0, percent + Double(change))
    case .to(let level): Double(level)
    case .mute: percent
    }
  }
}
