import Bindings
import GestureCore
import Recordings

/// The unrecognized gestures that the user may have meant; gestures with a progress below 0.5 are omitted. `explain`,
/// the live view's copy key and the plot's headline use this ranking.
///
/// The progress is the reached share of the threshold: 9 of 12 mm are 0.75. If a limit was exceeded, the progress is
/// the limit divided by the attempt's final value: 3 mm for a slop of 2 mm are 0.67. For a speed, the greatest speed
/// counts. If a gesture failed on something other than the movement, such as the number of fingers, its progress is
/// multiplied by the reached share of the movement. A movement in a wrong direction has no progress.
///
/// The greatest progress comes first; gestures that failed on the number of fingers come last. If a gesture was
/// recognized, only its requirements can be near misses, unless a requirement failed on the number of fingers or taps.
public struct NearMissRanking: Equatable, Sendable {
  /// A gesture that was nearly recognized.
  public struct Entry: Equatable, Sendable {
    public let miss: NearMiss
    /// The share of the gesture that the attempt reached, from 0.5 to 1.
    public let progress: Double

    /// The sort key, smallest first: greatest progress first, and failures on the number of fingers last.
    var order: Double { miss.limit.unit == .fingers ? 1 - progress : -progress }
  }

  /// A gesture that failed far from its limit, and the failure.
  public struct FarMiss: Equatable, Sendable {
    public let gesture: GestureID
    public let time: Timestamp
    public let failure: Failure
  }

  public private(set) var entries: [Entry] = []
  /// The gestures with the greatest progress among the failed gestures for the attempt's number of fingers. Empty if a
  /// gesture was recognized, or if `entries` has a near miss that isn't about the number of fingers.
  public private(set) var furthest: [FarMiss] = []

  /// Ranks the near misses of `attempt`, which must have been played with `rules`.
  public init(_ attempt: Attempt, _ rules: RuleSet, on device: Device) {
    let surface = Surface(rules, of: device)
    let movement = AttemptMovement(attempt, surface)
    let recognized = Set(attempt.decisions.lazy.filter { $0.isRecognition }.map(\.gesture)).filter {
      rules.claimsTouches($0)
    }
    let requirements = recognized.isEmpty ? [] : rules.requirementsOfAll
    let awaited = Set(recognized.flatMap { requirements[$0.rawValue] })
    var best: [GestureID: Entry] = [:]
    for miss in attempt.decisions.lazy.compactMap(NearMiss.init) {
      let gesture = miss.gesture
      guard rules.gestures.indices.contains(gesture.rawValue), !recognized.contains(gesture) else { continue }
      if !recognized.isEmpty, miss.isOfCount || !awaited.contains(gesture) { continue }
      let rule = rules.gestures[gesture.rawValue]
      guard let entry = movement.entry(miss, rule, rules.settings(of: rule, on: device)) else { continue }
      if let other = best[gesture], other.progress >= entry.progress { continue }
      best[gesture] = entry
    }
    entries = best.values.sorted { ($0.order, $0.miss.gesture) < ($1.order, $1.miss.gesture) }
    if recognized.isEmpty, entries.first.map({ $0.miss.limit.unit == .fingers }) ?? true {
      furthest = movement.furthest(attempt, rules, on: device)
    }
  }

  public subscript(gesture: GestureID) -> Entry? { entries.first { $0.miss.gesture == gesture } }
}

private struct AttemptMovement {
  private struct FingerTrack {
    let id: Int32
    let landed: Timestamp
    let start: Vector
    /// The greatest distance from `start`, in mm.
    var strayed = 0.0
    var latest: (position: Vector, time: Timestamp)
    var lifted: Timestamp?
  }

  private let motion: HandMotion
  private var tracks: [FingerTrack] = []
  /// The greatest speed of any finger, in mm/s.
  private var peakSpeed = 0.0

  /// The shortest time over which a speed is measured. Over a shorter time, a trembling finger would seem fast.
  private static let shortestMeasurement = TimeSpan(milliseconds: 20)
  /// The greatest angle, in degrees, by which a movement in a gesture's direction may deviate from this direction.
  private static let greatestDeviation = 45.0

  init(_ attempt: Attempt, _ surface: Surface) {
    motion = HandMotion(attempt.frames, on: surface)
    for frame in attempt.frames {
      for touch in frame.touches { track(touch, at: surface.rotated(touch.position), frame.time) }
    }
  }

  private mutating func track(_ touch: Touch, at position: Vector, _ time: Timestamp) {
    let index = tracks.lastIndex { $0.id == touch.id && $0.lifted == nil }
    switch touch.phase {
    case .began:
      if index == nil {
        tracks.append(FingerTrack(id: touch.id, landed: time, start: position, latest: (position, time)))
      }
    case .moved:
      guard let index else { return }
      tracks[index].strayed = max(tracks[index].strayed, (position - tracks[index].start).length)
      let (before, since) = tracks[index].latest
      guard time - since >= Self.shortestMeasurement else { return }
      peakSpeed = max(peakSpeed, (position - before).length / (time - since).seconds)
      tracks[index].latest = (position, time)
    case .ended, .cancelled: if let index { tracks[index].lifted = time }
    case .stationary: break
    }
  }

  func entry(_ miss: NearMiss, _ rule: GestureRule, _ settings: Settings) -> NearMissRanking.Entry? {
    guard isInNeededDirection(rule, settings), let reached = reachedShare(miss) else { return nil }
    let progress = reached * (miss.isOfMotion ? 1 : movementShare(of: rule, settings))
    return progress >= 1 - NearMiss.nearest ? NearMissRanking.Entry(miss: miss, progress: progress) : nil
  }

  func furthest(_ attempt: Attempt, _ rules: RuleSet, on device: Device) -> [NearMissRanking.FarMiss] {
    var best: [GestureID: (miss: NearMissRanking.FarMiss, progress: Double)] = [:]
    for decision in attempt.decisions {
      guard case .failed(.own(let failure)) = decision.outcome, failure.setting != nil,
        failure.limit?.unit != .fingers, rules.gestures.indices.contains(decision.gesture.rawValue)
      else { continue }
      let rule = rules.gestures[decision.gesture.rawValue]
      let settings = rules.settings(of: rule, on: device)
      guard settings[CommonSettings.fingers].contains(attempt.fingers), !rule.kind.traits.onlyObserves else { continue }
      let progress = NearMiss(decision).map { share($0, rule, settings) } ?? 0
      if let other = best[decision.gesture], other.progress >= progress { continue }
      best[decision.gesture] = (
        NearMissRanking.FarMiss(gesture: decision.gesture, time: decision.time, failure: failure), progress
      )
    }
    guard let most = best.values.map(\.progress).max() else { return [] }
    return best.values.filter { $0.progress == most }.map(\.miss).sorted { $0.gesture < $1.gesture }
  }

  /// Returns how much of the gesture was done when it failed, from 0 to 1; unlike `reachedShare`, also for values far
  /// from the limit. 0 if the fingers moved in another direction.
  private func share(_ miss: NearMiss, _ rule: GestureRule, _ settings: Settings) -> Double {
    let limit = miss.limit.value
    guard isInNeededDirection(rule, settings), limit > 0 else { return 0 }
    let needed = miss.failure.isOpenEnded ? finalValue(miss) ?? miss.compared : miss.compared
    let reached = miss.failure.loosening == .raise ? limit / max(needed, limit) : min(1, max(0, needed) / limit)
    return reached * (miss.isOfMotion ? 1 : movementShare(of: rule, settings))
  }

  /// The reached share of the threshold. Nil if the value is unknown or, except for speeds, far from the limit.
  private func reachedShare(_ miss: NearMiss) -> Double? {
    let limit = miss.limit.value
    // The greatest speed counts: a movement that was fast enough before a rest was not too slow.
    if miss.limit.unit == .millimetresPerSecond { return min(1, max(peakSpeed, miss.compared) / limit) }
    guard miss.failure.loosening == .raise else { return miss.isNear ? min(1, miss.compared / limit) : nil }
    guard !miss.isOfCount else { return miss.isNear ? limit / miss.compared : nil }
    guard let needed = miss.failure.isOpenEnded ? finalValue(miss) : miss.compared else { return nil }
    return needed <= limit * (1 + NearMiss.nearest) ? min(1, limit / needed) : nil
  }

  /// The value that the attempt finally reached. For a distance: the greatest distance of the fingers that were down at
  /// the failure. For a time: the time until the last of these fingers lifted. Any other value is unchanged. Nil for a
  /// distance or a time if no finger was down at the failure, and for a time if none of these fingers lifted.
  private func finalValue(_ miss: NearMiss) -> Double? {
    let down = tracks.filter { $0.landed <= miss.time && $0.lifted.map { $0 > miss.time } ?? true }
    switch miss.limit.unit {
    case .millimetres: return down.map(\.strayed).max().map { max($0, miss.compared) }
    case .milliseconds:
      return down.compactMap(\.lifted).max().map { miss.compared + ($0 - miss.time).milliseconds }
    case .millimetresPerSecond, .degrees, .percent, .fingers, .taps: return miss.compared
    }
  }

  /// Whether the fingers moved, spread or turned in the needed direction. True without movement or a needed direction.
  private func isInNeededDirection(_ rule: GestureRule, _ settings: Settings) -> Bool {
    let kind = rule.kind
    if let directions = kind.traits.directions(settings), motion.farthest != .zero {
      return directions.contains { motion.farthest.degrees(from: $0.vector) <= Self.greatestDeviation }
    }
    guard let sense = kind.traits.sense(settings) else { return true }
    let measure = kind.reports.contains(.rotation) ? motion.turned : motion.spread
    return sense == .plus ? measure >= 0 : measure <= 0
  }

  private func movementShare(of rule: GestureRule, _ settings: Settings) -> Double {
    let kind = rule.kind
    if let needed = kind.traits.travel(settings) {
      let distance = kind.traits.directions(settings) == nil ? motion.pathLength : motion.farthest.length
      return needed > 0 ? min(1, distance / needed) : 1
    }
    let isRotation = kind.reports.contains(.rotation)
    if isRotation || kind.reports.contains(.scale) {
      let change = abs(isRotation ? motion.arc : motion.spread)
      return change > 0 ? min(1, change / motion.farthest.length) : 0
    }
    guard let slop = settings.quantity(Self.slop) else { return 1 }
    let strayed = tracks.map(\.strayed).max() ?? 0
    return strayed > slop ? slop / strayed : 1
  }

  /// The name of the setting for how far a finger may stray before it counts as moving.
  private static let slop = "slop"
}

extension Settings {
  func quantity(_ name: String) -> Double? { if case .quantity(let value)? = self[name] { value } else { nil } }
}

extension NearMiss {
  public var isOfCount: Bool {
    switch limit.unit {
    case .fingers, .taps: true
    case .millimetres, .milliseconds, .millimetresPerSecond, .degrees, .percent: false
    }
  }

  /// Whether the gesture failed on the movement. Then its progress isn't multiplied by the share of the movement again.
  fileprivate var isOfMotion: Bool {
    switch limit.unit {
    case .millimetres, .degrees: failure.loosening == .lower || failure.isOpenEnded
    case .fingers, .taps, .milliseconds, .millimetresPerSecond, .percent: false
    }
  }

  /// The value to compare with the limit: `needed`, or the measured value if the limit depends on circumstances.
  fileprivate var compared: Double { (failure.gauge?.circumstance == nil ? needed : failure.measured ?? needed).value }
}

extension Decision {
  var isRecognition: Bool {
    switch outcome {
    case .event(let state, _): state == .recognized || state == .began
    case .tracking, .awaitingFingers, .held, .released, .failed, .cancelled, .reset, .notReceived: false
    }
  }
}

extension RuleSet {
  func claimsTouches(_ gesture: GestureID) -> Bool {
    gestures.indices.contains(gesture.rawValue) && !gestures[gesture.rawValue].kind.traits.onlyObserves
  }
}
