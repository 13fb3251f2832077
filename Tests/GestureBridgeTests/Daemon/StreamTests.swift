import Foundation
import Support
import Testing

/// Unread output and missing streams do no harm.
struct StreamTests {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("broken.toml", "[gesture.a]\nkind = \"swype\"\n")
    let taps = (0..<2000).map { "  \($0 * 1000)ms down a 50,50\n  \($0 * 1000 + 60)ms up a\n" }.joined()
    try folder.write("long.touches", "gestures\n  single = tap\ntouches\n\(taps)")
  }

  /// 141 is SIGPIPE, which ends every program in a pipe whose reader has ended.
  @Test(arguments: ["check broken.toml", "kinds", "replay --format trace long.touches"])
  func aReaderThatLeaves(_ arguments: String) throws {
    let outcome = try Program.shell(
      "{ \"$PROGRAM\" \(arguments); echo $? >status; } | head -n 1 >line", in: folder)
    #expect(outcome == Program.Outcome(status: 0, output: "", errors: ""))
    #expect(folder.lines("line").count == 1)
    #expect(["0", "1", "141"].contains(folder.lines("status").first))
  }

  @Test(arguments: [
    ("kinds >&-", 0), ("kinds >/dev/full", 0), ("check broken.toml >&-", 1), ("check nothing.toml 2>&-", 1),
    ("--bogus 2>&-", 2), ("--help >&-", 0), ("check nothing.toml 2>/dev/full", 1), ("check broken.toml <&-", 1),
    ("replay long.touches >&- 2>&- <&-", 0),
  ])
  func streamsThatAreClosedOrFull(_ line: String, _ status: Int32) throws {
    #expect(try Program.shell("\"$PROGRAM\" \(line)", in: folder).status == status)
  }

  /// Output would overwrite a file that takes the number of a closed stream.
  @Test func noFileTakesTheirPlace() throws {
    let text = folder.text("broken.toml")
    _ = try Program.shell("\"$PROGRAM\" check broken.toml <&- >&- 2>&-", in: folder)
    #expect(folder.text("broken.toml") == text)
  }
}
