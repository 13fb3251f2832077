import CLibraries

/// The functions of sd-bus, loaded at run time, because the program also runs without them. Results below 0 are -errno.
package typealias BusLibrary = gb_bus

extension BusLibrary {
  /// The libraries of systemd, of elogind, and sd-bus alone (basu); the functions used here are the same in each.
  package static let names = ["libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"]

  /// Loads the first of these libraries that the machine has, until the program ends; nil if it has none.
  package static func load(names: [String] = names) -> BusLibrary? {
    var library = BusLibrary()
    return names.contains { gb_load_bus($0, &library) == nil } ? library : nil
  }

  /// Whether the library has all functions that `BusClient` needs.
  package var servesClients: Bool { get_n_queued_write != nil }
}
