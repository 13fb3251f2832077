import Analysis
import Base
import Bindings
import GestureCore
import Glibc
import Recordings
import Studio
import Text

extension CommandError {
  static func notInFile(_ gesture: String) -> CommandError {
    CommandError(
      "nothing is written: no rules file has the gesture \"\(gesture.visible)\"; add --config and the file that has this gesture"
    )
  }

  static func unchanged(_ file: String, _ reason: String) -> CommandError {
    CommandError("\(file) is not changed: \(reason)")
  }

  static func unusable(_ file: String, _ errors: [Diagnostic]) -> CommandError {
    unchanged(file, "with the change, \(Message.have(errors)): \(errors.first?.message ?? "")")
  }

  static func notReplaceable(_ path: String, owner code: Int32) -> CommandError {
    CommandError(
      "the file is not changed: its replacement \(path) can't get the same owner and group (\(String(cString: strerror(code)))); edit the file as its owner"
    )
  }
}

/// The change that a tuning proposes, in the file with the gesture's section.
struct RulesRewrite {
  let file: String
  private let before: [UInt8]
  private let after: [UInt8]

  /// Makes and checks the new text without writing it. Throws if no file has the gesture, or the change or check fails.
  init(_ tuning: Tuning, _ reading: RulesReading) throws(CommandError) {
    let name = tuning.gesture.name
    guard let rules = try? reading.result.get(),
      let index = rules.ruleSet.gestures.firstIndex(where: { $0.name == name }),
      rules.locations.indices.contains(index),
      let part = reading.parts.first(where: { $0.path == rules.locations[index].file }),
      let text = try? part.content.get()
    else { throw .notInFile(name) }
    file = part.path
    before = text
    var draft = RulesDraft(file: text)
    do {
      try draft.apply(
        tuning.changes.map(\.change).map {
          .set(["gesture", name] + [$0.deviceClass?.rawValue, $0.setting].compactMap { $0 }, to: $0.valueText)
        })
    } catch {
      throw .unchanged(file, "\(error)")
    }
    after = draft.text
    try check(tuning, index, reading)
  }

  /// The change in the form of `diff -u`.
  var difference: String { LineDifference(before, after).text(file) }

  func write() throws(CommandError) { try FileReplacement.write(after, to: file, inPlaceOf: before) }

  /// Checks that the changed rules have no errors, and have the gestures and settings that the tuning has tried.
  private func check(_ tuning: Tuning, _ index: Int, _ reading: RulesReading) throws(CommandError) {
    let loaded = reading.loaded { $0 == file ? after : $1 }
    guard let rules = loaded.rules else { throw .unusable(file, loaded.diagnostics.filter(\.isError)) }
    let gestures = rules.ruleSet.gestures
    guard gestures.map(\.name) == tuning.rules.gestures.map(\.name),
      gestures.map(\.settings) == tuning.rules.gestures.map(\.settings),
      gestures.map(\.classSettings) == tuning.rules.gestures.map(\.classSettings)
    else { throw .unchanged(file, "the change would also affect other rules; edit the file yourself") }
  }
}

extension RulesReading {
  /// Reloads rules from memory. `change` turns a path and text into the text to load; `more` has further texts by path.
  func loaded(
    adding more: [String: [UInt8]] = [:], listing most: Int = Rules.listed, _ change: (String, [UInt8]) -> [UInt8]
  ) -> LoadedRules {
    var texts = more
    for part in parts {
      if let bytes = try? part.content.get() { texts[part.path] = change(part.path, bytes) }
    }
    let main = parts.first?.path ?? ""
    let includes = Includes(home: EnvironmentVariable.value("HOME"), identity: main) { path in
      texts[path].map { .success(Includes.File(text: $0, identity: path)) } ?? .failure(Includes.Refusal(path))
    }
    return Rules.load(text: texts[main] ?? [], file: main, listing: most, includes: includes)
  }
}

/// Replaces a file's text in one step.
enum FileReplacement {
  /// Replaces a file's text; keeps the owner and permissions. Throws if the text isn't `old`, or can't be replaced.
  static func write(_ text: [UInt8], to path: String, inPlaceOf old: [UInt8]) throws(CommandError) {
    guard let target = PathResolver().resolve(path) else {
      throw CommandError("\(FileError.unreadable(path: path, code: ENOENT))")
    }
    let present: FileContents
    do throws(FileError) {
      present = try FileContents(path: target, onlyFile: true)
    } catch {
      throw CommandError("\(error)")
    }
    guard present.bytes == old else {
      throw .unchanged(path, "another program has edited it in the meantime; try again")
    }
    let temporaryPath = OutputPlace.beside(target)
    let descriptor = OutputPlace.create(temporaryPath, S_IRUSR | S_IWUSR)
    guard descriptor >= 0 else { throw .unwritable(temporaryPath, code: errno) }
    defer { close(descriptor) }
    do throws(CommandError) {
      try fill(descriptor, text, temporaryPath, like: present.status)
      guard rename(temporaryPath, target) == 0 else { throw .unwritable(target, code: errno) }
    } catch {
      unlink(temporaryPath)
      throw error
    }
    syncFolder(of: target)
  }

  private static func fill(
    _ descriptor: Int32, _ text: [UInt8], _ path: String, like old: stat
  ) throws(CommandError) {
    if let code = writeAll(text, to: descriptor) { throw .unwritable(path, code: code) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unwritable(path, code: errno) }
    if status.st_uid != old.st_uid || status.st_gid != old.st_gid {
      guard fchown(descriptor, old.st_uid, old.st_gid) == 0 else { throw .notReplaceable(path, owner: errno) }
    }
    guard fchmod(descriptor, old.st_mode & Self.permissions) == 0, fsync(descriptor) == 0 else {
      throw .unwritable(path, code: errno)
    }
  }

  private static let permissions: mode_t = 0o7777

  /// Writes the folder to the disk, so that the renamed file survives a loss of power. Ignores errors.
  private static func syncFolder(of path: String) {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let descriptor = open(folder.isEmpty ? "/" : folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}

/// The differences between two texts by line. Like `diff -u`, but without line counts.
struct LineDifference {
  /// The number of unchanged lines shown before and after each change.
  private static let context = 2

  private let lines: [(mark: Character, text: String)]

  init(_ before: [UInt8], _ after: [UInt8]) {
    let (old, new) = (Self.lines(before), Self.lines(after))
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [(mark: Character, text: String)] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(("-", old[left]))
        left += 1
      } else if right < new.count, added.contains(right) {
        lines.append(("+", new[right]))
        right += 1
      } else {
        lines.append((" ", old[left]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  /// Returns the changed lines and the lines around them, below the file's name. Empty if nothing differs.
  func text(_ file: String) -> String {
    let changed = lines.indices.filter { lines[$0].mark != " " }
    guard !changed.isEmpty else { return "" }
    var result = "--- \(file)\n+++ \(file)\n"
    var numbers = (1, 1)
    var isOpen = false
    for (index, line) in lines.enumerated() {
      let isShown = changed.contains { abs($0 - index) <= Self.context }
      if isShown, !isOpen { result += "@@ -\(numbers.0) +\(numbers.1) @@\n" }
      if isShown { result += "\(line.mark)\(line.text)\n" }
      isOpen = isShown
      if line.mark != "+" { numbers.0 += 1 }
      if line.mark != "-" { numbers.1 += 1 }
    }
    return result
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
  }
}
