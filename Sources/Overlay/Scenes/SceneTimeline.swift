import Control

/// The items that are shown for one device over time.
///
///    a scene arrives -> its items are shown at once
///    an item is no longer in the scene -> stays for a while if it has a result or is a step -> fades -> is removed
///
/// Time is an argument, in CLOCK_MONOTONIC microseconds.
package struct SceneTimeline {
  struct Shown: Equatable {
    var item: OverlayScene.Item
    /// When the item appeared, changed its state, or came back into the scene: the latest of these times.
    var stateChanged: Int64
    /// When the item's pulse began: a step was made, or the gesture was recognized. Nil before the first pulse.
    var pulse: Int64?
    /// When the item left the scene, or when a level for the item arrived later; nil while the item is in the scene.
    var removed: Int64?
  }

  /// The path of a touch since it landed, in millimetres.
  struct Trail: Equatable {
    let id: Int
    var points: [OverlayPicture.Point]
    var isDown = true
  }

  package enum Need: Equatable {
    /// Nothing changes until a scene or a level arrives.
    case nothing
    /// Something moves or fades, so the overlay must be drawn again at each refresh of the screen.
    case frames
    /// Nothing changes until this time, unless a scene or a level arrives.
    case time(Int64)
  }

  /// Durations in microseconds.
  private enum Span {
    static let fade: Int64 = 150_000
    /// The minimum time for which a recognized gesture stays readable, unless a new attempt removes the gesture.
    static let recognized: Int64 = 700_000
    static let failed: Int64 = 350_000
    static let ended: Int64 = 250_000
    static let step: Int64 = 1_200_000
    static let pulse: Int64 = 220_000
  }

  /// The least movement of a touch, in millimetres, that adds a point to its trail.
  private static let leastMove = 0.25
  private static let mostTrailPoints = 512
  private static let mostTrails = 16
  /// The opacity of a hint for a gesture that has failed, has ended, or was cancelled.
  private static let shade = 0.3

  package private(set) var scene: OverlayScene
  private(set) var shown: [Shown] = []
  private(set) var trails: [Trail] = []
  /// The middle of the touches in the attempt's first scene with items and touches, in mm; nil before this scene.
  private(set) var anchor: OverlayPicture.Point?
  /// The level that a command has reported for the last step, and the time of the report. Nil without a recent report.
  private(set) var reportedLevel: (level: LevelText, at: Int64)?
  private let isReduced: Bool

  package init(_ scene: OverlayScene, at now: Int64, motion: OverlaySettings.Motion) {
    self.scene = scene
    isReduced = motion == .reduced
    self.scene.items = []
    self.scene.touches = []
    show(scene, at: now)
  }

  // MARK: Input

  package mutating func show(_ next: OverlayScene, at now: Int64) {
    let begins = scene.isEmpty && !next.isEmpty
    if begins {
      // A new attempt removes the results of the previous one.
      shown.removeAll { old in old.removed != nil && !next.items.contains { Self.isSame($0, old.item) } }
      trails.removeAll()
      anchor = nil
    }
    scene = next
    updateTrails(next.touches)
    if anchor == nil, !next.items.isEmpty { anchor = middle }
    var removedItems = shown
    var kept: [Shown] = []
    for item in next.items {
      let old = removedItems.firstIndex { Self.isSame($0.item, item) }.map { removedItems.remove(at: $0) }
      kept.append(update(old, to: item, at: now))
    }
    for var old in removedItems {
      if old.removed == nil { old.removed = now }
      kept.append(old)
    }
    shown = kept
    advance(to: now)
  }

  package mutating func setLevel(_ level: LevelText, at now: Int64) {
    guard let index = shown.lastIndex(where: { $0.item.show == .step }) else { return }
    reportedLevel = (level, now)
    shown[index].removed = shown[index].removed.map { _ in now }
  }

  package var showsStep: Bool { shown.contains { $0.item.show == .step } }

  private static func isSame(_ item: OverlayScene.Item, _ other: OverlayScene.Item) -> Bool {
    item.show == other.show && item.name == other.name
  }

  private func update(_ old: Shown?, to item: OverlayScene.Item, at now: Int64) -> Shown {
    guard var one = old else {
      let pulses = item.show == .step || item.state == .recognized
      return Shown(item: item, stateChanged: now, pulse: pulses ? now : nil, removed: nil)
    }
    // A scene with a step means that a step was made, unless only the touches have changed.
    if item.show == .step, one.item != item || one.removed != nil { one.pulse = now }
    if one.item.state != item.state || one.removed != nil {
      one.stateChanged = now
      if item.state == .recognized { one.pulse = now }
    }
    one.item = item
    one.removed = nil
    return one
  }

  private mutating func updateTrails(_ touches: [OverlayScene.Touch]) {
    for index in trails.indices where !touches.contains(where: { $0.id == trails[index].id }) {
      trails[index].isDown = false
    }
    for touch in touches {
      let point = OverlayPicture.Point(touch.x, touch.y)
      guard let index = trails.firstIndex(where: { $0.id == touch.id && $0.isDown }) else {
        if trails.count >= Self.mostTrails { trails.removeFirst() }
        trails.append(Trail(id: touch.id, points: [point]))
        continue
      }
      if let last = trails[index].points.last, abs(last.x - point.x) + abs(last.y - point.y) < Self.leastMove {
        continue
      }
      trails[index].points.append(point)
      let points = trails[index].points
      guard points.count > Self.mostTrailPoints else { continue }
      // Every second point is removed, but never the first or the last point.
      let kept = points.indices.filter { $0 % 2 == 0 || $0 == points.count - 1 }
      trails[index].points = kept.map { points[$0] }
    }
  }

  private var middle: OverlayPicture.Point? {
    guard !scene.touches.isEmpty else { return nil }
    let count = Double(scene.touches.count)
    return OverlayPicture.Point(
      scene.touches.reduce(0) { $0 + $1.x } / count, scene.touches.reduce(0) { $0 + $1.y } / count)
  }

  // MARK: Time

  /// Removes faded items and an old reported level. Also removes the trails if no items and no touches remain.
  package mutating func advance(to now: Int64) {
    for index in shown.indices.reversed() where opacity(of: shown[index], at: now) <= 0 { shown.remove(at: index) }
    if let reportedLevel, now >= reportedLevel.at + Span.step { self.reportedLevel = nil }
    if shown.isEmpty, scene.touches.isEmpty {
      trails.removeAll()
      anchor = nil
    }
  }

  /// Whether nothing is shown, and nothing will be shown before the next scene arrives.
  package var isOver: Bool { shown.isEmpty && scene.isEmpty }

  package func need(at now: Int64) -> Need {
    var earliest: Int64?
    for one in shown {
      if let pulse = one.pulse, !isReduced, now < pulse + Span.pulse { return .frames }
      if isShading(one, at: now) { return .frames }
      guard let end = fadeStart(of: one) else { continue }
      if now >= end, !isReduced { return .frames }
      earliest = min(earliest ?? end, end)
    }
    if let reportedLevel { earliest = min(earliest ?? .max, reportedLevel.at + Span.step) }
    return earliest.map { .time($0) } ?? .nothing
  }

  /// Returns when the item begins to fade; nil while the item is in the scene.
  private func fadeStart(of one: Shown) -> Int64? {
    guard let removed = one.removed else { return nil }
    if one.item.show == .step { return max(removed, max(one.pulse ?? removed, reportedLevel?.at ?? 0) + Span.step) }
    if one.item.show == .hint { return removed }
    switch one.item.state {
    case .recognized: return max(removed, one.stateChanged + Span.recognized)
    case .failed, .cancelled: return max(removed, one.stateChanged + Span.failed)
    case .ended: return max(removed, one.stateChanged + Span.ended)
    case .possible, .began: return removed
    }
  }

  func opacity(of one: Shown, at now: Int64) -> Double {
    var opacity = 1.0
    if one.item.show == .hint, !Self.isOpen(one.item.state) {
      let part = isReduced ? 1 : Self.share(now - one.stateChanged, of: Span.fade)
      opacity = 1 - (1 - Self.shade) * part
    }
    guard let end = fadeStart(of: one), now >= end else { return opacity }
    return isReduced ? 0 : opacity * (1 - Self.share(now - end, of: Span.fade))
  }

  private func isShading(_ one: Shown, at now: Int64) -> Bool {
    !isReduced && one.item.show == .hint && !Self.isOpen(one.item.state) && now < one.stateChanged + Span.fade
  }

  /// Returns the strength of an item's pulse, which falls from 1 to 0. Always 0 if motion is reduced.
  func pulse(of one: Shown, at now: Int64) -> Double {
    guard !isReduced, let pulse = one.pulse, now >= pulse else { return 0 }
    let remaining = 1 - Self.share(now - pulse, of: Span.pulse)
    return remaining * remaining
  }

  private static func share(_ time: Int64, of span: Int64) -> Double { min(max(Double(time) / Double(span), 0), 1) }

  static func isOpen(_ state: OverlayScene.State) -> Bool {
    switch state {
    case .possible, .began, .recognized: true
    case .failed, .cancelled, .ended: false
    }
  }
}
