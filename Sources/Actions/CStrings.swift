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

  /// Gives the array, followed by the variables of `other` that have other names, for the duration of `body`.
  func withArray<R>(over other: borrowing CStrings, _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    let own = pointers
    let others = other.pointers.filter { entry in !own.contains { Self.haveOneName($0, entry) } }
    return body(own + others + [nil])
  }

  /// Whether two `NAME=value` are of one variable.
  private static func haveOneName(_ one: UnsafeMutablePointer<CChar>?, _ other: UnsafeMutablePointer<CChar>?) -> Bool {
    guard let one, let other else { return false }
    let end = CChar(UInt8(ascii: "="))
    var index = 0
    while one[index] == other[index], one[index] != end, one[index] != 0 { index += 1 }
    return one[index] == end && other[index] == end
  }

  func withArray<R>(_ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    body(pointers + [nil])
  }
}
