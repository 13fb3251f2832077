import GestureCore
import Testing

@testable import DeviceInput

/// A touchpad's gestures, and the frames made from them.
private struct VirtualScript {
  var touches = VirtualTouches(device: DeviceID(7), centre: Vector(50, 30))
  var queue = FrameQueue()
  var frames: [Frame] = []

  private mutating func take() { while let frame = queue.next() { frames.append(frame) } }

  mutating func begin(_ gesture: TouchpadGesture, _ fingers: Int, movement: Vector? = nil, _ ms: Double) {
    touches.begin(gesture, fingers: fingers, movement: movement, at: time(ms), into: &queue)
    take()
  }

  mutating func update(_ x: Double, _ y: Double, scale: Double = 1, turn: Double = 0, _ ms: Double) {
    touches.update(by: Vector(x, y), scale: scale, turn: turn, at: time(ms), into: &queue)
    take()
  }

  mutating func end(cancelled: Bool = false, _ ms: Double) {
    touches.end(cancelled: cancelled, at: time(ms), into: &queue)
    take()
  }

  mutating func cancel() {
    touches.cancel(into: &queue)
    take()
  }

  mutating func leave(_ ms: Double) {
    touches.leave(at: time(ms), into: &queue)
    take()
  }

  mutating func advance(_ ms: Double) {
    touches.advance(to: time(ms), into: &queue)
    take()
  }

  /// For each frame its time in ms, the phase all its touches share, and how many they are.
  var story: [String] {
    frames.map { frame in
      let phases = Set(frame.touches.map { "\($0.phase)" }).sorted().joined(separator: "+")
      return "\(frame.time.microseconds / 1000) \(phases) \(frame.touches.count)"
    }
  }

  /// The places of the touches of the last frame, to 0.01 mm.
  var places: [Vector] {
    let round = { (value: Double) in (value * 100).rounded() / 100 }
    return frames.last?.touches.map { Vector(round($0.position.x), round($0.position.y)) } ?? []
  }
}

private func time(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64(ms * 1000)) }

@Suite struct VirtualTouchesTests {
  @Test func swipeMovesAllFingersAlike() {
    var script = VirtualScript()
    script.begin(.swipe, 3, 100)
    script.update(2, 0, 108)
    #expect(script.frames.first?.touches.map(\.position.x).first == 75)
    #expect(script.places == [Vector(80.2, 30), Vector(42.7, 51.65), Vector(42.7, 8.35)])
    script.update(2, -1, 116)
    #expect(script.places == [Vector(82.2, 29), Vector(44.7, 50.65), Vector(44.7, 7.35)])
    script.end(124)
    #expect(script.story == ["87 began 3", "100 moved 3", "108 moved 3", "116 moved 3", "124 ended 3"])
    #expect(script.frames.allSatisfy { $0.device == DeviceID(7) && $0.touches.map(\.id) == [0, 1, 2] })
  }

  /// libinput doesn't report the 2.2 mm or more that three fingers have moved when it begins a swipe.
  @Test func aSwipeHasGoneItsWayBeforeItBegins() {
    var script = VirtualScript()
    script.begin(.hold, 3, 0)
    script.end(cancelled: true, 300)
    script.begin(.swipe, 3, 308)
    script.update(0.3, 0.4, 316)
    #expect(script.story == ["0 began 3", "308 moved 3", "308 moved 3", "316 moved 3"])
    #expect(script.frames[1].touches[0].position == Vector(75, 30), "they rested until then")
    #expect(script.frames[2].touches[0].position == Vector(75 + 1.32 + 0.15, 30 + 1.76 + 0.2))
    #expect(script.places.first == Vector(76.77, 32.36))
  }

  @Test func aWayThatIsKnownIsNotGuessed() {
    var script = VirtualScript()
    script.begin(.hold, 3, 0)
    script.end(cancelled: true, 300)
    script.begin(.swipe, 3, movement: Vector(-4.5, 0.5), 308)
    script.update(-0.5, 0.1, 308)
    script.update(-1, 0, 316)
    #expect(script.story == ["0 began 3", "308 moved 3", "308 moved 3", "308 moved 3", "316 moved 3"])
    #expect(script.frames[2].touches[0].position == Vector(75 - 4, 30 + 0.4), "the first update is a part of it")
    #expect(script.frames[3].touches[0].position == Vector(75 - 4.5, 30 + 0.5))
    #expect(script.places.first == Vector(69.5, 30.5))
  }

  @Test func aWayThatIsKnownIsToldThoughNoMoreComes() {
    var script = VirtualScript()
    script.begin(.swipe, 3, movement: Vector(0, 2), 0)
    script.end(20)
    #expect(script.story == ["0 began 3", "0 moved 3", "20 ended 3"])
    #expect(script.frames[1].touches[0].position == Vector(75, 32))
  }

  @Test func aSwipeThatGoesNowhereBeginsAllTheSame() {
    var script = VirtualScript()
    script.begin(.swipe, 3, 0)
    #expect(script.touches.deadline == time(50))
    script.advance(49)
    #expect(script.frames.isEmpty)
    script.advance(50)
    #expect(script.story == ["0 began 3"])
    #expect(script.places.first == Vector(75, 30))
    script.update(1, 0, 60)
    #expect(script.places.first == Vector(76, 30))
  }

  @Test func whatIsCancelledMakesNoMoreTouches() {
    var script = VirtualScript()
    script.cancel()
    script.begin(.swipe, 3, 0)
    script.update(2, -1, 8)
    script.cancel()
    script.update(2, -1, 16)
    script.end(24)
    script.begin(.hold, 2, 32)
    script.end(cancelled: true, 40)
    script.cancel()
    script.begin(.pinch, 2, 48)
    #expect(
      script.story == [
        "0 began 3", "0 moved 3", "8 moved 3", "8 cancelled 3", "32 began 2", "32 cancelled 2", "48 began 2",
      ])
  }

  @Test func aNewGestureStartsInTheMiddleAgain() {
    var script = VirtualScript()
    script.begin(.swipe, 1, 0)
    script.update(20, 20, 8)
    script.end(16)
    script.begin(.swipe, 1, 24)
    script.advance(100)
    #expect(script.places == [Vector(50, 30)])
  }

  /// The first motion was made in the scan before, as all that the fingers did then; until two scans are known they may be as
  /// far apart as a slow touchpad's.
  @Test func aSwipeLandsWhenItsFingersLeft() {
    var script = VirtualScript()
    for start in [1000.0, 2000] {
      script.begin(.swipe, 3, movement: Vector(4, 0), start)
      script.update(1, 0, start)
      script.update(1, 0, start + 8)
      script.end(start + 16)
    }
    #expect(
      script.story == [
        "932 began 3", "1000 moved 3", "1000 moved 3", "1008 moved 3", "1016 ended 3",
        "1968 began 3", "2000 moved 3", "2000 moved 3", "2008 moved 3", "2016 ended 3",
      ])
  }

  /// If the swipe can't have landed so early, the movement before its beginning is reported at once.
  @Test func aSwipeLandsAfterTheOneBefore() {
    var script = VirtualScript()
    for start in [1000.0, 1100] {
      script.begin(.swipe, 3, movement: Vector(8, 0), start)
      script.update(1, 0, start + 8)
      script.end(start + 72)
    }
    #expect(
      script.story == [
        "944 began 3", "1000 moved 3", "1008 moved 3", "1072 ended 3",
        "1100 began 3", "1100 moved 3", "1108 moved 3", "1172 ended 3",
      ])
  }

  /// The speeds that a pan reports during a swipe, in mm/s to the right.
  private func speeds(of script: VirtualScript) throws -> [Double] {
    let device = Device(
      id: DeviceID(7), name: "pad", deviceClass: .touchpad, size: Size(width: 100, height: 66),
      capabilities: .settledFingers)
    let kind = try #require(Catalogue.kind(named: "pan"))
    let settings: [String: SettingValue] = ["fingers": .countRange(3...3), "slop": .quantity(0)]
    var engine = try Engine(rules: RuleSet(gestures: [GestureRule(name: "pan", kind: kind, settings: settings)]))
    engine.add(device)
    let events = script.frames.flatMap { engine.process($0) }.filter { $0.state != .ended }
    let instants = Set(events.map(\.time)).sorted()
    return instants.compactMap { instant in events.last { $0.time == instant }?.values.velocity.x }
  }

  /// libinput 1.22 reports the first motion as it begins a swipe, later ones with the next scan.
  @Test(arguments: [0, 8.0], [Vector?.none, Vector(5.2, 0)])
  func theSpeedIsThatOfTheFingers(after: Double, movement: Vector?) throws {
    var script = VirtualScript()
    for isFirst in [true, false] {
      let start = (script.frames.last?.time.milliseconds ?? 0) + 500
      script.begin(.swipe, 3, movement: movement, start)
      for scan in 0..<10 { script.update(1.2, 0, start + after + Double(scan) * 8) }
      script.end(start + after + 80)
      let speeds = try speeds(of: script)
      // How long the movement before the first report took is unknown until the first scans were seen.
      #expect(speeds.dropFirst(isFirst ? 1 : 0).allSatisfy { abs($0 - 150) < 1 }, "\(speeds)")
      #expect(speeds.allSatisfy { $0 >= 0 && $0 < 151 }, "\(speeds)")
      script.frames.removeAll { $0.touches.first?.phase != .ended }
    }
  }

  /// The hold may have begun after the fingers have left.
  @Test(arguments: [3.0, 30, 300], [0, 8.0])
  func theSpeedAfterAHoldIsThatOfTheFingers(held: Double, after: Double) throws {
    var script = VirtualScript()
    script.begin(.hold, 3, 1000 - held)
    script.end(cancelled: true, 1000)
    script.begin(.swipe, 3, movement: Vector(4, 0), 1000)
    for scan in 0..<10 { script.update(1.2, 0, 1000 + after + Double(scan) * 8) }
    let speeds = try speeds(of: script)
    #expect(speeds.first == 0, "unknown")
    #expect(speeds.dropFirst().allSatisfy { abs($0 - 150) < 0.1 }, "\(speeds)")
  }

  @Test func pinchChangesTheSpanByTheScale() {
    var script = VirtualScript()
    script.begin(.pinch, 2, 0)
    #expect(script.places == [Vector(75, 30), Vector(25, 30)])
    script.update(0, 0, scale: 1.08, 8)
    #expect(script.places == [Vector(77, 30), Vector(23, 30)], "8 % are 4 mm")
    script.update(0, 0, scale: 0.5, 16)
    #expect(script.places == [Vector(62.5, 30), Vector(37.5, 30)], "the scale is that since the beginning")
  }

  @Test func turnsAddUpClockwise() {
    var script = VirtualScript()
    script.begin(.pinch, 2, 0)
    script.update(1, 2, turn: 30, 8)
    script.update(0, 0, turn: 60, 16)
    #expect(script.places == [Vector(51, 57), Vector(51, 7)])
  }

  /// libinput reports by how many degrees the fingers of a pinch turned, clockwise: enough for a rotation.
  @Test(arguments: [2, 3, 4], [3.1, -3.1])
  func aTurnIsARotation(fingers: Int, degrees: Double) throws {
    var script = VirtualScript()
    script.begin(.pinch, fingers, 0)
    for step in 1...5 { script.update(0.1, 0, turn: degrees, Double(step) * 8) }
    script.end(48)
    let device = Device(
      id: DeviceID(7), name: "pad", deviceClass: .touchpad, size: Size(width: 100, height: 66),
      capabilities: .settledFingers, fingers: 2...4)
    let kinds = try ["pinch", "rotation"].map { try #require(Catalogue.kind(named: $0)) }
    let rules = kinds.map {
      GestureRule(name: $0.name, kind: $0, settings: ["fingers": .countRange(fingers...fingers)])
    }
    var engine = try Engine(rules: RuleSet(gestures: rules))
    engine.add(device)
    let events = script.frames.flatMap { engine.process($0) }
    #expect(events.map(\.state) == [.began, .changed, .ended] && events.allSatisfy { $0.gesture == GestureID(1) })
    #expect(events.map(\.time) == [time(32), time(40), time(48)], "12° are enough")
    #expect(abs((events.last?.values.rotation ?? 0) - 5 * degrees) < 0.001)
  }

  @Test(arguments: [TouchpadGesture.swipe, .pinch])
  func aHoldThatTurnsIntoAnotherGestureIsOneSequence(_ next: TouchpadGesture) {
    var script = VirtualScript()
    script.begin(.hold, 3, 0)
    script.end(cancelled: true, 300)
    #expect(script.touches.deadline == time(350))
    script.begin(next, 3, 308)
    script.update(1, 0, 316)
    #expect(script.touches.deadline == nil)
    script.end(400)
    #expect(script.story.filter { $0 != "308 moved 3" } == ["0 began 3", "316 moved 3", "400 ended 3"])
  }

  @Test func aHoldThatOtherFingersFollowIsCancelled() {
    var script = VirtualScript()
    script.begin(.hold, 3, 0)
    script.end(cancelled: true, 300)
    script.begin(.swipe, 4, 308)
    script.advance(400)
    #expect(script.story == ["0 began 3", "308 cancelled 3", "308 began 4"])
  }

  @Test func aHoldAfterAHoldIsANewOne() {
    var script = VirtualScript()
    script.begin(.hold, 2, 0)
    script.end(cancelled: true, 300)
    script.begin(.hold, 2, 308)
    #expect(script.story == ["0 began 2", "308 cancelled 2", "308 began 2"])
  }

  @Test func aHoldThatNothingFollowsIsCancelledInTime() {
    var script = VirtualScript()
    script.begin(.hold, 3, 0)
    script.end(cancelled: true, 300)
    script.advance(349)
    #expect(script.story == ["0 began 3"])
    script.advance(500)
    #expect(script.story == ["0 began 3", "350 cancelled 3"])
    #expect(script.touches.deadline == nil)
  }

  @Test func aGestureThatComesTooLateIsANewSequence() {
    var script = VirtualScript()
    script.begin(.hold, 3, 0)
    script.end(cancelled: true, 300)
    script.begin(.swipe, 3, 600)
    script.advance(700)
    #expect(script.story == ["0 began 3", "350 cancelled 3", "600 began 3"])
  }

  @Test func aHoldThatBecomesPointerMotionIsCancelledAtOnce() {
    var script = VirtualScript()
    script.begin(.hold, 1, 0)
    script.leave(100)
    script.end(cancelled: true, 200)
    script.leave(200)
    script.leave(208)
    #expect(script.story == ["0 began 1", "200 cancelled 1"])
  }

  @Test func aHoldThatIsLiftedEnds() {
    var script = VirtualScript()
    script.begin(.hold, 4, 0)
    script.end(700)
    #expect(script.story == ["0 began 4", "700 ended 4"])
  }

  @Test(arguments: [TouchpadGesture.swipe, .pinch])
  func aCancelledGestureIsCancelledAtOnce(_ gesture: TouchpadGesture) {
    var script = VirtualScript()
    script.begin(gesture, 3, 0)
    script.end(cancelled: true, 50)
    #expect(script.story == ["0 began 3", "50 cancelled 3"])
  }

  @Test func aBeginWithoutAnEndCancelsWhatWasDown() {
    var script = VirtualScript()
    script.begin(.swipe, 3, 0)
    script.update(1, 0, 4)
    script.begin(.pinch, 2, 8)
    #expect(script.story == ["0 began 3", "0 moved 3", "4 moved 3", "8 cancelled 3", "8 began 2"])
    script.begin(.swipe, 3, 16)
    script.begin(.pinch, 2, 24)
    #expect(script.story.suffix(2) == ["16 cancelled 2", "24 began 2"], "nobody has heard of the swipe")
  }

  @Test func strayUpdatesAndEndsAreIgnored() {
    var script = VirtualScript()
    script.update(1, 1, 0)
    script.end(0)
    script.leave(0)
    #expect(script.frames.isEmpty)
  }

  @Test func nonsenseNeitherTrapsNorSpreads() {
    var script = VirtualScript()
    script.begin(.pinch, -3, 0)
    #expect(script.frames.last?.touches.count == 1)
    script.end(1)
    script.begin(.pinch, 1_000_000, 2)
    #expect(script.frames.last?.touches.count == 10)
    script.update(.nan, 0, 3)
    script.update(0, 0, scale: .infinity, 4)
    script.update(0, 0, turn: .nan, 5)
    #expect(script.frames.last?.time == time(2))
    script.update(1e300, 0, scale: -5, turn: 1e300, 6)
    script.update(1e300, 0, 7)
    #expect(script.frames.allSatisfy { $0.touches.allSatisfy(\.position.isFinite) })
  }

  @Test func framesCostNoAllocation() {
    var touches = VirtualTouches(device: DeviceID(1), centre: .zero)
    var queue = FrameQueue()
    var buffers: Set<UInt> = []
    touches.begin(.swipe, fingers: 4, at: time(0), into: &queue)
    touches.update(by: Vector(0.1, 0), at: time(0), into: &queue)
    while queue.next() != nil {}
    for ms in 1...1000 {
      touches.update(by: Vector(0.1, 0), at: time(Double(ms)), into: &queue)
      while let frame = queue.next() { buffers.insert(address(of: frame)) }
    }
    // The one that is filled and the one that is read.
    #expect(buffers.count == 2)
  }

  @Test func touchpadUnitsAreThousandthsOfAnInchSlowedDown() {
    #expect(abs(1000 * TouchpadUnit.slowdown * TouchpadUnit.millimetres - 25.4) < 1e-9)
  }
}

/// The address of the frame's touches in memory: the same address means the same buffer.
func address(of frame: Frame) -> UInt {
  frame.touches.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
}
