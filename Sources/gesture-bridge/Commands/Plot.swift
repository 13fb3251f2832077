import ArgumentParser
import Base
import Glibc
import Plot
import Recordings

struct PlotFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draw a recording: where the fingers went, and what happened to each gesture.",
    discussion: """
      The SVG shows the attempts side by side, with the zones of the device and the paths of the fingers in mm. A \
      timeline below shows when a gesture was possible, held, in progress or recognized, or why it failed. The HTML is \
      one self-contained page with a slider for the time. The command reads recordings and rules as 'replay' does, and numbers \
      attempts as 'explain' does. Exit status: 0 on success, 1 when a file can't be read, drawn or written, 2 for a \
      wrong command line.

      Examples:
        gesture-bridge plot hand.touches -o hand.svg
        gesture-bridge plot hand.touches -o hand.html --attempt 3
      """)

  @OptionGroup var source: RecordingOptions

  @Option(
    name: .shortAndLong, help: "The file to write, with a name that ends in .svg or .html; - is standard output.",
    completion: .file(extensions: ["svg", "html"]))
  var output: String

  @Option(help: "The format, if the file's name doesn't show it: svg or html.")
  var format: PictureFormat?

  @Option(help: "Draw only this gesture, and the gestures that affected it.", completion: RulesNames.gestures)
  var gesture: String?

  @Option(help: "Draw only the attempt with this number (the first is 1), or a range of attempts, such as 31-60.")
  var attempt: AttemptNumbers?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  func validate() throws {
    guard format == nil, PictureFormat(ending: output) == nil else { return }
    throw ValidationError(
      output == "-"
        ? "for standard output, add --format svg or --format html"
        : "\"\(output)\" does not end in .svg or .html; add --format svg or --format html")
  }

  func run() throws {
    try reportingErrors(wrapped: true) {
      let contents = try source.read()
      if let gesture { _ = try contents.find(gesture) }
      let recording = contents.recording
      source.printNotes(of: recording)
      let selection = RecordingPlot.Selection(gesture: gesture, attempts: attempt?.range)
      let plot = try RecordingPlot(recording, rules: contents.rules, selection: selection)
      let text =
        switch format ?? PictureFormat(ending: output) ?? .svg {
        case .svg: plot.svg
        case .html: plot.html
        }
      guard output != "-" else { return StandardStreams.write(text) }
      try PictureFile.write(text, to: output, replacing: force)
    }
  }
}

/// A range of attempt numbers, such as `3` or `31-60`.
struct AttemptNumbers: ExpressibleByArgument {
  let range: ClosedRange<Int>

  init?(argument: String) {
    let parts = argument.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == parts.count, let first = numbers.first, let last = numbers.last, first <= last else {
      return nil
    }
    range = first...last
  }
}

enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case svg, html

  init?(ending path: String) {
    guard let found = Self.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = found
  }
}

enum PictureFile {
  private static let mode: mode_t = 0o644

  /// Writes a picture. If `replacing` is true, replaces an existing file in one step; otherwise throws if the file
  /// exists. Writes directly to pipes and device files. Throws for a folder, and for a link to a file or to nothing.
  static func write(_ text: String, to path: String, replacing: Bool) throws(CommandError) {
    let exists = CommandError("\(path) already exists; add --force to replace it")
    switch OutputPlace(path) {
    case .free: try OutputPlace.fill(OutputPlace.create(path, mode), path, text, orThrow: exists)
    case .file:
      guard replacing else { throw exists }
      let temporaryPath = OutputPlace.beside(path)
      let descriptor = OutputPlace.create(temporaryPath, mode)
      guard descriptor >= 0 else { throw .unwritable(temporaryPath, code: errno) }
      try OutputPlace.fill(descriptor, temporaryPath, text, orThrow: exists)
      guard rename(temporaryPath, path) == 0 else {
        let code = errno
        unlink(temporaryPath)
        throw .unwritable(path, code: code)
      }
    case .link: throw .isLink(path)
    case .folder, .stream:
      try OutputPlace.fill(OutputPlace.openStream(path), path, text, isNew: false, orThrow: exists)
    }
  }
}
