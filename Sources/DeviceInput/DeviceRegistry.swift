import GestureCore

/// The touch devices of a seat, and the life of each.
struct DeviceRegistry {
  struct Entry {
    let node: TouchNode
    var history = FaultHistory()
    /// A hand has had it back: it is not intercepted, whatever the rules say, until there are new rules.
    var isGivenBack = false
    /// The number of contacts whose release its firmware has lost.
    var unreleased = 0
    /// How often the service that hands out devices was asked for it in vain.
    var askings = 0
    var life: DeviceLife

    /// The device, as long as it is open.
    var found: FoundDevice? {
      switch life {
      case .reading(let found), .awaitingInterception(let found, _), .intercepted(let found): found
      case .refused, .resting: nil
      }
    }

    var refusal: UnopenableDevice? { if case .refused(let device, _) = life { device } else { nil } }

    /// When something is to be done although no event came.
    fileprivate var deadline: Timestamp? {
      switch life {
      case .reading, .intercepted: nil
      case .refused(_, let next): next
      case .awaitingInterception(_, let retry): retry?.deadline
      case .resting(let end): end
      }
    }
  }

  /// In the order in which their lives began.
  private var entries: [Entry] = []

  /// The time when something is to be done although no event came; nil if nothing is.
  var nextDeadline: Timestamp? { entries.lazy.compactMap(\.deadline).min() }
  /// The number of devices that could not be opened.
  var unreadable: Int { entries.count { $0.refusal != nil } }

  var nodes: [String] { entries.map(\.node.node) }
  var found: [FoundDevice] { entries.compactMap(\.found) }
  var refused: [UnopenableDevice] { entries.compactMap(\.refusal) }

  subscript(node: String) -> Entry? { entries.first { $0.node.node == node } }

  subscript(id: DeviceID) -> Entry? { entries.first { $0.found?.device.id == id } }

  /// Those that something is to be done about.
  func due(by time: Timestamp) -> [Entry] {
    guard let nextDeadline, nextDeadline <= time else { return [] }
    return entries.filter { $0.deadline.map { $0 <= time } ?? false }
  }

  /// A life begins; what was known of the node before is forgotten.
  mutating func begin(_ entry: Entry) {
    forget(entry.node.node)
    entries.append(entry)
  }

  mutating func update(_ node: String, _ change: (inout Entry) -> Void) {
    for index in entries.indices where entries[index].node.node == node { change(&entries[index]) }
  }

  /// There are new rules: what hands have had back is intercepted again.
  mutating func forgiveAll() {
    for index in entries.indices { entries[index].isGivenBack = false }
  }

  mutating func forget(_ node: String) { entries.removeAll { $0.node.node == node } }

  /// Forgets the devices that are not open.
  mutating func forgetClosed() { entries.removeAll { $0.found == nil } }
}

/// The life of a touch device that udev knows of.
///
///     refused <--can't be opened-- plugged --opened--> reading, or awaitingInterception
///     awaitingInterception --untouched, and grabbed--> intercepted
///     reading, awaitingInterception, intercepted --a fault that closes--> resting --its time is over--> plugged
///     refused --the service that hands out devices is asked again--> plugged
///     any --unplugged--> forgotten
enum DeviceLife {
  /// It can't be read; `askedAgain` is the time when the service that hands out devices is asked once more, if that may help.
  case refused(UnopenableDevice, askedAgain: Timestamp?)
  /// It is read, and applications read it as well.
  case reading(FoundDevice)
  /// It is to be intercepted as soon as nothing touches it. The owner takes it for intercepted already.
  case awaitingInterception(FoundDevice, GrabRetry?)
  /// Applications get its touches from a clone.
  case intercepted(FoundDevice)
  /// It is closed because of what it did, until then.
  case resting(until: Timestamp)
}

/// Another process has the device: when to look whether it has let go, and how long to believe that it will.
struct GrabRetry {
  /// The guard of a daemon that has just ended keeps a device until the fingers on it have lifted: for less than this.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  /// Nil while it is being looked at.
  private(set) var deadline: Timestamp?
  private let end: Timestamp

  /// After one more grab that failed; nil when another program must have the device.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }

  mutating func begin() { deadline = nil }
}
