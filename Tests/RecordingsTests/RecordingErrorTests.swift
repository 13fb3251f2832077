import GestureCore
import Recordings
import Support
import Testing
import Text

/// The exact sentence for everything that can be wrong with a recording.
@Suite struct RecordingErrorTests {
  @Test(arguments: [
    ("", "f: it is empty"),
    ("\n # nothing\n", "f: it is empty"),
    (
      "hello",
      "f:1: not a recording: expected a touch script (gestures, touches, expect), evemu or evdev lines such as "
        + "\"E: 0.012345 0003 0035 1039\", or what `libinput record` writes"
    ),
    ("E: 1 0003 0035 1039", "f: it doesn't say what the device is: pass --device-kind touchpad|touchscreen"),
    ("E: 1.0 0 0 0\nnoise", "f:2: expected a letter and a colon, such as \"E: 0.012345 0003 0035 1039\""),
    (
      "E: 1.0 0003 0035",
      "f:1: expected \"E: seconds type code value\" with type and code in hex and the value in decimal"
    ),
    (
      "E: 1.0 0003 0035 99999999999",
      "f:1: expected \"E: seconds type code value\" with type and code in hex and the value in decimal"
    ),
    ("E: soon 0003 0035 1", "f:1: \"soon\" is not a time in seconds"),
    ("E: 99999999999999999999.0 0003 0035 1", "f:1: \"99999999999999999999.0\" is not a time in seconds"),
    (
      "N: pad\nA: 35 0 many 0 0", "f:2: this line of the device description has a value that is missing or not a number"
    ),
    ("P: zz", "f:1: this line of the device description has a value that is missing or not a number"),
    ("B:", "f:1: this line of the device description has a value that is missing or not a number"),
  ])
  func eventFiles(_ text: String, _ message: String) {
    #expect(throwing(text) == message)
  }

  @Test func aClockThatLeapsByYears() {
    let events = "E: 1.0 0003 0035 10\nE: 86400001.0 0003 0035 20\nE: 86400002.0 0003 0035 30"
    #expect(
      throwing(events, ReadingOptions(deviceKind: .touchpad))
        == "f:3: this event is 1000 days after the first one, and a recording lasts 1,000 days at most: correct the time"
    )
  }

  @Test func descriptionsGivenApart() {
    let options = ReadingOptions(description: "E: 1 1 1 1", descriptionName: "pad.desc")
    #expect(
      throwing("E: 1 1 1 1", options) == "pad.desc: not a device description: no line begins with N:, P:, B: or A:")
    let broken = ReadingOptions(description: "A: 35", descriptionName: "pad.desc")
    #expect(
      throwing("E: 1 1 1 1", broken)
        == "pad.desc:1: this line of the device description has a value that is missing or not a number")
  }

  @Test(arguments: [
    ("down a 1,1", "\"down\" is not a time such as 120ms or 1.5s"),
    ("10 down a 1,1", "\"10\" is not a time such as 120ms or 1.5s"),
    ("99999999s wait", "\"99999999s\" is not a time such as 120ms or 1.5s"),
    ("5ms wait\n4.5ms wait", "time goes back from 5ms to 4.5ms"),
    ("0ms", "expected an action after the time, such as \"0ms down a 50,50\""),
    (
      "0ms jump a",
      "unknown action \"jump\": the actions are down, up, move, cancel, lost, palm, stylus, finger, counted, pressure, press, release, "
        + "mode, app, title, fullscreen, output, workspace, orientation, tablet-mode, modifiers, unplug, reset and wait"
    ),
    ("0ms down a", "expected a name and a position, such as \"down a 50,50\""),
    ("0ms down a 1;1", "\"1\" is not a position in mm such as 50,12.5"),
    ("0ms down a nan,1", "\"nan,1\" is not a position in mm such as 50,12.5"),
    ("0ms down a,b 1,1", "\"a,b\" is not a name: names are letters, digits, \"-\" and \"_\""),
    ("0ms down a 1,1\n1ms down a 2,2", "\"a\" is down already"),
    ("0ms up a", "\"a\" is not down"),
    ("0ms up", "expected the name of a touch"),
    ("0ms down a 1,1; up a", "\"a\" came down in the same frame: let some time pass first"),
    ("0ms down a 1,1\n1ms move a", "expected \"to\" or \"by\" and a position, such as \"move a by 0,-12\""),
    (
      "0ms down a 1,1\n1ms move a near 2,2",
      "expected \"to\" or \"by\" and a position, such as \"move a by 0,-12\", found \"near\""
    ),
    ("0ms down a 1,1\n1ms move a to 2,2 over", "expected a time after \"over\", such as \"over 80ms\""),
    ("0ms down a 1,1\n1ms move a to 2,2 over 1000s", "\"1000s\" is too long for a movement: 10 minutes at most"),
    ("0ms down a 1,1\n1ms move a to 2,2 over 80ms\n9ms up a", "\"a\" is still moving until 81ms"),
    ("0ms down a 1,1\n1ms pressure a 2", "\"2\" is not a pressure from 0 to 1"),
    ("0ms down a 1,1\n1ms pressure a", "expected a pressure from 0 to 1, such as \"pressure a 0.6\""),
    ("0ms wait long", "expected nothing more, found \"long\""),
    ("0ms wait \"", "a quote is not closed"),
    ("device", "expected a device, such as \"device pad: touchpad 100x66 mm\""),
    ("device pad: mouse", "\"mouse\" is not a class of device: the classes are touchscreen and touchpad"),
    ("device pad: touchpad 100 mm", "\"100\" is not a size in mm such as 100x66"),
    ("device pad: touchpad 0x66 mm", "\"0x66\" is not a size in mm such as 100x66"),
    ("device pad: touchpad 100x0.0001 mm", "\"100x0.0001\" is not a size in mm such as 100x66"),
    (
      "device pad: touchpad shiny",
      "\"shiny\" is not an option of a device: the options are pressure, no-contacts, no-places, settled-fingers, stylus, "
        + "pointing, fingers=1-5, rotation=90 and name=\"…\""
    ),
    ("device pad: touchpad rotation=45", "\"45\" is not a rotation: the rotations are 0, 90, 180 and 270"),
    ("device pad: touchpad\ndevice pad: touchpad", "there is a device \"pad\" already"),
    ("device pad", "there is no device \"pad\": declare it with \"device NAME: touchscreen\""),
    (
      "0ms unplug; down a 1,2",
      "\"touchscreen\" is unplugged: if it is plugged in again, it is another device"
    ),
    ("0ms down a 1,2\n1ms move a by 9,9 over 80ms\n40ms reset", "\"a\" is still moving until 81ms"),
    ("0ms reset all", "expected nothing more, found \"all\""),
    ("0ms mode", "expected a mode, such as \"mode presentation\""),
    ("0ms mode ;", "expected a mode, such as \"mode presentation\""),
    ("0ms mode a,b", "\"a,b\" is not a name: names are letters, digits, \"-\" and \"_\""),
    ("0ms app a b", "expected nothing more, found \"b\""),
    (
      "0ms modifiers ctrl+hyper",
      "\"ctrl+hyper\" is no modifier: the keys are shift, ctrl, alt and super, joined by \"+\", or none"
    ),
    ("touches", "there is a section \"touches\" already"),
  ])
  func touches(_ text: String, _ message: String) {
    let line = text.split(separator: "\n").count + 1
    #expect(throwing("touches\n" + text) == "f:\(line): \(message)")
  }

  /// Gestures and zones are read as those of a rules file, with the line of the script.
  @Test func gestures() {
    let texts = Self.gestures.map { "gestures\n\($0)" } + Self.zones.map { "zones\n\($0)\ngestures" }
    expectSnapshot(
      texts.map { "\($0.replacing(each: "\n", by: "; "))\n  \(throwing($0, script: "") ?? "is read")" },
      "touch-scripts/rules")
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

  /// Only tests read what a script expects.
  @Test(arguments: [
    "single", "3ms", "3ms single done", "3ms single failed", "3ms single z=1", "3ms single x=left",
    "3ms single direction=1", "3ms single since=1",
  ])
  func expectations(_ text: String) throws {
    let script = try TouchScript.read("expect\n\(text)", name: "f")
    #expect(throws: ExpectedEvent.Fault.self) { try script.expectedEvents }
  }

  @Test func whatIsForOwnGesturesNeedsThem() {
    #expect(
      throwing("touches\n0ms wait\nzones")
        == "f:3: \"zones\" is for a script's own gestures, and there is no section \"gestures\"")
  }

  @Test func whatStandsBeforeAllSections() {
    #expect(
      throwing("touches", script: "0ms wait")
        == "f:1: expected \"zones\", \"gestures\", \"touches\" or \"expect\" before this line")
  }

  @Test func whatSpansSections() throws {
    let script = try TouchScript.read("gestures\nexpect\n3ms single", name: "f")
    #expect(throws: ExpectedEvent.Fault.self) { try script.expectedEvents }
    #expect(try TouchScript.read("expect\n3ms single", name: "f").expectedEvents?.count == 1)
  }

  @Test func longTextsAreShortened() {
    let word = String(repeating: "x", count: 100)
    #expect(
      throwing("touches\n0ms up \(word)") == "f:2: \"\(String(repeating: "x", count: 40))…\" is not down")
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
