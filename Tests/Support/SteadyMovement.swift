import Testing

/// A movement at a constant speed, after a rest, as a device with this number of frames per second reports it.
public struct SteadyMovement: Sendable, CustomTestStringConvertible {
  /// In mm/s.
  public let speed: Double
  /// How long the fingers rest after they have landed, in ms.
  public let rest: Double
  /// Frames per second.
  public let rate: Double

  public static let rates = [60.0, 100, 125, 140]
  public static let all = rates.flatMap(all(rate:))

  public static func all(rate: Double) -> [SteadyMovement] {
    [20.0, 50, 100, 150, 300, 800].flatMap { speed in
      [0.0, 10, 50, 300].map { SteadyMovement(speed: speed, rest: $0, rate: rate) }
    }
  }

  public var testDescription: String { "\(speed) mm/s after \(rest) ms at \(rate) Hz" }

  /// When a frame comes, counted from 0 at the landing, in ms.
  public func time(ofFrame number: Int) -> Double { Double(number) * 1000 / rate }

  /// The distance that the fingers have moved by a frame, in mm.
  public func distance(atFrame number: Int) -> Double { max(0, time(ofFrame: number) - rest) / 1000 * speed }

  /// How far the velocity may be off at the third frame of the movement or a later one, in mm/s: 10 % of the speed, or what
  /// rounding alone does to a least-squares line, if that is more.
  ///
  /// A sensor rounds each place by up to half a unit, and the first frame of a movement may be a rest that flickers by one
  /// unit, so at the third frame two places are certain. They are off by up to a unit in one frame: with 10 units per mm and
  /// 140 Hz that is 14 mm/s, or 70 % of 20 mm/s. With 40 units per mm 10 % holds for 35 mm/s and more from the third frame on,
  /// and for 20 mm/s from the fourth; with 10 units per mm for 140 mm/s from the third, and for 20 mm/s after 80 ms.
  public func margin(atFrame number: Int, unitsPerMM: Double) -> Double {
    let places = min(number - 1, Int(0.08 * rate) + 1)
    let offsets = (0..<places).map { (Double($0) - Double(places - 1) / 2) / rate }
    let rounding = 0.5 / unitsPerMM * offsets.reduce(0) { $0 + abs($1) } / offsets.reduce(0) { $0 + $1 * $1 }
    return max(speed / 10, rounding)
  }
}
