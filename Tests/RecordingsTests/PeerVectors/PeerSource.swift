import GestureCore
import Recordings
import Text

/// A test suite that vectors come from: the size of its pixel here, and the behaviour of its recognizers by default.
struct PeerSource {
  /// One unit of its lengths in mm, chosen so that its slop is as long as the one here.
  let mm: Double
  /// Settings by kind.
  var standard: [String: String] = [:]
  var deviceClass = DeviceClass.touchscreen

  /// A tap may stray 9 px there, 3 mm here. It has no guard against bounces.
  static let hammer = PeerSource(
    mm: 3.0 / 9,
    standard: [
      "tap": "max-duration=250ms max-interval=300ms bounce=0ms", "long-press": "min-duration=251ms",
      "pinch": "min-change=0mm min-scale=0% min-span=0mm min-share=0%",
    ])
  /// kTouchSlop is 18 px, a tap's slop here 3 mm.
  static let flutter = PeerSource(
    mm: 3.0 / 18,
    standard: [
      "tap": "max-interval=300ms bounce=40ms",
      "pinch": "min-change=0mm min-scale=0% min-span=0mm min-share=0%",
    ])
  /// The touch slop of its tests is 15 px, a pan's slop here 2.5 mm. It requires neither a least distance nor a time of
  /// a swipe.
  static let chromium = PeerSource(
    mm: 2.5 / 15,
    standard: ["swipe": "direction=straight min-distance=1mm max-duration=10s slow-angle=100% fast-angle=100%"])
  /// Its lengths are mm. Fingers may be as close as they like.
  static let libgestures = PeerSource(mm: 1, standard: ["tap": "min-apart=0mm"], deviceClass: .touchpad)
  /// Its drags of 10 px are swipes, of 12 mm here.
  static let wayfire = PeerSource(mm: 1.2)
  /// A drag begins after 8 px there, a pan after 2.5 mm here.
  static let gtk = PeerSource(mm: 2.5 / 8)
  /// UIKit's press may stray 10 points, a long press here 2 mm.
  static let uikit = PeerSource(mm: 0.2)
  /// Android's touch slop is 8 dp, a pan's slop here 2.5 mm.
  static let android = PeerSource(mm: 2.5 / 8)
  /// Speeds do not depend on the size of a pixel; with 0.1 mm no sample is far enough from the one before to count as a
  /// glitch.
  static let velocity = PeerSource(mm: 0.1)

  /// A setup as the section `gestures` of a touch script.
  ///
  /// Throws a sentence if the setup has a word that is not known here.
  func script(_ setup: [String: [String: Any]]) throws -> String {
    func order(_ name: String) -> Int { setup[name]?["order"] as? Int ?? 0 }
    let names = setup.keys.sorted { (order($0), $0) < (order($1), $1) }
    return try names.reduce("gestures") { text, name in text + "\n" + (try line(name, setup[name] ?? [:])) }
  }

  private func line(_ name: String, _ setup: [String: Any]) throws -> String {
    let word = setup["kind"] as? String ?? ""
    guard let kind = Self.kinds[word] else { throw Misunderstanding("unknown kind \(word)") }
    var words = ["\(name) = \(kind)"]
    for (key, value) in setup where key != "kind" && key != "order" { words += try settings(key, value, of: kind) }
    let keys = words.map { $0.prefix { $0 != "=" } }
    // The setup takes precedence over the standard settings of its source.
    words += (standard[kind] ?? "").split(separator: " ").filter { !keys.contains($0.prefix { $0 != "=" }) }.map {
      String($0)
    }
    return words.joined(separator: " ")
  }

  private static let kinds = [
    "tap": "tap", "pan": "pan", "pinch": "pinch", "long_press": "long-press", "swipe": "swipe",
    "rotation": "rotation",
  ]

  private func settings(_ key: String, _ value: Any, of kind: String) throws -> [String] {
    switch (key, value) {
    case ("taps", let count as Int): return ["taps=\(count)"]
    case ("touches", let count as Int): return ["fingers=\(count)"]
    case ("touches", let range as [Int]) where range.count == 2: return ["fingers=\(range[0])-\(range[1])"]
    case ("require_failure_of", let names as [String]): return ["require-to-fail=\(names.joined(separator: ","))"]
    case ("simultaneous_with", let names as [String]): return ["simultaneous-with=\(names.joined(separator: ","))"]
    case ("threshold", let px as Double) where kind == "pan", ("slop", let px as Double): return ["slop=\(length(px))"]
    case ("threshold", let px as Double) where kind == "pinch": return ["min-change=\(length(px))"]
    case ("slop_mm", let mm as Double): return ["slop=\(decimal(mm, places: 3))mm"]
    case ("threshold_scale", let share as Double): return ["min-scale=\(decimal(share * 100, places: 3))%"]
    case ("min_ms", let ms as Int): return ["min-duration=\(ms)ms"]
    case ("max_ms", let ms as Int): return ["max-duration=\(ms)ms"]
    // As long as one likes: the longest there is here.
    case ("max_ms", _): return ["max-duration=10s"]
    case ("interval_ms", let ms as Int): return ["max-interval=\(ms)ms"]
    case ("inter_slop", let px as Double): return ["max-distance=\(length(px))"]
    case ("min_gap_ms", let ms as Int): return ["bounce=\(ms)ms"]
    case ("max_separation", let px as Double): return ["max-apart=\(length(px))"]
    case ("min_velocity", let speed as Double): return ["min-speed=\(length(speed))/s"]
    case ("max_angle_deg", let angle as Int): return ["max-angle=\(angle)deg"]
    // A pan here never reports its slop.
    case ("subtract_slop", let isOn as Bool) where isOn: return []
    default: throw Misunderstanding("unknown setup \(key) = \(value)")
    }
  }

  private func length(_ px: Double) -> String { decimal(px * mm, places: 6) + "mm" }
}

/// A vector has something that has no meaning here.
struct Misunderstanding: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
