import Foundation
import Support
import Testing

/// The parts of the documents about the program as the user runs it.
@Suite struct DocumentationTests {
  /// The traces, each with its script; the text after `trace` is added to the script's first gesture.
  static let traces: [(script: Documentation.Block, trace: Documentation.Block)] = {
    var script: Documentation.Block?
    var traces: [(Documentation.Block, Documentation.Block)] = []
    for block in Documentation.blocks("touches", "trace") {
      if block.language == "touches" {
        script = block
      } else if let script {
        traces.append((script, block))
      }
    }
    return traces
  }()

  @Test func theShownTracesAreTheProgramsOwn() throws {
    #expect(Self.traces.count >= 2)
    for (script, trace) in Self.traces {
      let folder = try Folder()
      var lines = script.text.split(separator: "\n").map(String.init)
      lines[1] += " " + trace.note
      let path = try folder.write("slow.touches", lines.joined(separator: "\n"))
      let run = try Program.run("replay", path, "--format", "trace")
      #expect(run.output == trace.text, "\(trace.testDescription)")
    }
  }

  /// Explanations are of the script before them.
  @Test func theShownExplanationsAreTheProgramsOwn() throws {
    var script: Documentation.Block?
    var count = 0
    for block in Documentation.blocks("touches", "explained") {
      if block.language == "touches" {
        script = block
      } else if let script {
        let folder = try Folder()
        let path = try folder.write("slow.touches", script.text)
        #expect(try Program.run("explain", path).output == block.text, "\(block.testDescription)")
        count += 1
      }
    }
    #expect(count >= 2)
  }

  @Test func everyCommandIsInTheTable() throws {
    let help = try #require(
      JSONSerialization.jsonObject(with: Data(Program.run("--experimental-dump-help").output.utf8)) as? [String: Any])
    let commands = (help["command"] as? [String: Any])?["subcommands"] as? [[String: Any]] ?? []
    let shown = commands.filter { $0["shouldDisplay"] as? Bool ?? true }.compactMap { $0["commandName"] as? String }
    let rows = Documentation.rows(of: "contrib/guide/commands.md", below: "| command | what it does |")
      .compactMap(\.first).flatMap { $0.components(separatedBy: ", ") }
    #expect(shown.count >= 6)
    for name in shown where name != "help" {
      #expect(rows.contains { $0.hasPrefix("`\(name) ") || $0 == "`\(name)`" }, "\(name)")
    }
  }
}
