import GestureCore
import Testing

@testable import gesture_bridge

/// The place in a recording that is played at some speed.
struct PlayClockTests {
  private func at(_ microseconds: Int64) -> Timestamp { Timestamp(microseconds: microseconds) }

  @Test(arguments: [(1.0, 1000, 1000), (2, 1000, 2000), (0.1, 1000, 100), (1000, 5, 5000)])
  func itsSpeed(_ speed: Double, _ passed: Int64, _ played: Int64) {
    let clock = PlayClock(from: at(70), at: 500, speed: speed)
    #expect(clock.time(at: 500) == at(70))
    #expect(clock.time(at: 500 + passed) == at(70 + played))
    #expect(clock.moment(of: at(70 + played)) == 500 + passed)
  }

  /// At the moment of a deadline, the clock has reached its time.
  @Test(arguments: [0.1, 0.3, 1, 3, 7.7, 1000]) func aMomentIsNeverEarly(_ speed: Double) {
    let clock = PlayClock(from: at(0), at: 0, speed: speed)
    for time in stride(from: Int64(0), to: 1000, by: 7) {
      let moment = clock.moment(of: at(time)) ?? -1
      #expect(clock.time(at: moment) >= at(time))
    }
  }

  @Test func aPause() {
    var clock = PlayClock(from: at(0), at: 0, speed: 2)
    clock.pause(true, at: 100)
    #expect(clock.isPaused && clock.time(at: 10_000) == at(200) && clock.moment(of: at(300)) == nil)
    clock.pause(false, at: 20_000)
    #expect(clock.time(at: 20_050) == at(300) && clock.moment(of: at(300)) == 20_050)
  }
}
