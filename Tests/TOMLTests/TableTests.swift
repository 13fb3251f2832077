import TOML
import Testing

@Suite struct TableTests {
  @Test func headers() {
    #expect(values("[a.b.c]\nx = 1\n[a]\ny = 2\n[ d . \"e f\" ]") == "{a: {b: {c: {x: 1}}, y: 2}, d: {e f: {}}}")
  }

  @Test func arraysOfTables() {
    #expect(
      values("[[a]]\nx = 1\n[a.b]\ny = 1\n[[a]]\n[a.b]\ny = 2\n[[a.c]]\n[[a.c]]")
        == "{a: [{x: 1, b: {y: 1}}, {b: {y: 2}, c: [{}, {}]}]}")
  }

  @Test func dottedKeys() {
    #expect(values("a.b.c = 1\na.b.d = 2\n[a.e]\nf = 3") == "{a: {b: {c: 1, d: 2}, e: {f: 3}}}")
  }

  @Test func manyKeys() {
    let count = 10_000
    let document = TOML.parse((0..<count).map { "key\($0) = \($0)" }.joined(separator: "\n"))
    #expect(document.errors.isEmpty)
    guard case .integer(9_999)? = document.root["key9999"]?.value.content else {
      Issue.record("the last key is not found")
      return
    }
    #expect(document.root["key10000"] == nil)
  }

  @Test func kinds() throws {
    let root = TOML.parse("d.e = 1\n[a.b]\n[[l]]\n[i]\nt = {}").root
    #expect(root.kind == .root)
    #expect(try kind("d", in: root) == .dotted)
    #expect(try kind("a", in: root) == .implicit)
    #expect(try kind("b", in: table("a", in: root)) == .header)
    #expect(try kind("t", in: table("i", in: root)) == .inline)
    guard case .array(let list)? = root["l"]?.value.content, case .table(let element)? = list.first?.content else {
      Issue.record("`l` is no array of tables")
      return
    }
    #expect(element.kind == .element)
  }

  private func kind(_ name: String, in parent: Table) throws -> Table.Kind {
    try table(name, in: parent).kind
  }

  private func table(_ name: String, in parent: Table) throws -> Table {
    let content = try #require(parent[name]?.value.content)
    guard case .table(let table) = content else { throw NoTable() }
    return table
  }

  /// A name that stands for something else.
  private struct NoTable: Error {}
}
