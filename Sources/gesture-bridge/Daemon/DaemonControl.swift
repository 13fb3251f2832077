import Actions
import Bindings
import Control
import Desktop
import GestureCore
import Glibc
import Recordings
import Text

/// Answers requests at the control socket, and passes events to subscribers.
final class DaemonControl {
  private let server: ControlServer
  private unowned let daemon: Daemon
  /// Whether gestures were paused at the last call of `sendChanges`.
  private var isPaused = false
  private var suspension: SuspensionReasons = []

  init(_ server: ControlServer, of daemon: Daemon) throws {
    (self.server, self.daemon) = (server, daemon)
    server.answer = { [unowned self] in answer($0) }
    server.state = { [unowned self] in state($0) }
    server.topicsChanged = { [unowned self] in
      updateOverlay()
      if !self.server.topics.contains(.touches) { self.daemon.gestures.followTouches(nil) }
    }
    server.dropped = { [unowned daemon] in
      if $0.contains(.overlay) { daemon.runner.overlay.restart() }
    }
    try server.begin()
  }

  var subscribers: Int { server.subscribers }
  var begun: Int64 { server.begun }

  func publish(_ event: ControlEvent) { server.publish(event) }
  func added(_ device: Device) { server.added(device) }
  func removed(_ device: Device) { server.removed(device) }

  func happened(_ gesture: () -> GestureEnvironment) {
    if server.topics.contains(.gesture) { server.publish(gesture()) }
  }

  /// Sends subscribers the changes of `isPaused` and `suspension` since the last call, and all lines that wait.
  func sendChanges() {
    let gestures = daemon.gestures
    if gestures.isPaused != isPaused {
      isPaused = gestures.isPaused
      server.publish(.paused(isPaused))
    }
    let now = daemon.suspension
    if now != suspension {
      suspension = now
      server.publish(.absence(now.reasons))
    }
    server.flush()
  }

  func end() { server.end() }

  // MARK: The overlay

  /// Switches gesture drawing on if the rules show the overlay and a client subscribes to `overlay`; otherwise, off.
  func updateOverlay() {
    let gestures = daemon.gestures
    guard gestures.rules.overlay.isShown, server.topics.contains(.overlay) else {
      if gestures.feedback.draw != nil { gestures.feedback.draw = nil }
      return
    }
    if gestures.feedback.draw == nil { gestures.feedback.draw = { [unowned self] in server.publish($0) } }
  }

  func publishOverlaySettings() { server.publish(.overlay(OverlaySettings(daemon.gestures.rules.overlay))) }

  /// The first events for a new subscriber. If `topics` contains `touches`, the call also starts a new touch script.
  private func state(_ topics: ControlTopics) -> [ControlEvent] {
    let gestures = daemon.gestures
    if topics.contains(.touches) {
      gestures.followTouches { [unowned self] in
        server.publish(.touches(origin: $0?.microseconds, script: $1))
      }
    }
    let all =
      [
        .mode(gestures.mode), .paused(gestures.isPaused), .absence(daemon.suspension.reasons),
        .overlay(OverlaySettings(gestures.rules.overlay)),
      ]
      + gestures.knownDevices.map { ControlEvent.device(.added, name: $0.name, deviceClass: $0.deviceClass.rawValue) }
    return all.filter { event in event.topic.map(topics.contains) ?? false }
  }

  private func answer(_ request: ControlRequest) -> ControlAnswer {
    let gestures = daemon.gestures
    return switch request {
    case .status: .done(daemon.status.members)
    case .reload: reload()
    case .pause: pause(true, gestures)
    case .resume: pause(false, gestures)
    case .toggle: pause(!gestures.isPaused, gestures)
    case .mode(let mode): enter(mode, gestures)
    case .gestures: .done([.init("gestures", .array(BindingList(gestures.rules).entries))])
    case .trigger(let gesture): trigger(gesture, gestures)
    case .modifier(let name, let isHeld): modifier(name, isHeld: isHeld)
    case .attempts(let last): attempts(last, gestures)
    // The server handles subscriptions itself.
    case .subscribe: .done()
    }
  }

  private func reload() -> ControlAnswer {
    let (problem, found) = daemon.reload()
    let facts = JSONValue.array(found.map(\.fact))
    if let problem { return .refused(Message.keptRules(problem), more: [.init("diagnostics", facts)]) }
    return .done([
      .init("gestures", .integer(daemon.gestures.rules.ruleSet.gestures.count)),
      .init("file", .string(daemon.follower.path)), .init("diagnostics", facts),
    ])
  }

  private func pause(_ isPaused: Bool, _ gestures: LiveGestures) -> ControlAnswer {
    let before = gestures.isPaused
    gestures.setPaused(isPaused)
    return .done([.init("paused", .flag(gestures.isPaused)), .init("changed", .flag(gestures.isPaused != before))])
  }

  private func enter(_ mode: String, _ gestures: LiveGestures) -> ControlAnswer {
    let known = gestures.rules.modes.sorted()
    guard known.contains(mode) else {
      return .refused(
        Message.unknownMode(mode, daemon.follower.path),
        fix: Message.nearest(Nearest.name(to: mode, among: known), of: known))
    }
    gestures.enter(mode)
    return .done([.init("mode", .string(mode))])
  }

  private func modifier(_ name: String, isHeld: Bool) -> ControlAnswer {
    let known = Modifiers.named.map(\.key)
    guard let modifier = Modifiers.named.first(where: { $0.key == name.lowercased() }) else {
      return .refused(Message.noModifier(name), fix: Message.nearest(Nearest.name(to: name, among: known), of: known))
    }
    let held = daemon.desktop.hold(modifier.value, isHeld: isHeld)
    return .done([.init("modifiers", .strings(Modifiers.named.filter { held.contains($0.value) }.map(\.key)))])
  }

  private func attempts(_ last: Int?, _ gestures: LiveGestures) -> ControlAnswer {
    let remarks = RecordingRemark.lines(version: GestureBridge.configuration.version, date: WallClock.moment)
    guard let script = gestures.script(last: last, remarks: remarks) else {
      return .refused(Message.remembersNothing, fix: Message.rememberAgain(daemon.follower.path))
    }
    guard !script.isEmpty else { return .refused(Message.noAttempt, fix: Message.makeAttempt) }
    return .done([
      .init("script", .string(script)), .init("file", .string(daemon.follower.path)),
      .init("paused", .flag(gestures.isPaused)),
    ])
  }

  /// Returns the answer for a triggered gesture. If `reasons` isn't empty, no key, click or desktop request is sent.
  private func performed(_ orders: [Order], _ reasons: SuspensionReasons) -> ControlAnswer {
    let facts = orders.begun.compactMap { $0.fact(isSuspended: !reasons.isEmpty) }
    guard !facts.isEmpty else { return .refused(Message.sendsNothing(reasons), fix: Message.triggerLater) }
    let isWhole = reasons.isEmpty || !orders.contains { $0.effect.parts.contains(where: \.reachesSession) }
    return .done(
      [.init("actions", .array(facts))] + (isWhole ? [] : [.init("skipped", .string(Message.sendsNothing(reasons)))]))
  }

  private func trigger(_ name: String, _ gestures: LiveGestures) -> ControlAnswer {
    let rules = gestures.rules.ruleSet.gestures
    guard let place = rules.firstIndex(where: { $0.name == name }) else {
      let known = rules.map(\.name)
      return .refused(
        Message.noGesture(name, daemon.follower.path),
        fix: Message.nearest(Nearest.name(to: name, among: known), of: known))
    }
    let orders = gestures.trigger(GestureID(place))
    if !orders.isEmpty, orders.allSatisfy(\.effect.onlyUsesFingers) {
      let isNative = orders.allSatisfy { $0.effect.native != nil || $0.effect.announces }
      return .refused(isNative ? Message.onlyNative(name) : Message.takesFingers(name), fix: Message.makeItByHand)
    }
    guard orders.isEmpty else { return performed(orders, daemon.suspension) }
    if gestures.isPaused { return .refused(Message.pausedNow, fix: Message.resumeFirst) }
    return gestures.rules.needsMovement(GestureID(place))
      ? .refused(Message.takesFingers(name), fix: Message.makeItByHand)
      : .refused(Message.nothingCounts(name), fix: Message.lookAtBindings)
  }
}
