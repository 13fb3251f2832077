import CLibraries

/// The functions of cairo, loaded at run time. Only the overlay needs cairo and Pango.
package typealias CairoLibrary = gb_cairo

extension CairoLibrary {
  typealias Context = OpaquePointer
  typealias Surface = OpaquePointer

  /// A missing library or function. The message names the packages to install.
  package struct Missing: Error, CustomStringConvertible {
    let library: String

    package var description: String {
      "\(library) is missing, and gestures can't be drawn without it; install "
        + "libpangocairo-1.0-0 (Debian) or pango (Arch, Fedora)"
    }
  }

  private static let file = "libcairo.so.2"
  private static let fileOfPango = "libpangocairo-1.0.so.0"
  /// The missing function or file of Pango; nil if Pango is complete.
  private static let missingOfPango = gb_load_pango(fileOfPango).map { String(cString: $0) }

  package static func load() throws(Missing) -> CairoLibrary {
    var library = CairoLibrary()
    try expect(gb_load_cairo(file, &library).map { String(cString: $0) }, of: file)
    try expect(missingOfPango, of: fileOfPango)
    return library
  }

  private static func expect(_ missing: String?, of file: String) throws(Missing) {
    if let missing { throw Missing(library: missing == file ? file : "\(missing) of \(file)") }
  }
}
