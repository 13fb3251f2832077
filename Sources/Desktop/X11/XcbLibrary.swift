import CLibraries

/// libxcb, loaded at run time. Requests of X extensions need only structures from header files, and no further library.
package typealias XcbLibrary = gb_xcb

extension XcbLibrary {
  package static let name = "libxcb.so.1"

  /// Loads the library and never unloads it. Nil if the library can't be loaded.
  package static func load(name: String = name) -> XcbLibrary? {
    var library = XcbLibrary()
    return gb_load_xcb(name, &library) == nil ? library : nil
  }
}
