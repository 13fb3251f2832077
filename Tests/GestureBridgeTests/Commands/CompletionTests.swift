import Foundation
import Support
import Testing

private enum Shells {
  static let all = ["bash", "zsh", "fish"]
  static let areThere =
    TestbedProgram.isAllRequired || all.allSatisfy { (try? Program.shell("command -v \($0)"))?.status == 0 }
}

/// The shells accept the completions that the program writes, and offer the words that are valid at each place.
@Suite(.enabled(if: Shells.areThere, "needs bash, zsh and fish: `contrib/setup` installs them"))
struct CompletionTests {
  private static let complete = packageRoot.appendingPathComponent("contrib/packaging/complete").path

  private static let rules = """
    [gesture.overview]
    kind = "swipe"
    fingers = 3
    run = "true"

    [gesture.next]
    kind = "swipe"
    fingers = 4
    run = "true"

    """

  /// A folder with a shell's completions, rules and another file.
  private static func folder(_ shell: String) throws -> Folder {
    let folder = try Folder()
    let script = try Program.run("--generate-completion-script", shell)
    #expect(script.status == 0 && script.errors == "")
    try folder.write("completions.\(shell)", script.output)
    try folder.write("mine.toml", "")
    try folder.write("other.txt", "")
    return folder
  }

  /// The words that `shell` offers for the last of `words`. Empty words are in quotes.
  private static func offers(_ shell: String, _ words: String) throws -> [String] {
    let folder = try folder(shell)
    let home = try Folder()
    try FileManager.default.createDirectory(
      atPath: home.path("gesture-bridge/templates"), withIntermediateDirectories: true)
    try home.write("gesture-bridge/templates/tick.toml", "")
    try home.write("gesture-bridge/bindings.toml", rules)
    // Names are asked of the program itself.
    let programs = (Program.path as NSString).deletingLastPathComponent
    let run = try Program.shell(
      "RULES_HOME=\(home.url.path) PATH=\(programs):$PATH \(complete) \(shell) completions.\(shell) "
        + "gesture-bridge \(words)", in: folder)
    #expect(run.status == 0 && run.errors == "", "\(run)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: Shells.all)
  func parse(_ shell: String) throws {
    let folder = try Self.folder(shell)
    let run = try Program.shell(
      "HOME=$PWD XDG_CONFIG_HOME=$PWD XDG_DATA_HOME=$PWD XDG_CACHE_HOME=$PWD \(shell) -n completions.\(shell)",
      in: folder)
    #expect(run == Program.Outcome(status: 0, output: "", errors: ""))
  }

  @Test(arguments: Shells.all)
  func subcommands(_ shell: String) throws {
    #expect(try Self.offers(shell, "che") == ["check"])
    let all = try Self.offers(shell, "''")
    #expect(Set(["run", "check", "init", "devices", "replay"]).isSubset(of: all), "\(all)")
  }

  @Test(arguments: Shells.all)
  func filesOfRules(_ shell: String) throws {
    #expect(try Self.offers(shell, "check ''") == ["mine.toml"])
    #expect(try Self.offers(shell, "devices --config m") == ["mine.toml"])
    #expect(!FileManager.default.fileExists(atPath: "/nonexistent"))
  }

  @Test(arguments: Shells.all)
  func kinds(_ shell: String) throws {
    #expect(try Self.offers(shell, "kinds pin") == ["pinch"])
  }

  /// The gestures of the rules that the command line names, and those in the usual place. fish knows the place of the
  /// cursor, which it has to pass to the program, only at a terminal.
  @Test(arguments: ["bash", "zsh"])
  func namesInTheRules(_ shell: String) throws {
    #expect(try Self.offers(shell, "tune ov") == ["overview"])
    #expect(try Self.offers(shell, "practice overview ne") == ["next"])
    #expect(try Self.offers(shell, "explain a.touches --gesture ne") == ["next"])
    #expect(try Self.offers(shell, "learn ti") == ["tick"])
    #expect(try Self.offers(shell, "tune --config mine.toml ov").isEmpty)
  }

  @Test(arguments: Shells.all)
  func optionsAndTheirValues(_ shell: String) throws {
    let options = try Self.offers(shell, "check --")
    #expect(Set(["--strict", "--json", "--devices"]).isSubset(of: options), "\(options)")
    #expect(try Self.offers(shell, "import touch") == ["touchegg"])
  }
}
