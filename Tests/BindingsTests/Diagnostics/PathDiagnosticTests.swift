import Testing

/// What is said about the path of a stroke.
struct PathDiagnosticTests {
  private func said(_ path: String) -> String {
    let text = "[gesture.a]\nkind = \"stroke\"\nrun = \"x\"\npath = \(path)\n"
    let lines = report(text).split(separator: "\n")
    guard lines.count == 3 else { return lines.joined(separator: "\n") }
    let fix = lines[2].drop { $0 != "^" }.drop { $0 == "^" }.dropFirst()
    return lines[0].dropFirst("bindings.toml:4:".count).drop { $0 != ":" }.dropFirst(2) + " / " + fix
  }

  @Test func isNamedByItsElements() {
    #expect(
      said("\"down-rigth up-right\"")
        == "error: \"down-rigth\" is not a part of a path / did you mean \"down-right\"?")
    #expect(said("\"\"") == "error: `path` is empty / write `path = \"down-right up-right\"`")
    #expect(
      said("\"right right\"") == "error: \"right\" follows itself / write it once: the end of the first can't be seen")
    #expect(
      said("\"up right up right up right up right up\"")
        == "error: `path` has 9 parts / at most 8 can be told apart")
  }

  @Test func lengthsAreNumbersThatCanBeCompared() {
    let fix = "write a number of 0.1 to 10 after the colon, such as `up-right:2`"
    for word in ["right:", "right:x", "right:0.05", "right:11", "right:-1", "right:nan", "right:1:2", "right:1e1"] {
      #expect(said("\"down:1 \(word)\"") == "error: \"\(word)\" has no valid length / \(fix)")
    }
    #expect(
      said("\"right:2 down\"")
        == "error: \"right:2\" is the only part with a length / give another part a length too, or remove this one's")
  }
}
