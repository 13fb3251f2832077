/// The name and path of the bus itself, and the time limit for answers.
package enum Bus {
  static let name = "org.freedesktop.DBus"
  /// The sender of sd-bus's own messages, for example when the connection has ended.
  static let local = "org.freedesktop.DBus.Local"
  static let path = "/org/freedesktop/DBus"

  /// The longest wait for an answer, in microseconds; services answer within a few milliseconds.
  package static let patience: Int64 = 5_000_000
}

/// A service with a well-known name on the bus. Messages from other programs are ignored.
///
/// Any program on the bus can send a D-Bus signal directly to gesture-bridge; on the system bus, other users can too.
/// So each message's sender, which the bus adds unforgeably, is compared with the unique name of the service's owner.
package final class BusPeer {
  package enum Owner: Equatable {
    case unknown
    case noProgram
    case program(String)
  }

  let name: String
  private(set) var owner = Owner.unknown
  private weak var connection: BusConnection?

  /// `found` gets the name's first owner: a program, `noProgram` if the name has no owner, or `unknown` if no answer
  /// comes. `changed` gets each later owner. `found` isn't called if `changed` is called first.
  package init(
    _ name: String, on connection: BusConnection, found: @escaping (Owner) -> Void = { _ in },
    changed: @escaping (Owner) -> Void
  ) {
    (self.name, self.connection) = (name, connection)
    let rule =
      "type='signal',sender='\(Bus.name)',path='\(Bus.path)',interface='\(Bus.name)',member='NameOwnerChanged',arg0='\(name)'"
    connection.follow(rule) { [unowned self] message in
      guard message.sender == Bus.name, message.text() == name, message.text() != nil, let fresh = message.text() else {
        return
      }
      owner = fresh.isEmpty ? .noProgram : .program(fresh)
      changed(owner)
    }
    let question = BusCall(
      destination: Bus.name, path: Bus.path, interface: Bus.name, method: "GetNameOwner", arguments: [.text(name)])
    connection.call(question, within: Bus.patience) { [unowned self] answer in
      guard owner == .unknown else { return }
      if answer.sender == Bus.name, !answer.isSilence {
        owner = answer.isError ? .noProgram : answer.text().map { .program($0) } ?? .unknown
      }
      found(owner)
    }
  }

  /// Calls `received` for each signal that matches `rule` and comes from the name's owner.
  package func follow(_ rule: String, received: @escaping (BusMessage) -> Void) {
    connection?.follow("type='signal',sender='\(name)',\(rule)") { [unowned self] message in
      if isOwner(message) { received(message) }
    }
  }

  /// Calls a method. `answered` is called at most once: never if sending fails or the connection is closed first.
  package func call(_ call: BusCall, within microseconds: Int64, answered: @escaping (BusAnswer) -> Void) {
    connection?.call(call, within: microseconds) { [unowned self] message in
      if message.isError, message.isOfBus {
        answered(message.isUnknownService ? .noService : message.isSilence ? .silence : .refusal)
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
  case message(BusMessage)
  /// The service, or the bus in its place, has answered with an error.
  case refusal
  case noService
  /// No answer came in time, the connection ended, or another program answered.
  case silence
}
