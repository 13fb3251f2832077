import Bindings
import Glibc

/// One reading of the rules: what stood in each file, and what came of it.
struct RulesReading {
  /// A file, and what was found there.
  struct Part: Equatable {
    enum Content: Equatable {
      case bytes([UInt8])
      case refused(FileError)
    }

    let path: String
    let content: Content
  }

  /// No rules come near this, and reading them must not keep gestures waiting.
  private static let limit = 4 << 20

  /// The file and all it includes or names: two readings of the same parts come to the same.
  private(set) var parts: [Part] = []
  let result: Result<Rules, RulesFile.Problem>
  let diagnostics: [Diagnostic]

  /// Reads the file at `path` and all it includes or names, telling of each path before it is opened. The first reading takes a
  /// pipe too, where one is named in place of a file.
  init(_ path: String, isFirst: Bool = true, opening: @escaping (String) -> Void = { _ in }) {
    let notes = Notes()
    let read = { (path: String, onlyFile: Bool) throws(FileError) -> Includes.File in
      opening(path)
      do throws(FileError) {
        let contents = try FileContents(path: path, limit: Self.limit, onlyFile: onlyFile)
        if contents.status.isFile, let exposure = Exposure.find(at: path, contents.status) { throw .exposed(exposure) }
        notes.parts.append(Part(path: path, content: .bytes(contents.bytes)))
        let identity = "\(contents.status.st_dev):\(contents.status.st_ino)"
        return Includes.File(text: contents.bytes, identity: identity)
      } catch {
        notes.parts.append(Part(path: path, content: .refused(error)))
        throw error
      }
    }
    do throws(FileError) {
      let main = try read(path, !isFirst)
      let includes = Includes(home: RulesFile.variable("HOME"), identity: main.identity) { included in
        Result { () throws(FileError) in try read(included, true) }
          .mapError { Includes.Refusal($0.message, fix: $0.fix, isMissing: $0.isMissing) }
      }
      let loaded = Rules.load(text: main.text, file: path, includes: includes)
      diagnostics = loaded.diagnostics
      result = loaded.rules.map { .success($0) } ?? .failure(.invalid(path: path, loaded.diagnostics.filter(\.isError)))
    } catch {
      diagnostics = []
      result = .failure(.unreadable(error))
    }
    parts = notes.parts
  }

  /// Whether there is nothing where the rules stood.
  var isGone: Bool {
    if case .refused(.unreadable(_, ENOENT))? = parts.first?.content { parts.count == 1 } else { false }
  }

  /// What the closures of one reading write down.
  private final class Notes {
    var parts: [Part] = []
  }
}

extension Diagnostic {
  var isError: Bool { severity == .error }
}
