/// The bus itself, as a service on the bus.
package enum Bus {
  static let name = "org.freedesktop.DBus"
  /// The sender instead of the bus when the connection is gone.
  static let local = "org.freedesktop.DBus.Local"
  static let path = "/org/freedesktop/DBus"

  /// How long an answer may take, in microseconds, before the service counts as missing: it answers in a few
  /// milliseconds.
  package static let patience: Int64 = 5_000_000
}

/// A service on the bus, by its well-known name: only messages of its present owner count.
///
/// Match rules filter signals that are sent to everybody. A signal that is sent to one receiver passes them all, and
/// every user of the machine may send one. So each message's sender is compared with the unique name of the owner. The
/// bus adds the sender, so it can't be forged; and only the bus may say which program owns the name.
package final class BusPeer {
  package enum Owner: Equatable {
    /// The bus has not answered yet.
    case unknown
    case nobody
    case program(String)
  }

  let name: String
  private(set) var owner = Owner.unknown
  private unowned let connection: BusConnection

  /// `found` is called with the owner at the start, which stays unknown if the bus does not tell; `changed` when another
  /// program owns the name, or none any more.
  package init(
    _ name: String, on connection: BusConnection, found: @escaping (Owner) -> Void = { _ in },
    changed: @escaping (Owner) -> Void
  ) {
    self.name = name
    self.connection = connection
    let rule = """
      type='signal',sender='\(Bus.name)',path='\(Bus.path)',interface='\(Bus.name)',member='NameOwnerChanged',\
      arg0='\(name)'
      """
    connection.follow(rule) { [unowned self] message in
      guard message.sender == Bus.name, message.text() == name, message.text() != nil, let fresh = message.text() else {
        return
      }
      owner = fresh.isEmpty ? .nobody : .program(fresh)
      changed(owner)
    }
    let question = BusCall(
      destination: Bus.name, path: Bus.path, interface: Bus.name, method: "GetNameOwner", arguments: [.text(name)])
    connection.call(question, within: Bus.patience) { [unowned self] answer in
      guard owner == .unknown else { return }
      if answer.sender == Bus.name, !answer.isSilence {
        owner = answer.isError ? .nobody : answer.text().map { .program($0) } ?? .unknown
      }
      found(owner)
    }
  }

  /// Calls `told` for each signal that matches `rule` and that the owner of the name has sent.
  package func follow(_ rule: String, told: @escaping (BusMessage) -> Void) {
    connection.follow("type='signal',sender='\(name)',\(rule)") { [unowned self] message in
      if isOwner(message) { told(message) }
    }
  }

  /// Calls a method; `answered` is called once, for an error too, unless the connection is lost before. An answer from
  /// another sender is ignored.
  package func call(_ call: BusCall, within microseconds: Int64, answered: @escaping (BusAnswer) -> Void) {
    connection.call(call, within: microseconds) { [unowned self] message in
      if message.isError, message.isOfBus {
        answered(message.isNobody ? .nobody : message.isSilence ? .silence : .refusal)
      } else if !isOwner(message) {
        answered(.silence)
      } else {
        answered(message.isError ? .refusal : .message(message))
      }
    }
  }

  func isOwner(_ message: BusMessage) -> Bool {
    guard case .program(let program) = owner else { return false }
    return message.sender == program
  }
}

package enum BusAnswer {
  /// The service has answered; the message is valid while it is being served.
  case message(BusMessage)
  /// The service has refused, or the bus has in its place.
  case refusal
  case nobody
  /// It has not answered in time.
  case silence
}
