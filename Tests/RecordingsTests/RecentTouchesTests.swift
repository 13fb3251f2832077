import Bindings
import GestureCore
import Recordings
import Support
import Testing

/// The remembered attempts, as the touch script that is made from them.
@Suite struct RecentTouchesTests {
  private static let screen = Device(
    id: DeviceID(1), name: "screen", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
    capabilities: [.contacts, .places])

  private static func time(_ ms: Double) -> Timestamp { Timestamp(microseconds: Int64(ms * 1000)) }

  /// A memory with a touchscreen.
  private static func memory() -> RecentTouches {
    var recent = RecentTouches()
    recent.add(screen, rotation: .none, at: time(0))
    return recent
  }

  private static func frame(_ ms: Double, _ phase: Touch.Phase, _ x: Double, id: Int32 = 0) -> Frame {
    Frame(
      device: screen.id, time: time(ms), touches: [Touch(id: id, phase: phase, position: Vector(x, 50))])
  }

  /// A finger that moves 1 mm with each frame, 10 ms apart.
  private static func drag(from ms: Double, frames: Int, at x: Double = 50) -> [Frame] {
    [frame(ms, .began, x)] + (1...frames).map { frame(ms + 10 * Double($0), .moved, x + Double($0)) }
      + [frame(ms + 10 * Double(frames + 1), .ended, x)]
  }

  private static func read(_ script: String) throws -> Recording { try Recording.read(text: script, name: "recent") }

  @Test func anAttemptIsReadAgainAsItWas() throws {
    var recent = Self.memory()
    let frames = Self.drag(from: 5000, frames: 4, at: 50.125)
    for frame in frames { recent.record(frame) }
    let recording = try Self.read(recent.script())
    #expect(recording.devices.map(\.name) == ["screen"])
    #expect(recording.frames.map(\.time.microseconds) == frames.map { $0.time.microseconds - 5_000_000 })
    #expect(recording.frames.map(\.touches[0].phase) == frames.map(\.touches[0].phase))
    #expect(recording.frames.dropLast().map(\.touches[0].position) == frames.dropLast().map(\.touches[0].position))
  }

  @Test func nothingIsAnEmptyScript() {
    #expect(RecentTouches().script() == "")
    #expect(Self.memory().script(last: 3) == "")
  }

  @Test func theLastOnesAreAskedFor() throws {
    var recent = Self.memory()
    for number in 0..<5 { Self.drag(from: Double(number) * 3000, frames: 3 + number).forEach { recent.record($0) } }
    #expect(recent.count == 5)
    #expect(try Self.read(recent.script(last: 1)).frames.count == 9)
    #expect(try Self.read(recent.script(last: 2)).frames.count == 9 + 8)
    #expect(try Self.read(recent.script(last: 100)).frames.count == 5 + 6 + 7 + 8 + 9)
  }

  /// A double tap is one attempt, and so is a second finger.
  @Test func whatFollowsSoonBelongsToIt() {
    var recent = Self.memory()
    for frame in Self.drag(from: 0, frames: 1) + Self.drag(from: 300, frames: 1) { recent.record(frame) }
    recent.record(Self.frame(600, .began, 10))
    recent.record(Self.frame(5000, .began, 20, id: 1))
    #expect(recent.count == 1)
  }

  @Test func noMoreThanTwentyAreKept() throws {
    var recent = Self.memory()
    for number in 0..<50 { Self.drag(from: Double(number) * 3000, frames: 2 + number).forEach { recent.record($0) } }
    #expect(recent.count == 20)
    #expect(try Self.read(recent.script()).frames.count == (30..<50).reduce(0) { $0 + 4 + $1 })
  }

  @Test func whatIsLongMakesRoomForItselfAndIsLeftOutWhereThereIsNone() throws {
    var recent = Self.memory()
    Self.drag(from: 0, frames: 9000).forEach { recent.record($0) }
    Self.drag(from: 100_000, frames: 9000).forEach { recent.record($0) }
    #expect(recent.count == 1, "both are more than there is room for")
    #expect(try Self.read(recent.script()).frames.count == 9002)
    Self.drag(from: 300_000, frames: 40_000).forEach { recent.record($0) }
    #expect(recent.count == 0)
    Self.drag(from: 900_000, frames: 2).forEach { recent.record($0) }
    #expect(try Self.read(recent.script()).frames.count == 4)
  }

  @Test func forgettingKeepsOnlyTheDevicesAndTheSession() throws {
    var recent = Self.memory()
    var context = Context()
    context.mode = "media"
    recent.change(to: context, setsMode: true, at: Self.time(10))
    Self.drag(from: 1000, frames: 3).forEach { recent.record($0) }
    recent.forget()
    #expect(recent.script() == "")
    Self.drag(from: 9000, frames: 1).forEach { recent.record($0) }
    let recording = try Self.read(recent.script())
    #expect(recording.frames.count == 3)
    #expect(recording.contexts.map(\.context.mode) == ["media"])
    #expect(recording.devices.map(\.name) == ["screen"])
  }

  /// The rest of an attempt without its beginning would be another gesture.
  @Test func aFingerThatIsDownMeanwhileIsNotRememberedHalf() throws {
    var recent = Self.memory()
    let frames = Self.drag(from: 0, frames: 6)
    for frame in frames.prefix(4) { recent.record(frame) }
    recent.forget()
    for frame in frames.dropFirst(4) { recent.record(frame) }
    #expect(recent.script() == "")
    Self.drag(from: 200, frames: 1).forEach { recent.record($0) }
    #expect(try Self.read(recent.script()).frames.count == 3)
  }

  @Test func interruptionsAndRemovedDevicesAreWrittenInOrder() throws {
    var recent = Self.memory()
    recent.record(Self.frame(1000, .began, 50))
    recent.record(Self.frame(1010, .moved, 52))
    recent.cancelAll(at: Self.time(1020))
    Self.drag(from: 1200, frames: 2).forEach { recent.record($0) }
    recent.remove(Self.screen.id, at: Self.time(1300))
    let recording = try Self.read(recent.script())
    #expect(recording.interruptions.map(\.extent) == [.all, .unplugged(recording.devices[0].id)])
    #expect(recording.interruptions.first?.time == Self.time(20))
  }

  /// Frames wait while the rules are read again, so the cancellation has a later time than they have.
  @Test func touchesThatWaitedForAReloadAreWhole() throws {
    var recent = Self.memory()
    Self.drag(from: 1000, frames: 2).forEach { recent.record($0) }
    recent.cancelAll(at: Self.time(3020))
    recent.add(Self.screen, rotation: .none, at: Self.time(3021))
    Self.drag(from: 3000, frames: 4).forEach { recent.record($0) }
    let recording = try Self.read(recent.script())
    #expect(recording.interruptions.map(\.extent) == [.all])
    let start = try #require(recording.interruptions.first?.time)
    #expect(recording.frames.count { $0.time > start } == 6)
  }

  @Test func aDeviceThatGoesUnderAFingerHoldsUpNoOther() throws {
    var recent = Self.memory()
    recent.record(Self.frame(1000, .began, 50))
    recent.remove(Self.screen.id, at: Self.time(1100))
    recent.add(Self.screen, rotation: .none, at: Self.time(2000))
    Self.drag(from: 5000, frames: 2).forEach { recent.record($0) }
    #expect(recent.count == 2)
    #expect(try Self.read(recent.script(last: 1)).frames.count == 4)
  }

  /// Titles of windows change all day.
  @Test func theSessionBetweenAttemptsIsThatOfTheNextOne() throws {
    var recent = Self.memory()
    Self.drag(from: 1000, frames: 2).forEach { recent.record($0) }
    for number in 0..<5000 {
      var context = Context()
      context.mode = "\(number)"
      recent.change(to: context, setsMode: number == 7, at: Self.time(2000 + Double(number)))
    }
    Self.drag(from: 9000, frames: 2).forEach { recent.record($0) }
    #expect(recent.count == 2)
    #expect(try Self.read(recent.script()).contexts.map(\.context.mode) == ["4999"])
  }

  /// Random touches: the rules decide about the remembered touches as they did about the original ones.
  @Test(arguments: 1...10) func theRulesDecideTheSameAgain(_ seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var recent = Self.memory()
    var live = try LiveRules(Rules(ruleSet: RecorderTests.rules))
    live.add(Self.screen)
    var (events, ms) = ([String](), 0.0)
    for _ in 0..<18 {
      ms += 1500
      let (x, step) = (20 + 200 * random.share(), 6 * random.share() - 3)
      let frames = (0...(2 + Int(30 * random.share()))).map { number in
        // A place that a recording writes exactly.
        let position = ((x + step * Double(number)) * 8).rounded() / 8
        return Self.frame(ms + 8 * Double(number), number == 0 ? .began : .moved, position)
      }
      ms = (frames.last?.time.milliseconds ?? ms) + 8
      for frame in frames + [Self.frame(ms, .ended, 0)] {
        recent.record(frame)
        var outcomes = Outcomes()
        live.process(frame, into: &outcomes)
        events += outcomes.map { "\($0.event.gesture.rawValue) \($0.event.state)" }
      }
    }
    var outcomes = Outcomes()
    live.advance(to: Self.time(ms + 5000), into: &outcomes)
    events += outcomes.map { "\($0.event.gesture.rawValue) \($0.event.state)" }
    let again = try Replay.events(try Self.read(recent.script()), rules: RecorderTests.rules)
    #expect(again.map { "\($0.gesture.rawValue) \($0.state)" } == events)
    #expect(!events.isEmpty)
  }
}

extension Timestamp {
  fileprivate var milliseconds: Double { Double(microseconds) / 1000 }
}
