import Actions
import ArgumentParser
import Glibc

/// Imports another program's configuration by a program of its own, so that the daemon stays small.
struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Write another program's gestures as a bindings.toml.",
    discussion: """
      Every gesture is carried over, or named in a comment with the reason why not. Without FILE, the program's usual \
      configuration is read; lisgd has none, for it FILE is the script that starts it, or its config.h.
      Exit status: 0 when there is a bindings.toml, 1 when the file can't be imported, 2 for a wrong command line.
      """)

  /// The program that does it.
  static let importer = "gesture-bridge-import"

  /// The programs whose files can be imported.
  enum Program: String, CaseIterable, ExpressibleByArgument {
    case libinputGestures = "libinput-gestures"
    case touchegg, fusuma, lisgd, gebaar
  }

  @Argument(help: "The program whose file it is.")
  var program: Program

  @Argument(help: "Its configuration, '-' for standard input.", completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong, help: "The file to write, which must not exist; without it, standard output.",
    completion: .file(extensions: ["toml"]))
  var output: String?

  func validate() throws {
    if program == .lisgd, file == nil { throw ValidationError(Message.lisgdHasNoFile) }
  }

  func run() throws {
    let options = output.map { ["--output=\($0)"] } ?? []
    let arguments = options + ["--", program.rawValue] + (file.map { [$0] } ?? [])
    guard let importer = InternalPrograms.path(of: Self.importer) else {
      StandardStreams.writeError("gesture-bridge: error: \(Message.noImporter)\n")
      throw ExitCode.failure
    }
    let error = ProgramReplacement.run(importer, arguments: arguments)
    StandardStreams.writeError("gesture-bridge: error: \(Message.notStarted(importer, error))\n")
    throw ExitCode.failure
  }
}

/// Finds the programs that belong to this one.
enum InternalPrograms {
  /// The path beside this program, else in the folder for internal programs, else in `PATH`.
  static func path(of name: String) -> String? {
    let own = ProgramReplacement.ownFolder.map { [$0, "\($0)/../libexec/gesture-bridge"] } ?? []
    let search = getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    return (own + search).map { "\($0)/\(name)" }.first(where: ProgramReplacement.exists)
  }
}
