import CLibraries

/// The functions of sd-bus, found at run time in the library of the machine's session manager; the program also runs
/// without it. Results below zero are errors, as -errno.
package typealias BusLibrary = gb_bus

extension BusLibrary {
  /// The libraries of systemd, of elogind, and sd-bus by itself; the functions used here are the same in all of them.
  package static let names = ["libsystemd.so.0", "libelogind.so.0", "libbasu.so.0"]

  /// Loads the first of the libraries that the machine has; it stays loaded. Nil if there is none.
  package static func load(names: [String] = names) -> BusLibrary? {
    var library = BusLibrary()
    return names.contains { gb_load_bus($0, &library) == nil } ? library : nil
  }

  /// Whether a `BusVisitor` can be served by it.
  package var servesVisitors: Bool { get_n_queued_write != nil }
}
