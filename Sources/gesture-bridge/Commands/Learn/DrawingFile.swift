import Analysis
import Base
import Bindings
import GestureCore
import Glibc
import Recordings

/// The file with a drawing's examples, in a folder next to the rules file.
struct DrawingFile {
  /// The treatment of an existing file.
  enum Mode: Equatable {
    case refuse, add, replace
  }

  let name: String
  let path: String
  private let mode: Mode
  /// The file's current contents; nil if the file doesn't exist.
  private let old: [UInt8]?
  /// The current examples that the new file keeps: all if `mode` is `add`; otherwise empty.
  let earlier: [[Vector]]

  /// Throws if the file can't be read, if it exists and `mode` is `refuse`, or if it has errors and `mode` is `add`.
  init(_ name: String, nextToRules rules: String, _ mode: Mode) throws {
    (self.name, self.mode) = (name, mode)
    path = TemplateFile.path(of: name, nextToRules: rules)
    old = try Self.bytes(path)
    guard let old else {
      earlier = []
      return
    }
    switch mode {
    case .refuse: throw Self.exists(path)
    case .replace: earlier = []
    case .add:
      let read = TemplateFile.read(text: old, file: path, name: name)
      guard let templates = read.templates else {
        let errors = read.diagnostics.filter(\.isError)
        throw CommandError("\(Message.have(errors)): \(errors.first?.message ?? ""); fix the file, or use --replace")
      }
      earlier = templates.strokes
    }
  }

  private static func exists(_ path: String) -> CommandError {
    CommandError("\(path) already exists: use --add to keep its examples, or --replace to replace them")
  }

  private static func bytes(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try FileContents(path: path, onlyFile: true).bytes
    } catch .unreadable(_, ENOENT) {
      return nil
    }
  }

  /// Writes the whole file or nothing; returns the message for the user. Throws if the file would have too many
  /// examples, if it has changed or appeared since `init`, or if it can't be written.
  func write(_ learning: Learning) throws -> String {
    let count = learning.examples.count
    guard earlier.count + count <= StrokeTemplates.mostStrokes else {
      let advice = earlier.isEmpty ? "use fewer recordings" : "learn fewer examples, or remove examples from the file"
      throw CommandError(
        "\(path) would have \(earlier.count + count) examples, but at most \(StrokeTemplates.mostStrokes) are allowed, so nothing is written: \(advice)"
      )
    }
    guard let old else {
      guard try NewFile.writeUnlessThere(learning.text.file(name), to: path) else { throw Self.exists(path) }
      return Message.learned(path, count)
    }
    let isAddition = mode == .add
    let text = isAddition ? learning.text.added(to: old) : Array(learning.text.file(name).utf8)
    try FileReplacement.write(text, to: path, inPlaceOf: old)
    return isAddition ? Message.learned(path, count, inAdditionTo: earlier.count) : Message.relearned(path, count)
  }

  /// The drawings of all other files in the folder. Files that can't be read are ignored.
  var others: [StrokeTemplates] {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    return Self.names(in: folder).compactMap { other in
      let file = other + TemplateFile.suffix
      guard other != name,
        let contents = try? FileContents(path: folder + file, limit: RulesReading.limit, onlyFile: true)
      else { return nil }
      return TemplateFile.read(text: contents.bytes, file: file, name: other).templates
    }
  }

  static func names(nextToRules rules: String) -> [String] {
    let path = TemplateFile.path(of: "", nextToRules: rules)
    return names(in: path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./")
  }

  private static func names(in folder: String) -> [String] {
    FolderNames.all(in: folder).filter { $0.hasSuffix(TemplateFile.suffix) }
      .map { String($0.dropLast(TemplateFile.suffix.count)) }.filter(TemplateFile.isName)
  }
}
