import ArgumentParser
import Base
import Bindings
import Glibc
import Importers

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Convert another program's gestures to a bindings.toml.",
    discussion: """
      Every gesture is converted, or a comment names the gesture and says why not. Standard error shows each \
      gesture with its new rules. A gesture is "proven" if the new rules ran its action when its movement was played. \
      Without PROGRAM, the command looks for each program's file. Without FILE, the program's own file is read. \
      For lisgd, FILE is needed: the script that starts lisgd, or its config.h.
      Exit status: 0 when a bindings.toml was made, 1 when none was made, 2 for a wrong command line.

      Examples:
        gesture-bridge import > new.toml
        gesture-bridge import lisgd ~/.config/sway/config
      """)

  @Argument(help: "The program whose configuration is converted.")
  var program: ImportFormat?

  @Argument(help: "The program's configuration file, or '-' for standard input.", completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong, help: "The file to write, which must not exist; without this option, standard output.",
    completion: .file(extensions: ["toml"]))
  var output: String?

  /// The size limit of a configuration file in bytes, so that a disk image named by mistake is refused.
  private static let limit = 4 << 20
  // The mode before the umask applies; rules that every user can write would be refused.
  private static let outputMode: mode_t = 0o644

  func validate() throws { if program == .lisgd, file == nil { throw ValidationError(Message.lisgdHasNoFile) } }

  func run() throws {
    try reportingErrors {
      if let program { return try convert(program, file ?? Self.usualFile(of: program)) }
      let found = ImportFormat.allCases.compactMap { program in
        Self.places(of: program).first { access($0, F_OK) == 0 }.map { (program: program, file: $0) }
      }
      switch found.count {
      case 0:
        let names = ImportFormat.allCases.map(\.rawValue).listed("or")
        throw CommandError("no configuration of \(names) was found; run `gesture-bridge import PROGRAM FILE`")
      case 1: try convert(found[0].program, found[0].file)
      default: throw CommandError(Self.choice(found, command: "import"))
      }
    }
  }

  /// Prints reports for convertible configurations. Returns an error message with a command for each found program.
  static func choice(_ found: [(program: ImportFormat, file: String)], command: String) -> String {
    let lines = found.map { program, file in
      let report = (try? result(program, file)).map { ImportReport($0, of: file) }
      if let report { StandardStreams.writeError("\(program.rawValue)\n\(report.text)\n") }
      return "  gesture-bridge \(command) \(program.rawValue)    # \(file): \(report?.summary ?? "can't be converted")"
    }
    return "several configurations were found; run one of these commands:\n" + lines.joined(separator: "\n")
  }

  static func result(_ program: ImportFormat, _ file: String) throws -> ImportResult {
    try ImportResult(program, bytes: FileContents(path: file, limit: limit, onlyFile: true).bytes, file: file)
  }

  private func convert(_ program: ImportFormat, _ path: String) throws {
    let name = path == "-" ? "standard input" : path
    let contents =
      path == "-"
      ? try FileContents(open: STDIN_FILENO, called: name, limit: Self.limit)
      : try FileContents(path: path, limit: Self.limit)
    let imported: ImportResult
    do {
      imported = try ImportResult(program, bytes: contents.bytes, file: name)
    } catch {
      StandardStreams.writeError("\(error)\n")
      throw ExitCode.failure
    }
    try write(imported.rules)
    let next =
      "run `gesture-bridge check NEW-FILE --desktop --devices` to see which of these rules your desktop and devices don't support\n"
    StandardStreams.writeError((self.program == nil ? "\(name):\n" : "") + Self.report(imported, of: name) + next)
  }

  /// The report about an import. Its last line has the numbers of converted and of proven gestures.
  static func report(_ result: ImportResult, of file: String) -> String { ImportReport(result, of: file).text }

  static func places(of program: ImportFormat) -> [String] {
    let folder =
      EnvironmentVariable.value("XDG_CONFIG_HOME") ?? EnvironmentVariable.value("HOME").map { $0 + "/.config" }
    return program.places(configFolder: folder ?? "/etc/xdg")
  }

  private static func usualFile(of program: ImportFormat) throws(CommandError) -> String {
    let paths = places(of: program)
    guard let found = paths.first(where: { access($0, F_OK) == 0 }) else {
      let looked = paths.joined(separator: " or ")
      throw CommandError(
        "no configuration of \(program.rawValue) was found at \(looked); run `gesture-bridge import \(program.rawValue) FILE`"
      )
    }
    return found
  }

  private func write(_ text: String) throws(CommandError) {
    let bytes = Array(text.utf8)
    guard let output else {
      if let code = writeAll(bytes, to: STDOUT_FILENO) { throw .unwritable("standard output", code: code) }
      return
    }
    let descriptor = OutputPlace.create(output, Self.outputMode)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw .unwritable(output, code: errno) }
      throw CommandError("\(output) already exists, and is not overwritten; name another file with --output")
    }
    let file = OwnedDescriptor(owning: descriptor)
    if let code = writeAll(bytes, to: file.number) { throw .unwritable(output, code: code) }
  }
}

extension ImportFormat: ExpressibleByArgument {}
