import Bindings
import Control
import Desktop
import GestureCore

/// Makes the overlay's scene of each device whose touches or gestures have changed.
///
///     frames -> touches ---\
///     events -> states of gestures ---------> OverlayScene
///     snapshots -> progress of gestures ----/
///
/// A gauge is a measured value with its limit. The shown progress of a gesture is the smallest progress of the gauges
/// that must reach their limits. Gauges of time and of the number of fingers don't count. A gauge of speed counts as at
/// least half full, because fingers that have rested are slow at first, and the shown progress must not drop to 0.
struct OverlayFeed {
  /// The facts about a gesture that don't change while the rules are in use.
  fileprivate struct GestureFacts {
    let name: String
    let does: String
    let look: OverlayScene.Look
    let isSeen: Bool
    let isHint: Bool
    let isDrawn: Bool
  }

  /// The state of a device that has been touched, kept until `blank` forgets the device.
  fileprivate struct Watched {
    let device: Device
    var touches: [OverlayScene.Touch] = []
    /// The first finger's landing position in mm; nil before a landing. `hasStrayed` means enough movement for a trail.
    var start: (x: Double, y: Double)?
    var hasStrayed = false
    var time = Timestamp(microseconds: 0)
    /// The gestures that the hint shows; nil if no hint is shown.
    var hinted: Hinted?
    /// The last outcome of each gesture since the first finger landed.
    var outcomes: [(gesture: GestureID, item: OverlayScene.Item)] = []
    var isTrailing = false
    var hasChanged = false
    var shown: [OverlayScene.Item] = []
  }

  fileprivate struct Hinted {
    /// All gestures that the hint has listed since the hint began. `current` has the gestures of the hint's last event.
    var all: [GestureID] = []
    var current: [GestureID] = []
    /// The hint's gestures against which the fingers have moved, each with the time until which the gesture counts as
    /// opposed: `.never` while the fingers still move against the gesture.
    var opposed: [GestureID: Timestamp] = [:]
  }

  /// The smallest progress that is shown for a gesture outside a hint. Fingers that only rest don't reach this value.
  private static let least = 0.15
  /// The pause of the fingers after which an opposed gesture counts as possible again. The pause prevents flickering.
  fileprivate static let pause = TimeSpan(milliseconds: 300)
  /// The sum of a finger's distances from `start` in x and y, in mm, above which a trail is shown.
  fileprivate static let shortestTrail = 3.0

  private let rules: Rules
  private var gestures: [DeviceClass: [GestureFacts]] = [:]
  private var watched: [DeviceID: Watched] = [:]

  init(_ rules: Rules) { self.rules = rules }

  mutating func take(_ frame: Frame, on device: Device) {
    let rotation = rules.ruleSet.rotation(of: device)
    withWatched(device) { watched in
      if watched.touches.isEmpty { watched.begin() }
      for touch in frame.touches where !touch.isCountedOnly {
        watched.move(touch, to: rotation.apply(touch.position, on: device.size))
      }
      watched.time = frame.time
      watched.hasChanged = true
    }
  }

  mutating func take(_ event: GestureEvent, _ orders: ArraySlice<Order>, on device: Device) {
    let facts = gestures(for: device)[event.gesture.rawValue]
    guard facts.isSeen else { return }
    let overlay = rules.overlay
    withWatched(device) { watched in
      watched.time = event.time
      watched.hasChanged = true
      if facts.isHint {
        guard overlay.showsHints else { return }
        return watched.follow(event)
      }
      if overlay.showsSteps, let direction = orders.last(where: { $0.direction != nil })?.direction {
        let made = orders.count { $0.direction == direction }
        return watched.note(event.gesture, facts.step(direction, made, after: watched.outcomes))
      }
      if facts.isDrawn ? overlay.showsTrails : overlay.showsProgress {
        if watched.outcomes.contains(where: { $0.gesture == event.gesture && $0.item.show == .step }) { return }
        watched.note(
          event.gesture,
          facts.item(facts.isDrawn ? .trail : .progress, state: OverlayScene.State(event.state), progress: 1))
      }
    }
  }

  /// The time at which a scene changes next without a new frame. `.never` if there is no such change.
  var deadline: Timestamp { watched.values.flatMap { ($0.hinted?.opposed ?? [:]).values }.min() ?? .never }

  /// Advances the time of touched devices, because a device sends no frames while its fingers rest.
  mutating func advance(to time: Timestamp) { for id in watched.keys { watched[id]?.advance(to: time) } }

  /// Forgets the device. If the overlay shows items for the device, passes an empty scene to `show`.
  mutating func blank(_ id: DeviceID, _ show: (OverlayScene) -> Void) {
    guard let device = watched.removeValue(forKey: id), !device.shown.isEmpty else { return }
    show(scene(of: device, [], on: nil))
  }

  mutating func blank(_ show: (OverlayScene) -> Void) { for id in watched.keys { blank(id, show) } }

  /// Passes each device's scene to `show` if the scene changed, even while fingers rest. After the last lift, an empty
  /// scene follows at once, but the overlay shows the results long enough to read. `output` returns a device's output.
  mutating func updateScenes(
    snapshots: (DeviceID) -> [RecognizerSnapshot], output: (Device) -> String?, _ show: (OverlayScene) -> Void
  ) {
    for id in watched.keys {
      guard var device = watched[id], device.hasChanged || !device.touches.isEmpty else { continue }
      let items = items(&device, snapshots(id))
      if device.hasChanged ? !items.isEmpty || !device.shown.isEmpty : items != device.shown {
        show(scene(of: device, items, on: output(device.device)))
      }
      device.hasChanged = false
      device.shown = items
      if device.touches.isEmpty, !device.shown.isEmpty {
        device.begin()
        device.shown = []
        show(scene(of: device, [], on: output(device.device)))
      }
      watched[id] = device
    }
  }

  // MARK: Scenes

  private func scene(of watched: Watched, _ items: [OverlayScene.Item], on output: String?) -> OverlayScene {
    let device = watched.device
    let size = rules.ruleSet.rotation(of: device).apply(device.size)
    return OverlayScene(
      device: device.name, surface: device.deviceClass == .touchpad ? .touchpad : .touchscreen, output: output,
      width: size.width, height: size.height, time: watched.time.microseconds,
      touches: items.isEmpty ? [] : watched.touches, items: items)
  }

  private mutating func items(_ watched: inout Watched, _ snapshots: [RecognizerSnapshot]) -> [OverlayScene.Item] {
    let gestures = gestures(for: watched.device)
    var items: [OverlayScene.Item] = []
    if !watched.touches.isEmpty, isTrailing(watched, snapshots, gestures) {
      watched.isTrailing = true
      items.append(OverlayScene.Item(show: .trail, name: "", look: .draw([]), state: .possible))
    }
    watched.oppose(snapshots)
    if let hinted = watched.hinted {
      items += hinted.all.filter { gestures[$0.rawValue].isSeen }.map { gesture in
        let isOpen = hinted.current.contains(gesture) && hinted.opposed[gesture] == nil
        return gestures[gesture.rawValue].item(
          .hint, state: isOpen ? .possible : .failed,
          progress: snapshots.first { $0.gesture == gesture }?.progress ?? 0)
      }
    } else if !watched.touches.isEmpty, let furthest = furthest(snapshots, gestures), watched.outcomes.isEmpty {
      items.append(furthest)
    }
    if watched.isTrailing, rules.overlay.showsTrails, !watched.outcomes.contains(where: { $0.item.show == .trail }),
      !items.contains(where: { $0.show == .trail })
    {
      items.append(OverlayScene.Item(show: .trail, name: "", look: .draw([]), state: .failed))
    }
    return items + watched.outcomes.map(\.item)
  }

  /// The item of the ongoing gesture with the most progress; hints and drawings don't count. Nil if the rules hide
  /// progress, if all progress is below `least`, or if gestures with different looks share the most progress.
  private func furthest(_ snapshots: [RecognizerSnapshot], _ gestures: [GestureFacts]) -> OverlayScene.Item? {
    guard rules.overlay.showsProgress else { return nil }
    var furthest: (gesture: GestureID, progress: Double)?
    var isTied = false
    for snapshot in snapshots where snapshot.isOngoing {
      let facts = gestures[snapshot.gesture.rawValue]
      guard facts.isSeen, !facts.isHint, !facts.isDrawn else { continue }
      let progress = snapshot.progress
      guard progress >= max(Self.least, furthest?.progress ?? 0) else { continue }
      if let other = furthest, other.progress == progress {
        isTied = isTied || gestures[other.gesture.rawValue].look != facts.look
      } else {
        isTied = false
      }
      furthest = (snapshot.gesture, progress)
    }
    guard let furthest, !isTied else { return nil }
    return gestures[furthest.gesture.rawValue].item(.progress, state: .possible, progress: furthest.progress)
  }

  /// Whether the rules show trails and the fingers may be making a drawing.
  private func isTrailing(_ watched: Watched, _ snapshots: [RecognizerSnapshot], _ gestures: [GestureFacts]) -> Bool {
    guard rules.overlay.showsTrails, watched.hasStrayed else { return false }
    return snapshots.contains { snapshot in
      let facts = gestures[snapshot.gesture.rawValue]
      return snapshot.isOngoing && facts.isSeen && facts.isDrawn && !snapshot.gauges.isEmpty
    }
  }

  private mutating func gestures(for device: Device) -> [GestureFacts] {
    if let known = gestures[device.deviceClass] { return known }
    let bindings = BindingList(rules).entries
    let made = rules.ruleSet.gestures.enumerated().map { index, rule in
      let own = bindings.filter { $0["gesture"]?.string == rule.name }
      let settings = rules.ruleSet.settings(of: rule, on: device)
      return GestureFacts(
        name: rule.name, does: own.count == 1 ? own.map(BindingText.effect).joined() : "",
        look: OverlayScene.Look(rule, settings),
        // A gesture without actions is only a requirement of other gestures.
        isSeen: rules.mayDraw(GestureID(index)) && (!own.isEmpty || rule.kind.reports.contains(.hints)),
        isHint: rule.kind.reports.contains(.hints),
        isDrawn: Stroke.figure(settings) != nil)
    }
    gestures[device.deviceClass] = made
    return made
  }

  private mutating func withWatched(_ device: Device, _ body: (inout Watched) -> Void) {
    body(&watched[device.id, default: Watched(device: device)])
  }
}

extension OverlayFeed.Watched {
  /// Forgets the hint, the outcomes and the trail. Called while no finger is down.
  fileprivate mutating func begin() {
    hinted = nil
    (start, hasStrayed) = (nil, false)
    outcomes.removeAll(keepingCapacity: true)
    isTrailing = false
  }

  fileprivate mutating func move(_ touch: Touch, to place: Vector) {
    let from = start ?? (place.x, place.y)
    if touches.allSatisfy({ $0.id == Int(touch.id) }) {
      start = from
      hasStrayed = hasStrayed || abs(place.x - from.x) + abs(place.y - from.y) > OverlayFeed.shortestTrail
    }
    let index = touches.firstIndex { $0.id == Int(touch.id) }
    switch (touch.phase, index) {
    case (.ended, let index?), (.cancelled, let index?): touches.remove(at: index)
    case (.ended, nil), (.cancelled, nil): break
    case (.began, let index?), (.moved, let index?), (.stationary, let index?):
      (touches[index].x, touches[index].y) = (place.x, place.y)
    case (.began, nil), (.moved, nil), (.stationary, nil):
      touches.append(OverlayScene.Touch(id: Int(touch.id), x: place.x, y: place.y))
    }
  }

  fileprivate mutating func note(_ gesture: GestureID, _ item: OverlayScene.Item) {
    outcomes.removeAll { $0.gesture == gesture }
    outcomes.append((gesture, item))
  }

  fileprivate mutating func follow(_ hint: GestureEvent) {
    switch hint.state {
    case .began, .changed:
      var next = hinted ?? OverlayFeed.Hinted()
      next.all += hint.values.hints.filter { !next.all.contains($0) }
      next.current = hint.values.hints
      hinted = next
    case .ended, .cancelled: hinted = nil
    case .recognized: break
    }
  }

  fileprivate mutating func advance(to next: Timestamp) { if !touches.isEmpty { time = max(time, next) } }

  /// Updates the hint's opposed gestures. A gesture stays opposed until the fingers follow it or pause.
  fileprivate mutating func oppose(_ snapshots: [RecognizerSnapshot]) {
    guard let gestures = hinted?.all else { return }
    for snapshot in snapshots where gestures.contains(snapshot.gesture) {
      let gesture = snapshot.gesture
      if let isOpposed = snapshot.isOpposed {
        hinted?.opposed[gesture] = isOpposed ? .never : nil
      } else if let end = hinted?.opposed[gesture] {
        hinted?.opposed[gesture] = end == .never ? time + OverlayFeed.pause : end <= time ? nil : end
      }
    }
  }
}

extension OverlayFeed.GestureFacts {
  fileprivate func item(
    _ show: OverlayScene.Show, look: OverlayScene.Look? = nil, state: OverlayScene.State, progress: Double
  ) -> OverlayScene.Item {
    OverlayScene.Item(show: show, name: name, does: does, look: look ?? self.look, state: state, progress: progress)
  }

  /// The item for steps in one direction, with the number of steps as its text.
  fileprivate func step(
    _ direction: StepSettings.StepDirection, _ new: Int, after outcomes: [(gesture: GestureID, item: OverlayScene.Item)]
  ) -> OverlayScene.Item {
    var item = item(.step, look: OverlayScene.Look(direction), state: .began, progress: 1)
    let before = outcomes.first { $0.item.show == .step && $0.item.name == name && $0.item.look == item.look }
    item.text = "\((before?.item.text.flatMap { Int($0) } ?? 0) + new)"
    return item
  }
}

extension RecognizerSnapshot {
  fileprivate var isOngoing: Bool {
    switch phase {
    case .possible, .awaitingFingers, .held: true
    case .idle, .landing, .begun, .succeeded, .failed: false
    }
  }

  /// Whether the fingers move against the gesture. Nil if no gauge measures this, for example after a short movement.
  fileprivate var isOpposed: Bool? {
    let limits = gauges.filter { !$0.mustReach }
    return limits.isEmpty ? nil : !limits.allSatisfy(\.isMet)
  }

  /// The gesture's progress, 0 to 1; 0 if no gauge counts, or if the fingers move against the gesture.
  fileprivate var progress: Double {
    guard isOpposed != true else { return 0 }
    var least: Double?
    for gauge in gauges where gauge.mustReach && gauge.limit.value > 0 {
      switch gauge.limit.unit {
      case .millimetres, .degrees, .percent, .taps: least = min(least ?? 1, gauge.share)
      case .millimetresPerSecond: least = min(least ?? 1, (1 + gauge.share) / 2)
      // Time passes whatever the fingers do, so it isn't progress.
      case .milliseconds, .fingers: break
      }
    }
    return least ?? 0
  }
}

extension OverlayScene.State {
  fileprivate init(_ state: RecognizerState) {
    switch state {
    case .began, .changed: self = .began
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    case .recognized: self = .recognized
    }
  }
}

extension OverlayScene.Look {
  fileprivate init(_ direction: StepSettings.StepDirection) {
    switch direction {
    case .up: self = .arrow(.up)
    case .down: self = .arrow(.down)
    case .left: self = .arrow(.left)
    case .right: self = .arrow(.right)
    case .clockwise: self = .turn(.clockwise)
    case .counterclockwise: self = .turn(.counterclockwise)
    case .in: self = .pinch(.inward)
    case .out: self = .pinch(.outward)
    }
  }
}

extension OverlaySettings {
  init(_ rules: OverlayRules) {
    self.init(
      theme: Theme(rawValue: rules.theme.rawValue) ?? .auto, colour: Colour(rules.colour.code) ?? Self.usualColour,
      size: rules.size, position: Position(rawValue: rules.position.rawValue) ?? .bottom,
      motion: Motion(rawValue: rules.motion.rawValue) ?? .full)
  }
}
