import ArgumentParser
import Plot
import Recordings

/// Draws a recording and what the rules make of it.
struct PlotFile: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot",
    abstract: "Draw a recording: where the fingers went, and what became of each gesture meanwhile.",
    discussion: """
      The SVG shows the way of each finger in mm on the device with its zones, and below it a timeline of each attempt: \
      when a gesture was possible, held or had begun, when it was recognized, or why it failed. The HTML is one page that \
      needs nothing else, with a slider for the time. Recordings and rules are read as by 'replay'; attempts have the \
      numbers that 'explain' gives them. Exit status: 0, 1 when a file can't be read, drawn or written, 2 for a wrong \
      command line.
      """)

  @OptionGroup var source: RecordingOptions

  @Option(
    name: .shortAndLong, help: "The file to write, its name ending with .svg or .html; - is standard output.",
    completion: .file(extensions: ["svg", "html"]))
  var output: String

  @Option(help: "What to write where the file's name does not tell: svg or html.")
  var format: PictureFormat?

  @Option(help: "Only this gesture, and those that decided about it.")
  var gesture: String?

  @Option(help: "Only this attempt, by its number from 1.")
  var attempt: Int?

  @Flag(help: "Write over a file that is there already.")
  var force = false

  func validate() throws {
    guard format == nil, PictureFormat(ending: output) == nil else { return }
    throw ValidationError(Message.unknownPictureFormat(output))
  }

  func run() throws {
    try RecordingOptions.reportingErrors {
      let contents = try source.read()
      if let gesture { _ = try contents.find(gesture) }
      let recording = contents.recording
      source.tellNotes(of: recording)
      let selection = RecordingPlot.Selection(gesture: gesture, attempt: attempt)
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

/// What a picture is written as.
enum PictureFormat: String, CaseIterable, ExpressibleByArgument {
  case svg, html

  /// What a file's name says it is.
  init?(ending path: String) {
    guard let found = Self.allCases.first(where: { path.hasSuffix(".\($0.rawValue)") }) else { return nil }
    self = found
  }
}
