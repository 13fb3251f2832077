import GestureCore
import Importers
import Recordings

/// A file with recorded touches, in any format.
struct RecordingFile {
  let recording: Recording
  /// The rules in a touch script; nil if the recording contains no rules.
  let ownRules: RuleSet?

  /// Reads the file at `path`. Messages about its content call the file `name`, or `path` if `name` is nil.
  init(_ path: String, named name: String? = nil, _ options: ReadingOptions) throws {
    let text = try FileContents(path: path).text
    let path = name ?? path
    switch RecordingFormat(text: text) {
    case .touchScript:
      let script = try TouchScript.read(text, name: path)
      recording = script.recording
      ownRules = script.rules
    case .libinput:
      let text = try Self.imported(text, path)
      recording = try Recording.read(text: text, name: path, options: options)
      ownRules = nil
    case .events, nil:
      recording = try Recording.read(text: text, name: path, options: options)
      ownRules = nil
    }
  }

  /// Converts a recording by `libinput record` to the evemu format. Each event keeps its line number.
  private static func imported(_ text: String, _ path: String) throws(CommandError) -> String {
    do throws(ImportError) {
      return try LibinputRecording(bytes: Array(text.utf8), file: path).evemu
    } catch {
      throw CommandError(error.fact)
    }
  }
}
