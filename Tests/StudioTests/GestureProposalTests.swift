import Analysis
import Bindings
import GestureCore
import Recordings
import Support
import Testing

@testable import Studio

/// The gestures that are proposed for a movement that was made several times.
@Suite struct GestureProposalTests {
  private static let rules = """
    [gesture.back]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = "true"

    """

  /// Each movement made five times, a little otherwise each time.
  private func kept(_ movement: (Int) -> String, device: String = "pad: touchpad 100x66 mm") throws -> (
    KeptAttempts, Rules
  ) {
    var script = "touches\n  device \(device)\n"
    for number in 0..<5 { script += movement(number) }
    let recording = try Recording.read(text: script, name: "made")
    let rules = try #require(Rules.load(text: Array(Self.rules.utf8), file: "bindings.toml").rules)
    var kept = KeptAttempts()
    for attempt in try Replay.attempts(recording, rules: rules).sorted(by: { $0.number < $1.number }) {
      _ = kept.add(attempt, of: recording.devices, under: rules.ruleSet, in: Context())
    }
    return (kept, rules)
  }

  private func proposals(
    _ movement: (Int) -> String, device: String = "pad: touchpad 100x66 mm"
  ) throws -> [GestureProposal] {
    let (kept, rules) = try kept(movement, device: device)
    #expect(kept.all.count == 5)
    return GestureProposal.proposals(for: kept.all.map(\.sample), in: rules)
  }

  private func swipe(_ fingers: Int, by offset: String) -> (Int) -> String {
    { number in
      let start = number * 3000
      let names = Array("abcde".prefix(fingers)).map(String.init)
      let landings = names.enumerated().map { "\($1) \(40 + $0 * 8 + number),30" }.joined(separator: " ")
      return """
          \(start)ms down \(landings)
          \(start + 8)ms move \(names.joined(separator: ",")) by \(offset) over 160ms
          \(start + 180)ms up \(names.joined(separator: ","))

        """
    }
  }

  @Test func aSwipeHasADirection() throws {
    let found = try proposals(swipe(4, by: "0,-25"))
    #expect(found.first?.toml == "kind = \"swipe\"\nfingers = 4\ndirection = \"up\"\n", "\(found)")
    #expect(found.first?.words == "swipe with 4 fingers, up" && found.allSatisfy { $0.recognizedCount == 5 })
    #expect(found.first?.collisions == [])
  }

  @Test func whatIsThereAlreadyIsSaid() throws {
    let found = try proposals(swipe(3, by: "-25,0"))
    #expect(found.first?.kind.name == "swipe")
    #expect(found.first?.collisions.contains { $0.contains("\"back\"") } == true, "\(found)")
  }

  @Test func tapsAreCounted() throws {
    let found = try proposals { number in
      let start = number * 3000
      return (0..<2).map { tap in
        "  \(start + tap * 150)ms down a 50,30 b 60,30 c 70,30\n  \(start + tap * 150 + 50)ms up a,b,c\n"
      }.joined()
    }
    #expect(found.first?.toml == "kind = \"tap\"\nfingers = 3\ntaps = 2\n", "\(found)")
  }

  /// A press that is a little too long for a tap on a touchpad (200 ms) gets the threshold that accepts it; a much
  /// longer press isn't proposed as a tap.
  @Test func thresholdsAreMeasuredAndStayNear() throws {
    let press = { (milliseconds: Int) in
      { (number: Int) in
        "  \(number * 5000)ms down a 50,30 b 60,30 c 70,30\n  \(number * 5000 + milliseconds)ms up a,b,c\n"
      }
    }
    let slow = try proposals(press(260))
    #expect(slow.contains { $0.kind.name == "tap" && $0.toml.contains("max-duration = ") }, "\(slow)")
    let long = try proposals(press(1500))
    #expect(!long.contains { $0.kind.name == "tap" } && long.contains { $0.kind.name == "long-press" }, "\(long)")
  }

  /// One and two fingers on a touchpad point and scroll, so the gesture names it.
  @Test func fewFingersOnATouchpad() throws {
    let found = try proposals(swipe(2, by: "0,25"), device: "pad: touchpad 100x66 mm pointing")
    #expect(found.allSatisfy { $0.toml.contains("device = \"touchpad\"\n") } && !found.isEmpty, "\(found)")
  }

  /// A check mark begins as a swipe does, but isn't proposed as one.
  @Test func aDrawingIsLearned() throws {
    let found = try proposals(
      { number in
        let start = number * 3000
        return """
            \(start)ms down a \(80 + number),60
            \(start + 8)ms move a by 12,16 over 160ms
            \(start + 170)ms move a by 25,-35 over 240ms
            \(start + 430)ms up a

          """
      }, device: "screen: touchscreen 300x190 mm")
    let first = try #require(found.first)
    #expect(first.toml == "kind = \"stroke\"\nfingers = 1\ntemplates = [\"drawing\"]\n", "\(found.map(\.toml))")
    #expect(first.recognizedCount == 5 && first.words == "stroke with 1 finger, learned from your drawing")
    let drawing = try #require(first.drawing)
    let read = TemplateFile.read(text: Array(drawing.file.utf8), file: "drawing.toml", name: drawing.name)
    #expect(read.templates?.strokes.count == 5 && read.diagnostics.isEmpty)
  }

  @Test func nothingFitsDifferentMovements() throws {
    let found = try proposals { number in
      swipe(3, by: ["0,-25", "25,0", "0,25", "-25,0", "20,20"][number])(number)
    }
    #expect(found.allSatisfy { !$0.toml.contains("direction") }, "\(found)")
    #expect(GestureProposal.proposals(for: [], in: Rules()).isEmpty)
  }

  // MARK: The kept attempts

  @Test func attemptsAreKeptWithTheirWays() throws {
    let (kept, rules) = try kept(swipe(3, by: "-25,0"))
    let first = try #require(kept.all.first)
    #expect(first.words == "3 fingers moved 25 mm to the left in 180 ms: back", "\(first.words)")
    #expect(first.recognized == ["back"] && first.fingers == 3 && first.strokes.count == 3)
    #expect(
      first.strokes.first?.first?.position == Vector(40, 30) && first.strokes.first?.last?.position == Vector(15, 30))
    #expect(kept.samples([2, 4, 99]).map(\.number) == [2, 4])
    let solo = try #require(SoloGesture("back", of: rules.ruleSet))
    #expect(solo.measurements(of: first.sample)["min-distance"].map { abs($0 - 25) < 0.1 } == true)
    #expect(!solo.recognizes(first.sample, ["min-distance": 26]) && solo.recognizes(first.sample, ["min-distance": 24]))
  }

  @Test func nearMissesAreSaid() throws {
    let (kept, _) = try kept(swipe(3, by: "-9,0"), device: "screen: touchscreen 300x190 mm")
    #expect(
      kept.all.first?.words
        == "3 fingers moved 9 mm to the left in 180 ms: near miss of back (moved 9 mm, needs 12 mm (min-distance))",
      "\(kept.all.map(\.words))")
  }

  @Test func onlyTheLastAreKept() throws {
    var (kept, rules) = try kept(swipe(3, by: "-25,0"))
    let sample = try #require(kept.all.first?.sample)
    let recording = Recording(name: "again", devices: [sample.device], frames: sample.frames)
    let attempt = try #require(try Replay.attempts(recording, rules: rules).first)
    for _ in 0..<300 { _ = kept.add(attempt, of: [sample.device], under: rules.ruleSet, in: Context()) }
    #expect(kept.all.count == KeptAttempts.most && kept.all.last?.number == 305)
  }
}
