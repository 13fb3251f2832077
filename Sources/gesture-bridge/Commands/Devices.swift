import ArgumentParser
import Bindings
import DeviceInput
import Logging

struct Devices: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List the touch devices with their abilities, and show how to get access to devices that you can't read.",
    discussion: """
      Exit status: 0 on success, 1 when no device or the --config file can't be used, 2 for a wrong command line.

      Examples:
        gesture-bridge devices
        gesture-bridge devices --config new.toml
      """)

  @Option(
    help:
      "The rules file, which can set the sizes of devices; without this option, the file that the daemon would use.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  func run() throws {
    try reportingErrors {
      let report = try DeviceReport.present(rules())
      StandardStreams.write(report.text + "\n")
      if report.found.isEmpty { throw ExitCode.failure }
    }
  }

  /// The rules of --config, or else of the file that the daemon would use; nil if that file is missing or unusable.
  private func rules() throws -> Rules? {
    if let config {
      return try RulesFile.load(config) { if $0.severity == .error { StandardStreams.writeError("\($0)\n") } }
    }
    guard let path = try? RulesFile.path(named: nil) else { return nil }
    do {
      return try RulesFile.load(path) { _ in }
    } catch {
      StandardStreams.writeError("gesture-bridge: warning: \(Message.sizesLeftOut(error))\n")
      return nil
    }
  }
}

extension DeviceReport {
  /// A report on the connected touch devices. `rules` give the sizes of devices that don't report a size.
  static func present(_ rules: Rules? = nil) throws -> DeviceReport {
    // Messages are not logged, because the report includes them.
    let source = try InputSource(rules: rules?.ruleSet, log: Logger.standardError(.critical))
    source.start()
    try source.read()
    return source.report
  }
}
