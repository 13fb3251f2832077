import Importers
import Support
import Testing

@testable import gesture_bridge

/// Whole files of all formats are imported as exactly these rules.
@Suite struct FixtureTests {
  @Test func eachFormatHasFiles() {
    for format in ImportFormat.allCases {
      #expect(Fixture.all.contains { $0.format == format && $0.name.hasPrefix(format.rawValue) })
    }
  }

  @Test(arguments: Fixture.all) func rulesAreThese(fixture: Fixture) throws {
    expectFile(try fixture.imported().rules, "Tests/Fixtures/import/\(fixture.name).rules.toml")
  }

  /// The report, with the proof of each gesture.
  @Test(arguments: Fixture.all) func theReportIsThis(fixture: Fixture) throws {
    expectFile(
      ImportReport(try fixture.imported(), of: fixture.name).text, "Tests/Fixtures/import/\(fixture.name).said")
  }

  @Test(arguments: Fixture.all) func onceMoreIsTheSame(fixture: Fixture) throws {
    #expect(try fixture.imported().rules == fixture.imported().rules)
  }

  /// Line ends of other systems and a byte order mark change nothing.
  @Test(arguments: Fixture.all) func lineEndsDoNotMatter(fixture: Fixture) throws {
    let text = String(decoding: fixture.bytes, as: UTF8.self).replacing("\n", with: "\r\n")
    let imported = try ImportResult(fixture.format, bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8), file: fixture.name)
    #expect(imported.rules == fixture.rules)
  }
}
