import Actions
import Bindings
import Control
import Desktop
import GestureCore
import Glibc
import Performers
import Text

/// What subscribers are told of when it has changed.
struct ControlledState: Equatable {
  var isPaused = false
  var absence: Absence = []
}

// Those who talk to the daemon: what it does for them, and what it tells them.
extension Daemon {
  func beginControl() throws {
    guard let control else { return }
    control.answer = { [unowned self] in answer($0) }
    control.standing = { [unowned self] in standing($0) }
    control.served = { [unowned self] in rearm() }
    try control.begin()
  }

  /// Tells what has changed since, and sends all that was told.
  func settleControl() {
    guard let control else { return }
    let state = ControlledState(isPaused: live.isPaused, absence: absence)
    if state != controlledState {
      if state.isPaused != controlledState.isPaused { control.tell(.paused(state.isPaused)) }
      if state.absence != controlledState.absence { control.tell(.absence(state.absence.reasons)) }
      controlledState = state
    }
    control.flush()
  }

  /// Tells of a gesture event.
  func tellControl(_ event: GestureEvent) {
    guard let control, control.topics.contains(.gesture) else { return }
    let device = devices[event.device]
    control.tell(
      GestureEnvironment(
        event, rules.ruleSet.gestures[event.gesture.rawValue], device: device?.name ?? "",
        hints: hints.told(event, on: device)))
  }

  private func standing(_ topics: ControlTopics) -> [ControlEvent] {
    let known = devices.values.sorted { $0.id.rawValue < $1.id.rawValue }
    let all =
      [.mode(live.context.mode), .paused(live.isPaused), .absence(absence.reasons)]
      + known.map { ControlEvent.device(.added, name: $0.name, deviceClass: $0.deviceClass.rawValue) }
    return all.filter { event in event.topic.map(topics.contains) ?? false }
  }

  private func answer(_ request: ControlRequest) -> ControlAnswer {
    switch request {
    case .status: .done(status.members)
    case .reload: reload()
    case .pause: pause(true)
    case .resume: pause(false)
    case .mode(let mode): go(to: mode)
    case .bindings: .done([.init("bindings", .array(BindingList(rules).entries))])
    case .trigger(let gesture): trigger(gesture)
    // The server keeps its subscribers itself.
    case .subscribe: .done()
    }
  }

  private var status: ControlStatus {
    ControlStatus(
      pid: Int(getpid()), program: GestureBridge.configuration.version,
      session: options.seat?.session.description ?? "", file: rulesFile, gestures: rules.ruleSet.gestures.count,
      mode: live.context.mode, modes: rules.modes.sorted(), isPaused: live.isPaused, absence: absence.reasons,
      devices: devices.values.sorted { $0.id.rawValue < $1.id.rawValue }
        .map { .init(name: $0.name, deviceClass: $0.deviceClass.rawValue) },
      commands: runner.liveCount, subscribers: control?.subscribers ?? 0,
      uptimeInSeconds: Int((EventLoop.now() - (control?.begun ?? EventLoop.now())) / 1_000_000))
  }

  /// For those who stand in other folders.
  private var rulesFile: String {
    guard !follower.path.hasPrefix("/"), let here = getcwd(nil, 0) else { return follower.path }
    defer { free(here) }
    return "\(String(cString: here))/\(follower.path)"
  }

  private func reload() -> ControlAnswer {
    let fresh = follower.reload()
    if let fresh { use(fresh) }
    let found: [JSONValue] = (follower.latest?.diagnostics ?? []).map(\.fact)
    if case .failure(let problem)? = follower.latest?.result {
      return .refused(Message.keptRules(problem), more: [.init("diagnostics", .array(found))])
    }
    return .done([
      .init("gestures", .integer(rules.ruleSet.gestures.count)), .init("file", .string(follower.path)),
      .init("diagnostics", .array(found)),
    ])
  }

  private func pause(_ isPaused: Bool) -> ControlAnswer {
    if isPaused != live.isPaused {
      let time = recorder?.cancelAll(at: .now) ?? .now
      live.setPaused(isPaused, at: time, into: &outcomes)
      act()
    }
    return .done([.init("paused", .flag(live.isPaused))])
  }

  private func go(to mode: String) -> ControlAnswer {
    guard rules.modes.contains(mode) else {
      let known = rules.modes.sorted()
      return .refused(
        Message.unknownMode(mode, follower.path), fix: Message.nearest(Nearest.name(to: mode, among: known), of: known))
    }
    if mode != live.context.mode {
      live.context.mode = mode
      recorder?.enter(mode, at: .now)
      tell(mode)
    }
    return .done([.init("mode", .string(mode))])
  }

  private func trigger(_ name: String) -> ControlAnswer {
    guard let place = rules.ruleSet.gestures.firstIndex(where: { $0.name == name }) else {
      let known = rules.ruleSet.gestures.map(\.name)
      return .refused(
        Message.noGesture(name, follower.path), fix: Message.nearest(Nearest.name(to: name, among: known), of: known))
    }
    let madeUp = MadeUpGesture(GestureID(place), of: rules.ruleSet, at: .now)
    let before = live.context.mode
    var done: [Order] = []
    for event in madeUp.events {
      live.take(event, madeUpOn: madeUp.device, into: &outcomes)
      for outcome in outcomes { done += outcome.orders }
      act()
    }
    if live.context.mode != before { recorder?.enter(live.context.mode, at: .now) }
    guard !done.isEmpty else { return refusal(of: name) }
    return .done([.init("orders", .array(done.map(\.fact)))])
  }

  private func refusal(of gesture: String) -> ControlAnswer {
    live.isPaused
      ? .refused(Message.pausedNow, fix: Message.resumeFirst)
      : .refused(Message.nothingCounts(gesture), fix: Message.lookAtBindings)
  }
}
