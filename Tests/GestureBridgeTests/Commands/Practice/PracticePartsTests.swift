import Analysis
import Base
import CLinux
import Control
import Desktop
import GestureCore
import Glibc
import Recordings
import Testing

@testable import Bindings
@testable import gesture_bridge

/// The parts of `practice`.
struct PracticePartsTests {
  private static let rules = """
    [overlay]
    theme = "light"
    motion = "reduced"
    [gesture.left]
    kind = "swipe"
    fingers = 3
    direction = "left"
    min-distance = "60 mm"
    run = "true"
    [gesture.smaller]
    kind = "pinch"
    fingers = "4-5"
    direction = "in"
    run = "true"
    """

  private func rules() throws -> Rules {
    let read = Rules.load(text: Array(Self.rules.utf8), file: "bindings.toml")
    return try #require(read.rules, "\(read.diagnostics)")
  }

  private func session(_ rules: Rules) throws -> PracticeSession {
    PracticeSession(
      try ["left", "smaller"].map {
        PracticeSession.Task(solo: try #require(SoloGesture($0, of: rules.ruleSet)), effects: ["does \($0)"])
      })
  }

  /// A swipe to the left by `distance` mm.
  private func swipe(_ distance: Int, fingers: Int = 3) throws -> (Attempt, [Device]) {
    let touches = ["a 200,50", "b 220,50", "c 240,50"].prefix(fingers).map { "down \($0)" }.joined(separator: "; ")
    let names = ["a", "b", "c"].prefix(fingers).joined(separator: ",")
    let script = try TouchScript.read(
      "touches\n 0ms \(touches)\n 20ms move \(names) by -\(distance),0 over 150ms\n 180ms up \(names)\n", name: "swipe")
    let attempts = try Replay.attempts(script.recording, rules: rules())
    return (try #require(attempts.first), script.recording.devices)
  }

  @Test func aScreenAsksForOneGestureAfterAnother() throws {
    var session = try session(rules())
    var lesson = try #require(session.lesson)
    #expect(lesson.number == 1 && lesson.count == 2 && lesson.name == "left" && lesson.look == .arrow(.left))
    #expect(lesson.fingers == 3 && lesson.how.last == "fingers 3, direction left" && lesson.does == ["does left"])
    #expect(
      lesson.verdict == nil && lesson.words.isEmpty && lesson.keys == "Press Enter to skip a gesture, Ctrl-C to quit.")

    for (distance, fingers, verdict, words) in [
      (70, 2, OverlayLesson.Verdict.other, "Something else: landed 2 fingers"), (40, 3, .missed, "Not yet: "),
    ] {
      let (attempt, devices) = try swipe(distance, fingers: fingers)
      _ = session.add(attempt, on: devices)
      lesson = try #require(session.lesson)
      #expect(lesson.number == 1 && lesson.verdict == verdict && lesson.words.hasPrefix(words), "\(lesson.words)")
    }
    let (attempt, devices) = try swipe(80)
    _ = session.add(attempt, on: devices)
    lesson = try #require(session.lesson)
    #expect(lesson.number == 2 && lesson.results == [true] && lesson.look == .pinch(.inward) && lesson.fingers == 4)
    #expect(lesson.verdict == .made && lesson.words == "That was left, at attempt 2", "\(lesson.words)")
    #expect(session.answer("what") == [Message.unknownAnswer("what")] && session.lesson == lesson)
    _ = session.answer("")
    #expect(session.isOver && session.lesson == nil)
  }

  @Test func theScreenIsToldOfFingersAndLessons() throws {
    var ends: [Int32] = [-1, -1]
    try #require(gb_local_pair(&ends) == 0)
    defer { close(ends[1]) }
    let screen = PracticeScreen(try rules(), LocalStream(OwnedDescriptor(owning: ends[0]), peer: "the overlay"))
    var lines = LineBuffer(limit: OverlayLine.longest)
    let told = { () throws -> [OverlayLine] in
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = recv(ends[1], &bytes, bytes.count, Int32(MSG_DONTWAIT))
      lines.append(bytes.prefix(max(count, 0)))
      var told: [OverlayLine] = []
      while let line = try lines.next() { told.append(try OverlayLine(line: line)) }
      return told
    }
    #expect(try told() == [.settings(OverlaySettings(theme: .light, position: .bottomRight, motion: .reduced))])
    let lesson = try #require(try session(rules()).lesson)
    screen.show(lesson)
    screen.show(nil)
    #expect(try told() == [.lesson(lesson)])

    let panel = Device(
      id: DeviceID(1), name: "Panel", deviceClass: .touchscreen, size: Size(width: 300, height: 190),
      capabilities: [.contacts, .places])
    let frame = { (time: Int64, touches: Touch...) in
      Frame(device: panel.id, time: Timestamp(microseconds: time), touches: touches)
    }
    var counted = Touch(id: 7, phase: .began, position: Vector(1, 1))
    counted.isCountedOnly = true
    screen.showFingers(frame(1, Touch(id: 1, phase: .began, position: Vector(10, 20)), counted), on: panel)
    screen.showFingers(frame(2, Touch(id: 1, phase: .stationary, position: Vector(10, 20))), on: panel)
    screen.showFingers(frame(3, Touch(id: 1, phase: .moved, position: Vector(15, 20))), on: panel)
    screen.showFingers(frame(4, Touch(id: 1, phase: .ended)), on: panel)
    let trail = OverlayScene.Item(show: .trail, name: "", look: .stationary)
    let scene = { (time: Int64, touches: [OverlayScene.Touch]) in
      OverlayLine.scene(
        OverlayScene(
          device: "Panel", surface: .touchscreen, width: 300, height: 190, time: time, touches: touches,
          items: touches.isEmpty ? [] : [trail]))
    }
    let (first, last) = (OverlayScene.Touch(id: 1, x: 10, y: 20), OverlayScene.Touch(id: 1, x: 15, y: 20))
    #expect(try told() == [scene(1, [first]), scene(3, [last]), scene(4, [])])
    // Pulled out under a finger, and again with nothing on it.
    screen.showFingers(frame(5, Touch(id: 2, phase: .began, position: Vector(10, 20))), on: panel)
    screen.removeDevice(panel)
    screen.removeDevice(panel)
    let left = try told().compactMap { line -> Int? in
      if case .scene(let scene) = line { scene.touches.count } else { nil }
    }
    #expect(left == [1, 0])
    screen.close()
    #expect(recv(ends[1], &ends, 1, 0) == 0, "the overlay ends with the connection")
  }
}
