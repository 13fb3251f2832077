import Base

/// A connection to a bus, for one service. An ended connection isn't opened again; `state` has the reason.
package final class BusLink {
  /// Called when a program is known to own the service's name.
  package var found: () -> Void = {}

  private let service: String
  package let bus: SessionBus
  private var peer: BusPeer?
  private var isOpen = false

  package static var system: (name: String, address: String) { ("system bus", BusSocket.systemAddress) }

  /// The link fails with the reason `absent` if no owner of the service's name is found, and with the reason `gone` if
  /// the owner changes. `address` is nil for the session bus; `name` names the bus in the texts of failures.
  package init(to service: String, absent: String, gone: String, address: String? = nil, name: String = "session bus") {
    self.service = service
    bus = SessionBus(library: BusLibrary.load(), address: address, name: name, now: MonotonicClock.now())
    guard let connection = bus.connection else { return }
    peer = BusPeer(
      service, on: connection,
      found: { [unowned self] owner in
        bus.answered()
        if case .program = owner { self.found() } else { bus.fail(absent) }
      },
      changed: { [unowned self] _ in bus.fail(gone) })
  }

  /// Makes the link ready, unless the connection has ended. Called by the link's user when the service can be used.
  package func open() { isOpen = true }

  package var state: LinkState { bus.failure.map { .unavailable($0) } ?? (isOpen ? .ready : .opening) }

  /// Calls a method of the service. `answered` is called once, or never if sending fails or the link is closed first.
  package func call(
    _ path: String, _ interface: String, _ method: String, _ arguments: [BusCall.Argument] = [],
    answered: @escaping (BusAnswer) -> Void
  ) {
    peer?.call(
      BusCall(destination: service, path: path, interface: interface, method: method, arguments: arguments),
      within: Bus.patience, answered: answered)
  }

  /// Calls a method of any program. `answered` gets nil if an error comes, or no answer comes within `microseconds`.
  /// `answered` isn't called if sending fails or the link is closed first.
  package func call(_ call: BusCall, within microseconds: Int64, answered: @escaping (BusMessage?) -> Void) {
    bus.connection?.call(call, within: microseconds) { answered($0.isError ? nil : $0) }
  }

  package func send(_ path: String, _ interface: String, _ method: String, _ arguments: [BusCall.Argument]) {
    bus.connection?.send(
      BusCall(destination: service, path: path, interface: interface, method: method, arguments: arguments))
  }

  /// Calls `received` for each signal that the service sends and that matches `rule`.
  package func follow(_ rule: String, received: @escaping (BusMessage) -> Void) {
    peer?.follow(rule, received: received)
  }
}

package protocol BusSessionLink: BusUser {
  var link: BusLink { get }
}

extension BusSessionLink {
  package var bus: SessionBus { link.bus }
  package var state: LinkState { link.state }
}
