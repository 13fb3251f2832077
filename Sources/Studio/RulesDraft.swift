import Bindings
import TOML
import Text

/// Changes to a rules file that aren't written yet.
///
///     file --edit--> draft --edit--> draft ...    undo reverts one edit, redo applies it again
///     draft --written--> file                     undo still reverts the last edit, in the draft
///
/// An edit of a key or section that also changes the meaning of other keys is refused. `Change.text` replaces the whole
/// text.
public struct RulesDraft: Sendable {
  public enum Change: Equatable, Sendable {
    /// Sets the key at this path to a value. `to` is the value as TOML text. Adds missing sections.
    case set([String], to: String)
    /// Removes a key, if it exists.
    case unset([String])
    /// Adds a section with these lines at the end of the file.
    case add([String], lines: String)
    /// Removes a section with all its subsections.
    case remove([String])
    case text(String)
  }

  /// The reason why the draft is not changed.
  public enum Refusal: Error, Equatable, Sendable {
    case notPossible(key: String, EditRefusal)
    case exists(key: String)
    case otherMeaning([String])
    /// With the added lines, the text can't be read. Contains the message of the first error.
    case badLines(String)
    case tooLong
    case nothingToUndo
    case nothingToRedo
  }

  /// The largest size of the text in bytes. Rules are far shorter.
  public static let longest = 1 << 20
  private static let mostEdits = 200

  /// `file` is the text of the file; `text` is the text of the draft.
  public private(set) var file: [UInt8]
  public private(set) var text: [UInt8]
  private var undoTexts: [[UInt8]] = []
  private var redoTexts: [[UInt8]] = []

  public init(file: [UInt8]) {
    self.file = file
    text = file
  }

  public var isChanged: Bool { text != file }
  public var canUndo: Bool { !undoTexts.isEmpty }
  public var canRedo: Bool { !redoTexts.isEmpty }

  /// Applies all changes as one edit. Applies no change and throws if a change is refused or the text gets too long.
  public mutating func apply(_ changes: [Change]) throws(Refusal) {
    var next = text
    for change in changes { next = try Self.applied(change, to: next) }
    guard next.count <= Self.longest else { throw .tooLong }
    guard next != text else { return }
    push(text, to: &undoTexts)
    redoTexts.removeAll()
    text = next
  }

  public mutating func undo() throws(Refusal) {
    guard let last = undoTexts.popLast() else { throw .nothingToUndo }
    push(text, to: &redoTexts)
    text = last
  }

  public mutating func redo() throws(Refusal) {
    guard let next = redoTexts.popLast() else { throw .nothingToRedo }
    push(text, to: &undoTexts)
    text = next
  }

  public mutating func discard() {
    guard isChanged else { return }
    push(text, to: &undoTexts)
    redoTexts.removeAll()
    text = file
  }

  public mutating func markWritten() { file = text }

  /// Sets `file` after another program's change. An unchanged draft also becomes `fresh`, without undo and redo steps.
  public mutating func updateFile(to fresh: [UInt8]) {
    guard fresh != file else { return }
    if !isChanged {
      text = fresh
      undoTexts.removeAll()
      redoTexts.removeAll()
    }
    file = fresh
  }

  private func push(_ text: [UInt8], to edits: inout [[UInt8]]) {
    edits.append(text)
    if edits.count > Self.mostEdits { edits.removeFirst() }
  }

  // MARK: Edits

  private static func applied(_ change: Change, to text: [UInt8]) throws(Refusal) -> [UInt8] {
    switch change {
    case .text(let fresh): return Array(fresh.utf8)
    case .set(let path, let value):
      return try applied(text, at: path) { document throws(EditRefusal) in
        [try document.setting(path, to: value, in: text)]
      }
    case .unset(let path), .remove(let path):
      return try applied(text, at: path) { document throws(EditRefusal) in try document.removing(path, in: text) }
    case .add(let path, let lines): return try added(path, lines, to: text)
    }
  }

  /// Applies the edits that `edits` returns, which must be sorted from the end of the text to its beginning. Throws if
  /// an edit is refused, if the text would become unreadable, or if keys outside `path` would change.
  private static func applied(
    _ text: [UInt8], at path: [String], _ edits: (Document) throws(EditRefusal) -> [Edit]
  ) throws(Refusal) -> [UInt8] {
    let document = TOML.parse(text)
    var next = text
    do throws(EditRefusal) {
      for edit in try edits(document) { next = edit.applied(to: next) }
    } catch {
      throw .notPossible(key: TOML.key(path), error)
    }
    let fresh = TOML.parse(next)
    let others = fresh.differences(from: document, except: path)
    guard fresh.errors.isEmpty, others.isEmpty else { throw .otherMeaning(others.map { TOML.key($0) }) }
    return next
  }

  private static func added(_ path: [String], _ lines: String, to text: [UInt8]) throws(Refusal) -> [UInt8] {
    let document = TOML.parse(text)
    guard document.errors.isEmpty else { throw .notPossible(key: TOML.key(path), .brokenText) }
    guard !document.has(path) else { throw .exists(key: TOML.key(path)) }
    let lineEnd =
      text.firstIndex(of: UInt8(ascii: "\n")).map { $0 > 0 && text[$0 - 1] == UInt8(ascii: "\r") } ?? false
      ? "\r\n" : "\n"
    var addition = text.isEmpty || text.last == UInt8(ascii: "\n") ? "" : lineEnd
    if !text.isEmpty { addition += lineEnd }
    addition += "[\(TOML.key(path))]\(lineEnd)"
    for line in lines.split(separator: "\n", omittingEmptySubsequences: true) { addition += line + lineEnd }
    let next = text + Array(addition.utf8)
    let fresh = TOML.parse(next)
    guard fresh.errors.isEmpty else { throw .badLines(fresh.errors.first?.message ?? "") }
    let others = fresh.differences(from: document, except: path)
    guard others.isEmpty else { throw .otherMeaning(others.map { TOML.key($0) }) }
    return next
  }
}

extension Document {
  fileprivate func differences(from other: Document, except path: [String]) -> [[String]] {
    differences(from: other).filter { key in
      guard !key.starts(with: path) else { return false }
      guard path.starts(with: key) else { return true }
      return !holdsOnly(path, below: key.count) && !other.holdsOnly(path, below: key.count)
    }
  }

  /// Whether `path` exists, and each table on `path` from level `depth` on (0: root) has only the next key of `path`.
  private func holdsOnly(_ path: [String], below depth: Int) -> Bool {
    var table = root
    for (index, part) in path.enumerated() {
      guard let entry = table[part], index < depth || table.entries.count == 1 else { return false }
      guard index < path.count - 1 else { return true }
      guard case .table(let inner) = entry.value.content else { return false }
      table = inner
    }
    return false
  }

  fileprivate func has(_ path: [String]) -> Bool {
    var table = root
    for (index, part) in path.enumerated() {
      guard let entry = table[part] else { return false }
      guard index < path.count - 1 else { return true }
      guard case .table(let inner) = entry.value.content else { return true }
      table = inner
    }
    return false
  }
}

extension RulesDraft.Refusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notPossible(let key, let refusal): "\(key.inQuotes) can't be changed: \(refusal)"
    case .exists(let key): "\(key.inQuotes) already exists: choose another name"
    case .otherMeaning(let keys):
      keys.isEmpty
        ? "the change would make the file unreadable: edit the file by hand instead"
        : "the change would also change \(keys.map(\.inQuotes).listed("and")): edit the file by hand instead"
    case .badLines(let message): "the new lines can't be read: \(message)"
    case .tooLong: "the rules would be longer than \(RulesDraft.longest >> 20) MiB: shorten the rules"
    case .nothingToUndo: "there is nothing to undo"
    case .nothingToRedo: "there is nothing to redo"
    }
  }
}
