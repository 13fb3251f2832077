import Foundation
import Support
import Testing

/// The rules that the documents show have the results that the documents claim.
///
/// Rules without a note have no mistakes. `must-fail`: `check` refuses them; `checked`: it accepts them; with both
/// notes it prints exactly the block of text that follows. `must-warn`: it accepts them, with a warning. `file=NAME`:
/// they are a file of that name, in one folder with the others of the document, which can include it;
/// `file=templates/NAME.toml`: not rules, but the examples of a drawing that these rules can name.
struct ShownRulesTests {
  /// A document's claim about its rules.
  enum Verdict: String {
    case sound = ""
    case mustFail = "must-fail"
    case checked
    case mustWarn = "must-warn"
  }

  /// Rules, and the expected output of `check` if the document has it.
  struct Shown: Sendable, CustomTestStringConvertible {
    let rules: Documentation.Block
    let report: Documentation.Block?

    var testDescription: String { rules.testDescription }
    /// The name of a file that others include.
    var name: String? { rules.note.hasPrefix("file=") ? String(rules.note.dropFirst("file=".count)) : nil }
    /// The name of the drawing, if these are the examples of a drawing.
    var drawing: Substring? {
      guard let name, name.hasPrefix("templates/") else { return nil }
      return name.dropFirst("templates/".count).dropLast(".toml".count)
    }
    var verdict: Verdict? { name == nil ? Verdict(rawValue: rules.note) : .sound }
  }

  static let all: [Shown] = Documentation.files.flatMap { file in
    let blocks = Documentation.blocks(of: file)
    return blocks.indices.filter { blocks[$0].language == "toml" }.map { index in
      let next = index + 1 < blocks.count && blocks[index + 1].language == "text" ? blocks[index + 1] : nil
      return Shown(rules: blocks[index], report: next)
    }
  }

  @Test(arguments: [
    ("README.md", 1), ("contrib/guide/gestures.md", 1), ("contrib/guide/cookbook.md", 20),
    ("contrib/guide/first-gesture.md", 3), ("contrib/guide/chains.md", 3), ("contrib/guide/interception.md", 4),
    ("contrib/man/gesture-bridge.5.scd", 18),
  ])
  func thereAreRulesToShow(file: String, count: Int) {
    #expect(Self.all.count { $0.rules.file == file } >= count)
  }

  @Test func mistakesOfManySortsAreShown() {
    #expect(Self.all.count { $0.verdict == .mustFail } >= 5)
  }

  @Test(arguments: all)
  func theyAreWhatTheDocumentSays(shown: Shown) throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("templates"), withIntermediateDirectories: false)
    for other in Self.all where other.rules.file == shown.rules.file {
      if let name = other.name { try folder.write(name, other.rules.text) }
    }
    // Settings alone are shown without the gestures they are for.
    let gesture = shown.rules.text.contains("[gesture.") ? "" : "[gesture.any]\nkind = \"tap\"\nrun = \"true\"\n"
    let drawing = shown.drawing.map { Self.stroke(of: $0) }
    try folder.write("bindings.toml", drawing ?? shown.rules.text + gesture)
    let run = try Program.run("check", "bindings.toml", in: folder)
    let said = Comment(rawValue: run.output + run.errors)
    switch try #require(shown.verdict, "\(shown.testDescription): what does \"\(shown.rules.note)\" mean?") {
    case .sound:
      #expect(run.status == 0 && run.output.contains(", no problems\n"), said)
    case .mustFail:
      #expect(run.status == 1, said)
      #expect(run.output == shown.report?.text)
    case .checked:
      #expect(run.status == 0, said)
      #expect(run.output == shown.report?.text)
    case .mustWarn:
      #expect(run.status == 0 && run.output.contains(": warning: "), said)
    }
  }

  private static func stroke(of drawing: Substring) -> String {
    "[gesture.any]\nkind = \"stroke\"\ntemplates = \"\(drawing)\"\nrun = \"true\"\n"
  }

  /// Rules in a block of another language would be skipped here.
  @Test func noRulesStandInOtherBlocks() {
    for block in Documentation.files.flatMap(Documentation.blocks(of:)) where block.language != "toml" {
      let lines = block.text.split(separator: "\n")
      let headers = ["[gesture.", "[[override]]", "[zone.", "[defaults", "[device."]
      #expect(!lines.contains { line in headers.contains { line.hasPrefix($0) } }, "\(block.testDescription)")
      #expect(!block.language.isEmpty, "\(block.testDescription) has no language")
    }
  }
}
