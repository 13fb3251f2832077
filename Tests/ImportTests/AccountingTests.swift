import Foundation
import Testing

@testable import Importers

/// Every part of a configuration is imported or reported.
@Suite struct AccountingTests {
  /// The lines that aren't blank and that no item was made from.
  static func lost(_ imported: ImportResult, _ bytes: [UInt8]) -> [Int] {
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\n")
    let claimed = imported.items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    return lines.indices.map { $0 + 1 }.filter { number in
      !lines[number - 1].allSatisfy(\.isWhitespace) && !claimed.contains(number)
    }
  }

  /// The lines of gestures and remarks that the rules don't mention.
  static func unnamed(_ imported: ImportResult) -> [Int] {
    let text = imported.rules.components(separatedBy: "\n").filter { $0.hasPrefix("# ") }
    let numbers = text.reduce(into: Set<Int>()) { found, line in
      guard let match = line.firstMatch(of: /^# (?:not converted: )?lines? ([0-9, ]+)/) else { return }
      found.formUnion(match.1.split { $0 == "," || $0 == " " }.compactMap { Int($0) })
    }
    return imported.items.compactMap { item in
      switch item.content {
      case .gesture, .notConverted, .setting: numbers.contains(item.lines.lowerBound) ? nil : item.lines.lowerBound
      case .comment, .structure: nil
      }
    }
  }

  /// The comments that are not in the rules.
  static func missing(_ imported: ImportResult) -> [String] {
    let lines = Set(imported.rules.components(separatedBy: "\n"))
    return imported.items.compactMap { item in
      guard case .comment(let text) = item.content else { return nil }
      return lines.contains(TOMLText.comment(text)) ? nil : text
    }
  }

  @Test(arguments: Fixture.all) func everyLineIsAccountedFor(fixture: Fixture) throws {
    let imported = try fixture.imported()
    #expect(Self.lost(imported, fixture.bytes).isEmpty)
    #expect(Self.unnamed(imported).isEmpty)
    #expect(Self.missing(imported).isEmpty)
  }

  /// A line without a meaning is named, wherever it is in the file.
  @Test(arguments: [
    (ImportFormat.libinputGestures, "nonsense here", "nonsense here (libinput-gestures has no \"nonsense\")"),
    (.touchegg, "nonsense here", "nonsense here (touchégg reads no text at this place)"),
    (.fusuma, "nonsense: here", "nonsense: here (fusuma has no key \"nonsense\" at this place)"),
    (.inputActions, "nonsense: here", "nonsense: here (InputActions has no \"nonsense\" at this place)"),
    (.lisgd, "nonsense here", "1 line of shell (not part of lisgd's command line)"),
    (.gebaar, "nonsense = 1", "nonsense = 1 (gebaar has no such key)"),
    (.hyprgrass, "nonsense here", "1 line of configuration (not part of hyprgrass' configuration)"),
  ])
  func unknownLinesAreNamed(format: ImportFormat, line: String, remark: String) throws {
    let wholes: [ImportFormat: String] = [
      .libinputGestures: "gesture swipe up 3 true\nLINE\n",
      .touchegg: """
      <touchégg>
      LINE
      <application name="All"><gesture type="SWIPE" fingers="3" direction="UP"><action type="CLOSE_WINDOW"/></gesture>
      </application></touchégg>
      """,
      .fusuma: "swipe: { 3: { up: { command: x } } }\nLINE\n",
      .inputActions:
        "touchpad: { gestures: [ { type: tap, fingers: 3, actions: [ { command: x } ] } ] }\nLINE\n",
      .lisgd: "lisgd -g '3,DU,x'\nLINE\n",
      .hyprgrass: "hyprgrass-bind = , swipe:3:u, exec, x\nLINE\n",
      .gebaar: "LINE\n[swipe.commands.three]\nup = 'x'\n",
    ]
    let text = (wholes[format] ?? "").replacing("LINE", with: line)
    let number = text.components(separatedBy: "\n").firstIndex(of: line).map { $0 + 1 } ?? 0
    let imported = try imported(format, text)
    #expect(imported.remarks == ["FILE:\(number): not converted: \(remark)"])
    #expect(imported.rules.contains("# not converted: line \(number): \(remark)\n"))
    #expect(imported.converted == 1)
  }

  @Test func whatNobodyClaimsIsNamed() throws {
    let source = try ConfigText(Array("one\n\n two\n three\n".utf8), file: "FILE")
    let items = ImportResult.unclaimed(source, [ImportedItem(1, .structure)])
    let remarks = items.map { item -> String in
      if case .notConverted(let remark) = item.content { ImportWording.notConverted(remark, item.lines) } else { "" }
    }
    #expect(
      remarks == ["not converted: line 3: two (not understood)", "not converted: line 4: three (not understood)"])
  }

  @Test func touchesEndIsNamed() throws {
    let action = "<action type=\"RUN_COMMAND\"><command>wmctrl -l</command><on>end</on></action>"
    let gesture = "<gesture type=\"SWIPE\" fingers=\"3\" direction=\"UP\">\(action)</gesture>"
    let all = "<touchégg><application name=\"All\">\(gesture)</application></touchégg>"
    let rules = try imported(.touchegg, all).rules
    #expect(
      rules.contains("`at-lift = true` waits for the lift, as touchégg does\n# wmctrl works on X11 only\n["), "\(rules)"
    )
  }
}
