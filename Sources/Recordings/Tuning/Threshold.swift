import GestureCore

/// A setting of a gesture that decides whether an attempt is taken for it, and that can be moved to take more or fewer.
public struct Threshold: Sendable {
  public let declaration: SettingDeclaration
  public let unit: Unit
  public let loosening: Loosening
  let range: ClosedRange<Double>

  /// Nil for a setting that is no such threshold.
  init?(_ declaration: SettingDeclaration) {
    guard case .quantity(let unit, let range) = declaration.shape, let loosening = declaration.loosening else {
      return nil
    }
    self.declaration = declaration
    self.unit = unit
    self.loosening = loosening
    self.range = range
  }

  public var name: String { declaration.name }

  /// The end of the range at which most attempts are taken.
  var loosest: Double {
    switch loosening {
    case .raise: range.upperBound
    case .lower: range.lowerBound
    }
  }

  /// The end of the range at which fewest attempts are taken.
  var tightest: Double {
    switch loosening {
    case .raise: range.lowerBound
    case .lower: range.upperBound
    }
  }

  /// Whether `a` lets more through than `b`.
  func isLooser(_ a: Double, than b: Double) -> Bool {
    switch loosening {
    case .raise: a > b
    case .lower: a < b
    }
  }

  /// The looser of the two.
  func looser(_ a: Double, _ b: Double) -> Double { isLooser(a, than: b) ? a : b }

  /// The value by `margin` looser: 0.1 is a tenth.
  func eased(_ value: Double, by margin: Double) -> Double {
    switch loosening {
    case .raise: min(value * (1 + margin), range.upperBound)
    case .lower: max(value * (1 - margin), range.lowerBound)
    }
  }

  /// The tightest value at which `passes` holds, between `loose`, at which it does, and the tight end of the range; nil if
  /// it holds there too.
  func tightest(from loose: Double, where passes: (Double) -> Bool) -> Double? {
    if passes(tightest) { return nil }
    return closest(from: loose, to: tightest, where: passes)
  }

  /// The value nearest to `bad` at which `passes` holds, between `good`, at which it does, and `bad`, at which it does not.
  func closest(from good: Double, to bad: Double, where passes: (Double) -> Bool) -> Double {
    var (good, bad) = (good, bad)
    while abs(good - bad) > precision {
      let middle = (good + bad) / 2
      if passes(middle) { good = middle } else { bad = middle }
    }
    // What is just a number that people write is one, as far as can be told.
    let written = (good / step).rounded() * step
    return abs(written - good) <= precision && passes(written) ? written : good
  }

  /// The least that two written values differ by.
  private var step: Double {
    switch unit {
    case .millimetres: 0.1
    case .milliseconds, .millimetresPerSecond, .degrees, .percent, .fingers, .taps: 1
    }
  }

  /// How exactly it is measured: finer than it is written.
  private var precision: Double {
    switch unit {
    case .millimetres: 0.02
    case .milliseconds, .millimetresPerSecond: 0.5
    case .degrees, .percent, .fingers, .taps: 0.2
    }
  }
}
