import ArgumentParser
import Bindings
import DeviceInput
import Doctor
import GestureCore
import Glibc

/// Writes a rules file to begin with.
struct Init: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a bindings.toml to begin with, for this machine's devices and desktop.",
    discussion: """
      It has gestures for touchpads and for touchscreens as far as there are such devices, with commands of the desktop \
      that is found, and says which gestures the desktop keeps for itself. A schema for editors is put beside it. A file \
      that is there already is never touched. Exit status: 0, 1 when it can't be written, 2 for a wrong command line.
      """)

  @Option(help: "Where to write it, instead of $XDG_CONFIG_HOME/gesture-bridge/bindings.toml.", completion: .file())
  var config: String?

  @Option(help: "Whose commands to use, instead of those of the desktop that is found.")
  var session: Session?

  @Flag(help: "Print the rules instead of writing them.")
  var stdout = false

  func run() throws {
    do {
      // Where devices can't be listed there are none to be seen, and the rules say so.
      let report = try? DeviceReport.present()
      // The gestures of a beginning are those of fingers.
      let devices = (report?.found.map(\.device.kind) ?? []) + (report?.unopenable.map(\.kind) ?? [])
      let classes = devices.filter { $0 != .pen }.map(\.deviceClass)
      let rules = StartingRules(
        session ?? Session(variable: Self.variable, exists: { access($0, F_OK) == 0 }), devices: Set(classes))
      guard !stdout else { return StandardStreams.write(rules.text(withSchema: false)) }
      try write(rules)
    } catch {
      StandardStreams.writeError("gesture-bridge: error: \(error)\n")
      throw ExitCode.failure
    }
  }

  private func write(_ rules: StartingRules) throws {
    guard let path = config ?? RulesFile.places.dropLast().first else { throw NewFileError.nowhere }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    try NewFile.write(rules.text(withSchema: true), to: path)
    let schema = folder + InitText.schemaFile
    let isNew = try NewFile.writeUnlessThere(RulesSchema.document.text + "\n", to: schema)
    let missing = rules.programs.filter { !Self.isInPath($0) }
    StandardStreams.write(
      Message.wrote(path, rules) + Message.schema(schema, isNew: isNew) + Message.missing(missing)
        + Message.next(config))
  }

  private static func isInPath(_ program: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

extension Session: ExpressibleByArgument {}
