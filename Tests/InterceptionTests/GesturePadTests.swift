import Evdev
import GestureCore
import Testing

@testable import Interception

/// The events of the program's own touchpad while fingers on a touchscreen of 200 x 100 mm make gestures of the
/// desktop.
@Suite struct GesturePadTests {
  private static let screen = Size(width: 200, height: 100)
  /// The contacts have landed, and have moved upwards by the step that libinput decides on.
  private static let begun = [
    "slot 0 down 1 x 7760 y 4800 slot 1 down 2 x 8240 y 4800 slot 2 down 3 x 8000 y 4800 three on touch on X 7760 Y 4800",
    "slot 0 y 4708 slot 1 y 4708 slot 2 y 4708 Y 4708",
  ]
  private static let over = "slot 0 up slot 1 up slot 2 up three off touch off"

  @Test func contactsGoAsFarAsTheFingers() {
    var bench = PadBench()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100))
    #expect(bench.take() == Self.begun)
    bench.change { $0.translation = Vector(0, -10) }
    #expect(bench.take() == ["slot 0 y 4308 slot 1 y 4308 slot 2 y 4308 Y 4308"])
    bench.change { $0.translation = Vector(5, -10) }
    #expect(bench.take() == ["slot 0 x 7960 slot 1 x 8440 slot 2 x 8200 X 7960"])
    bench.end(.ends)
    #expect(bench.take() == [Self.over])
    bench.change { $0.translation = Vector(50, 0) }
    #expect(bench.take() == [], "the gesture leads nothing any more")
  }

  /// On a large touchscreen the distances are reduced, so that fingers that cross all of it do not reach the touchpad's
  /// border.
  @Test func onLargeTouchscreensTheyGoLessFar() {
    var bench = PadBench(screen: Size(width: 600, height: 420))
    bench.begin(.swipe, 3, at: Vector(300, 420), velocity: Vector(0, -100))
    _ = bench.take()
    bench.change { $0.translation = Vector(0, -420) }
    // 420 mm are 210, less the first step.
    #expect(bench.take() == ["slot 0 y 0 slot 1 y 0 slot 2 y 0 Y 0"])
    var other = PadBench(screen: Size(width: 600, height: 420))
    other.begin(.swipe, 3, at: Vector(300, 420), velocity: Vector(0, -100))
    _ = other.take()
    other.change { $0.translation = Vector(0, -100) }
    #expect(other.take() == ["slot 0 y 6308 slot 1 y 6308 slot 2 y 6308 Y 6308"])
  }

  @Test func aPinchGrowsAndTurns() {
    var bench = PadBench()
    bench.begin(.pinch, 2, at: Vector(100, 50))
    #expect(
      bench.take() == [
        "slot 0 down 1 x 7745 y 5145 slot 1 down 2 x 8255 y 5655 two on touch on X 7745 Y 5145",
        "slot 0 x 7695 y 5095 slot 1 x 8305 y 5705 X 7695 Y 5095",
      ])
    bench.change { $0.scale = 2 }
    #expect(bench.take() == ["slot 0 x 7389 y 4789 slot 1 x 8611 y 6011 X 7389 Y 4789"])
    bench.change { $0.rotation = 15 }
    bench.change { $0.rotation = 30 }
    bench.change { $0.rotation = 45 }
    #expect(bench.take().last?.hasPrefix("slot 0 x 8000 y 4536 slot 1 x 8000 y 6264") == true)
    bench.change { $0.location = Vector(110, 50) }
    #expect(bench.take() == ["slot 0 x 8400 slot 1 x 8400 X 8400"])
    bench.change {
      $0.fingers = 3
      $0.location = Vector(130, 50)
    }
    #expect(bench.take() == [], "a finger that joins moves nothing")
  }

  /// libinput cancels a gesture that loses a finger for 100 ms, and ends one that loses all at once.
  @Test func cancelledItLosesOneContactFirst() {
    var bench = PadBench()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100))
    bench.change { $0.translation = Vector(0, -10) }
    _ = bench.take()
    bench.end(.isCancelled)
    #expect(bench.take() == ["slot 0 up three off two on X 8240"])
    #expect(bench.wait(119) == [])
    #expect(bench.wait(1) == ["slot 1 up slot 2 up two off touch off"])
    #expect(bench.pad.deadline == nil)
  }

  @Test func theNextOneWaitsForWhatWasCancelled() {
    var bench = PadBench()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100))
    bench.end(.isCancelled)
    _ = bench.take()
    bench.begin(.swipe, 4, at: Vector(100, 40), velocity: Vector(0, -100))
    bench.change { $0.translation = Vector(0, -5) }
    #expect(bench.take() == [])
    #expect(bench.wait(121) == ["slot 1 up slot 2 up two off touch off"])
    bench.change { $0.translation = Vector(0, -10) }
    let frames = bench.take()
    #expect(frames.count == 2 && frames.first?.contains("four on") == true)
  }

  @Test func aHoldLandsWithoutAnyMovement() {
    var bench = PadBench()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100))
    bench.end(.isCancelled)
    bench.begin(.hold, 3, at: Vector(100, 40))
    _ = bench.take()
    #expect(bench.wait(121).last?.contains("three on") == true)
    #expect(bench.wait(300) == [])
    bench.end(.ends)
    #expect(bench.take() == [Self.over])
  }

  /// It would be a tap of three fingers, the middle button.
  @Test func aShortHoldLastsUntilItIsNoTap() {
    var bench = PadBench()
    bench.begin(.hold, 3, at: Vector(100, 40))
    _ = bench.take()
    #expect(bench.wait(50) == [])
    bench.end(.ends)
    #expect(bench.take() == [] && bench.wait(149) == [])
    #expect(bench.wait(1) == [Self.over])
    bench.begin(.hold, 3, at: Vector(100, 40))
    _ = bench.take()
    bench.end(.isCancelled)
    #expect(bench.take() == [])
    #expect(bench.wait(200).first?.hasPrefix("slot 0 up three off two on") == true)
    #expect(bench.wait(120).first?.hasSuffix("two off touch off") == true)
  }

  /// One gesture leads at a time: another one takes the contacts over, and then the first ends nothing.
  @Test func anotherGestureTakesOver() {
    var bench = PadBench()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100))
    let first = bench.event
    _ = bench.take()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100), gesture: 1)
    #expect(bench.take().first?.hasPrefix("slot 0 up") == true)
    bench.pad.perform(.ends, by: first, on: Self.screen, at: bench.now)
    #expect(!bench.pad.isLed(by: first) && bench.pad.isLed(by: bench.event))
    _ = bench.wait(200)
    bench.change { $0.translation = Vector(0, -10) }
    #expect(bench.take().last?.contains("y 4708") == true)
  }

  @Test func nothingOfABrokenHandIsTold() {
    var bench = PadBench()
    bench.begin(.swipe, 3, at: Vector(100, 40), velocity: Vector(0, -100))
    _ = bench.take()
    bench.change { $0.translation = Vector(.nan, .infinity) }
    bench.change { $0.scale = 0 }
    #expect(bench.take() == [])
    bench.change { $0.translation = Vector(1e9, -1e9) }
    #expect(bench.take().count == 1, "to the border")
  }
}

/// A touchpad of our own, and a gesture on a touchscreen.
private struct PadBench {
  var pad = GesturePad()
  var now = Timestamp(microseconds: 1_000_000)
  private(set) var event: GestureEvent
  private let screen: Size

  init(screen: Size = Size(width: 200, height: 100)) {
    self.screen = screen
    event = Self.event(GestureValues(), 0, .began)
  }

  private static func event(_ values: GestureValues, _ gesture: Int, _ state: RecognizerState) -> GestureEvent {
    GestureEvent(
      time: Timestamp(microseconds: 0), since: Timestamp(microseconds: 0), device: DeviceID(7),
      gesture: GestureID(gesture),
      state: state, duration: TimeSpan(milliseconds: 0), tool: .finger, values: values)
  }

  mutating func begin(
    _ kind: CloneGestureKind, _ contacts: Int, at place: Vector, velocity: Vector = .zero, gesture: Int = 0
  ) {
    var values = GestureValues()
    (values.fingers, values.location, values.velocity) = (1, place, velocity)
    event = Self.event(values, gesture, .began)
    pad.perform(.begins(.gesture(kind, contacts: contacts)), by: event, on: screen, at: now)
  }

  mutating func change(_ body: (inout GestureValues) -> Void) {
    var values = event.values
    body(&values)
    event = Self.event(values, event.gesture.rawValue, .changed)
    pad.follow(event, at: now)
  }

  mutating func end(_ change: CloneTaskChange) { pad.perform(change, by: event, on: screen, at: now) }

  mutating func wait(_ milliseconds: Double) -> [String] {
    now = now + TimeSpan(milliseconds: milliseconds)
    pad.advance(to: now)
    return take()
  }

  /// The touchpad's events since the last call, a text for each frame.
  mutating func take() -> [String] {
    var frames: [String] = []
    var frame: [String] = []
    pad.write { events in
      for event in events {
        if event.type == Codes.syn {
          frames.append(frame.joined(separator: " "))
          frame = []
        } else {
          frame.append(Self.word(for: event))
        }
      }
    }
    return frames
  }

  private static let keys: [UInt16: String] = [
    Codes.btnTouch: "touch", Codes.btnToolFinger: "one", Codes.btnToolDoubleTap: "two", Codes.btnToolTripleTap: "three",
    Codes.btnToolQuadTap: "four",
  ]
  private static let axes: [UInt16: String] = [
    Codes.slot: "slot", Codes.positionX: "x", Codes.positionY: "y", Codes.absX: "X", Codes.absY: "Y",
  ]

  private static func word(for event: CloneEvent) -> String {
    if event.type == Codes.key { return "\(keys[event.code] ?? "?") \(event.value == 1 ? "on" : "off")" }
    switch event.code {
    case Codes.trackingID: return event.value < 0 ? "up" : "down \(event.value)"
    default: return "\(axes[event.code] ?? "?") \(event.value)"
    }
  }
}
