import Evdev
import GestureCore
import Testing

@testable import DeviceInput

@Suite struct FaultHistoryTests {
  private func time(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  @Test func aFaultIsNewsOnceASpell() {
    var history = FaultHistory()
    let faults: [(DeviceFault, Double)] = [(.flood, 10), (.flood, 60), (.offSurface, 61), (.flood, 119), (.flood, 180)]
    // A minute after the last, not after the first.
    let news = faults.map { history.note($0.0, at: time($0.1)) }
    #expect(news == [true, false, true, false, true])
  }

  @Test func someLossesAreForgiven() {
    var history = FaultHistory()
    let rare = stride(from: 0.0, to: 200, by: 11).map { history.noteLoss(at: time($0)) }
    #expect(!rare.contains(true))
    let often = (300...304).map { history.noteLoss(at: time(Double($0))) }
    #expect(often == [false, false, false, true, false])
  }

  @Test func closingsGetLongerUntilItBehaves() {
    var history = FaultHistory()
    var now = 0.0
    var lengths: [Double] = []
    for _ in 1...6 {
      let end = history.beginPause(at: time(now))
      lengths.append((end - time(now)).seconds)
      now = Double(end.microseconds) / 1e6 + 1
    }
    #expect(lengths == [2, 4, 8, 16, 32, 32])
    let after = history.beginPause(at: time(now + 61))
    #expect((after - time(now + 61)).seconds == 2)
  }

  @Test func onlyPacesThatNoSensorHasAreTooFast() {
    var pace = FramePace()
    var now = 0.0
    var reads = 0
    func frames(_ count: Int, every seconds: Double) -> Bool {
      var isTooFast = false
      for _ in 0..<count {
        now += seconds
        let tooFast = pace.countFrame {
          reads += 1
          return time(now)
        }
        isTooFast = isTooFast || tooFast
      }
      return isTooFast
    }
    let isSensorTooFast = frames(20_000, every: 0.001)
    #expect(!isSensorTooFast)
    #expect(reads == 10)
    let isFloodTooFast = frames(8000, every: 0.0002)
    #expect(isFloodTooFast)
  }

  @Test func aTouchMayBeALittleBesideItsSurface() {
    let bounds = PlausibleBounds(Size(width: 100, height: 50))
    #expect(bounds.contains(Vector(-49, -24)))
    #expect(bounds.contains(Vector(149, 74)))
    let far = [Vector(-51, 0), Vector(151, 0), Vector(0, -26), Vector(0, 76), Vector(.nan, 0), Vector(0, .infinity)]
    #expect(!far.contains { bounds.contains($0) })
  }

  @Test func lostEventsAreReadInLibinputsLog() {
    let line = "event5  - Panel: SYN_DROPPED event - some input events have been lost."
    #expect(LostEvents.node(in: line) == "/dev/input/event5")
    #expect(LostEvents.node(in: "event12 - A: B: SYN_DROPPED event - some") == "/dev/input/event12")
    #expect(LostEvents.node(in: "event5  - Panel: is tagged by udev as: Touchscreen") == nil)
  }
}
