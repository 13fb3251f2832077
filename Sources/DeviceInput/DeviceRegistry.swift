import GestureCore

/// The touch devices of a seat, and the life of each.
struct DeviceRegistry {
  struct Entry {
    let node: TouchNode
    var history = FaultHistory()
    /// Whether the user took the device back, or intercepting it failed: it isn't intercepted until new rules are in use.
    var isGivenBack = false
    /// The number of contacts whose release the device's firmware has lost.
    var unreleased = 0
    /// The number of failed requests to the service that hands out devices.
    var askings = 0
    var life: DeviceLife

    /// The device, if it is open.
    var found: FoundDevice? {
      switch life {
      case .reading(let found), .awaitingInterception(let found, _), .intercepted(let found): found
      case .refused, .resting: nil
      }
    }

    var refusal: UnopenableDevice? { if case .refused(let device, _) = life { device } else { nil } }

    /// When to act without an event.
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

  /// When to act without an event; nil if nothing is pending.
  var nextDeadline: Timestamp? { entries.lazy.compactMap(\.deadline).min() }
  /// The number of devices that could not be opened.
  var unreadable: Int { entries.count { $0.refusal != nil } }

  var nodes: [String] { entries.map(\.node.node) }
  var found: [FoundDevice] { entries.compactMap(\.found) }
  var refused: [UnopenableDevice] { entries.compactMap(\.refusal) }

  subscript(node: String) -> Entry? { entries.first { $0.node.node == node } }

  subscript(id: DeviceID) -> Entry? { entries.first { $0.found?.device.id == id } }

  /// The devices whose deadline has passed.
  func due(by time: Timestamp) -> [Entry] {
    guard let nextDeadline, nextDeadline <= time else { return [] }
    return entries.filter { $0.deadline.map { $0 <= time } ?? false }
  }

  /// Begins a life; the node's earlier entry is removed.
  mutating func begin(_ entry: Entry) {
    forget(entry.node.node)
    entries.append(entry)
  }

  mutating func update(_ node: String, _ change: (inout Entry) -> Void) {
    for index in entries.indices where entries[index].node.node == node { change(&entries[index]) }
  }

  /// Allows all devices to be intercepted again, because new rules are in use.
  mutating func forgiveAll() {
    for index in entries.indices { entries[index].isGivenBack = false }
  }

  mutating func forget(_ node: String) { entries.removeAll { $0.node.node == node } }

  mutating func forgetClosed() { entries.removeAll { $0.found == nil } }
}

/// The life of a touch device that udev knows of.
///
///     refused <--can't be opened-- plugged --opened--> reading, or awaitingInterception
///     awaitingInterception --untouched, and grabbed--> intercepted
///     reading, awaitingInterception, intercepted --a fault that closes, or the end of a loan--> resting --its time is over--> plugged
///     refused --the service that hands out devices is asked again--> plugged
///     any --unplugged--> forgotten
enum DeviceLife {
  /// The device can't be read; `askedAgain` is the time of the next request to the service that hands out devices, if that may help.
  case refused(UnopenableDevice, askedAgain: Timestamp?)
  /// The device is read, and applications read it too.
  case reading(FoundDevice)
  /// The device is intercepted as soon as nothing touches it. The owner treats it as intercepted already.
  case awaitingInterception(FoundDevice, GrabRetry?)
  /// Applications get the device's touches from a clone.
  case intercepted(FoundDevice)
  /// The device is closed until then, because of a fault or because its loan ended.
  case resting(until: Timestamp)
}

/// Retries to grab a device that another process has: when to try next, and when to give up.
struct GrabRetry {
  /// The guard of a daemon that has just ended keeps a device until the fingers on it have lifted, which takes less than this.
  private static let patience = TimeSpan(milliseconds: 10_000)
  private static let interval = TimeSpan(milliseconds: 250)

  /// Nil while a retry runs.
  private(set) var deadline: Timestamp?
  private let end: Timestamp

  /// The retry after a failed grab; nil if retries have taken so long that another program must have the device.
  init?(after before: GrabRetry?, at now: Timestamp) {
    end = before?.end ?? now + Self.patience
    guard now < end else { return nil }
    deadline = now + Self.interval
  }

  mutating func begin() { deadline = nil }
}
