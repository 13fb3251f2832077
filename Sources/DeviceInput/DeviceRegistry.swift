import GestureCore
import Interception

/// The touch devices of a seat, and the state of each (`DeviceLife`).
struct DeviceRegistry {
  struct Entry {
    let node: TouchNode
    var history = FaultHistory()
    /// Why the device isn't intercepted until rules change: the user took it back, or interception failed. Else nil.
    var givenBack: GiveBack?
    var unreleased = 0
    /// The number of failed requests to the service that hands out devices, since the device was last read.
    var failedRequests = 0
    var life: DeviceLife

    var found: FoundDevice? {
      switch life {
      case .reading(let found): found
      case .refused, .closed: nil
      }
    }

    var refusal: UnopenableDevice? { if case .refused(let device, _) = life { device } else { nil } }

    /// When to try to open the device again. Nil if no retry is planned.
    fileprivate var deadline: Timestamp? {
      switch life {
      case .reading: nil
      case .refused(_, let next): next
      case .closed(let end): end
      }
    }
  }

  private var entries: [Entry] = []

  var nextDeadline: Timestamp? { entries.lazy.compactMap(\.deadline).min() }
  var unreadable: Int { entries.count { $0.refusal != nil } }

  var nodes: [String] { entries.map(\.node.node) }
  var found: [FoundDevice] { entries.compactMap(\.found) }
  var refused: [UnopenableDevice] { entries.compactMap(\.refusal) }

  subscript(node: String) -> Entry? { entries.first { $0.node.node == node } }

  subscript(id: DeviceID) -> Entry? { entries.first { $0.found?.device.id == id } }

  func due(by time: Timestamp) -> [Entry] {
    guard let nextDeadline, nextDeadline <= time else { return [] }
    return entries.filter { $0.deadline.map { $0 <= time } ?? false }
  }

  /// Removes the node's earlier entry, and adds the new entry at the end.
  mutating func begin(_ entry: Entry) {
    forget(entry.node.node)
    entries.append(entry)
  }

  mutating func update(_ node: String, _ change: (inout Entry) -> Void) {
    for index in entries.indices where entries[index].node.node == node { change(&entries[index]) }
  }

  mutating func forgiveAll() { for index in entries.indices { entries[index].givenBack = nil } }

  mutating func forget(_ node: String) { entries.removeAll { $0.node.node == node } }

  mutating func forgetClosed() { entries.removeAll { $0.found == nil } }
}

/// The life of a touch device that udev lists.
///
///    refused <--can't be opened-- plugged --opened--> reading
///    reading --a fault that closes the device, or the end of a loan--> closed --the pause is over--> plugged
///    reading --interception ends, or new rules require reopening--> plugged
///    reading, closed --udev reports another device at the node, or a change of the keys--> plugged
///    refused --the service that hands out devices is asked again--> plugged
///    refused --udev reports a change, or new rules may allow the device's keys--> plugged
///    any --unplugged, or reading is suspended--> forgotten
enum DeviceLife {
  /// The device can't be read. The service that hands out devices is asked again at `askedAgain`, or never if nil.
  case refused(UnopenableDevice, askedAgain: Timestamp?)
  /// The device is being read. If its slots are read, `RawNode` has the state of the interception.
  case reading(FoundDevice)
  /// A fault or an ended loan has closed the device until this time.
  case closed(until: Timestamp)
}
