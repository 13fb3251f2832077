import Testing

/// The diagnostics for the path of a stroke.
struct PathDiagnosticTests {
  private func problemText(_ path: String) -> String {
    let text = "[gesture.a]\nkind = \"stroke\"\nrun = \"x\"\npath = \(path)\n"
    let lines = report(text).split(separator: "\n")
    guard lines.count == 3 else { return lines.joined(separator: "\n") }
    let fix = lines[2].drop { $0 != "^" }.drop { $0 == "^" }.dropFirst()
    return lines[0].dropFirst("bindings.toml:4:".count).drop { $0 != ":" }.dropFirst(2) + " / " + fix
  }

  @Test func isNamedByItsElements() {
    let paths = [#""down-rigth up-right""#, #""""#, #""right right""#, #""up right up right up right up right up""#]
    expectErrors(paths, "elements", problemText: problemText)
  }

  @Test func lengthsAreNumbersThatCanBeCompared() {
    let words = ["right:", "right:x", "right:0.05", "right:11", "right:-1", "right:nan", "right:1:2", "right:1e1"]
    expectErrors(words.map { "\"down:1 \($0)\"" } + [#""right:2 down""#], "lengths", problemText: problemText)
  }
}
