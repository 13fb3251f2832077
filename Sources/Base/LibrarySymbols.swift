import Glibc

/// The symbols of a library of the machine that is loaded at run time; it stays loaded.
package struct LibrarySymbols {
  package struct Missing: Error {
    package init() {}
  }

  private let handle: UnsafeMutableRawPointer

  package init?(of library: String) {
    guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.handle = handle
  }

  package func address(_ name: String) throws(Missing) -> UnsafeMutableRawPointer {
    guard let symbol = dlsym(handle, name) else { throw Missing() }
    return symbol
  }

  /// The function of this name; the caller names its type.
  package func function<Function>(_ name: String) throws(Missing) -> Function {
    unsafeBitCast(try address(name), to: Function.self)
  }
}
