import Analysis
import Bindings
import GestureCore
import Recordings
import Support
import Testing

/// How movements of fingers are cut into attempts.
struct AttemptTests {
  private static let gestures = """
    gestures
      double = tap taps=2 max-interval=250ms
      single = tap require-to-fail=double
      drag   = pan
    touches

    """

  private func attempts(_ touches: String) throws -> [Attempt] {
    let script = try TouchScript.read(Self.gestures + touches, name: "attempts")
    return try Replay.attempts(script.recording, rules: Rules(ruleSet: try #require(script.rules)))
  }

  private func milliseconds(_ attempt: Attempt) -> ClosedRange<Int64> {
    attempt.began.microseconds / 1000...attempt.ended.microseconds / 1000
  }

  @Test func aTapLastsUntilNobodyWaitsAnyMore() throws {
    let attempts = try attempts("0ms down a 50,50\n60ms up a")
    #expect(attempts.map(milliseconds) == [0...310])
    let attempt = try #require(attempts.first)
    #expect(attempt.number == 1)
    #expect(attempt.fingers == 1)
    #expect(attempt.frames.count == 2)
    #expect(attempt.events.map(\.event.gesture) == [GestureID(1)])
    #expect(attempt.decisions.last?.outcome == .reset)
  }

  @Test func tapsInARowAreOne() throws {
    let attempts = try attempts(
      """
      0ms    down a 50,50
      60ms   up a
      160ms  down a 50,50
      220ms  up a
      """)
    #expect(attempts.map { $0.began.microseconds / 1000 } == [0])
    #expect(attempts.first?.events.map(\.event.gesture) == [GestureID(0)])
  }

  @Test func aPauseSeparates() throws {
    let attempts = try attempts(
      """
      0ms     down a 50,50
      60ms    up a
      1000ms  down a 50,50; down b 70,50
      1060ms  move a,b by 10,0 over 80ms
      1200ms  up a,b
      """)
    #expect(attempts.map(\.number) == [1, 2])
    #expect(attempts.map { $0.began.microseconds / 1000 } == [0, 1000])
    #expect(attempts.map(\.fingers) == [1, 2])
  }

  @Test func devicesAreApart() throws {
    let attempts = try attempts(
      """
      device one: touchscreen
      device two: touchscreen
      device one
      0ms     down a 50,50
      device two
      20ms    down a 50,50
      device one
      60ms    up a
      device two
      600ms   up a
      """)
    #expect(Set(attempts.map(\.device)).count == 2)
    #expect(attempts.map { $0.began.microseconds / 1000 } == [0, 20])
    #expect(attempts.allSatisfy { attempt in attempt.frames.allSatisfy { $0.device == attempt.device } })
    #expect(attempts.allSatisfy { attempt in attempt.decisions.allSatisfy { $0.device == attempt.device } })
  }

  @Test func whatIsStillDownAtTheEndIsCancelled() throws {
    let attempts = try attempts("0ms down a 50,50\n1000ms move a by 20,0 over 80ms")
    #expect(attempts.count == 1)
    #expect(attempts.first?.events.last?.event.state == .cancelled)
  }

  @Test func motionOfNothingIsNoAttempt() throws {
    let device = Device(
      id: DeviceID(1), name: "pad", deviceClass: .touchpad, size: Size(width: 100, height: 60),
      capabilities: [.contacts])
    let frame = Frame(
      device: device.id, time: Timestamp(microseconds: 0), touches: [Touch(id: 1, phase: .moved, position: .zero)])
    let recording = Recording(name: "stray", devices: [device], frames: [frame])
    #expect(try Replay.attempts(recording, rules: Rules()).isEmpty)
  }
}
