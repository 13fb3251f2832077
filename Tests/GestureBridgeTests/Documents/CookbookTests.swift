import Foundation
import Support
import Testing

/// The cookbook: complete recipes, and a list of contents with a link to each.
struct CookbookTests {
  private static let file = "contrib/guide/cookbook.md"
  private static let lines = Documentation.text(file).split(separator: "\n", omittingEmptySubsequences: false)
  private static let headings = lines.filter { $0.hasPrefix("## ") }.map { String($0.dropFirst("## ".count)) }

  @Test func theContentsAreTheHeadings() {
    let contents = Self.lines.filter { $0.hasPrefix("- [") }
    #expect(contents.map(String.init) == Self.headings.map { "- [\($0)](#\(Self.anchor($0)))" })
  }

  /// As web pages of Markdown name their headings.
  private static func anchor(_ heading: String) -> String {
    String(heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil })
  }

  /// One sentence, the rules, and something to know about them.
  @Test func everyRecipeIsWhole() {
    let parts = Documentation.text(Self.file).components(separatedBy: "\n## ").dropFirst()
    #expect(parts.count >= 20)
    for part in parts {
      let name = part.prefix { $0 != "\n" }
      #expect(part.contains("\n```toml"), "\(name)")
      #expect(["[gesture.", "[[scroll]]", "[accommodations"].contains { part.contains("\n\($0)") }, "\(name)")
      #expect(part.contains("\n- "), "\(name)")
    }
  }

  /// The program that gets a pinch line by line: two pinches, and the second one continues from the scale of the first.
  @Test func theProgramBehindTheZoomWorks() throws {
    let script = try #require(Documentation.blocks(of: Self.file).first { $0.language == "python" })
    let folder = try Folder()
    try folder.write("zoom-lens", script.text)
    try folder.write("hyprctl", "#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/calls\"\n")
    let lines = [("began", 1.0), ("changed", 2), ("ended", 2), ("began", 1), ("changed", 3), ("cancelled", 100)]
    try folder.write(
      "lines", lines.map { "{\"name\":\"zoom\",\"state\":\"\($0)\",\"fingers\":3,\"scale\":\($1)}\n" }.joined())
    let run = try Program.shell("chmod +x hyprctl && PATH=.:$PATH /usr/bin/python3 zoom-lens <lines", in: folder)
    #expect(run == Program.Outcome(status: 0, output: "", errors: ""))
    #expect(
      folder.lines("calls")
        == ["1.00", "2.00", "2.00", "2.00", "6.00", "8.00"]
        .map { "-q eval hl.config({ cursor = { zoom_factor = \($0) } })" })
  }

  private static let hasJq =
    TestbedProgram.isAllRequired || FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

  /// The guide's program shows the names in each line, and hides them when none is left; the manual has the same
  /// program.
  @Test(.enabled(if: hasJq, "needs jq: `contrib/setup` installs it")) func theProgramBehindTheGuideWorks() throws {
    let script = try #require(Documentation.blocks(of: Self.file).first { $0.text.hasPrefix("#!/bin/sh\njq ") })
    #expect(
      Documentation.text("contrib/man/gesture-bridge.5.scd")
        .contains(script.text.replacingOccurrences(of: "\n  ", with: "\n\t")))
    let folder = try Folder()
    try folder.write("guide", script.text)
    try folder.write("eww", "#!/bin/sh\necho \"$*\" >>\"$(dirname \"$0\")/calls\"\n")
    let drawn = "{\"name\":\"done\",\"kind\":\"stroke\",\"path\":\"down-right up-right\"}"
    let others = "{\"name\":\"next\",\"kind\":\"swipe\",\"direction\":\"left\"},{\"name\":\"one\",\"kind\":\"tap\"}"
    let lines = ["[\(drawn),\(others)]", "[\(drawn)]", "[]"].map { "{\"name\":\"guide\",\"hints\":\($0)}\n" }
    try folder.write("lines", lines.joined())
    let run = try Program.shell("chmod +x eww && PATH=.:$PATH /bin/sh guide <lines", in: folder)
    #expect(run == Program.Outcome(status: 0, output: "", errors: ""))
    #expect(
      folder.lines("calls") == [
        "update guide=done down-right up-right, next left, one tap", "open guide",
        "update guide=done down-right up-right", "open guide", "update guide=", "close guide",
      ])
  }
}
