import Foundation
import GestureCore
import Recordings
import Support
import Testing

/// Every documented interaction as a touch script with its whole trace, in Tests/Fixtures/interactions.
///
/// With GESTURE_BRIDGE_WRITE_TRACES=1 a run rewrites the traces after an intended change. Such a run always fails: read
/// the new traces first.
@Suite struct GoldenTraceTests {
  @Test func everyScriptHasItsTrace() {
    let names = Interaction.names(".touches")
    #expect(names.count >= 50)
    #expect(Interaction.writesTraces || names == Interaction.names(".trace"))
  }

  @Test(arguments: Interaction.all) func interaction(_ interaction: Interaction) throws {
    let run = try ScriptRun(try interaction.script())
    #expect(run.isAsExpected, "\(interaction.name): \(run.report)")
    let trace = run.fullTrace.map { $0 + "\n" }.joined()
    if Interaction.writesTraces {
      try trace.write(to: interaction.url(".trace"), atomically: true, encoding: .utf8)
      Issue.record("wrote \(interaction.name).trace: read it, then run again without GESTURE_BRIDGE_WRITE_TRACES")
    } else {
      let golden = try String(contentsOf: interaction.url(".trace"), encoding: .utf8)
      if trace != golden { Issue.record("\(interaction.name): \(difference(trace, golden))") }
    }
  }

  /// The times and the number of timer calls have no effect: deadlines are served at their own time.
  @Test(arguments: Interaction.all) func timersMayBeEarlyOrLate(_ interaction: Interaction) throws {
    let script = try interaction.script()
    let late = try decisions(script) { _, _ in }
    let onTime = try decisions(script) { engine, time in
      while let deadline = engine.nextDeadline.unlessNever, deadline <= time { _ = engine.advance(to: deadline) }
    }
    let often = try decisions(script) { engine, time in
      for ms in stride(from: max(0, time.microseconds - 100_000), through: time.microseconds, by: 1000) {
        _ = engine.advance(to: Timestamp(microseconds: ms))
      }
    }
    #expect(late == onTime)
    #expect(late == often)
    #expect(!late.isEmpty)
  }

  /// The decisions if `wake` is called before every frame.
  private func decisions(_ script: TouchScript, wake: (inout Engine, Timestamp) -> Void) throws -> [Decision] {
    let journal = Journal()
    var engine = try Engine(rules: script.rules ?? RuleSet(), observer: journal)
    for device in script.recording.devices { engine.add(device) }
    var contexts = script.recording.contexts[...]
    for frame in script.recording.frames {
      wake(&engine, frame.time)
      while let change = contexts.first, change.time <= frame.time {
        _ = engine.advance(to: change.time)
        engine.context = change.context
        contexts.removeFirst()
      }
      _ = engine.process(frame)
    }
    let end = Timestamp(microseconds: script.recording.end.microseconds + 10_000_000)
    wake(&engine, end)
    _ = engine.advance(to: end)
    return journal.decisions
  }

  private func difference(_ got: String, _ golden: String) -> String {
    let (got, golden) = (got.split(separator: "\n"), golden.split(separator: "\n"))
    let same = zip(got, golden).prefix { $0 == $1 }.count
    let (mine, wanted) = (got.dropFirst(same).first ?? "nothing", golden.dropFirst(same).first ?? "nothing")
    return "line \(same + 1) is \(mine), not \(wanted)"
  }
}

/// One script of the folder, by its name.
struct Interaction: CustomTestStringConvertible {
  let name: String

  static let writesTraces = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_WRITE_TRACES"] == "1"
  static let all = names(".touches").map { Interaction(name: $0) }

  var testDescription: String { name }

  func url(_ ending: String) -> URL { Fixtures.folder.appendingPathComponent("interactions/\(name)\(ending)") }

  func script() throws -> TouchScript {
    try TouchScript.read(String(contentsOf: url(".touches"), encoding: .utf8), name: name)
  }

  /// The names of all files with this ending, sorted.
  static func names(_ ending: String) -> [String] {
    let path = Fixtures.folder.appendingPathComponent("interactions").path
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }
}
