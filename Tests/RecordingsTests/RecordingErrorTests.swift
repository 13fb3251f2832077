import GestureCore
import Recordings
import Support
import Testing
import Text

/// The exact sentence for everything that can be wrong with a recording.
@Suite struct RecordingErrorTests {
  @Test func eventFiles() {
    let texts = [
      "",
      "\n # nothing\n",
      "hello",
      "E: 1 0003 0035 1039",
      "E: 1.0 0 0 0\nnoise",
      "E: 1.0 0003 0035",
      "E: 1.0 0003 0035 99999999999",
      "E: soon 0003 0035 1",
      "E: 99999999999999999999.0 0003 0035 1",
      "N: pad\nA: 35 0 many 0 0",
      "P: zz",
      "B:",
    ]
    expectSnapshot(texts.map { message($0, throwing($0)) }, "event files")
  }

  @Test func aClockThatLeapsByYears() {
    let events = "E: 1.0 0003 0035 10\nE: 86400001.0 0003 0035 20\nE: 86400002.0 0003 0035 30"
    expectSnapshot(
      throwing(events, ReadingOptions(deviceClass: .touchpad)) ?? "", "a clock that leaps by years", has: "f:3:")
  }

  @Test func descriptionsGivenApart() {
    let options = ReadingOptions(description: "E: 1 1 1 1", descriptionName: "pad.desc")
    expectSnapshot(throwing("E: 1 1 1 1", options) ?? "", "a description without lines", has: "pad.desc:")
    let broken = ReadingOptions(description: "A: 35", descriptionName: "pad.desc")
    expectSnapshot(throwing("E: 1 1 1 1", broken) ?? "", "a description without a value", has: "pad.desc:1:")
  }

  @Test func touches() {
    let texts = [
      "down a 1,1",
      "10 down a 1,1",
      "99999999s wait",
      "5ms wait\n4.5ms wait",
      "0ms",
      "0ms jump a",
      "0ms down a",
      "0ms down a 1;1",
      "0ms down a nan,1",
      "0ms down a,b 1,1",
      "0ms down a 1,1\n1ms down a 2,2",
      "0ms up a",
      "0ms up",
      "0ms down a 1,1; up a",
      "0ms down a 1,1\n1ms move a",
      "0ms down a 1,1\n1ms move a near 2,2",
      "0ms down a 1,1\n1ms move a to 2,2 over",
      "0ms down a 1,1\n1ms move a to 2,2 over 1000s",
      "0ms down a 1,1\n1ms move a to 2,2 over 80ms\n9ms up a",
      "0ms down a 1,1\n1ms pressure a 2",
      "0ms down a 1,1\n1ms pressure a",
      "0ms wait long",
      "0ms wait \"",
      "device",
      "device pad: mouse",
      "device pad: touchpad 100 mm",
      "device pad: touchpad 0x66 mm",
      "device pad: touchpad 100x0.0001 mm",
      "device pad: touchpad shiny",
      "device pad: touchpad rotation=45",
      "device pad: touchpad\ndevice pad: touchpad",
      "device pad",
      "0ms unplug; down a 1,2",
      "0ms down a 1,2\n1ms move a by 9,9 over 80ms\n40ms reset",
      "0ms reset all",
      "0ms mode",
      "0ms mode ;",
      "0ms mode a,b",
      "0ms app a b",
      "0ms modifiers ctrl+hyper",
      "touches",
    ]
    expectSnapshot(texts.map { message($0, throwing("touches\n\($0)")) }, "touches")
    for text in texts {
      let line = text.split(separator: "\n").count + 1
      #expect(throwing("touches\n\(text)")?.hasPrefix("f:\(line): ") == true)
    }
  }

  /// Gestures and zones are read as those of a rules file, with the line of the script.
  @Test func gestures() {
    let texts = Self.gestures.map { "gestures\n\($0)" } + Self.zones.map { "zones\n\($0)\ngestures" }
    expectSnapshot(texts.map { message($0, throwing($0, script: "")) }, "rules")
  }

  static let gestures = [
    "single tap",
    "a,b = tap",
    "single = tap taps",
    "done = stroke",
    "done = stroke path=up,down shape=checkmark",
    "done = stroke templates=star",
    "done = stroke path=up,sideways",
    "done = stroke path=up,down after=soon",
    "single = tap tips=2",
    "single = tap\nsingle = tap",
    "single = tap priority=high",
    "single = tap require-to-fail=single,",
    "single = tap prevents=kind:x",
    "single = tap require-to-fail=double",
    "single = tap required-to-fail-by=double",
    "single = tap cannot-prevent=double",
    "single = tap cannot-be-prevented-by=tag:x",
    "single = tap tags=a,,b",
    "single = tap require-to-fail=single?mode",
    "single = tap require-to-fail=single?",
    "single = tap require-to-fail=single?mode=a&fingers=2",
    "single = tap require-to-fail=single?zone=left",
    "single = tap zone=left",
    "single = tap tool=palm",
    "single = tap receive.direction=up",
    "single = tap begin-if.colour=red",
    "single = tap begin-if.zone=left",
    "single = tap begin-if.fingers=0",
    "single = tap begin-if.direction=up,north",
    "single = tap receive.modifiers=hyper",
    "single = tap exclusive-touch-type=no",
    "a = tap require-to-fail=b\nb = tap require-to-fail=a",
    "single = tap taps=two",
    "single = tap slop=3",
    "single = tap slop=3ms",
    "single = tap slop=big",
    "single = tap slop=1000mm",
    "single = tap fingers=two",
    "drag = pan strict-fingers=1",
    "x = wave",
  ]

  static let zones = [
    "left edge",
    "a,b = edge=left band=1mm",
    "left = edge=left band=1mm\nleft = edge=left band=1mm",
    "left = edge=left band=1mm depth=3mm",
    "left = edge=left band=1mm multi-touch",
    "left = edge=west band=1mm",
    "left = corner=left width=1mm height=1mm",
    "left = edge=left band=1",
    "left = edge=left band=0%",
    "left = edge=left band=1mm exclusive=yes",
    "left = edge=left band=1mm inside=right",
    "c = edge=left band=1mm inside=a\na = edge=left band=1mm inside=b\nb = edge=left band=1mm inside=a",
    "left = exclusive",
    "left = corner=top-left width=1mm",
    "left = edge=left corner=top-left band=1mm",
    "left = edge=left",
    "left = edge=left band=1mm x=1mm",
    "left = x=1mm width=1mm",
  ]

  /// Only tests read the section `expect` of a script.
  @Test(arguments: [
    "single", "3ms", "3ms single done", "3ms single failed", "3ms single z=1", "3ms single x=left",
    "3ms single direction=1", "3ms single since=1",
  ])
  func expectations(_ text: String) throws {
    let script = try TouchScript.read("expect\n\(text)", name: "f")
    #expect(throws: ExpectedEvent.Fault.self) { try script.expectedEvents }
  }

  @Test func whatIsForOwnGesturesNeedsThem() {
    expectSnapshot(throwing("touches\n0ms wait\nzones") ?? "", "zones without gestures", has: "f:3:")
  }

  @Test func whatStandsBeforeAllSections() {
    expectSnapshot(throwing("touches", script: "0ms wait") ?? "", "a line before all sections", has: "f:1:")
  }

  @Test func whatSpansSections() throws {
    let script = try TouchScript.read("gestures\nexpect\n3ms single", name: "f")
    #expect(throws: ExpectedEvent.Fault.self) { try script.expectedEvents }
    #expect(try TouchScript.read("expect\n3ms single", name: "f").expectedEvents?.count == 1)
  }

  @Test func longTextsAreShortened() {
    let word = String(repeating: "x", count: 100)
    #expect(
      throwing("touches\n0ms up \(word)")
        == "f:2: the touch \"\(String(repeating: "x", count: 40))…\" is not down: "
        + "write \"down \(word) X,Y\" above this line")
  }

  private func message(_ text: String, _ error: String?) -> String {
    "\(text.replacing(each: "\n", by: "; "))\n  \(error ?? "is read")"
  }

  private func throwing(_ section: String, script text: String) -> String? {
    do throws(RecordingError) {
      _ = try TouchScript.read(text + "\n" + section, name: "f")
      return nil
    } catch {
      return error.description
    }
  }

  private func throwing(_ text: String, _ options: ReadingOptions = ReadingOptions()) -> String? {
    do throws(RecordingError) {
      _ = try Recording.read(text: text, name: "f", options: options)
      return nil
    } catch {
      return error.description
    }
  }
}
