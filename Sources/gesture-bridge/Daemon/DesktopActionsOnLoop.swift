import Bindings
import Desktop
import DesktopActions
import Logging
import Runtime

/// What gestures ask the desktop for, as a part of a runtime: opens ways where rules have such effects, and nothing otherwise.
final class DesktopActionsOnLoop: LoopPart {
  private let actor: DesktopActor
  /// One for each branch.
  private let descriptors: [ChangingDescriptor]
  private var actions: [(action: DesktopAction, location: FileLocation)] = []

  /// `skipped` hears of each action that nothing becomes of.
  init(
    on loop: EventLoop, dryRun: Bool, log: Logger, variable: @escaping (String) -> String?,
    skipped: @escaping (SkippedAction) -> Void
  ) {
    actor = DesktopActor(dryRun: dryRun, log: log, now: EventLoop.now) {
      ActionWays.all(for: $0, variable: variable)
    }
    actor.skipped = skipped
    descriptors = actor.branches.map { _ in ChangingDescriptor(on: loop, log: log) }
  }

  /// What is asked, and what is missing, a sentence each.
  var lines: [String] { Message.actions(actor, actions).map(\.text) }

  func use(_ rules: Rules) {
    actions = rules.desktopActions
    change { actor.use(actions.map(\.action)) }
  }

  func perform(_ request: DesktopRequest) {
    // A dry run only says what it would ask for.
    if actor.isDryRun { actor.perform(request) } else { change { actor.perform(request) } }
  }
  func setDryRun(_ isDry: Bool) { change { actor.isDryRun = isDry } }
  func suspend(by reasons: SuspensionReasons) { change { actor.suspension = reasons } }
  func stop() { change { actor.stop() } }

  /// When `advance` is due. It is asked before each wait, and changes only when a way was served.
  private(set) var nextDeadline: Int64?
  func advance(to now: Int64) { change { for branch in actor.branches { branch.ways.advance(to: now) } } }

  private func change(_ body: () -> Void) {
    body()
    for (branch, descriptor) in zip(actor.branches, descriptors) {
      descriptor.watch(branch.ways.wait, of: branch.ways.opened) { [unowned self] in change { branch.ways.serve() } }
    }
    var next: Int64?
    for branch in actor.branches {
      if let deadline = branch.ways.nextDeadline { next = min(next ?? .max, deadline) }
    }
    nextDeadline = next
  }
}

extension Message {
  /// What the desktop is asked for by rules with these actions, and which of them it can't do.
  static func actions(
    _ actor: DesktopActor, _ actions: [(action: DesktopAction, location: FileLocation)]
  ) -> [(text: String, isLack: Bool)] {
    let needed = Set(actions.map(\.action.domain))
    let ways = actor.branches.filter { needed.contains($0.domain) }.map { branch in
      branch.ways.readyName.map { (text: ActionWording.ready(branch.domain, $0), isLack: false) }
        ?? (text: ActionWording.nothing(branch.domain, branch.ways.problems), isLack: true)
    }
    let reached = Set(actor.branches.filter { $0.ways.readyName != nil }.map(\.domain))
    let lacks = actions.filter { reached.contains($0.action.domain) }.compactMap { action, location in
      actor.lack(of: action).map { (text: cantBeDone(action, location, $0), isLack: true) }
    }
    return ways + lacks
  }

  private static func cantBeDone(_ action: DesktopAction, _ location: FileLocation, _ lack: String) -> String {
    "\(location.file):\(location.line): `\(action.text)` can't be done here: \(lack)"
  }
}
