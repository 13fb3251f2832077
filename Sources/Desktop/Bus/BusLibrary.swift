import CLibraries

/// The functions of sd-bus, loaded at run time. Results below 0 are -errno.
package typealias BusLibrary = gb_bus

extension BusLibrary {
  /// The libraries that contain sd-bus: from systemd, from elogind, and from basu, a project that provides only sd-bus.
  package static let names = ["libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"]

  /// Loads the first usable library in `names`. Nil if none can be loaded.
  package static func load(names: [String] = names) -> BusLibrary? {
    var library = BusLibrary()
    return names.contains { gb_load_bus($0, &library) == nil } ? library : nil
  }

  /// Whether the library has all functions that `BusClient` needs.
  package var servesClients: Bool { get_n_queued_write != nil }
}
