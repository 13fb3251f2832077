import Desktop

// The service manager, where one has started the daemon.
extension Daemon {
  /// Gestures work from now on.
  func beginService() {
    guard let service else { return }
    toldState = serviceState
    if !service.ready(Message.status(serviceState), at: EventLoop.now()) { log.warning("\(Message.serviceNotTold)") }
    guard let watchdog = service.watchdog else { return }
    parts.append(watchdog)
    loop.onWake = { watchdog.woke(EventLoop.now) }
  }

  /// Tells what has changed, if anything has.
  func tellService() {
    guard let service, let toldState else { return }
    let state = serviceState
    guard state != toldState else { return }
    self.toldState = state
    service.tell(Message.status(state))
  }

  /// Does what takes new rules, and has the service manager know when that is done.
  func reloading(_ body: () -> Void) {
    service?.reloading(at: EventLoop.now())
    body()
    guard let service else { return }
    toldState = serviceState
    service.reloaded(Message.status(serviceState))
  }

  private var serviceState: ServiceState {
    ServiceState(
      devices: devices.count, gestures: rules.ruleSet.gestures.count, file: follower.path, isPaused: live.isPaused,
      absence: absence, hasTrouble: follower.isTroubleShown)
  }
}

extension ServiceWatchdog: DaemonPart {}
