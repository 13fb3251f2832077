import Base
import Glibc

/// Watches the file of the bus's socket. A bus creates the file when it starts, so there is no need to retry on a timer.
struct BusSocket {
  private static let variable = "DBUS_SYSTEM_BUS_ADDRESS"
  private static let usual = "/run/dbus/system_bus_socket"

  /// Of the system's bus.
  static var systemAddress: String { getenv(variable).map { String(cString: $0) } ?? "unix:path=\(usual)" }

  private let path: String
  /// Whether the bus can be nowhere else.
  private let isOnlyPlace: Bool
  private let watch: FileWatch

  /// Nil where the socket is no file, or can't be watched. `address` is that of the bus, where it is not the system's.
  init?(address: String?) {
    let named = address ?? getenv(Self.variable).map { String(cString: $0) }
    guard let path = named.map(Self.path(inAddress:)) ?? Self.usual, let watch = try? FileWatch() else { return nil }
    self.path = path
    // An address may name several places, and write a path in another way.
    isOnlyPlace = named.map { !$0.contains(";") && !$0.contains("%") } ?? true
    self.watch = watch
    renew()
  }

  /// Becomes readable when something has happened.
  var descriptor: Int32 { watch.descriptor }

  /// Whether there is no bus for sure, so that no library is needed to find that out.
  var isMissing: Bool { isOnlyPlace && access(path, F_OK) != 0 && errno == ENOENT }

  /// Whether the bus may be another one now.
  func takeChanges() -> Bool {
    guard watch.takeChanges() else { return false }
    renew()
    return true
  }

  private func renew() { watch.renew { $0(path) } }

  /// The file in a D-Bus address such as `unix:path=/run/dbus/system_bus_socket`, the first where there are several.
  static func path(inAddress address: String) -> String? {
    for one in address.split(separator: ";") where one.hasPrefix("unix:") {
      for pair in one.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=") {
        return String(pair.dropFirst("path=".count))
      }
    }
    return nil
  }
}
