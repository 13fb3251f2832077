import Bindings
import Foundation
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// Attempts that just fail, one for each kind of gesture and each reason: the explanation names the right reason, the
/// measured value and the limit.
///
/// Each script of Tests/Fixtures/near-misses has comments `# says: …` with the expected lines about its gestures. With
/// GESTURE_BRIDGE_WRITE_NEAR_MISSES=1 a run rewrites them. Such a run always fails: read the new lines first.
@Suite struct NearMissTests {
  @Test(arguments: NearMissScript.all) func theRightReason(_ script: NearMissScript) throws {
    let text = try script.text()
    let read = try TouchScript.read(text, name: script.name)
    let rules = Rules(ruleSet: try #require(read.rules))
    let explanation = try Explanation(read.recording, rules: rules)
    let sentences = explanation.sentences
    let wanted = NearMissScript.expected(in: text)
    if NearMissScript.writes {
      try script.write(text, wanted.map { line in explanation.sentence(like: line) })
      Issue.record("wrote \(script.name): read it, then run again without GESTURE_BRIDGE_WRITE_NEAR_MISSES")
      return
    }
    #expect(!wanted.isEmpty)
    let shown = explanation.text(recording: script.name).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for line in wanted {
      #expect(sentences.contains(line), "it says \(sentences)")
      #expect(shown.contains(line))
    }
  }

  @Test func everyKindIsThere() throws {
    #expect(NearMissScript.all.count >= 60)
    let texts = try NearMissScript.all.map { try $0.text() }
    for kind in Catalogue.kinds { #expect(texts.contains { $0.contains("  it = \(kind.name)") }, "\(kind.name)") }
  }

  /// A failure at a threshold is reported with the measured value, the setting and its limit.
  @Test func bothNumbers() throws {
    var count = 0
    for script in NearMissScript.all {
      let read = try TouchScript.read(try script.text(), name: script.name)
      let explanation = try Explanation(read.recording, rules: Rules(ruleSet: try #require(read.rules)))
      for entry in explanation.explainedAttempts.flatMap(\.entries) {
        guard case .failed(_, .own(let failure))? = entry.cycle?.outcome, let setting = failure.setting,
          failure.limit != nil
        else { continue }
        let reason = try #require(explanation.names.words(entry).reason)
        let parts = reason.components(separatedBy: " (\(setting)")[0].components(separatedBy: ", ").suffix(2)
        #expect(parts.count == 2 && parts.allSatisfy { $0.contains(where: \.isNumber) }, "\(script.name): \(reason)")
        let demands = ["needs ", "allows ", "limit "]
        #expect(demands.contains { parts.last?.hasPrefix($0) == true }, "\(script.name): \(reason)")
        #expect(reason.contains(" (\(setting)"), "\(script.name): \(reason)")
        count += 1
      }
    }
    #expect(count >= 45)
  }
}

extension Explanation {
  /// All sentences about single gestures, each with the gesture's name.
  fileprivate var sentences: [String] {
    explainedAttempts.flatMap(\.entries).map { "\(names.gesture($0.gesture)) \(names.words($0).sentence())" }
      + touchedDevices.flatMap(\.exclusions).map { "\(names.gesture($0.gesture)) \($0.obstacle.reason)" }
  }

  /// This line if the explanation has it, or else one about its gesture, preferably one that reports a failure.
  fileprivate func sentence(like line: String) -> String {
    guard !sentences.contains(line), let name = line.split(separator: " ").first else { return line }
    let about = sentences.filter { $0.hasPrefix("\(name) ") }
    return about.first { !$0.hasPrefix("\(name) recognized") } ?? about.first ?? line
  }
}

/// One script of the folder, by its name.
struct NearMissScript: CustomTestStringConvertible {
  let name: String

  static let writes = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_NEAR_MISSES"] == "1"

  static let all: [NearMissScript] = {
    let path = Fixtures.folder.appendingPathComponent("near-misses").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(".touches") }.sorted().map { NearMissScript(name: $0) }
  }()

  private static let mark = "# says: "

  var testDescription: String { name }

  func text() throws -> String { try Fixtures.text("near-misses/\(name)") }

  static func expected(in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

  /// Writes the script, with these lines in place of its lines `# says: …`.
  func write(_ text: String, _ lines: [String]) throws {
    var lines = lines[...]
    let changed = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix(Self.mark) ? Self.mark + (lines.popFirst() ?? "") : String(line)
    }
    try changed.joined(separator: "\n")
      .write(to: Fixtures.folder.appendingPathComponent("near-misses/\(name)"), atomically: true, encoding: .utf8)
  }
}
