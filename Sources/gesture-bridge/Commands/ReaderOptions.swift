import ArgumentParser
import GestureCore
import Recordings

/// What the reader of recordings may have to be told on the command line.
struct ReaderOptions: ParsableArguments {
  @Option(help: "An evemu description of the device that made the recording.", completion: .file(extensions: ["desc"]))
  var description: String?

  @Option(help: "How many units of the device make a millimetre: a number, or one across and one down as in 20x22.")
  var unitsPerMm: UnitsPerMM?

  @Option(help: "What the device is, where the recording can't tell: touchscreen or touchpad.")
  var deviceKind: DeviceClass?

  /// Reads a recording of any format.
  func read(_ file: String) throws -> RecordingFile { try RecordingFile(file, options()) }

  /// Says what the reader had to assume.
  static func tellNotes(of recording: Recording, in file: String) {
    for note in recording.notes { StandardStreams.writeError("\(file): note: \(note)\n") }
  }

  private func options() throws -> ReadingOptions {
    ReadingOptions(
      description: try description.map { try FileContents(path: $0).text },
      descriptionName: description ?? "description", deviceKind: deviceKind, unitsPerMM: unitsPerMm)
  }
}

extension UnitsPerMM: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension DeviceClass: ExpressibleByArgument {}
