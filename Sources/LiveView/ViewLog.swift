import Actions
import GestureCore

/// The lines of the view's log: the latest of them, in memory that does not grow.
struct ViewLog {
  /// What a line is about; each kind has its own mark.
  enum Kind { case recognized, ended, cancelled, held, released, miss, command, mode, device, rules, note }

  /// A command that was started, and how it ended.
  struct Run: Equatable {
    let pid: Int32
    let key: String
    let command: String
    /// Microseconds from the gesture event to the start.
    let latency: Int64?
    var status: CommandStatus?
  }

  /// What a line says.
  enum Content: Equatable {
    case text(String)
    case run(Run)
  }

  /// One line.
  struct Entry: Equatable {
    /// Nil until it is known.
    fileprivate(set) var time: Timestamp?
    let kind: Kind
    /// The gesture that it is about.
    let gesture: String?
    fileprivate(set) var content: Content
    /// How often it was said in a row.
    fileprivate(set) var count = 1

    init(_ kind: Kind, of gesture: String? = nil, at time: Timestamp?, _ content: Content) {
      self.kind = kind
      self.gesture = gesture
      self.time = time
      self.content = content
    }

    fileprivate func says(theSameAs other: Entry) -> Bool {
      kind == other.kind && gesture == other.gesture && content == other.content
    }
  }

  /// What a screen can be scrolled back to.
  static let capacity = 500
  /// How many are forgotten at once: moving all others for each would cost more.
  private static let batch = 100
  /// A command that ends while its line is among the latest is shown there; else it gets another.
  private static let recent = 8

  private(set) var entries: [Entry] = []
  /// The number of the first of `entries`, counted from the program's start.
  private(set) var first = 0

  init() { entries.reserveCapacity(Self.capacity + Self.batch) }

  /// The number of the next line.
  var end: Int { first + entries.count }

  mutating func add(_ entry: Entry) {
    if let last = entries.last, last.says(theSameAs: entry) {
      entries[entries.count - 1].count += 1
      entries[entries.count - 1].time = entry.time
      return
    }
    entries.append(entry)
    if entries.count >= Self.capacity + Self.batch {
      entries.removeFirst(Self.batch)
      first += Self.batch
    }
  }

  /// A command has ended; false if its beginning is too far up.
  mutating func end(_ pid: Int32, _ status: CommandStatus) -> Bool {
    for index in entries.indices.suffix(Self.recent).reversed() {
      guard case .run(var run) = entries[index].content, run.pid == pid, run.status == nil else { continue }
      run.status = status
      entries[index].content = .run(run)
      return true
    }
    return false
  }

  /// Gives lines that came without a time this one.
  mutating func stamp(_ time: Timestamp) {
    for index in entries.indices.reversed() where entries[index].time == nil { entries[index].time = time }
  }
}
