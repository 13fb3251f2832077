import Foundation
import Support
import TOML
import Testing

/// Whatever value is set in whatever file: that key changes, and no other byte does.
@Suite struct EditPropertyTests {
  private static let shapes = [
    "a.b.c = 1\na.d = { e = 1, f.g = [ { h = 2 } ] }\n[i.j]\n[i]\n'k.l' = '''\n#'''\n[[m]]\nn = 1\n[m.o]\np = 1",
    "[gesture]\nx = { kind = \"tap\" }\n  \"y z\".kind = 'pan' # a pan\n\n[ gesture . w ]\n\tkind = \"tap\"\n", "",
    "\n",
    "# only this", "[a]", "a = []\r\n\r\n[b] # x\r\nc = 1\r\n",
  ]

  /// Files that can be read: the project's own, those in its documents, and versions of them with small mistakes.
  private static let files: [[UInt8]] = {
    var texts = shapes + Documentation.blocks("toml").filter { !$0.note.contains("must-fail") }.map(\.text)
    texts.append(Documentation.text("bindings.toml"))
    let mutations = texts.flatMap { Corpus.mutations(of: $0, seed: 7).map(\.bytes).prefix(10) }
    let crlf = texts.map {
      Array($0.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(of: "\n", with: "\r\n").utf8)
    }
    return (texts.map { Array($0.utf8) } + crlf + mutations).filter { TOML.parse($0).errors.isEmpty }
  }()

  /// The paths of all keys, those of tables too.
  private func paths(_ table: Table, _ path: [String] = []) -> [[String]] {
    table.entries.flatMap { entry -> [[String]] in
      let here = path + [entry.key.name]
      if case .table(let inner) = entry.value.content { return [here] + paths(inner, here) }
      return [here]
    }
  }

  private func content(_ path: [String], of table: Table) -> Content? {
    var content = Content.table(table)
    for name in path {
      guard case .table(let table) = content, let entry = table[name] else { return nil }
      content = entry.value.content
    }
    return content
  }

  private func check(_ text: [UInt8], _ path: [String], _ value: String) throws -> Bool {
    let before = TOML.parse(text)
    guard let edit = try? before.setting(path, to: value, in: text) else { return false }
    let edited = edit.applied(to: text)
    let after = TOML.parse(edited)
    let comment = Comment(rawValue: "\(path) in\n\(String(decoding: edited, as: UTF8.self))")
    #expect(after.errors.isEmpty, comment)
    #expect(content(path, of: after.root).map { "\($0)" }?.isEmpty == false, comment)
    // The only difference is the key, or a table that had to be added for it, or values inside of the old or the new
    // value; there is none if the key had that value already.
    let differences = after.differences(from: before)
    #expect(!differences.contains { !path.starts(with: $0) && !$0.starts(with: path) }, comment)
    #expect(edited.prefix(edit.range.lowerBound) == text.prefix(edit.range.lowerBound), comment)
    #expect(edited.suffix(text.count - edit.range.upperBound) == text[edit.range.upperBound...], comment)
    if content(path, of: before.root) == nil {
      #expect(edit.range.isEmpty, comment)
    } else if case .string(let found)? = content(path, of: after.root) {
      #expect(TOML.string(found) == value, comment)
    }
    return true
  }

  @Test func randomEditsOfManyFiles() throws {
    var dice = SeededRandom(seed: 42)
    var done = 0
    #expect(Self.files.count > 200)
    for text in Self.files {
      let known = paths(TOML.parse(text).root)
      for _ in 0..<8 {
        var path = known.randomElement(using: &dice) ?? []
        switch Int.random(in: 0..<4, using: &dice) {
        case 0: break
        case 1: path.append("new-key")
        case 2: path = path.dropLast() + ["a new.\"key"]
        default: path += ["new", "key"]
        }
        let value = ["\"3.5 mm\"", "7", "[ \"a\", \"b\" ]", "{ x = 1 }"].randomElement(using: &dice) ?? "1"
        if try check(text, path, value) { done += 1 }
      }
    }
    #expect(done > 900)
  }
}
