import Base
import Glibc
import Text

/// A connection to the session bus, or to another bus by its address. It never blocks, and ends once, with a reason.
///
/// If its owner reports a failure while a message is served, the connection closes after that message.
package final class SessionBus {
  /// The connection; nil once it has ended.
  package private(set) var connection: BusConnection?
  /// Why the connection has ended, as a clause.
  package private(set) var failure: String?
  /// When the bus must have answered for the first time, CLOCK_MONOTONIC microseconds.
  private var greeting: Int64?
  /// The name of the bus in messages.
  private let name: String

  /// `address` is the address of the bus; nil for the session bus.
  package init(library: BusLibrary?, address: String? = nil, name: String = "session bus", now: Int64) {
    self.name = name
    guard let library else {
      failure = "no D-Bus library was found (libsystemd, libelogind or basu)"
      return
    }
    guard let address = Self.reachable(address ?? Self.own) else {
      failure = "there is no \(name)"
      return
    }
    do throws(BusConnection.Loss) {
      connection = try BusConnection(library, address: address)
      greeting = now + Bus.patience
    } catch {
      failure = "there is no \(name) (\(SystemText.error(error.code)))"
    }
  }

  package var wait: (descriptor: Int32, events: Int16)? { connection.map { ($0.descriptor, $0.events) } }

  /// When to call `advance`, CLOCK_MONOTONIC microseconds.
  package var deadline: Int64? { [connection?.deadline, greeting].compactMap { $0 }.min() }

  /// Called when the bus has answered.
  package func heard() { greeting = nil }

  package func fail(_ clause: String) {
    guard failure == nil else { return }
    failure = clause
    greeting = nil
  }

  /// Serves received messages, and closes the connection after a failure.
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
    if let greeting, greeting <= now { fail("the \(name) does not answer") }
    if failure != nil || connection?.deadline.map({ $0 <= now }) == true { process() }
  }

  /// The address of the session bus, from the environment.
  private static var own: String? {
    if let named = EnvironmentVariable.value("DBUS_SESSION_BUS_ADDRESS") { return named }
    return EnvironmentVariable.value("XDG_RUNTIME_DIR").map { "unix:path=\(escaped($0))/bus" }
  }

  /// Returns the parts of the address that are sockets of this machine: others would look up a host or start a program, and block.
  static func reachable(_ address: String?) -> String? {
    let parts = address?.split(separator: ";").filter { $0.hasPrefix("unix:") } ?? []
    return parts.isEmpty ? nil : parts.joined(separator: ";")
  }

  /// Returns the path escaped for a D-Bus address: D-Bus Specification, "Server Addresses".
  private static func escaped(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = byte < 0x80 && (character.isLetter || character.isNumber || "-_/.*".contains(character))
      return isPlain ? String(character) : "%" + hexadecimal(byte, digits: 2)
    }.joined()
  }
}

package protocol BusProvider: DesktopProvider {
  var bus: SessionBus { get }
  /// Forgets the programs on the bus, because the connection is closed.
  func disconnected()
}

extension BusProvider {
  package var wait: (descriptor: Int32, events: Int16)? { bus.wait }

  package func ready() {
    bus.process()
    if bus.connection == nil { disconnected() }
  }

  package func close(_ reason: String) {
    bus.fail(reason)
    ready()
  }
}
