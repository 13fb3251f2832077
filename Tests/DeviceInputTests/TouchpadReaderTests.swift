import Evdev
import GestureCore
import Testing

@testable import DeviceInput

/// The slots of a touchpad, as a kernel would report them; 10 units are 1 mm.
private final class Slots: SlotQuery {
  var slots = 3
  var resolution: Int32 = 10
  var isGone = false
  /// Tracking id and place of the contact in each slot.
  var contacts: [Int: (id: Int32, x: Int32, y: Int32)] = [:]
  private(set) var questions = 0
  private(set) var axisQuestions = 0

  func axis(_ code: UInt16) -> AxisDescription? {
    axisQuestions += 1
    return switch code {
    case Codes.slot: slots > 0 ? AxisDescription(minimum: 0, maximum: Int32(slots - 1), resolution: 0) : nil
    case Codes.positionX, Codes.positionY: AxisDescription(minimum: 0, maximum: 1000, resolution: resolution)
    default: nil
    }
  }

  func slots(_ code: UInt16, into values: inout [Int32]) -> Bool {
    questions += 1
    guard !isGone else { return false }
    for slot in 0..<slots {
      let contact = contacts[slot] ?? (-1, 0, 0)
      values[slot] = code == Codes.trackingID ? contact.id : code == Codes.positionX ? contact.x : contact.y
    }
    return true
  }
}

@Suite struct FingerTravelTests {
  private let slots = Slots()

  @Test func theWayIsThatOfTheMiddle() throws {
    var travel = try #require(FingerTravel(slots))
    slots.contacts = [0: (1, 100, 100), 2: (2, 300, 100)]
    travel.look()
    #expect(travel.meanMovement(ofFingers: 2) == .zero)
    slots.contacts = [0: (1, 140, 100), 2: (2, 320, 120)]
    #expect(travel.meanMovement(ofFingers: 2) == Vector(3, 1))
    #expect(travel.meanMovement(ofFingers: 3) == nil, "not so many are down")
    #expect(travel.meanMovement(ofFingers: 0) == nil)
  }

  /// Movements before another finger lands don't count as part of the common movement.
  @Test func itBeginsAnewWithEachLandingAndLift() throws {
    var travel = try #require(FingerTravel(slots))
    slots.contacts = [0: (1, 100, 100)]
    travel.look()
    slots.contacts = [0: (1, 200, 100), 1: (2, 300, 100)]
    travel.look()
    #expect(travel.meanMovement(ofFingers: 2) == .zero)
    slots.contacts = [0: (1, 220, 100), 1: (2, 320, 100)]
    travel.look()
    #expect(travel.meanMovement(ofFingers: 2) == Vector(2, 0), "nothing landed")
    slots.contacts = [0: (1, 220, 100), 1: (3, 320, 100)]
    travel.look()
    #expect(travel.meanMovement(ofFingers: 2) == .zero, "another contact in the same slot")
  }

  @Test func placesAreAskedForOnlyAsSomethingLands() throws {
    var travel = try #require(FingerTravel(slots))
    slots.contacts = [0: (1, 100, 100)]
    travel.look()
    #expect(slots.questions == 3)
    travel.look()
    #expect(slots.questions == 4)
  }

  @Test func aDeviceThatDoesNotTellHasNone() throws {
    slots.resolution = 0
    #expect(FingerTravel(slots) == nil)
    slots.resolution = 10
    slots.slots = 0
    #expect(FingerTravel(slots) == nil)
    slots.slots = 3
    var travel = try #require(FingerTravel(slots))
    slots.contacts = [0: (1, 100, 100)]
    travel.look()
    slots.isGone = true
    travel.look()
    #expect(travel.meanMovement(ofFingers: 1) == nil)
  }
}

/// The reader, with libinput's reports given as values.
@Suite struct TouchpadReaderTests {
  private let slots = Slots()
  private let pad = Device(
    id: DeviceID(7), name: "pad", deviceClass: .touchpad, size: Size(width: 100, height: 60),
    capabilities: .settledFingers)

  private func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: ms * 1000) }

  /// For each frame the common phase of its touches, and the place of the first one.
  private func read(_ reader: TouchpadReader, _ events: LibinputEvent...) -> [String] {
    var queue = FrameQueue()
    for event in events { #expect(reader.read(event, into: &queue) == nil) }
    return take(&queue)
  }

  private func take(_ queue: inout FrameQueue) -> [String] {
    var story: [String] = []
    while let frame = queue.next() {
      story.append(frame.touches.first.map { "\($0.phase) \(Int($0.position.x.rounded()))" } ?? "")
    }
    return story
  }

  @Test func aSwipeGoesTheWayThatItsFingersWent() {
    let reader = TouchpadReader(pad, slots)
    slots.contacts = [0: (1, 100, 100), 1: (2, 200, 100), 2: (3, 300, 100)]
    reader.look()
    slots.contacts = [0: (1, 150, 100), 1: (2, 250, 100), 2: (3, 350, 100)]
    #expect(read(reader, .gestureBegan(.swipe, fingers: 3, at: time(0))) == [])
    #expect(reader.deadline == time(50))
    let story = read(reader, .gestureMoved(by: Vector(1, 0), scale: 1, turn: 0, at: time(8)))
    #expect(story == ["began 75", "moved 79", "moved 80"], "5 mm with the first motion")
  }

  /// Each question delays a start.
  @Test func theKernelIsNotAskedBeforeThereIsSomethingToSee() {
    let reader = TouchpadReader(pad, slots)
    #expect(slots.axisQuestions == 0 && slots.questions == 0)
    reader.look()
    let asked = slots.axisQuestions
    #expect(asked > 0 && slots.questions > 0)
    reader.look()
    #expect(slots.axisQuestions == asked)
  }

  @Test func aPadThatDoesNotTellIsAskedOnce() {
    slots.resolution = 0
    let reader = TouchpadReader(pad, slots)
    reader.look()
    let asked = slots.axisQuestions
    reader.look()
    #expect(slots.axisQuestions == asked && slots.questions == 0)
  }

  /// During a swipe its fingers are those that began it, so the kernel is not asked.
  @Test func theKernelIsNotAskedWhileAGestureGoesOn() {
    let reader = TouchpadReader(pad, slots)
    slots.contacts = [0: (1, 100, 100), 1: (2, 200, 100), 2: (3, 300, 100)]
    reader.look()
    _ = read(
      reader, .gestureBegan(.swipe, fingers: 3, at: time(0)),
      .gestureMoved(by: Vector(1, 0), scale: 1, turn: 0, at: time(8)))
    let before = slots.questions
    reader.look()
    #expect(slots.questions == before)
    slots.contacts[1] = (4, 200, 100)
    _ = read(reader, .gestureEnded(cancelled: true, at: time(16)))
    #expect(slots.questions > before, "others may have landed")
    let after = slots.questions
    reader.look()
    #expect(slots.questions > after)
  }

  @Test func withoutTheKernelsSlotsTheWayIsGuessed() {
    let reader = TouchpadReader(pad, nil)
    let story = read(
      reader, .gestureBegan(.swipe, fingers: 3, at: time(0)),
      .gestureMoved(by: Vector(2, 0), scale: 1, turn: 0, at: time(8)), .gestureEnded(cancelled: false, at: time(16)))
    #expect(story == ["began 75", "moved 78", "moved 80", "ended 80"])
  }

  @Test func aHoldThatBecomesPointerMotionIsCancelled() {
    let reader = TouchpadReader(pad, nil)
    let story = read(
      reader, .gestureBegan(.hold, fingers: 2, at: time(0)), .gestureEnded(cancelled: true, at: time(100)),
      .pointer(at: time(110)))
    #expect(story == ["began 75", "cancelled 75"])
  }

  @Test func timeAndLostEventsCancel() {
    let reader = TouchpadReader(pad, nil)
    var queue = FrameQueue()
    _ = read(reader, .gestureBegan(.hold, fingers: 2, at: time(0)), .gestureEnded(cancelled: true, at: time(100)))
    reader.advance(to: time(150), into: &queue)
    #expect(take(&queue) == ["cancelled 75"])
    _ = read(reader, .gestureBegan(.pinch, fingers: 2, at: time(200)))
    reader.cancel(into: &queue)
    #expect(take(&queue) == ["cancelled 75"])
    reader.isRecovering = true
    #expect(read(reader, .gestureBegan(.pinch, fingers: 2, at: time(300)), .touchFrame).isEmpty)
  }
}
