import Foundation
import Support
import Testing

/// Files of examples on the disk: every command that reads rules finds them next to the rules file.
struct TemplateCommandTests {
  private static let star = "[[stroke]]\npoints = [[0, 0], [10, 12], [20, 0]]\n"
  private static let rules = "[gesture.star]\nkind = \"stroke\"\ntemplates = [\"star\"]\nrun = \"true\"\n"
  /// Like the star, and at its place.
  private static let drawn = """
    touches
      0ms down a 50,50
      40ms move a by 10,12 over 100ms
      140ms move a by 10,-12 over 100ms
      300ms up a

    """

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try FileManager.default.createDirectory(
      atPath: folder.path("rules/templates"), withIntermediateDirectories: true)
    try folder.write("rules/bindings.toml", Self.rules)
    try folder.write("rules/templates/star.toml", Self.star)
    try folder.write("drawn.touches", Self.drawn)
  }

  private func run(_ arguments: String...) throws -> Program.Outcome { try Program.run(arguments, in: folder) }

  private func check() throws -> Program.Outcome { try run("check", "rules/bindings.toml") }

  /// The output of `check` if the rules have one mistake.
  private func refusal(_ message: String, _ fix: String = "") -> Program.Outcome {
    let output = """
      rules/bindings.toml:3:14: error: \(message)
        3 | templates = ["star"]
          |              ^^^^^^\(fix.isEmpty ? "" : " ")\(fix)
      rules/bindings.toml: 1 error

      """
    return Program.Outcome(status: 1, output: output, errors: "")
  }

  @Test func everyCommandFindsThem() throws {
    #expect(
      try check() == Program.Outcome(status: 0, output: "rules/bindings.toml: 1 gesture, no problems\n", errors: ""))
    for command in ["replay", "explain"] {
      let outcome = try run(command, "--config", "rules/bindings.toml", "drawn.touches")
      #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.contains("star  "), "\(outcome)")
    }
    let plot = try run("plot", "--config", "rules/bindings.toml", "drawn.touches", "--output", "-", "--format", "svg")
    #expect(plot.status == 0 && plot.output.contains("star"), "\(plot)")
    let tune = try run("tune", "star", "drawn.touches", "--config", "rules/bindings.toml", "--json")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(tune.output.utf8)) as? [String: Any])
    let attempts = try #require(json["attempts"] as? [[String: Any]])
    #expect(tune.status == 0 && attempts.map { $0["recognized"] as? Bool } == [true], "\(tune)")
  }

  @Test func whatCannotBeRead() throws {
    let file = "rules/templates/star.toml"
    try FileManager.default.removeItem(atPath: folder.path(file))
    #expect(
      try check()
        == refusal(
          "can't read \(file): No such file or directory",
          "make the drawing with `gesture-bridge learn star`, "
            + "or write `shape = \"star\"`"))
    try FileManager.default.createDirectory(atPath: folder.path(file), withIntermediateDirectories: false)
    #expect(try check() == refusal("can't read \(file): Is a directory", "give the path of a file in this folder"))
    try FileManager.default.removeItem(atPath: folder.path(file))
    #expect(mkfifo(folder.path(file), 0o600) == 0)
    #expect(try check() == refusal("can't read \(file): it is not an ordinary file; give the path of an ordinary file"))
    try folder.write(file, String(repeating: "# nothing here\n", count: 300_000))
    #expect(try check() == refusal("can't read \(file): it is larger than 4 MiB; use a smaller file"))
    try folder.write(file, Self.star)
    chmod(folder.path(file), 0o666)
    #expect(
      try check()
        == refusal(
          "\(file) is writable by everyone, and the commands in this file would run as you",
          "run `chmod o-w \(file)` (with `sudo` if root owns it) to prevent this"))
  }

  @Test func theirMistakesHaveTheirOwnPlaces() throws {
    try folder.write("rules/templates/star.toml", "# A star.\n[[stroke]]\npoints = [[0, 0]]\n")
    let outcome = try run("check", "rules/bindings.toml", "--json")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let diagnostic = try #require((json["diagnostics"] as? [[String: Any]])?.first)
    #expect(diagnostic["file"] as? String == "rules/templates/star.toml")
    #expect(diagnostic["line"] as? Int == 3 && diagnostic["column"] as? Int == 10)
    #expect(diagnostic["message"] as? String == "this stroke has no length")
    #expect(outcome.status == 1 && json["errors"] as? Int == 1)
    expectSnapshot(try check().output, "their mistakes have their own places")
  }

  /// After `tune` has written thresholds into the rules, the examples still come from the same folder.
  @Test func tuningKeepsThem() throws {
    try folder.write(
      "rules/bindings.toml",
      Self.rules.replacing("run =", with: "device = \"touchscreen\"\nmin-length = \"40 mm\"\nrun ="))
    let tune = try run("tune", "star", "drawn.touches", "--config", "rules/bindings.toml", "--write")
    #expect(tune.status == 0 && tune.errors.isEmpty, "\(tune)")
    let text = folder.text("rules/bindings.toml")
    #expect(text.contains("templates = [\"star\"]\n") && !text.contains("\"40 mm\""), "\(text)")
    #expect(try check().status == 0)
  }
}
