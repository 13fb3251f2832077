import Base
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

  /// For commands, `muted` of standard output and error lead nowhere.
  init(
    hasDescriptors: Bool, muted: [Int32], watch: @escaping CommandRunner.Watch, unwatch: @escaping (Int32) -> Void
  ) throws(SystemError) {
    spawner = try Spawner(muted: muted)
    self.hasDescriptors = hasDescriptors
    self.watch = watch
    self.unwatch = unwatch
  }

  deinit {
    for descriptor in all.compactMap(\.descriptor) { release(descriptor) }
  }

  /// Streams' processes are among them.
  var count: Int { all.count }

  var commandCount: Int { all.count { !$0.isStream } }

  func count(binding: Int?, rules: Int) -> Int {
    all.count { !$0.isStream && $0.action.binding == binding && $0.action.rules == rules }
  }

  func has(_ action: ActionKey) -> Bool { all.contains { !$0.isStream && $0.action == action } }

  /// Whether there is one whose end nobody tells of, so that it must be asked now and then.
  var hasUnwatched: Bool { hasDescriptors && all.contains { $0.descriptor == nil } }

  /// When the first of those that were told to end is killed.
  var nextDeadline: Int64? { all.lazy.compactMap(\.deadline).min() }

  /// Starts a command, or with `input` the process of a stream; a descriptor's place is taken up first, so that a full
  /// table refuses it instead of leaving it unwatched. `words` are a program that becomes the command.
  func start(_ request: CommandRequest, of action: ActionKey, input: Int32? = nil, behind words: [String] = [])
    throws(StartFailure) -> pid_t
  {
    let place = hasDescriptors ? try ProcessDescriptor.reserve() : nil
    let result = Result { () throws(StartFailure) in
      try spawner.start(request.command, environment: request.environment, input: input, behind: words)
    }
    if let place { close(place) }
    let pid = try result.get()
    all.append(
      LiveCommand(
        pid: pid, descriptor: hasDescriptors ? watched(pid) : nil, request: request, action: action,
        isStream: input != nil))
    return pid
  }

  /// Asks the running commands of an action to end, until `deadline`; tells `body` of each that wasn't asked before.
  func tellToEnd(_ action: ActionKey, until deadline: Int64, _ body: (LiveCommand) -> Void) {
    for index in all.indices where all[index].action == action && !all[index].isStream && !all[index].isEnding {
      all[index].isEnding = true
      all[index].deadline = deadline
      kill(-all[index].pid, SIGTERM)
      body(all[index])
    }
  }

  /// Kills those whose deadline has come, and tells `body` of each.
  func advance(to now: Int64, _ body: (LiveCommand) -> Void) {
    for index in all.indices {
      guard let deadline = all[index].deadline, deadline <= now else { continue }
      all[index].deadline = nil
      kill(-all[index].pid, SIGKILL)
      body(all[index])
    }
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
      try watch(descriptor, .reading)
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
