import Bindings
import GestureCore
import Recordings

/// The gestures that the hand may have meant in an attempt although they were not recognized, the one that came furthest
/// first. `explain`, the live view with its copy key, and the plot's headline all take their near misses from here.
///
/// A gesture's progress is the share that it reached of the threshold it failed on: 9 of 12 mm are 0.75. A limit that was
/// exceeded counts with what the hand went on to do in the whole attempt, not with what was measured as it crossed the
/// limit: 2 mm of slop are 0.1 of a swipe of 20 mm. A speed is the greatest of the attempt. Where the number of fingers, the place or something else decided,
/// the progress is also multiplied by the share that the hand made of what the kind looks for: its way, its spread or its
/// turn, or its rest. A hand that went another way has made nothing of a gesture.
///
/// Gestures whose number of fingers fits come before those for which a finger more or less would have been needed.
///
/// A near miss missed its threshold by half of it at most. If another gesture was recognized, only those that it had to
/// wait for count, but not if only fingers or taps were missing: then that gesture was meant.
public struct NearMissRanking: Equatable, Sendable {
  /// A gesture that was nearly recognized.
  public struct Entry: Equatable, Sendable {
    public let miss: NearMiss
    /// How far it came, from 0 to 1.
    public let progress: Double

    /// Its place among the others, the least first.
    var order: Double { miss.limit.unit == .fingers ? 1 - progress : -progress }
  }

  /// Why a gesture failed that was not near.
  public struct FarMiss: Equatable, Sendable {
    public let gesture: GestureID
    public let time: Timestamp
    public let failure: Failure
  }

  /// At most one for each gesture.
  public private(set) var entries: [Entry] = []
  /// If nothing was recognized and the number of fingers fits none of the near misses: of the gestures that it fits, the one that came
  /// furthest, or several that came as far.
  public private(set) var furthest: [FarMiss] = []

  /// The near misses of an attempt under `rules`, with which it was made.
  public init(_ attempt: Attempt, _ rules: RuleSet, on device: Device) {
    let surface = Surface(rules, of: device)
    let hand = HandProgress(attempt, surface)
    let winners = Set(attempt.decisions.lazy.filter { $0.isWin }.map(\.gesture)).filter { rules.isOwn($0) }
    let requirements = winners.isEmpty ? [] : rules.requirementsOfAll
    let awaited = Set(winners.flatMap { requirements[$0.rawValue] })
    var best: [GestureID: Entry] = [:]
    for miss in attempt.decisions.lazy.compactMap(NearMiss.init) {
      let gesture = miss.gesture
      guard rules.gestures.indices.contains(gesture.rawValue), !winners.contains(gesture) else { continue }
      if !winners.isEmpty, miss.isOfCount || !awaited.contains(gesture) { continue }
      let rule = rules.gestures[gesture.rawValue]
      guard let entry = hand.entry(miss, rule, rules.settings(of: rule, on: device)) else { continue }
      if let other = best[gesture], other.progress >= entry.progress { continue }
      best[gesture] = entry
    }
    entries = best.values.sorted { ($0.order, $0.miss.gesture) < ($1.order, $1.miss.gesture) }
    if winners.isEmpty, entries.first.map({ $0.miss.limit.unit == .fingers }) ?? true {
      furthest = hand.furthest(attempt, rules, on: device)
    }
  }

  public subscript(gesture: GestureID) -> Entry? { entries.first { $0.miss.gesture == gesture } }
}

/// What the hand did in a whole attempt, against what gestures look for.
private struct HandProgress {
  /// A finger, from its landing to its lift.
  private struct Stay {
    let id: Int32
    let landed: Timestamp
    let start: Vector
    /// How far it was from `start` at most, in mm.
    var strayed = 0.0
    /// Where it was when its speed was measured last, and when.
    var latest: (place: Vector, time: Timestamp)
    var lifted: Timestamp?
  }

  private let motion: HandMotion
  private var stays: [Stay] = []
  /// The greatest speed of any finger, in mm/s.
  private var peakSpeed = 0.0

  /// A speed is that over at least so long, some three reports of a touchscreen: what trembles is not fast.
  private static let shortest = TimeSpan(milliseconds: 20)
  /// A way further off than this from a direction is nearer to another one.
  private static let astray = 45.0

  init(_ attempt: Attempt, _ surface: Surface) {
    motion = HandMotion(attempt.frames, on: surface)
    for frame in attempt.frames {
      for touch in frame.touches { take(touch, at: surface.place(touch.position), frame.time) }
    }
  }

  private mutating func take(_ touch: Touch, at place: Vector, _ time: Timestamp) {
    let index = stays.lastIndex { $0.id == touch.id && $0.lifted == nil }
    switch touch.phase {
    case .began:
      if index == nil {
        stays.append(Stay(id: touch.id, landed: time, start: place, latest: (place, time)))
      }
    case .moved:
      guard let index else { return }
      stays[index].strayed = max(stays[index].strayed, (place - stays[index].start).length)
      let (before, since) = stays[index].latest
      guard time - since >= Self.shortest else { return }
      peakSpeed = max(peakSpeed, (place - before).length / (time - since).seconds)
      stays[index].latest = (place, time)
    case .ended, .cancelled: if let index { stays[index].lifted = time }
    case .stationary: break
    }
  }

  /// Nil for what was not near.
  func entry(_ miss: NearMiss, _ rule: GestureRule, _ settings: Settings) -> NearMissRanking.Entry? {
    guard goesAlong(rule, settings), let reached = reached(miss) else { return nil }
    let progress = reached * (miss.isOfMotion ? 1 : made(of: rule, settings))
    return progress >= 1 - NearMiss.nearest ? NearMissRanking.Entry(miss: miss, progress: progress) : nil
  }

  /// Of the gestures for this number of fingers those that came furthest, in the order of the rules.
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

  /// From 0 to 1, however far away it was.
  private func share(_ miss: NearMiss, _ rule: GestureRule, _ settings: Settings) -> Double {
    let limit = miss.limit.value
    guard goesAlong(rule, settings), limit > 0 else { return 0 }
    let needed = miss.failure.isOpenEnded ? inTheEnd(miss) ?? miss.compared : miss.compared
    let reached = miss.failure.loosening == .raise ? limit / max(needed, limit) : min(1, max(0, needed) / limit)
    return reached * (miss.isOfMotion ? 1 : made(of: rule, settings))
  }

  /// The share reached of the threshold that decided; nil if that was missed by more than half of it.
  private func reached(_ miss: NearMiss) -> Double? {
    let limit = miss.limit.value
    // A hand that was fast enough before it rested was not too slow.
    if miss.limit.unit == .millimetresPerSecond { return min(1, max(peakSpeed, miss.compared) / limit) }
    guard miss.failure.loosening == .raise else { return miss.isNear ? min(1, miss.compared / limit) : nil }
    guard !miss.isOfCount else { return miss.isNear ? limit / miss.compared : nil }
    guard let needed = miss.failure.isOpenEnded ? inTheEnd(miss) : miss.compared else { return nil }
    return needed <= limit * (1 + NearMiss.nearest) ? min(1, limit / needed) : nil
  }

  /// What was measured in the end of what failed while it still grew; nil if it can't be told.
  private func inTheEnd(_ miss: NearMiss) -> Double? {
    let down = stays.filter { $0.landed <= miss.time && $0.lifted.map { $0 > miss.time } ?? true }
    switch miss.limit.unit {
    case .millimetres: return down.map(\.strayed).max().map { max($0, miss.compared) }
    case .milliseconds:
      return down.compactMap(\.lifted).max().map { miss.compared + ($0 - miss.time).milliseconds }
    case .millimetresPerSecond, .degrees, .percent, .fingers, .taps: return miss.compared
    }
  }

  /// Whether the hand went, spread or turned the way the gesture asks for.
  private func goesAlong(_ rule: GestureRule, _ settings: Settings) -> Bool {
    let kind = rule.kind
    if let directions = kind.traits.directions(settings), motion.farthest != .zero {
      return directions.contains { motion.farthest.degrees(from: $0.vector) <= Self.astray }
    }
    guard let sense = kind.traits.sense(settings) else { return true }
    let measure = kind.reports.contains(.rotation) ? motion.turned : motion.spread
    return sense == .plus ? measure >= 0 : measure <= 0
  }

  /// The share that the hand made of what the gesture looks for.
  private func made(of rule: GestureRule, _ settings: Settings) -> Double {
    let kind = rule.kind
    if let needed = kind.traits.travel(settings) {
      let way = kind.traits.directions(settings) == nil ? motion.way : motion.farthest.length
      return needed > 0 ? min(1, way / needed) : 1
    }
    let round = kind.reports.contains(.rotation)
    if round || kind.reports.contains(.scale) {
      let change = abs(round ? motion.arc : motion.spread)
      return change > 0 ? min(1, change / motion.farthest.length) : 0
    }
    guard let slop = settings.quantity(Self.slop) else { return 1 }
    let strayed = stays.map(\.strayed).max() ?? 0
    return strayed > slop ? slop / strayed : 1
  }

  /// The setting of the kinds that rest.
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

  /// Whether it was the way of the fingers that did not suffice, so that nothing else need be asked about it.
  fileprivate var isOfMotion: Bool {
    switch limit.unit {
    case .millimetres, .degrees: failure.loosening == .lower || failure.isOpenEnded
    case .fingers, .taps, .milliseconds, .millimetresPerSecond, .percent: false
    }
  }

  /// In the terms of the limit: where that is of certain circumstances, what is needed is the setting's.
  fileprivate var compared: Double { (failure.gauge?.circumstance == nil ? needed : failure.measured ?? needed).value }
}

extension Decision {
  var isWin: Bool {
    switch outcome {
    case .event(let state, _): state == .recognized || state == .began
    case .tracking, .awaitingFingers, .held, .released, .failed, .cancelled, .reset, .notReceived: false
    }
  }
}

extension RuleSet {
  /// Whether it is a gesture that takes its touches, and does not just look on.
  fileprivate func isOwn(_ gesture: GestureID) -> Bool {
    gestures.indices.contains(gesture.rawValue) && !gestures[gesture.rawValue].kind.traits.onlyObserves
  }
}
