import Glibc

/// The strings of an `argv` or `envp`.
struct CStrings {
  private static let equalSign = CChar(UInt8(ascii: "="))

  private var strings: [[CChar]]
  /// Whether all strings given to `init` are without NUL characters. A NUL would end a C string.
  let areWhole: Bool

  init(_ strings: [String]) {
    areWhole = strings.allSatisfy { !$0.utf8.contains(0) }
    self.strings = strings.map { Array($0.utf8CString) }
  }

  /// Copies the strings of a NULL-terminated C array byte for byte, except strings that `keep` refuses.
  init(copying array: UnsafePointer<UnsafeMutablePointer<CChar>?>, keep: (String) -> Bool) {
    (strings, areWhole) = ([], true)
    var next = array
    while let entry = next.pointee {
      if keep(String(cString: entry)) {
        strings.append(Array(UnsafeBufferPointer(start: entry, count: strlen(entry) + 1)))
      }
      next += 1
    }
  }

  mutating func add(_ string: String) { strings.append(Array(string.utf8CString)) }

  /// Returns the variables of `self`, and the variables of `other` whose names `self` doesn't have.
  func over(_ other: CStrings) -> CStrings {
    var all = self
    let names = Set(strings.map { $0.prefix { $0 != Self.equalSign } })
    all.strings += other.strings.filter { !names.contains($0.prefix { $0 != Self.equalSign }) }
    return all
  }

  /// Calls `body` with a NULL-terminated array of pointers to the strings. The pointers are valid only during the call.
  func withArray<R>(_ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    var starts: [Int] = []
    var bytes: [CChar] = []
    for string in strings {
      starts.append(bytes.count)
      bytes += string
    }
    return bytes.withUnsafeMutableBufferPointer { bytes in
      body(starts.map { start in bytes.baseAddress.map { $0 + start } } + [nil])
    }
  }
}
