import Foundation
import Importers
import Testing

/// The error for a file that can't be imported at all gives the reason, the place, and the next step.
@Suite struct BrokenFileTests {
  static let files: [(String, ImportFormat, String)] = [
    (
      "unclosed.yml", .fusuma,
      """
      unclosed.yml:5: error: the text can't be read as YAML: found unexpected end of stream; check the indentation and the quotes, or run \
      `ruby -ryaml -e 'YAML.load_file(ARGV[0])' FILE` to see the error
      """
    ),
    (
      "indented.yml", .fusuma,
      """
      indented.yml:3: error: the text can't be read as YAML: did not find expected key; check the indentation and the quotes, or run \
      `ruby -ryaml -e 'YAML.load_file(ARGV[0])' FILE` to see the error
      """
    ),
    (
      "twice.yml", .fusuma,
      "twice.yml:3: error: \"left\" is here twice; use each key once"
    ),
    (
      "list.yml", .fusuma,
      "list.yml:1: error: the file must consist of keys and values; put `swipe:` and the other top-level keys at the left margin"
    ),
    ("key.yml", .fusuma, "key.yml:1: error: a key must be a name; write `NAME: VALUE`"),
    (
      "laughs.yml", .fusuma,
      "laughs.yml: error: the file has too many `*` references; replace some references with their values"
    ),
    (
      "crossed.conf", .touchegg,
      "crossed.conf:3: error: the text is not valid XML: mismatched tag; "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "unfinished.conf", .touchegg,
      "unfinished.conf:2: error: the text is not valid XML: no element found; "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "other.conf", .touchegg,
      "other.conf:1: error: the text is not valid XML: syntax error; check the tag names, quotes, < and > in that line"
    ),
    (
      "sign.conf", .touchegg,
      "sign.conf:2: error: the text is not valid XML: not well-formed (invalid token); "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "unquoted.conf", .touchegg,
      "unquoted.conf:2: error: the text is not valid XML: not well-formed (invalid token); "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "unquoted.toml", .gebaar,
      "unquoted.toml:2: error: this is not TOML: `bspc` is not a value; put text in quotes: `\"bspc\"`"
    ),
    ("open.h", .lisgd, "open.h:1: error: the list of gestures is not closed; close it with `};`"),
  ]

  /// Each level takes room on the stack.
  @Test func elementsWithinElementsHaveAnEnd() {
    let depth = 30_000
    let text = String(repeating: "<a>\n", count: depth) + String(repeating: "</a>\n", count: depth)
    let bytes = Array(text.utf8)
    let error = #expect(throws: ImportError.self) { try ImportResult(.touchegg, bytes: bytes, file: "deep.conf") }
    #expect(
      error?.description.hasSuffix(
        "error: elements are nested more than 64 levels deep; "
          + "add the closing tag that is probably missing"
      ) == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(arguments: files) func brokenFilesSayWhatIsWrong(_ name: String, _ format: ImportFormat, _ message: String)
    throws
  {
    let url = Fixture.folder.appendingPathComponent("broken/\(name)")
    let bytes = [UInt8](try Data(contentsOf: url))
    let error = #expect(throws: ImportError.self) { try ImportResult(format, bytes: bytes, file: name) }
    #expect(error?.description == message)
  }

  /// For each format, the error for a file without a gesture.
  static let empty: [(ImportFormat, String)] = [
    (
      .libinputGestures,
      "FILE: error: no libinput-gestures gestures found; import a file with a gesture such as `gesture swipe up 3 COMMAND`"
    ),
    (
      .fusuma,
      "FILE: error: no fusuma gestures found; import a file with a gesture such as `swipe: { 3: { left: { command: COMMAND } } }`"
    ),
    (
      .inputActions,
      "FILE: error: no inputactions gestures found; import a file with a gesture such as `- type: swipe` below `touchpad:` and `gestures:`"
    ),
    (
      .lisgd,
      "FILE: error: no lisgd gestures found; give the path of config.h, or of the script that runs `lisgd … -g …`"
    ),
    (
      .gebaar,
      "FILE: error: no gebaar gestures found; import a file with a gesture such as `left = \"COMMAND\"` below `[swipe.commands.three]`"
    ),
    (
      .hyprgrass,
      "FILE: error: no hyprgrass gestures found; import a file with a gesture such as `hyprgrass-bind = , swipe:3:u, exec, COMMAND`"
    ),
  ]

  @Test(arguments: empty) func filesWithoutGesturesSaySo(_ format: ImportFormat, _ message: String) {
    for text in ["", "\n\n", "# nothing but this\n"] {
      let error = #expect(throws: ImportError.self) { try imported(format, text) }
      #expect(error?.description == message)
    }
  }

  @Test func anXMLFileWithoutGesturesSaysSo() {
    let error = #expect(throws: ImportError.self) { try imported(.touchegg, "<touchégg></touchégg>") }
    #expect(
      error?.description
        == "FILE: error: no touchegg gestures found; import a file with a gesture such as `<gesture type=\"SWIPE\" …>` within an `<application>`"
    )
  }

  @Test(arguments: [
    (
      "",
      "FILE: error: the text is empty, not XML; give the path of touchegg.conf, which begins with `<touchégg>`"
    ),
    (
      "<a>\n<b></b\n</a>",
      "FILE:3: error: the text is not valid XML: not well-formed (invalid token); "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<a b='1' b='2'/>",
      "FILE:1: error: the text is not valid XML: duplicate attribute; check the tag names, quotes, < and > in that line"
    ),
    (
      "<a b='<'/>",
      "FILE:1: error: the text is not valid XML: not well-formed (invalid token); "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<a>\n<b",
      "FILE:2: error: the text is not valid XML: unclosed token; "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<a>\n<b c/></a>",
      "FILE:2: error: the text is not valid XML: not well-formed (invalid token); "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<a>\n<![CDATA[x\n\n",
      "FILE:2: error: the text is not valid XML: unclosed CDATA section; "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<a>\n<!-- b",
      "FILE:2: error: the text is not valid XML: unclosed token; "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<a/>\n<b/>",
      "FILE:2: error: the text is not valid XML: junk after document element; "
        + "check the tag names, quotes, < and > in that line"
    ),
    (
      "<!-- a -->",
      "FILE:1: error: the text is not valid XML: no element found; "
        + "check the tag names, quotes, < and > in that line"
    ),
  ])
  func badXMLSaysWhatIsWrong(text: String, message: String) {
    let error = #expect(throws: ImportError.self) { try imported(.touchegg, text) }
    #expect(error?.description == message)
  }

  /// Entities of the document itself are not expanded, so that none can make a small file large.
  @Test func entitiesAreNotReplaced() throws {
    let text = """
      <!DOCTYPE touch [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>
      <touch><application name="All"><gesture type="SWIPE" fingers="3" direction="UP">
      <action type="RUN_COMMAND"><command>say &b; &amp; &#x62; a&b<![CDATA[ && c]]></command></action></gesture></application></touch>
      """
    #expect(try imported(.touchegg, text).body.contains("run = \"say &b; & b a&b && c\""))
  }

  @Test func listsWithinListsHaveAnEnd() {
    for text in [String(repeating: "[", count: 30_000), String(repeating: "- ", count: 30_000) + "a"] {
      let error = #expect(throws: ImportError.self) { try imported(.fusuma, text) }
      #expect(error?.message == "the text can't be read as YAML: values are nested more than 1000 levels deep")
    }
  }

  /// As in YAML itself: a number and a text are two keys, even if they look the same.
  @Test func keysAreComparedByTheirMeaning() throws {
    let gesture = "{ left: { command: a } }"
    #expect(try imported(.fusuma, "swipe: { 3: \(gesture), \"3\": \(gesture) }").total == 2)
    let error = #expect(throws: ImportError.self) { try imported(.fusuma, "swipe: 1\n\"swipe\": 2\n") }
    #expect(error?.message == "\"swipe\" is here twice")
  }

  @Test func aliasesStandForWhatTheyName() throws {
    let text = "swipe:\n  3:\n    left: &a\n      command: 'b'\n    right: *a\n"
    #expect(try imported(.fusuma, text).converted == 2)
    let error = #expect(throws: ImportError.self) { try imported(.fusuma, "swipe:\n  3: *b\n") }
    #expect(
      error?.line == 2
        && error?.message == "the text can't be read as YAML: this `*NAME` needs an earlier `&NAME`"
    )
  }

  @Test(arguments: ImportFormat.allCases) func whatIsNoTextIsRefused(format: ImportFormat) {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0x41], [0x7F, 0x45, 0x4C, 0x46, 0], Array("gesture\0".utf8)] {
      let error = #expect(throws: ImportError.self) { try ImportResult(format, bytes: bytes, file: "FILE") }
      #expect(
        error?.description == "FILE: error: the file is not UTF-8 text; give the configuration file itself, in UTF-8")
    }
  }

  /// Files that are cut off or damaged anywhere give rules or an error, and nothing else.
  @Test(arguments: Fixture.all) func spoiltFilesDoNoHarm(fixture: Fixture) {
    let bytes = fixture.bytes
    let places = stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40))
    for place in places {
      _ = try? ImportResult(fixture.format, bytes: Array(bytes[..<place]), file: "FILE")
      for byte in [UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "\n"), UInt8(ascii: "'"), UInt8(ascii: "<")] {
        var spoilt = bytes
        spoilt[place] = byte
        _ = try? ImportResult(fixture.format, bytes: spoilt, file: "FILE")
      }
    }
  }
}
