import GestureCore
import Recordings
import Testing

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

  @Test(arguments: [
    ("single tap", "expected a gesture, such as \"single = tap fingers=2\", found \"tap\""),
    ("a,b = tap", "\"a,b\" is not a name: names are letters, digits, \"-\" and \"_\""),
    ("single = tap taps", "expected a setting, such as \"slop=3mm\", found \"taps\""),
    ("done = stroke", "stroke needs one of path, shape and templates"),
    ("done = stroke path=up,down shape=checkmark", "stroke takes only one of path and shape"),
    (
      "done = stroke templates=star",
      "templates: learned drawings are read only with a rules file: name one with --config"
    ),
    (
      "done = stroke path=up,sideways",
      "path: expected 1 to 8 of right, down-right, down, down-left, left, up-left, up, up-right, circle-cw, circle-ccw"
    ),
    (
      "done = stroke path=up,down after=soon",
      "after: expected landing, force-press, or rest with 50 ms to 10 s"
    ),
    ("single = tap tips=2", "\"tips\" is not a setting of the kind tap"),
    ("single = tap\nsingle = tap", "there is a gesture \"single\" already"),
    ("single = tap priority=high", "\"high\" is not a whole number"),
    (
      "single = tap require-to-fail=single,",
      "\"\" does not name a gesture: write a name, \"kind:\" and a kind, or \"tag:\" and a tag"
    ),
    (
      "single = tap prevents=kind:x",
      "\"kind:x\" does not name a gesture: write a name, \"kind:\" and a kind, or \"tag:\" and a tag"
    ),
    ("single = tap require-to-fail=double", "there is no gesture \"double\""),
    ("single = tap required-to-fail-by=double", "there is no gesture \"double\""),
    ("single = tap cannot-prevent=double", "there is no gesture \"double\""),
    ("single = tap cannot-be-prevented-by=tag:x", "no gesture has the tag \"x\""),
    ("single = tap tags=a,,b", "\"\" is not a name: names are letters, digits, \"-\" and \"_\""),
    (
      "single = tap require-to-fail=single?mode",
      "expected a condition after \"?\" or \"&\", such as \"double?mode=presentation\", found \"mode\""
    ),
    (
      "single = tap require-to-fail=single?",
      "expected a condition after \"?\" or \"&\", such as \"double?mode=presentation\", found \"\""
    ),
    (
      "single = tap require-to-fail=single?mode=a&fingers=2",
      "\"fingers\" is not a condition: the conditions are device, zone, tool, mode, app, title, fullscreen, output, workspace, orientation, tablet-mode and modifiers"
    ),
    ("single = tap require-to-fail=single?zone=left", "there is no zone \"left\""),
    ("single = tap zone=left", "there is no zone \"left\""),
    ("single = tap tool=palm", "\"palm\" is no tool: the values are finger and stylus"),
    (
      "single = tap receive.direction=up",
      "\"direction\" is not a condition: the conditions are device, zone, tool, mode, app, title, fullscreen, output, workspace, orientation, tablet-mode and modifiers"
    ),
    (
      "single = tap begin-if.colour=red",
      "\"colour\" is not a condition: the conditions are device, zone, tool, mode, app, title, fullscreen, output, workspace, orientation, tablet-mode, modifiers, fingers, direction and speed"
    ),
    ("single = tap begin-if.zone=left", "there is no zone \"left\""),
    ("single = tap begin-if.fingers=0", "\"0\" is no number of fingers such as 2 or 2-3"),
    (
      "single = tap begin-if.direction=up,north",
      "\"north\" is no direction: the values are right, down-right, down, down-left, left, up-left, up and up-right"
    ),
    (
      "single = tap receive.modifiers=hyper",
      "\"hyper\" is no modifier: the keys are shift, ctrl, alt and super, joined by \"+\", or none"
    ),
    ("single = tap exclusive-touch-type=no", "\"no\" is not true or false"),
    ("a = tap require-to-fail=b\nb = tap require-to-fail=a", "these gestures wait for one another in a circle: a, b"),
    ("single = tap taps=two", "taps: expected a whole number: 1 to 5"),
    ("single = tap slop=3", "slop: the unit is missing: 3mm"),
    ("single = tap slop=3ms", "slop: the unit is \"ms\", expected mm"),
    ("single = tap slop=big", "slop: expected a number with its unit: 0 to 50 mm"),
    ("single = tap slop=1000mm", "slop: out of range: 0 to 50 mm"),
    ("single = tap fingers=two", "fingers: expected a whole number or a range: 1 to 10, or a range such as \"2-3\""),
    ("drag = pan strict-fingers=1", "strict-fingers: expected true or false"),
  ])
  func gestures(_ text: String, _ message: String) {
    let got = throwing("gestures\n" + text) ?? ""
    #expect(got.hasPrefix("f:") && got.hasSuffix(": \(message)"), "\(got)")
  }

  @Test func unknownKindsAreToldWhichThereAre() {
    let kinds = Catalogue.kinds.map(\.name).joined(separator: ", ")
    #expect(throwing("gestures\nx = wave") == "f:2: unknown kind \"wave\": there are \(kinds)")
  }

  @Test(arguments: [
    ("single", "\"single\" is not a time such as 120ms or 1.5s"),
    ("3ms", "expected a time and a gesture, such as \"310ms single\""),
    ("3ms single done", "unknown state \"done\": there are recognized, began, changed, ended and cancelled"),
    ("3ms single failed", "unknown state \"failed\": there are recognized, began, changed, ended and cancelled"),
    (
      "3ms single z=1",
      "unknown value \"z\": there are since, fingers, x, y, dx, dy, vx, vy, scale, rotation, direction, taps, pressure, button"
    ),
    ("3ms single x=left", "\"left\" is not a value of that kind"),
    ("3ms single direction=1", "\"1\" is not a value of that kind"),
    ("3ms single since=1", "\"1\" is not a time such as 120ms or 1.5s"),
  ])
  func expectations(_ text: String, _ message: String) {
    #expect(throwing("expect\n" + text) == "f:2: \(message)")
  }

  @Test(arguments: [
    ("left edge", "expected a zone, such as \"left = edge=left band=10mm\", found \"edge\""),
    ("a,b = edge=left band=1mm", "\"a,b\" is not a name: names are letters, digits, \"-\" and \"_\""),
    ("left = edge=left band=1mm\nleft = edge=left band=1mm", "there is a zone \"left\" already"),
    (
      "left = edge=left band=1mm depth=3mm",
      "\"depth\" is not a setting of a zone: the settings are edge, band, corner, x, y, width, height, inside, device, "
        + "exclusive, ignore and multi-touch=false"
    ),
    (
      "left = edge=left band=1mm multi-touch",
      "\"multi-touch\" is not a setting of a zone: the settings are edge, band, corner, x, y, width, height, inside, device, "
        + "exclusive, ignore and multi-touch=false"
    ),
    ("left = edge=west band=1mm", "\"west\" is not an edge: the edges are left, right, top and bottom"),
    (
      "left = corner=left width=1mm height=1mm",
      "\"left\" is not a corner: the corners are top-left, top-right, bottom-left and bottom-right"
    ),
    ("left = edge=left band=1", "\"1\" is not a length such as 10mm or 50%"),
    ("left = edge=left band=0%", "\"0%\" is not a length such as 10mm or 50%"),
    ("left = edge=left band=1mm exclusive=yes", "\"yes\" is not true or false"),
    ("left = edge=left band=1mm inside=right", "there is no zone \"right\""),
    (
      "c = edge=left band=1mm inside=a\na = edge=left band=1mm inside=b\nb = edge=left band=1mm inside=a",
      "these zones are inside one another in a circle: a, b"
    ),
    ("left = exclusive", noShape), ("left = edge=left", noShape), ("left = edge=left band=1mm x=1mm", noShape),
    ("left = corner=top-left width=1mm", noShape), ("left = x=1mm width=1mm", noShape),
    ("left = edge=left corner=top-left band=1mm", noShape),
  ])
  func zones(_ text: String, _ message: String) {
    let got = throwing("zones\n\(text)\ngestures") ?? ""
    #expect(got.hasPrefix("f:") && got.hasSuffix(": \(message)"), "\(got)")
  }

  static let noShape =
    "the position is missing: write \"edge=left band=10mm\", \"corner=top-left width=15mm height=15mm\", or "
    + "\"x=0% y=50% width=100% height=50%\""

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

  @Test func whatSpansSections() {
    #expect(throwing("gestures\nexpect\n3ms single") == "f:3: there is no gesture \"single\"")
    #expect(throws: Never.self) { try TouchScript.read("expect\n3ms single", name: "f") }
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
