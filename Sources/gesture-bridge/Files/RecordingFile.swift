import Actions
import Base
import GestureCore
import Recordings

/// Why another program's recording can't be read.
enum ForeignRecordingError: Error, Equatable, CustomStringConvertible {
  case noImporter
  case notStarted(String, SystemError)
  /// The importer's message, with file and line.
  case refused(String)
  /// The importer gave no message.
  case broken(String)

  var description: String {
    switch self {
    case .noImporter: Message.noImporter
    case .notStarted(let importer, let error): Message.notStarted(importer, error)
    case .refused(let text): text
    case .broken(let file): Message.importerBroke(file)
    }
  }
}

/// A file with recorded touches, in any format.
struct RecordingFile {
  let recording: Recording
  /// The rules of a touch script that has its own.
  let ownRules: RuleSet?

  /// Reads the file at `path`; the recording's notes say what the reader had to assume.
  init(_ path: String, _ options: ReadingOptions) throws {
    let text = try FileContents(path: path).text
    switch RecordingFormat(text: text) {
    case .touchScript:
      let script = try TouchScript.read(text, name: path)
      recording = script.recording
      ownRules = script.rules
    case .libinput:
      recording = try Recording.read(text: try Self.imported(text, path), name: path, options: options)
      ownRules = nil
    case .events, nil:
      recording = try Recording.read(text: text, name: path, options: options)
      ownRules = nil
    }
  }

  /// The importer's output for another program's recording; each event stays on its line.
  private static func imported(_ text: String, _ path: String) throws(ForeignRecordingError) -> String {
    guard let importer = InternalPrograms.path(of: Import.importer) else { throw .noImporter }
    let answer: ProgramOutput
    do throws(SystemError) {
      answer = try ProgramOutput(of: importer, arguments: ["read-recording", "--", path], input: Array(text.utf8))
    } catch {
      throw .notStarted(importer, error)
    }
    if answer.succeeded { return String(decoding: answer.output, as: UTF8.self) }
    let said = String(decoding: answer.errors, as: UTF8.self)
    let lines = said.split(separator: "\n")
    throw lines.isEmpty ? .broken(path) : .refused(lines.joined(separator: "\n"))
  }
}
