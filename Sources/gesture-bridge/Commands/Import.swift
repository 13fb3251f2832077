import ArgumentParser
import Base
import Glibc
import Importers

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Convert another program's gestures to a bindings.toml.",
    discussion: """
      Every gesture is converted, or named in a comment with the reason why it is not. Without FILE, the program's usual \
      configuration is read; lisgd has no configuration: FILE is the script that starts it, or its config.h.
      Exit status: 0 when there is a bindings.toml, 1 when the file can't be imported, 2 for a wrong command line.

      Examples:
        gesture-bridge import touchegg > new.toml
        gesture-bridge import lisgd ~/.config/sway/config
      """)

  @Argument(help: "The program that the file belongs to.")
  var program: ImportFormat

  @Argument(help: "Its configuration, '-' for standard input.", completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong, help: "The file to write, which must not exist; without it, standard output.",
    completion: .file(extensions: ["toml"]))
  var output: String?

  /// The size limit in bytes: more than any configuration has, but less than a disk image that is named by mistake.
  private static let limit = 4 << 20
  // The mode before the umask applies; rules that every user can write would be refused.
  private static let outputMode: mode_t = 0o644

  func validate() throws {
    if program == .lisgd, file == nil { throw ValidationError(Message.lisgdHasNoFile) }
  }

  func run() throws {
    try reportingErrors {
      let input = try input()
      let imported: ImportResult
      do {
        imported = try ImportResult(program, bytes: input.bytes, file: input.name)
      } catch {
        StandardStreams.writeError("\(error)\n")
        throw ExitCode.failure
      }
      try write(imported.rules)
      StandardStreams.writeError(([imported.summary] + imported.remarks).joined(separator: "\n") + "\n")
    }
  }

  private func input() throws -> (name: String, bytes: [UInt8]) {
    let path = try file ?? usualPath()
    if path == "-" {
      let name = "standard input"
      return (name, try FileContents(open: STDIN_FILENO, called: name, limit: Self.limit).bytes)
    }
    return (path, try FileContents(path: path, limit: Self.limit).bytes)
  }

  /// The first existing file among the usual paths of the other program's configuration.
  private func usualPath() throws(CommandError) -> String {
    let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
    let folder = [variable("XDG_CONFIG_HOME"), variable("HOME").map { $0 + "/.config" }].compactMap { $0 }
      .first { !$0.isEmpty }
    let paths = program.places(configFolder: folder ?? "/etc/xdg")
    guard let found = paths.first(where: { access($0, F_OK) == 0 }) else {
      let looked = paths.joined(separator: " and ")
      throw CommandError("there is no configuration of \(program.rawValue): looked for \(looked); name the file")
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
