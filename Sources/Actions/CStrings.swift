import Glibc

/// An `argv` or `envp`: copies of strings as a NULL-terminated C array, freed with their owner.
struct CStrings: ~Copyable {
  private var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ strings: [String]) {
    pointers = strings.map { strdup($0) }
  }

  /// Copies a NULL-terminated C array byte for byte, but only the entries that `keep` accepts.
  init(copying array: UnsafePointer<UnsafeMutablePointer<CChar>?>, keep: (String) -> Bool) {
    pointers = []
    var next = array
    while let entry = next.pointee {
      if keep(String(cString: entry)) { pointers.append(strdup(entry)) }
      next += 1
    }
  }

  deinit {
    for pointer in pointers { free(pointer) }
  }

  /// Gives the array, followed by the entries of `other` that `keep` accepts, for the duration of `body`.
  func withArray<R>(
    adding other: borrowing CStrings, where keep: (UnsafeMutablePointer<CChar>) -> Bool,
    _ body: ([UnsafeMutablePointer<CChar>?]) -> R
  ) -> R {
    body(pointers + other.pointers.filter { $0.map(keep) ?? false } + [nil])
  }

  func withArray<R>(_ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    body(pointers + [nil])
  }
}
