import Base
import Glibc

/// Watches the socket file of a bus, so that no timer is needed to connect again.
struct BusSocket {
  private static let variable = "DBUS_SYSTEM_BUS_ADDRESS"
  private static let usual = "/run/dbus/system_bus_socket"

  static var systemAddress: String { getenv(variable).map { String(cString: $0) } ?? "unix:path=\(usual)" }

  private let path: String
  /// Whether `path` is the only possible path of the bus.
  private let isOnlyPlace: Bool
  private let watch: FileWatch

  /// Watches the socket of the bus at `address`; nil means the system bus. Returns nil if the socket can't be watched.
  init?(address: String?) {
    let named = address ?? getenv(Self.variable).map { String(cString: $0) }
    guard let path = named.map(Self.path(inAddress:)) ?? Self.usual, let watch = try? FileWatch() else { return nil }
    self.path = path
    // An address may list several sockets, or contain an escaped path.
    isOnlyPlace = named.map { !$0.contains(";") && !$0.contains("%") } ?? true
    self.watch = watch
    renew()
  }

  /// A descriptor that becomes readable when the socket file may have changed.
  var descriptor: Int32 { watch.descriptor }

  /// Whether it is certain that no bus exists; then the D-Bus library isn't loaded.
  var isMissing: Bool { isOnlyPlace && access(path, F_OK) != 0 && errno == ENOENT }

  func takeChanges() -> Bool {
    guard watch.readChanges() else { return false }
    renew()
    return true
  }

  private func renew() { watch.renew { $0(path) } }

  /// Returns the first path in a D-Bus address such as `unix:path=/run/dbus/system_bus_socket`. Nil without a path.
  static func path(inAddress address: String) -> String? {
    for one in address.split(separator: ";") where one.hasPrefix("unix:") {
      for pair in one.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=") {
        return String(pair.dropFirst("path=".count))
      }
    }
    return nil
  }
}
