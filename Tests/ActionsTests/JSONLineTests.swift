import Foundation
import Testing

@testable import Actions

/// The lines that streams get.
struct JSONLineTests {
  private func line(_ gesture: GestureEnvironment) -> String {
    var line = JSONLine()
    line.write(GestureEnvironment(name: "before", kind: "tap", state: "recognized", fingers: 5, device: "longer"))
    line.write(gesture)
    return String(decoding: line.bytes, as: UTF8.self)
  }

  private func object(_ gesture: GestureEnvironment) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line(gesture).utf8)) as? [String: Any])
  }

  @Test func onlyWhatTheGestureHasIsThere() {
    var gesture = GestureEnvironment(name: "zoom", kind: "pinch", state: "changed", fingers: 2, device: "Pad")
    gesture.scale = 1.25
    gesture.duration = 16
    #expect(
      line(gesture)
        == "{\"name\":\"zoom\",\"kind\":\"pinch\",\"state\":\"changed\",\"fingers\":2,\"scale\":1.250,"
        + "\"device\":\"Pad\",\"duration\":16.000}\n")
  }

  @Test func anObjectMayBegin() {
    var line = JSONLine()
    line.write(
      GestureEnvironment(name: "n", kind: "tap", state: "recognized", fingers: 1, device: ""),
      behind: Array("{\"a\":1".utf8))
    #expect(
      String(decoding: line.bytes, as: UTF8.self)
        == "{\"a\":1,\"name\":\"n\",\"kind\":\"tap\",\"state\":\"recognized\",\"fingers\":1,\"device\":\"\"}\n")
  }

  @Test func everyVariableHasItsKey() throws {
    var gesture = GestureEnvironment(name: "n", kind: "k", state: "s", fingers: 12, device: "d")
    let numbers: [WritableKeyPath<GestureEnvironment, Double?>] = [
      \.dx, \.dy, \.vx, \.vy, \.scale, \.rotation, \.pressure, \.x, \.y, \.duration,
    ]
    for path in numbers { gesture[keyPath: path] = -0.5 }
    gesture.corners = [.init(x: -0.5, y: -0.5)]
    gesture.hints = []
    gesture.direction = "left"
    gesture.step = "up"
    let object = try object(gesture)
    #expect(Set(object.keys) == Set(GestureVariable.table.map(\.key)))
    #expect(
      GestureVariable.table.map(\.key) == [
        "name", "kind", "state", "fingers", "dx", "dy", "vx", "vy", "scale", "rotation", "pressure", "x", "y",
        "mid_x", "mid_y", "corners", "direction", "step", "hints", "device", "duration",
      ])
    for variable in GestureVariable.table {
      let value = object[variable.key]
      let isOther = variable.key == "fingers" || value is [Any]
      #expect(variable.unit.isEmpty ? value is String || isOther : value as? Double == -0.5)
    }
    #expect(object["fingers"] as? Int == 12)
  }

  @Test func listsAreLists() {
    var gesture = GestureEnvironment(name: "n", kind: "k", state: "s", fingers: 1, device: "d")
    gesture.corners = [.init(x: 1, y: 2.5), .init(x: -3, y: 0)]
    gesture.hints = [
      GestureHint(name: "a", json: "{\"name\":\"a\"}"), GestureHint(name: "b", json: "{\"name\":\"b\"}"),
    ]
    #expect(
      line(gesture)
        == "{\"name\":\"n\",\"kind\":\"k\",\"state\":\"s\",\"fingers\":1,\"mid_x\":1.000,\"mid_y\":2.500,"
        + "\"corners\":[[1.000,2.500],[-3.000,0.000]],\"hints\":[{\"name\":\"a\"},{\"name\":\"b\"}],"
        + "\"device\":\"d\"}\n")
    gesture.corners = [.init(x: .nan, y: 0)]
    gesture.hints = []
    #expect(!line(gesture).contains("corners"))
    #expect(line(gesture).contains("\"hints\":[]"))
  }

  @Test(arguments: ["a\"b\\c", "\u{0}\u{1}\t\n\r\u{1F}\u{7F}", "é ✓ \u{2028} 👆", "</script>", ""])
  func anyTextComesBackAsItWas(_ text: String) throws {
    let object = try object(GestureEnvironment(name: text, kind: "k", state: "s", fingers: 1, device: text))
    #expect(object["name"] as? String == text)
    #expect(object["device"] as? String == text)
    let bytes = line(GestureEnvironment(name: text, kind: "k", state: "s", fingers: 1, device: text)).utf8
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
    #expect(bytes.allSatisfy { $0 >= 0x20 || $0 == UInt8(ascii: "\n") })
  }

  @Test func whatIsNoNumberIsLeftOut() throws {
    var gesture = GestureEnvironment(name: "n", kind: "k", state: "s", fingers: -1, device: "d")
    gesture.scale = .nan
    gesture.vx = .infinity
    let object = try object(gesture)
    #expect(object["scale"] == nil)
    #expect(object["vx"] as? Double == 9_000_000_000_000)
    #expect(object["fingers"] as? Int == 0)
  }
}
