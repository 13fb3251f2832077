import Glibc

/// The commands that are alive, each watched through a process descriptor where the system has them.
final class LiveCommands {
  /// A command that has ended and is reaped.
  struct Ended {
    let command: LiveCommand
    let status: CommandStatus
  }

  private let spawner: Spawner
  private let hasDescriptors: Bool
  private let watch: CommandRunner.Watch
  private let unwatch: (Int32) -> Void
  private var all: [LiveCommand] = []

  init(hasDescriptors: Bool, watch: @escaping CommandRunner.Watch, unwatch: @escaping (Int32) -> Void)
    throws(SystemError)
  {
    spawner = try Spawner()
    self.hasDescriptors = hasDescriptors
    self.watch = watch
    self.unwatch = unwatch
  }

  deinit {
    for descriptor in all.compactMap(\.descriptor) { release(descriptor) }
  }

  var count: Int { all.count }

  func count(binding: Int, rules: Int) -> Int {
    all.count { $0.request.binding == binding && $0.rules == rules }
  }

  /// Starts a command; a descriptor's place is taken up first, so that a full table refuses it instead of leaving it
  /// unwatched.
  func start(_ request: CommandRequest, rules: Int) throws(StartFailure) -> pid_t {
    let place = hasDescriptors ? try ProcessDescriptor.reserve() : nil
    let result = Result { () throws(StartFailure) in
      try spawner.start(request.command, environment: request.environment)
    }
    if let place { close(place) }
    let pid = try result.get()
    all.append(LiveCommand(pid: pid, descriptor: hasDescriptors ? watched(pid) : nil, request: request, rules: rules))
    return pid
  }

  /// Takes out what has ended among the commands that `isMeant` names.
  func reap(where isMeant: (LiveCommand) -> Bool) -> [Ended] {
    var ended: [Ended] = []
    all.removeAll { command in
      guard isMeant(command), let status = command.reap() else { return false }
      ended.append(Ended(command: command, status: status))
      return true
    }
    for descriptor in ended.compactMap(\.command.descriptor) { release(descriptor) }
    return ended
  }

  /// The descriptor of a process if the owner could be made to watch it; else its pid is asked now and then.
  private func watched(_ pid: pid_t) -> Int32? {
    guard let descriptor = ProcessDescriptor.open(pid) else { return nil }
    do throws(SystemError) {
      try watch(descriptor)
      return descriptor
    } catch {
      close(descriptor)
      return nil
    }
  }

  private func release(_ descriptor: Int32) {
    unwatch(descriptor)
    close(descriptor)
  }
}
