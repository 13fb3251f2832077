import Foundation
import GestureCore
import Support
import Testing

@testable import Bindings

/// The lines that streams get.
struct JSONLineTests {
  private func line(_ gesture: GestureEnvironment) -> String {
    var line = JSONLine()
    line.write(madeGesture("before", device: "longer"))
    line.write(gesture)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private func object(_ gesture: GestureEnvironment) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line(gesture).utf8)) as? [String: Any])
  }

  @Test func onlyWhatTheGestureHasIsThere() {
    let gesture = madeGesture("zoom", "pinch", .changed, device: "Pad", reports: .scale, milliseconds: 16) {
      $0.fingers = 2
      $0.scale = 1.25
    }
    #expect(
      line(gesture)
        == "{\"name\":\"zoom\",\"kind\":\"pinch\",\"state\":\"changed\",\"fingers\":2,\"scale\":1.250,"
        + "\"device\":\"Pad\",\"duration\":16.000}\n")
  }

  @Test func anObjectMayBegin() {
    var line = JSONLine()
    line.write(madeGesture("n", device: ""), after: Array("{\"a\":1".utf8))
    #expect(
      String(decoding: line.bytes, as: UTF8.self)
        == "{\"a\":1,\"name\":\"n\",\"kind\":\"tap\",\"state\":\"recognized\",\"fingers\":1,\"device\":\"\","
        + "\"duration\":0.000}\n")
  }

  @Test func everyVariableHasItsKey() throws {
    var progress = Progress()
    progress.translation = Vector(-0.5, -0.5)
    progress.scale = -0.5
    progress.rotation = -0.5
    let gesture = madeGesture(
      reports: [.translation, .velocity, .scale, .rotation, .pressure, .direction, .corners, .hints, .button],
      step: .up,
      milliseconds: -0.5, progress: progress
    ) {
      let vector = Vector(-0.5, -0.5)
      $0.fingers = 12
      $0.translation = vector
      $0.velocity = vector
      $0.scale = -0.5
      $0.rotation = -0.5
      $0.pressure = -0.5
      $0.location = vector
      $0.corners = [vector]
      $0.direction = .left
      $0.button = .left
    }
    let object = try object(gesture)
    #expect(Set(object.keys) == Set(EventValue.forCommands.map(\.name)))
    #expect(
      EventValue.forCommands.map(\.name) == [
        "name", "kind", "state", "fingers", "dx", "dy", "vx", "vy", "scale", "rotation", "delta_x", "delta_y",
        "delta_scale", "delta_rotation", "pressure", "x", "y",
        "mid_x", "mid_y", "corners", "direction", "button", "step", "hints", "device", "duration",
      ])
    for declared in EventValue.forCommands {
      let value = object[declared.name]
      let isOther = declared.name == "fingers" || value is [Any]
      #expect(declared.unit.isEmpty ? value is String || isOther : value as? Double == -0.5)
    }
    #expect(object["fingers"] as? Int == 12)
  }

  @Test func listsAreLists() {
    func gesture(_ corners: [Vector], _ hints: [GestureHint]) -> GestureEnvironment {
      madeGesture("n", "k", .began, device: "d", reports: [.corners, .hints], hints: hints) { $0.corners = corners }
    }
    let hints = [
      GestureHint(name: "a", json: "{\"name\":\"a\"}"), GestureHint(name: "b", json: "{\"name\":\"b\"}"),
    ]
    #expect(
      line(gesture([Vector(1, 2.5), Vector(-3, 0)], hints))
        == "{\"name\":\"n\",\"kind\":\"k\",\"state\":\"began\",\"fingers\":1,\"mid_x\":1.000,\"mid_y\":2.500,"
        + "\"corners\":[[1.000,2.500],[-3.000,0.000]],\"hints\":[{\"name\":\"a\"},{\"name\":\"b\"}],"
        + "\"device\":\"d\",\"duration\":0.000}\n")
    let odd = line(gesture([Vector(.nan, 0)], []))
    #expect(!odd.contains("corners"))
    #expect(odd.contains("\"hints\":[]"))
  }

  @Test(arguments: ["a\"b\\c", "\u{0}\u{1}\t\n\r\u{1F}\u{7F}", "é ✓ \u{2028} 👆", "</script>", ""])
  func anyTextComesBackAsItWas(_ text: String) throws {
    let object = try object(madeGesture(text, device: text))
    #expect(object["name"] as? String == text)
    #expect(object["device"] as? String == text)
    let bytes = line(madeGesture(text, device: text)).utf8
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") })
  }

  @Test func whatIsNoNumberIsLeftOut() throws {
    let gesture = madeGesture(reports: [.scale, .velocity]) {
      $0.fingers = -1
      $0.scale = .nan
      $0.velocity = Vector(.infinity, 0)
    }
    let object = try object(gesture)
    #expect(object["scale"] == nil)
    #expect(object["vx"] as? Double == 9_000_000_000_000)
    #expect(object["fingers"] as? Int == 0)
  }
}
