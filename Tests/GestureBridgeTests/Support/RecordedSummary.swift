import Bindings
import Foundation
import GestureCore
import Recordings
import Support
import Text

@testable import gesture_bridge

/// Keeps the lines that it is given.
final class CapturedLog: LineOutput {
  private(set) var lines: [String] = []

  func write(_ line: String) { lines.append(line) }
  func flush() {}
  func finish() {}

  var text: String { lines.map { $0 + "\n" }.joined() }
}

/// The output of the debug forms for a reference recording, short enough to be kept and to be read in a diff.
struct RecordedSummary {
  /// Within the data's folder.
  let path: String
  let plain: CapturedLog
  let json: CapturedLog
  private let rules: RuleSet
  private let facts: Facts

  init(_ path: String, _ rules: Rules) throws {
    self.path = path
    self.rules = rules.ruleSet
    let recording = try Self.recording(path).sized(by: rules.ruleSet)
    let facts = Facts()
    try Replay.run(recording, rules: rules, watcher: facts) { _, _ in }
    self.facts = facts
    plain = try Self.lines(recording, rules, .plain)
    json = try Self.lines(recording, rules, .json)
  }

  /// The section of the golden file.
  var text: String {
    var text = "\(path)\n"
    for (name, lines) in [("plain", plain), ("json", json)] {
      text += "  \(name): \(lines.lines.count) lines, \(digest(lines.text))\n"
    }
    return text + story.map { "  \($0)\n" }.joined() + "\n"
  }

  /// Gesture events and near misses in the order of time; for `changed` events only their number.
  private var story: [String] {
    var changes = 0
    return facts.all.compactMap { fact in
      switch fact {
      case .event(let event) where event.state == .changed:
        changes += 1
        return nil
      case .event(let event):
        defer { changes = 0 }
        let side = event.values.direction.map { " \($0.rawValue)" } ?? ""
        let count = changes > 0 ? ", \(changes) changes" : ""
        return "\(ms(event.time)) \(rules.gestures[event.gesture.rawValue].name) \(event.state.rawValue)\(side)\(count)"
      case .miss(let miss):
        return "\(ms(miss.time)) near miss: \(rules.gestures[miss.gesture.rawValue].name) \(miss.failure)"
      }
    }
  }

  private func ms(_ time: Timestamp) -> String {
    "\(decimal((time - Timestamp(microseconds: 0)).milliseconds, places: 0)) ms"
  }

  private static func lines(_ recording: Recording, _ rules: Rules, _ form: DebugForm) throws -> CapturedLog {
    let lines = CapturedLog()
    try Replay.run(recording, rules: rules, watcher: form.output(replaying: rules, to: lines)) { _, _ in }
    return lines
  }

  /// The recording in the file, with the known facts about its device.
  static func recording(_ path: String) throws -> Recording {
    let url = ReferenceData.folder.appendingPathComponent(path)
    let board = ReferenceBoard.of(path)
    let description = try board?.description.map { name in
      try String(contentsOf: url.deletingLastPathComponent().appendingPathComponent(name), encoding: .utf8)
    }
    let options = ReadingOptions(
      description: description, deviceClass: path.contains("touchscreen") ? .touchscreen : .touchpad,
      unitsPerMM: board?.unitsPerMM.flatMap { UnitsPerMM(x: $0, y: $0) })
    return try Recording.read(bytes: Array(try Data(contentsOf: url)), name: url.lastPathComponent, options: options)
  }
}

extension RecordedSummary {
  /// Gesture events and near misses, in their order.
  private final class Facts: Watcher {
    enum Fact {
      case event(GestureEvent)
      case miss(NearMiss)
    }

    var all: [Fact] = []

    func observe(_ decision: Decision) {
      if let miss = NearMiss(decision), miss.isNear { all.append(.miss(miss)) }
    }

    func happened(_ event: GestureEvent, _ orders: [Order]) { all.append(.event(event)) }
  }
}

/// The same sixteen hexadecimal digits for the same text on every machine: FNV-1a, 64 bits.
func digest(_ text: String) -> String {
  let hash = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  let digits = String(hash, radix: 16)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
