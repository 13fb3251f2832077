import TOML
import Testing

/// The ranges of keys and values cover exactly their source text.
@Suite struct RangeTests {
  @Test func scalars() {
    let text = #"""
      "ü" = 1
       'a b' . c =  "x\"y"  # end
      d = 1979-05-27 07:32:00 # end
      """#
    #expect(keys(in: text) == [#""ü""#, "'a b'", "c", "d"])
    #expect(leaves(in: text) == ["1", #""x\"y""#, "1979-05-27 07:32:00"])
  }

  @Test func containers() {
    #expect(
      leaves(in: "a = [ 1 , [ '''\nx''' ] ]\nb = { c.d = +1.5 , e = [] }", containers: true) == [
        "[ 1 , [ '''\nx''' ] ]", "1", "[ '''\nx''' ]", "'''\nx'''",
        "{ c.d = +1.5 , e = [] }", "c", "+1.5", "[]",
      ])
  }

  @Test func headers() {
    #expect(
      leaves(in: "[ a.b ]\n[[c]]\n[[c]] # x\n[a]\n[d.e]", containers: true) == [
        "[a]", "[ a.b ]", "[[c]]", "[[c]]", "[[c]]", "d", "[d.e]",
      ])
  }

  /// The key of a table is the one in its own header, wherever the table is first mentioned.
  @Test func keyOfATableDefinedLate() {
    #expect(TOML.parse("[a.b]\n[a]").root["a"]?.key.range == 7..<8)
  }

  @Test func root() {
    #expect(TOML.parse("a = 1\n").root.range == 0..<6)
    #expect(TOML.parse("").root.range == 0..<0)
  }

  private func keys(in text: String) -> [String] {
    keys(of: TOML.parse(text).root, in: Array(text.utf8))
  }

  private func keys(of table: Table, in text: [UInt8]) -> [String] {
    table.entries.flatMap { entry in
      let inside: [String] = if case .table(let table) = entry.value.content { keys(of: table, in: text) } else { [] }
      return [source(entry.key.range, in: text)] + inside
    }
  }

  /// The source of values, outside before inside.
  private func leaves(in text: String, containers: Bool = false) -> [String] {
    leaves(of: .table(TOML.parse(text).root), in: Array(text.utf8), containers: containers)
  }

  private func leaves(of content: Content, in text: [UInt8], containers: Bool) -> [String] {
    let values: [Value] =
      switch content {
      case .array(let values): values
      case .table(let table): table.entries.map(\.value)
      case .string, .integer, .float, .boolean, .dateTime: []
      }
    return values.flatMap { value in
      let inside = leaves(of: value.content, in: text, containers: containers)
      return (containers || inside.isEmpty ? [source(value.range, in: text)] : []) + inside
    }
  }

  private func source(_ range: Range<Int>, in text: [UInt8]) -> String {
    String(decoding: text[range], as: UTF8.self)
  }
}

/// Ranges of a file that is one of several.
struct StartTests {
  private let text = Array("a = 1\n[b]\nc = [\"x\", { d = 2 }]\ne = \n[[f]]\nf.g = 3\n".utf8)

  @Test func everyRangeCountsFromTheStart() {
    let (plain, moved) = (TOML.parse(text), TOML.parse(text, from: 1000))
    #expect(ranges(moved.root) == ranges(plain.root).map { $0.lowerBound + 1000..<$0.upperBound + 1000 })
    #expect(ranges(plain.root).count > 15)
    #expect(moved.errors.map(\.range) == [1035..<1035])
    #expect(moved.errors.map(\.message) == plain.errors.map(\.message))
  }

  private func ranges(_ table: Table) -> [Range<Int>] {
    [table.range] + table.unreadable.map(\.range) + table.entries.flatMap { [$0.key.range] + ranges($0.value) }
  }

  private func ranges(_ value: Value) -> [Range<Int>] {
    switch value.content {
    case .array(let values): [value.range] + values.flatMap(ranges)
    case .table(let table): [value.range] + ranges(table)
    case .string, .integer, .float, .boolean, .dateTime: [value.range]
    }
  }
}
