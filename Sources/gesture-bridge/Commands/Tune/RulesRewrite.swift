import Analysis
import Bindings
import GestureCore
import Recordings

/// Why thresholds are not written into the rules.
enum RewriteError: Error, CustomStringConvertible {
  /// The rules come from no file that the gesture's section stands in.
  case noFile(String)
  case refused(file: String, SettingEdit.Refusal)
  /// With the change the rules could not be used, for these reasons.
  case unusable(file: String, [Diagnostic])
  /// The rules would not say what was meant.
  case otherMeaning(file: String)
  case notReplaced(ReplacementError)

  var description: String { Message.notRewritten(self) }
}

/// The change of the rules that a tuning proposes, in the file that holds the gesture's section.
struct RulesRewrite {
  let file: String
  private let before: [UInt8]
  private let after: [UInt8]

  /// Nothing is written yet.
  init(_ tuning: Tuning, _ reading: RulesReading) throws(RewriteError) {
    let name = tuning.gesture.name
    guard let rules = try? reading.result.get(),
      let place = rules.ruleSet.gestures.firstIndex(where: { $0.name == name }),
      rules.locations.indices.contains(place),
      let (file, text) = Self.home(rules.locations[place].file, reading)
    else { throw .noFile(name) }
    self.file = file
    before = text
    do {
      after = try SettingEdit(tuning.changes.map { ($0.change.setting, $0.change.valueText) }, of: name, in: text).text
    } catch {
      throw .refused(file: file, error)
    }
    try check(tuning, place, reading)
  }

  /// What it changes, as `diff -u` shows it.
  var difference: String { LineDifference(before, after).text(file) }

  func write() throws(RewriteError) {
    do {
      try FileReplacement.write(after, to: file, inPlaceOf: before)
    } catch {
      throw .notReplaced(error)
    }
  }

  private static func home(_ file: String, _ reading: RulesReading) -> (String, [UInt8])? {
    for part in reading.parts where part.path == file {
      if case .bytes(let bytes) = part.content { return (file, bytes) }
    }
    return nil
  }

  /// The rules as they would be read from then on must be those that were tried out.
  private func check(_ tuning: Tuning, _ place: Int, _ reading: RulesReading) throws(RewriteError) {
    let loaded = reading.loaded { $0 == file ? after : $1 }
    guard let rules = loaded.rules else { throw .unusable(file: file, loaded.diagnostics.filter(\.isError)) }
    let gestures = rules.ruleSet.gestures
    guard gestures.map(\.name) == tuning.rules.gestures.map(\.name),
      gestures.map(\.settings) == tuning.rules.gestures.map(\.settings)
    else { throw .otherMeaning(file: file) }
  }
}

extension RulesReading {
  /// The same files read as if they said something else; nothing is looked up again.
  fileprivate func loaded(_ change: (String, [UInt8]) -> [UInt8]) -> LoadedRules {
    var texts: [String: [UInt8]] = [:]
    for part in parts {
      if case .bytes(let bytes) = part.content { texts[part.path] = change(part.path, bytes) }
    }
    let main = parts.first?.path ?? ""
    let includes = Includes(home: RulesFile.variable("HOME"), identity: main) { path in
      texts[path].map { .success(Includes.File(text: $0, identity: path)) } ?? .failure(Includes.Refusal(path))
    }
    return Rules.load(text: texts[main] ?? [], file: main, includes: includes)
  }
}
