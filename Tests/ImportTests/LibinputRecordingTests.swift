import Foundation
import Importers
import Support
import Testing

/// Recordings of `libinput record`: the output of libinput 1.22 for mocked devices, and files that aren't such
/// recordings.
@Suite struct LibinputRecordingTests {
  static let name = "libinput-record.yml"

  private func read(_ text: String) throws -> String {
    try LibinputRecording(bytes: Array(text.utf8), file: "f.yml").evemu
  }

  private func fault(_ text: String) -> String? {
    do throws(ImportError) {
      _ = try LibinputRecording(bytes: Array(text.utf8), file: "f.yml")
      return nil
    } catch {
      return error.fact
    }
  }

  /// `[sec, usec, type, code, value]` of each line of the fixture, read with another method than the importer's.
  private static func events(_ text: String) throws -> [Int: String] {
    var events: [Int: String] = [:]
    var isKeyboard = false
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("- node:") { isKeyboard = line.hasSuffix("event6") }
      guard !isKeyboard, line.hasPrefix("    - ["), let end = line.firstIndex(of: "]") else { continue }
      let words = line[..<end].dropFirst("    - [".count).split(separator: ",")
      let numbers = words.compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
      try #require(numbers.count == 5)
      events[index + 1] = String(
        format: "E: %d.%06d %04x %04x %d", numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    }
    return events
  }

  @Test func everyEventStandsOnItsLine() throws {
    let text = try Fixtures.text(Self.name)
    let lines = try read(text).components(separatedBy: "\n")
    let events = try Self.events(text)
    #expect(events.count > 100)
    for (number, line) in lines.enumerated() where line.hasPrefix("E:") { #expect(events[number + 1] == line) }
    #expect(lines.count { $0.hasPrefix("E:") } == events.count)
  }

  @Test func devicesAreDescribedAndKeyboardsLeftOut() throws {
    let lines = try read(try Fixtures.text(Self.name)).components(separatedBy: "\n")
    #expect(
      lines.filter { $0.hasPrefix("N:") || $0.hasPrefix("P:") || $0.hasPrefix("A: 35") } == [
        "N: Mocked Touchscreen", "P: 02 00 00 00", "A: 35 0 6000 0 0 20",
        "N: Mocked Touchpad", "P: 05 00 00 00", "A: 35 0 3000 0 0 30",
      ])
  }

  private static let head = """
    version: 1
    ndevices: 1
    devices:
    - node: /dev/input/event0
      evdev:
        name: "A: \\"pad\\""
        id: [3, 1, 2, 4]
        codes:
          0: [0, 1] # EV_SYN
          3: [53, 54]
        absinfo:
          53: [0, 6000, 0, 0, 20]
        properties: [1]

    """

  @Test func otherFormsOfTheSame() throws {
    let block = try read(Self.head + "  events:\n  - evdev:\n    - [0, 7, 3, 53, -1] # x\n    - [  1,2,0,0, 0 ]\r\n")
    let flow = try read(
      Self.head + "  events: [{evdev: [[0, 7, 3, 53,\n -1], [1, 2, 0, 0, 0]]}, {hidraw0: [1, 2]}, {libinput: [{}]}]\n")
    let events = "E: 0.000007 0003 0035 -1\nE: 1.000002 0000 0000 0\n"
    #expect(block.hasSuffix(events) && flow.hasSuffix(events), Comment(rawValue: flow))
    let description = "N: A: \"pad\"\nI: 0003 0001 0002 0004\nP: 02 00 00 00\nB: 00 09\nB: 03 00 00 00 00 00 00 60\n"
    #expect(block.contains(description))
    for empty in ["", "  events:\n", "  events: []\n"] { #expect(!(try read(Self.head + empty)).contains("E:")) }
  }

  private static let whole = "give the path of a complete recording of `libinput record`"
  private static let event = "expected an event, such as `[0, 11879, 3, 53, 1330]`; \(whole)"

  private static let faults: [(String, String)] = [
    ("", "f.yml: this is not a recording of `libinput record`: it has no `version:`; \(whole)"),
    (
      "version: 2\n",
      "f.yml:1: the format of the recording has version \"2\"; use a recording with version 1, the format of libinput 1.10 and later"
    ),
    ("version: 1\n", "f.yml: the recording has no devices; \(whole)"),
    ("version: 1\ndevices: 3\n", "f.yml:2: the recording has no devices; \(whole)"),
    ("version: 1\ndevices:\n- node: a\n", "f.yml:3: this device has no description (`evdev:`); \(whole)"),
    (
      "version: 1\ndevices: [\n",
      "f.yml:3: the text can't be read as YAML: did not find expected node content; \(whole)"
    ),
    ("version: 1\nversion: 1\n", "f.yml:1: \"version\" is here twice; \(whole)"),
    (
      "version: 1\ndevices:\n- evdev:\n    name: \"Some Mouse\"\n- evdev:\n    name: Keys\n",
      "f.yml: the recording has no touch device, only \"Some Mouse\", \"Keys\"; "
        + "record a touchscreen, a touchpad or a pen; `libinput list-devices` lists the devices"
    ),
    (head + "  events: here\n", "f.yml:14: \(event)"), (head + "  events:\n    a: 1\n", "f.yml:15: \(event)"),
    (head + "  events:\n  - evdev: 1\n", "f.yml:15: \(event)"),
    (head + "  events:\n  - evdev:\n    - [0, 0, 3, 53]\n", "f.yml:16: \(event)"),
    (head + "  events:\n  - evdev:\n    - [0, 1000000, 3, 53, 1]\n", "f.yml:16: \(event)"),
    (head + "  events:\n  - evdev:\n    - [0, 0, 3, 53, 3000000000]\n", "f.yml:16: \(event)"),
    (head + "  events:\n  - evdev:\n    - event-of-line-3\n", "f.yml:16: \(event)"),
    (
      head.replacingOccurrences(of: "[1]", with: "[64]"),
      "f.yml:13: these numbers do not describe a device; \(whole)"
    ),
    (
      head.replacingOccurrences(of: "0, 20]", with: "]"),
      "f.yml:12: these numbers do not describe a device; \(whole)"
    ),
  ]

  @Test(arguments: faults) func whatCantBeRead(_ text: String, _ message: String) {
    #expect(fault(text) == message)
  }

  @Test func whatRefersToItselfEndsSoon() {
    var text = "version: 1\na: &a [x, x, x, x, x, x, x, x, x]\n"
    for (name, below) in zip("bcdefghijk", "abcdefghij") {
      text += "\(name): &\(name) [\(Array(repeating: "*\(below)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(fault(text + "devices: *k\n") != nil)
    #expect(fault(text + Self.head.dropFirst("version: 1\n".count) + "  events: *k\n") != nil)
  }

  @Test func whatIsNoTextIsRefused() {
    #expect(fault("version: 1\u{0}") == "f.yml: the file is not UTF-8 text; \(Self.whole)")
  }

  @Test func mutatedRecordings() throws {
    let text = Array(try Fixtures.text(Self.name).utf8.prefix(6000))
    let marks = Array("[]{}:,-&*#\"0 x\n".utf8)
    for round in 0..<300 {
      var bytes = text
      for place in 0..<4 {
        bytes[(round * 7919 + place * 1543) % bytes.count] = marks[(round + place) % marks.count]
      }
      do throws(ImportError) {
        _ = try LibinputRecording(bytes: bytes, file: "f.yml")
      } catch {
        #expect(error.fact.hasPrefix("f.yml"))
      }
    }
  }
}
