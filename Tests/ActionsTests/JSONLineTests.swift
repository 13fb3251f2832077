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

  @Test func everyVariableHasItsKey() throws {
    var gesture = GestureEnvironment(name: "n", kind: "k", state: "s", fingers: 12, device: "d")
    let numbers: [WritableKeyPath<GestureEnvironment, Double?>] = [
      \.dx, \.dy, \.vx, \.vy, \.scale, \.rotation, \.pressure, \.x, \.y, \.duration,
    ]
    for path in numbers { gesture[keyPath: path] = -0.5 }
    gesture.direction = "left"
    gesture.step = "up"
    let object = try object(gesture)
    #expect(Set(object.keys) == Set(GestureVariable.table.map(\.key)))
    #expect(
      GestureVariable.table.map(\.key) == [
        "name", "kind", "state", "fingers", "dx", "dy", "vx", "vy", "scale", "rotation", "pressure", "x", "y",
        "direction", "step", "device", "duration",
      ])
    for variable in GestureVariable.table {
      let value = object[variable.key]
      #expect(variable.unit.isEmpty ? value is String || variable.key == "fingers" : value as? Double == -0.5)
    }
    #expect(object["fingers"] as? Int == 12)
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
