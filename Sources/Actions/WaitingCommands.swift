/// Commands that wait for others of their action to end, or for room, in the order in which they became due.
struct WaitingCommands {
  /// A command and its action.
  struct Entry {
    let request: CommandRequest
    let action: ActionKey
  }

  /// What becomes of a command that should wait.
  enum Verdict: Equatable {
    case waits
    /// `isFirst` since there was room again.
    case refuse(isFirst: Bool)
  }

  /// How many of one action may wait.
  let limit: Int
  private var entries: [Entry] = []
  private var refused: [ActionKey: Int] = [:]

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { entries.count }

  func has(_ action: ActionKey) -> Bool { entries.contains { $0.action == action } }

  mutating func add(_ request: CommandRequest, of action: ActionKey) -> Verdict {
    guard entries.count(where: { $0.action == action }) < limit else {
      refused[action, default: 0] += 1
      return .refuse(isFirst: refused[action] == 1)
    }
    entries.append(Entry(request: request, action: action))
    return .waits
  }

  /// Lets `request` be the only one of its action that waits, and gives the one that waited before.
  mutating func replace(with request: CommandRequest, of action: ActionKey) -> CommandRequest? {
    let fresh = Entry(request: request, action: action)
    guard let place = entries.firstIndex(where: { $0.action == action }) else {
      entries.append(fresh)
      return nil
    }
    defer { entries[place] = fresh }
    return entries[place].request
  }

  /// Takes out the first one that `mayStart`; those of one action keep their order if the answer is the same for all.
  mutating func takeFirst(where mayStart: (Entry) -> Bool) -> Entry? {
    entries.firstIndex(where: mayStart).map { entries.remove(at: $0) }
  }

  /// How many of an action were refused, once no more than half of the limit waits.
  mutating func takeRefused(of action: ActionKey) -> Int? {
    guard refused[action] != nil, entries.count(where: { $0.action == action }) <= limit / 2 else { return nil }
    return refused.removeValue(forKey: action)
  }
}
