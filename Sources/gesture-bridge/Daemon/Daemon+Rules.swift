import Bindings

// New rules.
extension Daemon {
  /// Puts new rules in place of those at work, once what these have begun is cancelled.
  func use(_ fresh: Rules) {
    do {
      var replacement = try LiveRules(fresh, watcher: debug)
      cancelAll()
      replacement.context = live.context
      replacement.context.mode = fresh.modeStaying(after: live.context.mode)
      if replacement.context.mode != live.context.mode { recorder?.enter(replacement.context.mode, at: .now) }
      replacement.setPaused(live.isPaused, at: .now, into: &outcomes)
      act()
      rules = fresh
      hints = HintBook(fresh)
      live = replacement
      debug?.use(fresh)
      let changed = source?.use(fresh.ruleSet) ?? []
      pull()
      for device in changed { devices[device.id] = device }
      for device in devices.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) { add(device) }
      runner.rulesReplaced(overall: fresh.commands.maxRunning, perSecond: fresh.commands.maxPerSecond)
      tell(live.context.mode)
      control?.tell(.rules(gestures: fresh.ruleSet.gestures.count, file: follower.path))
      log.notice("\(Message.reloaded(gestures: fresh.ruleSet.gestures.count, file: follower.path))")
    } catch {
      log.error("\(Message.keptRules(error))")
    }
  }
}
