/// Something of the machine that has a level from nothing to all.
public enum Level: String, CaseIterable, Sendable {
  /// Of the output that is in use.
  case volume
  /// Of the screen that is built in.
  case brightness
}

public enum LevelChange: Hashable, Sendable {
  /// The most percent that can be written.
  static let most = 100

  /// By so many percent of all.
  case by(Int)
  /// To so many percent.
  case to(Int)
  /// Silence, or sound again.
  case mute

  /// Reads `+2 %`, `-5 %`, `40 %` or, if `canMute`, `mute`; nil for anything else.
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
      number <= Self.most, number > 0 || sign == nil
    else { return nil }
    self =
      switch sign {
      case "+": .by(number)
      case "-": .by(-number)
      default: .to(number)
      }
  }

  /// As written in rules.
  var text: String {
    switch self {
    case .by(let percent): percent > 0 ? "+\(percent) %" : "\(percent) %"
    case .to(let percent): "\(percent) %"
    case .mute: "mute"
    }
  }

  /// The level after the change, in percent. One that is above all already is not raised, and not lowered by raising it.
  public func level(after percent: Double) -> Double {
    switch self {
    case .by(let change) where change > 0: max(percent, min(Double(Self.most), percent + Double(change)))
    case .by(let change): max(0, percent + Double(change))
    case .to(let level): Double(level)
    case .mute: percent
    }
  }
}
