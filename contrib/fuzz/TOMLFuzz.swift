import Glibc

/// What libFuzzer calls with every input: reading it must not trap, and what comes out must fit the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTOML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = Array(UnsafeBufferPointer(start: start, count: count))
  let document = TOML.parse(text)
  let map = SourceMap(text)
  var last = 0
  for error in document.errors {
    check(error.range.lowerBound >= last && error.range.upperBound <= count, "an error out of place or out of order")
    check(!error.message.isEmpty && error.message.utf8.count < 400, "an error without or with too long a message")
    last = error.range.lowerBound
    let place = map.position(of: error.range.lowerBound)
    check(place.line >= 1 && place.column >= 1, "a position out of range")
    check(place.column <= map.line(place.line).unicodeScalars.count + 2, "a column behind the end of the line")
  }
  check(document.root, within: 0..<count)
  return 0
}

private func check(_ table: Table, within text: Range<Int>) {
  check(text.lowerBound <= table.range.lowerBound && table.range.upperBound <= text.upperBound, "a table's range")
  for entry in table.entries {
    check(!entry.key.range.isEmpty && text.contains(entry.key.range.lowerBound), "a key's range")
    check(entry.key.range.upperBound <= text.upperBound, "a key's range")
    check(table[entry.key.name]?.key.range == entry.key.range, "a name that isn't found")
    check(entry.value, within: text)
  }
}

private func check(_ value: Value, within text: Range<Int>) {
  check(!value.range.isEmpty, "a value without text")
  check(text.lowerBound <= value.range.lowerBound && value.range.upperBound <= text.upperBound, "a value's range")
  switch value.content {
  case .array(let values): for value in values { check(value, within: text) }
  case .table(let table): check(table, within: text)
  case .string, .integer, .float, .boolean, .dateTime: break
  }
}

/// Stops the fuzzer, which keeps the input.
private func check(_ holds: Bool, _ what: String) {
  if holds { return }
  print(what)
  fflush(stdout)
  abort()
}
