import Bindings
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The proposals of a tuning in special cases, and the texts of its report, to the letter.
@Suite struct TuningReportTests {
  private static let lefts = """
    touches
      0ms    down a 150,90 b 165,85 c 180,90
      20ms   move a,b,c by -10,0 over 80ms
      300ms  up a,b,c
      2000ms down a 150,90 b 165,85 c 180,90
      2020ms move a,b,c by -20,0 over 80ms
      2300ms up a,b,c
    """

  private func tuning(
    _ gestures: String, _ touches: String = Self.lefts, not others: String? = nil, name: String = "it",
    options: TuningOptions = .standard
  ) throws -> Tuning {
    let script = try TouchScript.read("gestures\n\(gestures)\n\(touches)", name: "hand.touches")
    let rules = try #require(script.rules)
    let solo = try #require(SoloGesture(name, of: rules))
    let samples = try GestureSample.all(in: script.recording, of: solo)
    let otherSamples = try others.map {
      try GestureSample.all(
        in: TouchScript.read($0, name: "other.touches").recording, of: solo, from: samples.count + 1)
    }
    return try #require(Tuning(name, of: rules, attempts: samples, not: otherSamples ?? [], options: options))
  }

  @Test func aThresholdIsMovedBeyondTheWorst() throws {
    let tuning = try tuning("it = swipe fingers=3 direction=left device=touchscreen")
    expectSnapshot(tuning.attemptsText, "attempts of a threshold", has: "2 attempts, 1 recognized")
    expectSnapshot(tuning.proposalText, "a threshold beyond the worst", has: "2 of 2", "min-distance = \"9 mm\"")
    #expect(tuning.warnings == [])
  }

  /// Fingers that rest are slow whatever the speed asked for: how fast they had been counts.
  @Test func noMoreIsLoosenedThanNeeded() throws {
    let tuning = try tuning(
      "it = swipe fingers=3 direction=left device=touchscreen min-distance=14mm",
      """
      touches
        0ms    down a 150,90 b 165,85 c 180,90
        40ms   move a,b,c by -10,2 over 130ms
        400ms  up a,b,c
      """)
    #expect(
      tuning.attempts.map(\.verdict.words) == [
        "slowed to 0 mm/s, needs 80 mm/s (min-speed); min-distance 10.2 mm and min-speed 78 mm/s would be enough"
      ])
    #expect(tuning.attempts.map(\.isRecognizedAfterwards) == [true])
  }

  /// A value at the end of a range limits nothing, so an attempt that needs one doesn't count.
  @Test func noValueAtTheEndOfTheRange() throws {
    let still = "\n4000ms down a 150,90 b 165,85 c 180,90\n4020ms move a,b,c by -1,0 over 80ms\n4300ms up a,b,c"
    let tuning = try tuning("it = swipe fingers=3 direction=left device=touchscreen", Self.lefts + still)
    #expect(tuning.attempts.map(\.verdict.isUsable) == [true, true, false])
    #expect(tuning.toml.contains("min-distance = \"9 mm\""), "\(tuning.toml)")
  }

  /// With all rules: another number of fingers, and another gesture that was recognized. A pan that waited for the swipe
  /// to fail doesn't show what was meant.
  @Test(arguments: [("", true), (" require-to-fail=it", false)])
  func attemptsThatWereNotMeant(relation: String, isUnmeant: Bool) throws {
    let script = try TouchScript.read(
      """
      gestures
        it = swipe fingers=3 direction=left device=touchscreen
        other = swipe fingers=3 direction=right device=touchscreen
        drag = pan fingers=3 axis=vertical\(relation)
      touches
        0ms    down a 150,90 b 165,85 c 180,90
        20ms   move a,b,c by -10,0 over 80ms
        300ms  up a,b,c
        2000ms down a 50,90 b 65,85 c 80,90
        2020ms move a,b,c by 20,0 over 80ms
        2300ms up a,b,c
        4000ms down a 150,90 b 165,85
        4020ms move a,b by -20,0 over 80ms
        4300ms up a,b
        6000ms down a 50,90 b 65,85 c 80,90
        6020ms move a,b,c by 0,20 over 80ms
        6300ms up a,b,c
      """, name: "hand.touches")
    let rules = try #require(script.rules)
    let solo = try #require(SoloGesture("it", of: rules))
    let samples = try GestureSample.all(in: script.recording, of: solo)
    #expect(samples.map { solo.isUnmeant($0, under: rules) } == [false, true, true, isUnmeant])
  }

  @Test func nothingNeedsChanging() throws {
    let tuning = try tuning("it = swipe fingers=3 direction=left device=touchscreen min-distance=5mm")
    #expect(tuning.changes.isEmpty && tuning.toml.isEmpty)
    let lines = tuning.proposalText.split(separator: "\n")
    #expect(lines.first == "All 2 attempts are recognized with the current rules: nothing needs to change.")
    #expect(lines.contains("  min-distance 5 mm: 95 % of the attempts reached 10 mm"))
  }

  @Test func whatNoThresholdLetsThroughIsLeftOut() throws {
    let tuning = try tuning(
      "it = swipe fingers=3 direction=left device=touchscreen",
      Self.lefts + """

          4000ms down a 150,90 b 165,85
          4020ms move a,b by -20,0 over 80ms
          4300ms up a,b
          6000ms down a 150,90 b 165,85 c 180,90
          6020ms move a,b,c by 20,0 over 80ms
          6300ms up a,b,c
        """)
    #expect(tuning.attempts.map(\.verdict.isUsable) == [true, true, false, false])
    #expect(tuning.attempts[2].verdict.words == "landed 2 fingers, needs 3 (fingers)")
    #expect(tuning.attempts[3].verdict.words.contains("moved right, needs direction left"))
    #expect(tuning.attempts.count { $0.verdict.isUsable } == 2)
    #expect(tuning.changes.map(\.change.setting) == ["min-distance"])
    #expect(tuning.warnings == ["attempts 3 and 4 were skipped: no thresholds would help to recognize them"])
  }

  @Test func aPercentileLeavesTheWorstAside() throws {
    let half = TuningOptions(percentile: 50, margin: 0)
    let tuning = try tuning("it = swipe fingers=3 direction=left device=touchscreen", options: half)
    #expect(tuning.changes.isEmpty)
    #expect(
      tuning.proposalText.hasPrefix(
        "1 of 2 attempts is recognized with the current rules, which is enough: nothing needs to change.\n")
    )
    #expect(TuningOptions(percentile: 95, margin: 0).rank(of: 19) == 18)
    #expect(TuningOptions(percentile: 95, margin: 0).rank(of: 20) == 18)
    #expect(TuningOptions(percentile: 1, margin: 0).rank(of: 3) == 0)
  }

  @Test func noMarginIsJustEnough() throws {
    let exact = TuningOptions(percentile: 100, margin: 0)
    let tuning = try tuning("it = swipe fingers=3 direction=left device=touchscreen", options: exact)
    #expect(tuning.toml.contains("min-distance = \"10 mm\"") || tuning.toml.contains("min-distance = \"9.9 mm\""))
    #expect(tuning.attempts.filter(\.isRecognizedAfterwards).count == 2)
  }

  @Test func whatIsNotMeantIsKeptOut() throws {
    let press = "touches\n0ms down a 50,50\n900ms up a\n3000ms down a 50,50\n3990ms up a\n"
    let short = "touches\n0ms down a 50,50\n600ms up a\n"
    let tuning = try tuning("it = long-press device=touchscreen", press, not: short)
    #expect(tuning.others.map(\.isRecognized) == [true])
    #expect(tuning.others.map(\.isRecognizedAfterwards) == [false])
    expectSnapshot(tuning.toml, "what is not meant is kept out", has: "min-duration = \"750 ms\"")
    #expect(tuning.attemptsText.hasSuffix("other.touches:\n   3  not meant: no longer recognized\n"))
    #expect(tuning.json.text.contains("\"notMeant\": 600"))
  }

  @Test func whatCantBeToldApartIsSaid() throws {
    let tuning = try tuning("it = swipe fingers=3 direction=left device=touchscreen", not: Self.lefts)
    #expect(
      tuning.warnings == [
        "no thresholds separate the attempts from the movements that must not be recognized: movements 3 and 4 would still be recognized"
      ])
    #expect(tuning.attemptsText.contains("   4  not meant: still recognized\n"))
    #expect(tuning.attempts.filter(\.isRecognizedAfterwards).count == 2)
  }

  @Test func nothingUsable() throws {
    let none = try tuning("it = swipe fingers=4 device=touchscreen")
    expectSnapshot(none.proposalText, "nothing usable")
    let empty = try tuning("it = swipe fingers=4 device=touchscreen", "touches\n")
    #expect(empty.proposalText == "There was no attempt: nothing to propose.\n")
    #expect(empty.json.text.contains("\"toml\": null"))
  }

  @Test func otherRulesInTheWay() throws {
    let excluded = try tuning("it = swipe fingers=3 direction=left device=touchscreen\nother = pan fingers=3")
    #expect(
      excluded.warnings == [
        "with all gestures of the rules: in attempts 1 and 2, other is recognized first, so it is not recognized "
          + "(this already happens now)"
      ])
    #expect(excluded.collisions.map(\.attempts) == [[1, 2]])
    let also = try tuning(
      "it = swipe fingers=3 direction=left device=touchscreen\nother = swipe fingers=3 cannot-be-prevented-by=it")
    #expect(also.warnings.contains { $0.contains("it and other are both recognized") })
    let together = try tuning(
      "it = swipe fingers=3 direction=left device=touchscreen\nother = swipe fingers=3 simultaneous-with=it")
    #expect(together.warnings == [])
  }

  /// Nothing was tried on touchpads, and there a swipe needs only 5 mm.
  @Test(arguments: [
    "", " min-distance=12mm", " touchpad.min-distance=5mm", " min-distance=14mm touchscreen.min-distance=12mm",
  ])
  func devicesOfTheOtherClassKeepTheirs(_ own: String) throws {
    let line = "it = swipe fingers=3 direction=left\(own)"
    let before = try #require(try TouchScript.read("gestures\n\(line)\ntouches\n", name: "t").rules)
    let tuning = try tuning(line)
    #expect(tuning.warnings == [])
    #expect(tuning.toml.hasPrefix("[gesture.it.touchscreen]\nmin-distance = \"9 mm\"  # was 12 mm;"))
    for setting in ["min-distance", "min-speed"] {
      #expect(
        tuning.rules.value(of: setting, tuning.rules.gestures[0], on: .touchpad)
          == before.value(of: setting, before.gestures[0], on: .touchpad))
    }
    #expect(tuning.rules.value(of: "min-distance", tuning.rules.gestures[0], on: .touchscreen) == 9)
  }

  @Test func collisionsInWords() {
    let text = { (effect: Collision.Effect, isNew: Bool) in
      TuningWording.collision("it", Collision(effect: effect, attempts: [2], isNew: isNew))
    }
    expectSnapshot(
      [
        text(.requirement("double"), true),
        text(.lost, true),
        text(.also("x"), false),
        text(.waits("double", longest: 350), true),
      ], "collisions in words")
  }

  @Test func obstaclesInWords() {
    #expect(TuningWording.obstacle(.otherDevice) == "the gesture is for other devices")
    #expect(
      TuningWording.obstacle(.lacks(.contacts)) == "the device does not report when each finger lands and lifts")
    #expect(
      TuningWording.obstacle(.fingers(1...2))
        == "the gesture needs a number of fingers that the device can't report")
    #expect(TuningWording.obstacle(.noZone("z")) == "the device does not have the zone z")
    #expect(
      TuningWording.notLooked(fingers: 1, nil) == "the gesture does not accept 1 finger")
    #expect(TuningWording.notLooked(fingers: 1, "so") == "so")
  }
}
