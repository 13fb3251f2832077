import Base
import Glibc
import Text

/// A connection to a bus; its functions never block. An ended connection isn't opened again; `failure` has the reason.
package final class SessionBus {
  package private(set) var connection: BusConnection?
  /// The reason why no connection exists, or why the connection ends, as a clause. Nil while the connection is usable.
  package private(set) var failure: String?
  /// The time limit for the bus's first answer, in CLOCK_MONOTONIC microseconds. Nil after the answer or a failure.
  private var greetingDeadline: Int64?
  private let name: String

  /// `address` is nil for the session bus; `name` names the bus in the texts of failures.
  package init(library: BusLibrary?, address: String? = nil, name: String = "session bus", now: Int64) {
    self.name = name
    guard let library else {
      failure = "no D-Bus library was found: install libsystemd, libelogind or basu"
      return
    }
    guard let address = Self.reachable(address ?? Self.own) else {
      failure = "there is no \(name): start gesture-bridge in the desktop's session"
      return
    }
    do throws(BusConnection.Loss) {
      connection = try BusConnection(library, address: address)
      greetingDeadline = now + Bus.patience
    } catch {
      failure = "can't connect to the \(name) (\(SystemText.error(error.code)))"
    }
  }

  package var wait: (descriptor: Int32, events: Int16)? { connection.map { ($0.descriptor, $0.events) } }

  /// The time at which to call `advance`, in CLOCK_MONOTONIC microseconds. Nil for never.
  package var deadline: Int64? {
    failure == nil ? [connection?.deadline, greetingDeadline].compactMap { $0 }.min() : nil
  }

  /// Notes that the bus has answered. Without an answer the connection ends after `Bus.patience`.
  package func answered() { greetingDeadline = nil }

  /// Records why the connection ends; keeps an earlier reason. The next `process` closes the connection.
  package func fail(_ clause: String) {
    guard failure == nil else { return }
    failure = clause
    greetingDeadline = nil
  }

  package func close(_ reason: String) {
    fail(reason)
    process()
  }

  package func process() {
    if failure == nil, let connection {
      do throws(BusConnection.Loss) {
        try connection.process()
      } catch {
        fail("the \(name) has closed the connection")
      }
    }
    if failure != nil { connection = nil }
  }

  package func advance(to now: Int64) {
    if let greetingDeadline, greetingDeadline <= now { fail("the \(name) does not answer") }
    if failure != nil || connection?.deadline.map({ $0 <= now }) == true { process() }
  }

  /// The address of the session bus, from the environment. Nil if no variable gives an address.
  private static var own: String? {
    if let named = EnvironmentVariable.value("DBUS_SESSION_BUS_ADDRESS") { return named }
    return EnvironmentVariable.value("XDG_RUNTIME_DIR").map { "unix:path=\(escaped($0))/bus" }
  }

  /// Returns the address's parts for local sockets, or nil without such parts. Connecting to other parts could block.
  static func reachable(_ address: String?) -> String? {
    let parts = address?.split(separator: ";").filter { $0.hasPrefix("unix:") } ?? []
    return parts.isEmpty ? nil : parts.joined(separator: ";")
  }

  /// Escapes a path for a D-Bus address. Source: D-Bus Specification, "Server Addresses".
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-_/.*".contains(character))
      return isPlain ? String(character) : "%" + hexadecimal(byte, digits: 2)
    }.joined()
  }
}

/// A link that uses a connection to a bus.
package protocol BusUser: SessionLink {
  var bus: SessionBus { get }
}

extension BusUser {
  package var wait: (descriptor: Int32, events: Int16)? { bus.wait }
  package var nextDeadline: Int64? { bus.deadline }
  package func ready() { bus.process() }
  package func advance(to now: Int64) { bus.advance(to: now) }
  package func close(_ reason: String) { bus.close(reason) }
}
