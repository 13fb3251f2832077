import Support
import Testing

/// What the documents say of the program as a person runs it.
@Suite struct DocumentationTests {
  /// Traces, each with the script it is of; what stands behind `trace` is added to the script's first gesture.
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
      let run = try Program.run("replay", path, "--trace")
      #expect(run.output == trace.text, "\(trace.testDescription)")
    }
  }

  @Test(arguments: ["run", "check", "devices", "gestures", "replay", "init", "schema"])
  func everyOptionIsExplained(command: String) throws {
    let help = try Program.run(command, "--help").output
    let readme = Documentation.text("README.md")
    let options = help.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }
    #expect(!options.isEmpty)
    for option in options { #expect(readme.contains(option), "\(option) of \(command)") }
    #expect(readme.contains("| `\(command) ") || readme.contains("| `\(command)`"))
  }
}
