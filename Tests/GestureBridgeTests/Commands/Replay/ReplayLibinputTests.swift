import Foundation
import Support
import Testing

/// `replay` of the output of `libinput record`.
struct ReplayLibinputTests {
  private static let rules = """
    [gesture.tap]
    kind = "tap"
    run = "true"
    [gesture.swipe]
    kind = "swipe"
    fingers = "2-3"
    run = "true"
    [gesture.drag]
    kind = "pan"
    fingers = "2-3"
    simultaneous-with = ["swipe"]
    began = "true"

    """

  /// The events of one device, in evemu's format; read from the YAML with another method.
  private func events(of node: String, in text: String) -> String {
    let own = text.components(separatedBy: "- node: /dev/input/").first { $0.hasPrefix(node + "\n") } ?? ""
    let isPad = own.contains("ID_INPUT_TOUCHPAD=1")
    var lines = ["N: Mocked \(isPad ? "Touchpad" : "Touchscreen")", isPad ? "P: 05" : "P: 02"]
    for line in own.components(separatedBy: "\n") {
      let numbers = line.components(separatedBy: "]")[0].split { !"-0123456789".contains($0) }.compactMap { Int($0) }
      if line.hasPrefix("      "), line.contains(": [0, "), numbers.count == 6 {
        lines.append("A: " + String(numbers[0], radix: 16) + numbers.dropFirst().map { " \($0)" }.joined())
      } else if line.hasPrefix("    - ["), let value = numbers.last, numbers.count >= 5 {
        let fields = numbers.suffix(5)
        let words = Array(fields)
        lines.append(String(format: "E: %d.%06d %x %x %d", words[0], words[1], words[2], words[3], value))
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The lines of one device, with times counted from its first.
  private func told(_ json: String, of device: String) throws -> [String] {
    let lines = json.split(separator: "\n").map(String.init).filter { $0.contains("\"device\":\"\(device)\"") }
    var start: Double?
    return try lines.map { line in
      let parts = line.components(separatedBy: ",")
      let times = parts.prefix(2).compactMap { Double($0.split(separator: ":").last ?? "") }
      try #require(times.count == 2)
      start = start ?? times[0]
      let relative = times.map { String(format: "%.3f", $0 - (start ?? 0)) }
      return (relative + parts.dropFirst(2)).joined(separator: ",")
    }
  }

  @Test func theFramesAreThoseOfTheDevicesEvents() throws {
    let folder = try Folder()
    let text = try Fixtures.text("libinput-record.yml")
    try folder.write("bindings.toml", Self.rules)
    try folder.write("all.yml", text)
    let all = try Program.run("replay", "--format", "json", "all.yml", in: folder)
    #expect(all.status == 0 && all.errors == "", Comment(rawValue: all.errors))
    for (node, name) in [("event0", "Mocked Touchscreen"), ("event1", "Mocked Touchpad")] {
      try folder.write("one.events", events(of: node, in: text))
      let one = try Program.run("replay", "--format", "json", "one.events", in: folder)
      #expect(one.status == 0 && one.errors == "", Comment(rawValue: one.errors))
      let expected = try told(one.output, of: name)
      #expect(expected.count > 2)
      #expect(try told(all.output, of: name) == expected)
    }
  }

  @Test func whatIsWrongWithItIsSaidWithItsLine() throws {
    let folder = try Folder()
    try folder.write("bindings.toml", Self.rules)
    try folder.write("a b.yml", "# libinput record\n---\nversion: 1\ndevices: [\n")
    #expect(
      try Program.run("replay", "a b.yml", in: folder)
        == Program.Outcome(
          status: 1, output: "",
          errors:
            "gesture-bridge: error: a b.yml:5: the text can't be read as YAML: did not find expected node content; "
            + "give the path of a complete recording of `libinput record`\n"))
  }
}
