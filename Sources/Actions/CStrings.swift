import Glibc

/// An `argv` or `envp`: the bytes of all strings, one behind another, from which a NULL-terminated C array of pointers is made.
struct CStrings {
  /// No variable that a command inherits begins so: those are withheld.
  private static let gesture = InheritedEnvironment.gesturePrefix

  /// Each string with its NUL.
  private var bytes: [CChar] = []
  /// Where each string begins.
  private var starts: [Int] = []
  /// The strings whose variable may be an inherited one too.
  private var rivals: [Int] = []
  /// Whether no string holds a NUL, where C would end it.
  private(set) var areWhole = true

  /// Arguments.
  init(_ strings: [String]) {
    for string in strings {
      starts.append(bytes.count)
      append(string)
      bytes.append(0)
    }
  }

  /// Variables, as `NAME=value`.
  init(_ variables: [(String, String)]) {
    bytes.reserveCapacity(32 * variables.count)
    starts.reserveCapacity(variables.count)
    for (name, value) in variables {
      if !name.utf8.starts(with: Self.gesture.utf8) { rivals.append(starts.count) }
      starts.append(bytes.count)
      append(name)
      bytes.append(CChar(UInt8(ascii: "=")))
      append(value)
      bytes.append(0)
    }
  }

  /// Copies a NULL-terminated C array byte for byte, but only the entries that `keep` accepts.
  init(copying array: UnsafePointer<UnsafeMutablePointer<CChar>?>, keep: (String) -> Bool) {
    var next = array
    while let entry = next.pointee {
      if keep(String(cString: entry)) {
        starts.append(bytes.count)
        bytes.append(contentsOf: UnsafeBufferPointer(start: entry, count: strlen(entry) + 1))
      }
      next += 1
    }
  }

  /// Adds a string.
  mutating func add(_ string: String) {
    starts.append(bytes.count)
    append(string)
    bytes.append(0)
  }

  private mutating func append(_ string: String) {
    var string = string
    string.withUTF8 { text in
      guard let base = text.baseAddress, !text.isEmpty else { return }
      if memchr(base, 0, text.count) != nil { areWhole = false }
      text.withMemoryRebound(to: CChar.self) { bytes.append(contentsOf: $0) }
    }
  }

  /// Calls `body` with the array.
  func withArray<R>(_ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    withPointers { body($0 + [nil]) }
  }

  /// Calls `body` with the array, followed by the variables of `other` that have other names.
  func withArray<R>(over other: CStrings, _ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    withPointers { own in
      other.withPointers { others in
        var all = own
        all.reserveCapacity(own.count + others.count + 1)
        for entry in others where !rivals.contains(where: { Self.haveOneName(own[$0], entry) }) { all.append(entry) }
        all.append(nil)
        return body(all)
      }
    }
  }

  /// C takes them as bytes that may be written to, but writes nothing.
  private func withPointers<R>(_ body: ([UnsafeMutablePointer<CChar>?]) -> R) -> R {
    bytes.withUnsafeBufferPointer { bytes in
      let base = UnsafeMutablePointer(mutating: bytes.baseAddress)
      return body(starts.map { start in base.map { $0 + start } })
    }
  }

  /// Whether two `NAME=value` entries have the same name.
  private static func haveOneName(_ one: UnsafeMutablePointer<CChar>?, _ other: UnsafeMutablePointer<CChar>?) -> Bool {
    guard let one, let other else { return false }
    let end = CChar(UInt8(ascii: "="))
    var index = 0
    while one[index] == other[index], one[index] != end, one[index] != 0 { index += 1 }
    return one[index] == end && other[index] == end
  }
}
