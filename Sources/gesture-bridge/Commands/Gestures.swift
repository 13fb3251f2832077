import ArgumentParser
import GestureCore

/// Lists the kinds of gesture with their settings.
struct Gestures: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gestures",
    abstract: "List the kinds of gesture, their settings, defaults and where each figure is from.")

  @Argument(help: "Only this kind.")
  var kind: String?

  @Flag(help: "As a Markdown document.")
  var markdown = false

  func validate() throws {
    guard let kind, Catalogue.kind(named: kind) == nil else { return }
    throw ValidationError(
      "there is no kind \"\(kind)\"; there are \(Catalogue.kinds.map(\.name).joined(separator: ", "))")
  }

  func run() throws {
    let kinds = Catalogue.kinds.filter { kind == nil || $0.name == kind }
    StandardStreams.write(
      markdown ? KindReport.document(kinds) : kinds.map { KindReport($0).text }.joined(separator: "\n"))
  }
}
