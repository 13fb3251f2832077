import Evdev
import GestureCore
import Glibc
import Testing

@testable import DeviceInput
@testable import Interception

/// A touchpad of two slots whose events the test gives; 10 units are 1 mm.
private final class ScriptedNode: InputNode {
  let descriptor: Int32 = -1
  let name: String? = "Pad"
  let slotCount = 2
  var isWritable = true
  var isStill = true
  var hasButton = false
  var readings: [NodeReading] = []
  /// The kernel's values for each slot, by code, and the keys that have changed while events were lost.
  var slots: [Int: [UInt16: Int32]] = [:]
  var isUntouched = true
  var lostKeys: [NodeEvent] = []
  let clone = ScriptedClone()
  private(set) var grabs = 0
  private(set) var questions = 0
  private var now = Timestamp(microseconds: 0)

  /// The events between two commas: a code in words and its value, or `report`, `lost`, `gone`. Each report is 1 ms later.
  func say(_ text: String) {
    for words in text.split(separator: ",").map({ $0.split(separator: " ").map(String.init) }) {
      let value = words.count > 1 ? Int32(words[1]) ?? 0 : 0
      switch words[0] {
      case "report":
        now = now + TimeSpan(milliseconds: 1)
        add(Codes.syn, Codes.synReport, 0)
      case "wait": now = now + TimeSpan(milliseconds: Double(value))
      case "lost": readings.append(.lost(now))
      case "gone": readings.append(.gone)
      case "button": add(Codes.key, 0x110, value)
      case "slot": add(Codes.abs, Codes.slot, value)
      case "down": add(Codes.abs, Codes.trackingID, value)
      case "up": add(Codes.abs, Codes.trackingID, -1)
      case "x": add(Codes.abs, Codes.positionX, value)
      default: add(Codes.abs, Codes.positionY, value)
      }
    }
  }

  private func add(_ type: UInt16, _ code: UInt16, _ value: Int32) {
    readings.append(.event(NodeEvent(type, code, value, now)))
  }

  func has(_ type: UInt16, _ code: UInt16) -> Bool {
    hasButton && type == Codes.key && code == Codes.btnLeft
      || type == Codes.abs && [Codes.slot, Codes.positionX, Codes.positionY, Codes.trackingID].contains(code)
  }

  func axis(_ code: UInt16) -> AxisDescription? {
    has(Codes.abs, code) ? AxisDescription(minimum: 0, maximum: 1000, resolution: 10) : nil
  }

  func next() -> NodeReading { readings.isEmpty ? .nothing : readings.removeFirst() }
  func catchUp(_ report: (NodeEvent) -> Void) { lostKeys.forEach(report) }
  func readState() { questions += 1 }
  func discard() { readings.removeAll() }
  var hasExcess = false
  func takeExcess() -> Bool {
    defer { hasExcess = false }
    return hasExcess
  }
  var currentSlot: Int32 { 0 }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 { slots[slot]?[code] ?? (code == Codes.trackingID ? -1 : 0) }

  /// Why the device can't be grabbed.
  var obstacle: InterceptionFailure?
  private(set) var wakings = 0
  func wakeStoppedGuards() { wakings += 1 }

  func intercept(_ axes: SurfaceAxes) throws(InterceptionFailure) -> (any Clone, CloneForwarder)? {
    if let obstacle { throw obstacle }
    grabs += 1
    let forwarder = CloneForwarder(
      slots: 2, axes: [Codes.positionX, Codes.positionY], keys: [0x110], single: [], retraction: .palm,
      tapReach: axes.units(CloneForwarder.tapDistance))
    return (clone, forwarder)
  }
}

private final class ScriptedClone: Clone {
  /// The tracking ids and keys that the clone has sent.
  private(set) var sent: [String] = []
  private(set) var beats = 0
  var hasLost = false
  var isUnguarded = false
  let guardDescriptor: Int32 = -1

  func write(_ events: [CloneEvent]) {
    for event in events where event.code == Codes.trackingID || event.type == Codes.key {
      sent.append(event.type == Codes.key ? "button \(event.value)" : event.value < 0 ? "up" : "down \(event.value)")
    }
  }

  func beat() { beats += 1 }

  private(set) var liftsPlainly = false
  func liftPlainly(_ isPlain: Bool) { liftsPlainly = isPlain }
}

private final class ScriptedClock {
  var now = Timestamp(microseconds: 0)
}

/// A raw node on scripted events: no device, and no kernel.
@Suite struct RawNodeTests {
  private let script = ScriptedNode()
  private let clock = ScriptedClock()
  private let touchNode = TouchNode(node: "/dev/input/event5", name: "Pad", kind: .touchpad, plugged: "")

  @Test func tooManyErrorsAreAFaultOnce() throws {
    let node = try open()
    script.hasExcess = true
    #expect(read(node, "down 5, x 10, y 10, report") == ["began 1", "invalidEvents"])
    #expect(read(node, "up, report") == ["ended 1"])
  }

  @Test func aButtonIsToldWithTheFingersThatAreDown() throws {
    #expect(try !open().device.capabilities.contains(.buttons))
    script.hasButton = true
    let node = try open()
    #expect(node.device.capabilities.contains(.buttons))
    var buttons: [Buttons] = []
    let story = read(node, "down 5, x 10, y 10, report, button 1, report, x 20, report, button 0, up, report") {
      buttons.append($0.buttons)
    }
    #expect(story == ["began 1", "", "moved 1", "ended 1"])
    #expect(buttons == [[], .left, .left, []])
    // A press whose end is lost is over.
    buttons = []
    _ = read(node, "down 6, report, button 1, report, lost, up, report, down 7, x 30, report, button 1, report") {
      buttons.append($0.buttons)
    }
    #expect(buttons.filter { $0 == .left }.count == 2)
  }

  private func open(as kind: DeviceKind = .touchpad) throws -> RawNode { try opened(as: kind).node }

  private func opened(as kind: DeviceKind = .touchpad) throws -> RawDevice {
    var touchNode = touchNode
    touchNode.kind = kind
    return try RawDevice(script, touchNode, DeviceID(9), now: { [clock] in clock.now }) { _ in nil }
  }

  /// Reads until nothing is left, and gives `answer` to each frame.
  private func read(_ node: RawNode, _ text: String, _ answer: (Frame) -> Void = { _ in }) -> [String] {
    script.say(text)
    var story: [String] = []
    while true {
      switch node.next() {
      case .frame(let frame):
        story.append(frame.touches.map { "\($0.phase) \($0.id)" }.joined(separator: "; "))
        answer(frame)
      case .fault(let fault, _): story.append("\(fault)")
      case .unreleased(let count, _): story.append("\(count) not released")
      case .lostEvents: story.append("lost")
      case .intercepted: story.append("intercepted")
      case nil: return story
      case .givenBack(_, let reason): return story + ["given back, \(reason)"]
      case .gone: return story + ["gone"]
      }
    }
  }

  @Test func itIsWhatTheNodeSays() throws {
    let device = try open().device
    #expect(device.size == Size(width: 100, height: 100) && device.fingers == 1...2)
    #expect(device.capabilities == [.contacts, .places, .pointing])
  }

  @Test func aNodeWithoutPlacesHasNoTouches() {
    #expect(throws: Refusal.noTouches) {
      try RawDevice(NoAxes(), touchNode, DeviceID(9), now: { Timestamp(microseconds: 0) }) { _ in nil }
    }
  }

  @Test func framesFromDownToUp() throws {
    let node = try open()
    #expect(read(node, "down 5, x 100, y 100, report, x 110, report, up, report") == ["began 1", "moved 1", "ended 1"])
    #expect(read(node, "gone") == ["gone"])
  }

  @Test func whatWasThereFirstIsLeftOut() throws {
    script.slots[0] = [Codes.trackingID: 4, Codes.positionX: 100, Codes.positionY: 100]
    let node = try open()
    #expect(read(node, "x 110, report, up, report, down 5, report") == ["began 1"])
  }

  @Test func aTouchFarBeyondTheSurfaceIsCancelled() throws {
    let node = try open()
    #expect(read(node, "down 5, x 9000, y 100, report, x 100, report") == ["cancelled 1", "offSurface"])
  }

  @Test func aStuckTouchIsCancelledAsAnotherLands() throws {
    let node = try open(as: .touchscreen)
    let story = read(node, "down 5, x 500, y 500, report, wait 61000, slot 1, down 6, x 100, y 100, report")
    #expect(story == ["began 1", "cancelled 1; began 2", "stuckTouch"])
  }

  @Test func aContactThatATouchpadDoesNotReleaseIsCancelledAsAnotherLands() throws {
    let node = try open()
    #expect(try node.intercept())
    let story = read(node, "down 5, x 500, y 500, report, wait 6000, slot 1, down 6, x 100, y 100, report")
    #expect(story == ["began 1", "cancelled 1; began 2", "1 not released"])
    #expect(script.clone.sent == ["down 1", "up", "down 2"], "other readers are rid of it too")
  }

  @Test func lostEventsCancelAndTheKernelIsAsked() throws {
    let node = try open()
    #expect(read(node, "down 5, x 100, y 100, report") == ["began 1"])
    script.slots[0] = [Codes.trackingID: 5, Codes.positionX: 200, Codes.positionY: 100]
    #expect(read(node, "lost, x 210, report, up, report, down 6, report") == ["lost", "cancelled 1", "began 2"])
  }

  @Test func aFloodIsAFault() throws {
    let node = try open()
    _ = read(node, "down 5, x 100, y 100, report")
    let moves = (0..<FramePace.limit).map { "x \(100 + $0 % 2), report" }.joined(separator: ", ")
    #expect(read(node, moves).filter { $0 == "flood" } == ["flood"])
  }

  // MARK: Interception

  @Test func onlyAnUntouchedDeviceIsIntercepted() throws {
    let node = try open()
    _ = read(node, "down 5, x 100, y 100, report")
    #expect(try !node.intercept())
    script.isStill = false
    _ = read(node, "up, report")
    #expect(try !node.intercept())
    script.isStill = true
    script.isUntouched = false
    #expect(try !node.intercept())
    #expect(script.questions == 1 && script.grabs == 0, "a lift may have gone unheard")
    script.isUntouched = true
    #expect(try node.intercept())
    #expect(script.grabs == 1)
    script.isWritable = false
    #expect(throws: InterceptionFailure.notWritable) { try open().intercept() }
  }

  @Test func aTouchedDeviceIsInterceptedOnceItIsFree() throws {
    let node = try open()
    _ = read(node, "down 5, x 100, y 100, report")
    #expect(try !node.intercept())
    #expect(read(node, "x 110, report") == ["moved 1"])
    #expect(read(node, "up, report") == ["ended 1", "intercepted"])
    #expect(node.deadline == nil)
  }

  /// The guard of an earlier process keeps a device for less than 10 s; another program keeps it for longer.
  @Test func aDeviceOfAnotherProcessIsTriedAgainForAWhile() throws {
    let node = try open()
    script.obstacle = .notGrabbed(EBUSY)
    #expect(try !node.intercept())
    #expect(node.deadline == time(250) && script.wakings == 1)
    #expect(node.advance(to: time(249)) == nil && script.wakings == 1)
    clock.now = time(9999)
    #expect(node.advance(to: time(9999)) == nil && node.deadline == time(10_249))
    clock.now = time(10_249)
    guard case .givenBack(_, .failed(.notGrabbed(EBUSY)))? = node.advance(to: time(10_249)) else {
      Issue.record("it must give up")
      return
    }
    #expect(node.deadline == nil)
  }

  private func time(_ ms: Int64) -> Timestamp { Timestamp(microseconds: ms * 1000) }

  @Test func theCloneHearsOfATouchOnceTheOwnerHasSeenIt() throws {
    let node = try open()
    #expect(try node.intercept())
    var counts: [Int] = []
    _ = read(node, "down 5, x 100, y 100, report, up, report") { _ in counts.append(script.clone.sent.count) }
    #expect(counts == [0, 1])
    #expect(script.clone.sent == ["down 1", "up"])
    #expect(script.clone.beats == 1)
  }

  @Test func decisionsThatArePushedCountForTheFrameAtHand() throws {
    let node = try open()
    #expect(try node.intercept())
    _ = read(node, "down 5, x 100, y 100, report") { _ in
      node.deliver([DeliveryChange(touch: 1, delivery: .withheld)])
    }
    #expect(script.clone.sent.isEmpty)
    node.deliver([DeliveryChange(touch: 1, delivery: .passes)])
    #expect(script.clone.sent == ["down 1"], "without a frame they count at once")
    _ = read(node, "x 110, report") { _ in node.deliver([DeliveryChange(touch: 1, delivery: .taken)]) }
    #expect(script.clone.sent == ["down 1", "up"])
  }

  @Test func buttonsGoOnWithoutATouch() throws {
    let node = try open()
    #expect(try node.intercept())
    #expect(read(node, "button 1, report, button 0, report") == [])
    #expect(script.clone.sent == ["button 1", "button 0"])
  }

  @Test func lostEventsTakeBackWhatTheCloneHas() throws {
    let node = try open()
    #expect(try node.intercept())
    _ = read(node, "down 5, x 100, y 100, button 1, report")
    script.lostKeys = [NodeEvent(Codes.key, 0x110, 0, Timestamp(microseconds: 0))]
    #expect(read(node, "lost") == ["lost", "cancelled 1"])
    #expect(script.clone.sent == ["down 1", "button 1", "up", "button 0"])
  }

  @Test func aGuardThatHasActedEndsIt() throws {
    let node = try open()
    #expect(try node.intercept())
    script.clone.hasLost = true
    #expect(read(node, "button 1, report") == ["given back, stalled"])
  }

  @Test func aGuardThatIsGoneEndsIt() throws {
    let node = try open()
    #expect(node.guardDescriptor == nil)
    #expect(try node.intercept())
    #expect(node.guardDescriptor == -1)
    script.clone.isUnguarded = true
    node.noteGuardEvent()
    #expect(read(node, "button 1, report") == ["given back, unguarded"])
  }

  @Test func aHandThatIsHeldStillHasItBack() throws {
    let node = try open()
    #expect(try node.intercept())
    _ = read(node, "down 5, x 100, y 100, slot 1, down 6, x 300, y 100, report")
    let deadline = try #require(node.deadline)
    #expect(deadline == Timestamp(microseconds: 10_001_000))
    #expect(node.advance(to: Timestamp(microseconds: 10_000_999)) == nil)
    guard case .givenBack(_, .wanted)? = node.advance(to: deadline) else {
      Issue.record("the user has taken the device back")
      return
    }
  }
}

/// A node without axes.
private final class NoAxes: InputNode {
  let descriptor: Int32 = -1
  let name: String? = nil
  let slotCount = 0
  let currentSlot: Int32 = 0
  let isUntouched = true
  let isWritable = false
  let isStill = true
  func has(_ type: UInt16, _ code: UInt16) -> Bool { false }
  func axis(_ code: UInt16) -> AxisDescription? { nil }
  func next() -> NodeReading { .nothing }
  func catchUp(_ report: (NodeEvent) -> Void) {}
  func readState() {}
  func discard() {}
  func wakeStoppedGuards() {}
  func takeExcess() -> Bool { false }
  func value(_ code: UInt16, ofSlot slot: Int) -> Int32 { 0 }
  func intercept(_ axes: SurfaceAxes) throws(InterceptionFailure) -> (any Clone, CloneForwarder)? { nil }
}
