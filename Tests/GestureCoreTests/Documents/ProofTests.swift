import Foundation
import GestureCore
import Proof
import Support
import Testing

/// A second arbitration, written from the specification, agrees with the engine; `contrib/bench proof` plays far more.
@Suite struct ProofTests {
  /// Every nth small world of a family is played, with inputs that are shorter than in the full proof.
  private static let shares = ["triples": 3200, "taps": 6400, "quadruples": 960, "zones": 480]
  private static let share = 480
  private static let shorter = -2
  private static let randomFrames = 12_000

  @Test func smallWorldsAgree() async {
    for family in Family.all(Self.shorter) {
      let tally = await family.play(worlds: Self.shares[family.name] ?? Self.share)
      #expect(tally.failures.prefix(1) == [], "\(family.name)")
      #expect(tally.worlds > 0 && tally.steps > tally.worlds, "\(family.name)")
    }
  }

  @Test func randomWorldsAgree() {
    var worlds = RandomWorlds(seed: 3)
    var coverage = Coverage()
    let tally = worlds.play(frames: Self.randomFrames, &coverage)
    #expect(tally.failures.prefix(1) == [])
    #expect(tally.steps >= Self.randomFrames)
  }

  /// A cancelled touch fails, in the same instant, also a gesture that still waits for more fingers. Of the two gestures that
  /// were held, the one of higher priority is recognized then.
  @Test func aCancelledTouchFailsGesturesThatWaitForFingers() {
    let soon = Plan([.init(.after(25), .recognize)])
    let world = World([
      World.Actor("low", soon) { $0.relations.requireToFail = [Requirement(.gesture("late"))] },
      World.Actor("high", soon.with { $0.yieldsToEdges = true }) { $0.priority = 2 },
      World.Actor(
        "edge",
        Plan([.init(.after(40), .fail)]) {
          $0.fingers = 2...2
          $0.landsSeparately = true
          $0.band = 10
        }
      ) { $0.exclusiveTouchType = false },
      World.Actor("late", Plan([.init(.pause(500), .recognize)])),
    ])
    let inputs: [Input] = [
      .down(0, at: .edge), .down(1, at: .right, tool: .stylus), .upAll, .down(2, at: .left), .cancel(2),
    ]
    #expect(world.difference(inputs) == nil)
  }

  /// Each fault of the list can still be seeded: its mark is on one line, which it changes; and no mark is without a fault.
  @Test func seededFaultsFitTheSources() throws {
    let url = packageRoot.appendingPathComponent("contrib/prove/faults.json")
    let faults = try JSONDecoder().decode([SeededFault].self, from: Data(contentsOf: url))
    #expect(faults.count == 39)
    let sources = packageRoot.appendingPathComponent("Sources/GestureCore")
    let lines = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
      .flatMap { try String(contentsOf: sources.appendingPathComponent($0), encoding: .utf8).split(separator: "\n") }
    let marked = lines.map { $0.components(separatedBy: "  // fault: ") }.filter { $0.count == 2 }
    #expect(marked.map { $0[1] }.sorted() == Set(faults.map(\.mark)).sorted())
    for fault in faults {
      let code = marked.first { $0[1] == fault.mark }?[0].trimmingCharacters(in: .whitespaces)
      #expect(code != fault.line, "\(fault.what)")
    }
  }
}

/// A small fault of the engine that the proof must notice.
private struct SeededFault: Decodable {
  let what: String
  let mark: String
  let line: String
}
