import Bindings
import GestureCore
import Recordings
import Support
import Testing

/// A volume gesture on recorded drags: exactly the steps of the reported movement, in each direction.
@Suite struct RecordedStepTests {
  private typealias StepDirection = StepSettings.StepDirection

  /// One drag on one device, counted from the movement in its events, in nanometres.
  private struct Count {
    var down: StepOracle
    var right: StepOracle

    init(_ every: Double) {
      down = StepOracle(Self.nanometres(every))
      right = down
    }

    /// The number of steps up, down, left and right until now.
    var directions: [Int] { [down.backward, down.forward, right.backward, right.forward] }

    mutating func follow(_ values: GestureValues) {
      down.go(to: Self.nanometres(values.translation.y))
      right.go(to: Self.nanometres(values.translation.x))
    }

    private static func nanometres(_ millimetres: Double) -> Int { Int((millimetres * 1e6).rounded()) }
  }

  /// A drag of each number of fingers, with steps of `every` mm up, down, left and right.
  private func rules(_ every: Double, slop: String = "") throws -> Rules {
    let lines = (1...5).map { "pan\($0) = pan fingers=\($0) \(slop)\n" }.joined()
    let script = try TouchScript.read("gestures\n" + lines, name: "pans")
    let directions: [StepDirection] = [.up, .down, .left, .right]
    let effects = directions.map { ($0, Effect(run: .shell($0.rawValue))) }
    let step = StepSettings(every: .distance(every), effects: Dictionary(uniqueKeysWithValues: effects))
    let nowhere = FileLocation(file: "pans", line: 1, column: 1)
    return Rules(
      ruleSet: try #require(script.rules),
      bindings: (0..<5).map {
        Binding(gesture: GestureID($0), actions: [Action(step, location: nowhere)], location: nowhere)
      })
  }

  /// Plays a recording and compares after each event; returns the numbers of steps up, down, left and right.
  private func compare(_ recording: Recording, every: Double, slop: String = "") throws -> [Int] {
    var counts: [GestureID: Count] = [:]
    var made: [GestureID: [Int]] = [:]
    var all = [0, 0, 0, 0]
    try Replay.run(recording, rules: try rules(every, slop: slop)) { event, orders in
      let gesture = event.gesture
      if event.state == .began { (counts[gesture], made[gesture]) = (Count(every), [0, 0, 0, 0]) }
      if event.state != .cancelled { counts[gesture]?.follow(event.values) }
      for (index, direction) in [StepDirection.up, .down, .left, .right].enumerated() {
        let count = orders.count { $0.direction == direction && $0.effect.run == .shell(direction.rawValue) }
        made[gesture]?[index] += count
        all[index] += count
      }
      #expect(made[gesture] == counts[gesture]?.directions, "\(recording.name) at \(event.time.microseconds) µs")
      #expect(orders.allSatisfy { $0.event == event && $0.direction != nil })
    }
    return all
  }

  @Test func aHandOnAScript() throws {
    // 47 mm up are 7 steps, to 42 mm. 31 mm back, to 16 mm, are 4, to 18 mm. 20 mm up, to 36 mm, are 3. The tremble
    // around 36 mm makes none; 34 mm up and 34 mm down at once are 5 and 5, and 13 mm to the right 2.
    let script = """
      touches
        0ms     down a 100,150 b 120,150 c 140,150 d 160,150
        20ms    move a,b,c,d by 0,-47 over 300ms
        400ms   move a,b,c,d by 0,31 over 200ms
        700ms   move a,b,c,d by 0,-20 over 100ms
        900ms   move a,b,c,d by 0,0.3
        908ms   move a,b,c,d by 0,-0.4
        916ms   move a,b,c,d by 0,0.2
        924ms   move a,b,c,d by 0.2,-0.2
        932ms   move a,b,c,d by 0,0.1
        1000ms  move a,b,c,d by 0,-17
        1008ms  move a,b,c,d by 0,-17
        1016ms  move a,b,c,d by 0,17
        1024ms  move a,b,c,d by 0,17
        1032ms  move a,b,c,d by 13,0
        1100ms  up a,b,c,d
      """
    let recording = try TouchScript.read(script, name: "volume").recording
    #expect(try compare(recording, every: 6, slop: "slop=0mm") == [7 + 3 + 5, 4 + 5, 0, 2])
    for every in [0.1, 0.7, 1, 2.5, 6, 13.3] {
      for slop in ["slop=0mm", "", "slop=7mm"] { _ = try compare(recording, every: every, slop: slop) }
    }
  }

  @Test(.enabled(if: ReferenceData.isThere, ReferenceData.absence), arguments: ReferenceData.recordings)
  func recordedDrags(_ file: ReferenceFile) throws {
    let recording = try file.read()
    let coarse = try compare(recording, every: 6)
    let fine = try compare(recording, every: 0.5)
    #expect(zip(coarse, fine).allSatisfy { $0 <= $1 })
    if file.path.contains("scroll") || file.path.contains("drag-down") {
      #expect(fine.reduce(0, +) > 10, "\(file.path) drags")
    }
  }
}
