import CLibraries

/// The functions of libxcb, found at run time; the program also runs without it. Requests of extensions are sent as the structures of their
/// headers, and need no other library.
package typealias XcbLibrary = gb_xcb

extension XcbLibrary {
  package static let name = "libxcb.so.1"

  /// Loads the library, which stays loaded. Nil if there is none.
  package static func load(name: String = name) -> XcbLibrary? {
    var library = XcbLibrary()
    return gb_load_xcb(name, &library) == nil ? library : nil
  }
}
