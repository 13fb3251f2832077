import Bindings
import GestureCore
import Recordings
import Testing

@testable import Importers

/// A gesture with the meaning that it has in the other program's file, made by a hand.
struct ForeignGesture: CustomTestStringConvertible, Sendable {
  enum Movement: Sendable {
    case tap
    /// In ms.
    case rest(Double)
    /// Lines in mm, one after another.
    case lines([(x: Double, y: Double)])
    /// The fingers' distance from their centre at the end, as a share of that at the beginning.
    case pinch(Double)
  }

  let format: ImportFormat
  let text: String
  var device = DeviceClass.touchpad
  let fingers: Int
  let movement: Movement
  /// The place of the first finger in mm.
  var start = (x: 100.0, y: 80.0)
  /// The line of the converted rules with the action.
  let action: String
  /// How often the action runs. A button goes down at the beginning of a gesture and up at its end.
  var times = 1
  /// Whether the movement is the shortest for which the other program runs the action.
  var isShortest = false

  var testDescription: String { "\(format.rawValue): \(text)" }

  /// The touch script, with the movement as a share of the whole.
  func script(_ share: Double = 1) -> String {
    let names = ["a", "b", "c", "d", "e"].prefix(fingers)
    let all = names.joined(separator: ",")
    func place(_ index: Int, _ radius: Double) -> (x: Double, y: Double) {
      guard case .pinch = movement else { return (start.x + 16 * Double(index), start.y) }
      let angles: [(Double, Double)] = [(1, 0), (-1, 0), (0, 1), (0, -1)]
      return (start.x + angles[index].0 * radius, start.y + angles[index].1 * radius)
    }
    func places(_ radius: Double) -> [String] { names.indices.map { place($0, radius) }.map { "\($0.x),\($0.y)" } }
    let size = device == .touchpad ? "touchpad 260x160 mm" : "touchscreen 300x190 mm"
    var lines = [
      "touches", "  device pad: \(size)",
      "  10ms down \(zip(names, places(30)).map { "\($0) \($1)" }.joined(separator: " "))",
    ]
    var time = 40.0
    switch movement {
    case .tap: break
    case .rest(let milliseconds): time += milliseconds * share
    case .lines(let parts):
      for part in parts {
        let length = (part.x * part.x + part.y * part.y).squareRoot() * share
        let duration = (length / 0.2).rounded(.up)
        lines.append("  \(time)ms move \(all) by \(part.x * share),\(part.y * share) over \(duration)ms")
        time += duration
      }
    case .pinch(let scale):
      let ends = zip(names, places(30 * (1 + (scale - 1) * share))).map { "move \($0) to \($1) over 200ms" }
      lines.append("  \(time)ms \(ends.joined(separator: "; "))")
      time += 200
    }
    return (lines + ["  \(time + 30)ms up \(all)"]).joined(separator: "\n")
  }

  static let all: [ForeignGesture] = libinputGestures + touchegg + fusuma + lisgd + gebaar + inputActions + hyprgrass

  private static let unit = Yardstick.libinputUnit
  private static let pixel = Yardstick.pixel

  static let libinputGestures = [
    ForeignGesture(
      format: .libinputGestures, text: "gesture swipe left 3 x", fingers: 3, movement: .lines([(-14, 0)]),
      action: #"run = ["x"]"#),
    ForeignGesture(
      format: .libinputGestures, text: "swipe_threshold 200\ngesture swipe up 4 xdotool key a", fingers: 4,
      movement: .lines([(0, -200 * unit)]), action: #"run = { keys = "a" }"#, isShortest: true),
    ForeignGesture(
      format: .libinputGestures, text: "gesture pinch in 4 x", fingers: 4, movement: .pinch(0.6),
      action: #"run = ["x"]"#),
    ForeignGesture(
      format: .libinputGestures, text: "gesture hold on+0.8 3 x", fingers: 3, movement: .rest(800),
      action: #"run = ["x"]"#,
      isShortest: true),
  ]

  static let touchegg = [
    ForeignGesture(
      format: .touchegg, text: document("SWIPE", 3, "UP", "<action type='CLOSE_WINDOW'/>", threshold: 20), fingers: 3,
      movement: .lines([(0, -ToucheggMeasure.touchpad(20))]), action: #"run = { window = "close" }"#, isShortest: true),
    ForeignGesture(
      format: .touchegg, text: document("SWIPE", 3, "DOWN", "<action type='MINIMIZE_WINDOW'/>", threshold: 20),
      device: .touchscreen, fingers: 3, movement: .lines([(0, ToucheggMeasure.touchscreen(20))]),
      action: #"run = { window = "minimize" }"#, isShortest: true),
    ForeignGesture(
      format: .touchegg, text: document("DRAG", 3, "ALL", "<action type='MOVE_WINDOW'/>"), fingers: 3,
      movement: .lines([(20, 10)]), action: #"began = { hold = "Super", drag = "left" }"#, times: 2),
    ForeignGesture(
      format: .touchegg, text: document("TAP", 2, "", "<action type='MOUSE_CLICK'>BUTTON=3</action>"),
      device: .touchscreen, fingers: 2, movement: .tap, action: #"run = { click = "right" }"#),
  ]

  private static func document(
    _ type: String, _ fingers: Int, _ direction: String, _ action: String, threshold: Int? = nil
  ) -> String {
    let setting =
      threshold.map { "<settings><property name='action_execute_threshold'>\($0)</property></settings>" } ?? ""
    return "<touchégg>\(setting)<application name='All'><gesture type='\(type)' fingers='\(fingers)' "
      + "direction='\(direction)'>\(action)</gesture></application></touchégg>"
  }

  static let fusuma = [
    ForeignGesture(
      format: .fusuma, text: "swipe: { 3: { right: { sendkey: LEFTALT+LEFT } } }", fingers: 3,
      movement: .lines([(14, 0)]), action: #"run = { keys = "Alt+Left" }"#),
    ForeignGesture(
      format: .fusuma, text: "swipe: { 4: { up: { command: x, threshold: 3 } } }", fingers: 4,
      movement: .lines([(0, -3 * TouchpadDefault.swipeDistance)]), action: #"run = "x""#, isShortest: true),
    ForeignGesture(
      format: .fusuma, text: "swipe: { 3: { begin: { command: x } } }", fingers: 3, movement: .lines([(14, 0)]),
      action: #"began = "x""#),
    ForeignGesture(
      format: .fusuma, text: "pinch: { 2: { out: { command: x } } }", fingers: 2, movement: .pinch(1.5),
      action: #"run = "x""#),
    ForeignGesture(
      format: .fusuma, text: "a: &a { command: x }\nswipe: { 3: { left: { <<: *a } } }", fingers: 3,
      movement: .lines([(-14, 0)]), action: #"run = "x""#),
  ]

  static let lisgd = [
    ForeignGesture(
      format: .lisgd, text: "lisgd -t 200 -g '2,LR,*,*,R,x'", device: .touchscreen, fingers: 2,
      movement: .lines([(200 * pixel, 0)]), action: #"run = "x""#, isShortest: true),
    ForeignGesture(
      format: .lisgd, text: "lisgd -t 200 -g '1,LR,L,*,R,x'", device: .touchscreen, fingers: 1,
      movement: .lines([(200 * pixel, 0)]), start: (2, 80), action: #"run = "x""#, isShortest: true),
    ForeignGesture(
      format: .lisgd, text: "lisgd -g '1,UD,T,*,R,x'", device: .touchscreen, fingers: 1, movement: .lines([(0, 50)]),
      start: (100, 2), action: #"run = "x""#),
  ]

  static let gebaar = [
    ForeignGesture(
      format: .gebaar, text: "swipe.commands.three.up = 'x'", fingers: 3, movement: .lines([(0, -14)]),
      action: #"run = "x""#),
    ForeignGesture(
      format: .gebaar, text: "[[command-swipe-touch]]\nfingers = 2\nleft = 'x'", device: .touchscreen, fingers: 2,
      movement: .lines([(-30, 0)]), action: #"run = "x""#),
  ]

  static let inputActions = [
    ForeignGesture(
      format: .inputActions, text: trigger("type: swipe, fingers: 3, direction: left, threshold: 200"), fingers: 3,
      movement: .lines([(-200 * unit, 0)]), action: #"run = "x""#, isShortest: true),
    ForeignGesture(
      format: .inputActions, text: trigger("type: tap, fingers: 3"), fingers: 3, movement: .tap, action: #"run = "x""#),
    ForeignGesture(
      format: .inputActions, text: trigger("type: stroke, fingers: 3, strokes: 'AAAAAABkMgBkZGQA'"), fingers: 3,
      movement: .lines([(0, 30), (30, 0)]), start: (60, 50), action: #"run = "x""#),
    ForeignGesture(
      format: .inputActions, text: trigger("type: hold, fingers: 2, threshold: 700"), fingers: 2, movement: .rest(700),
      action: #"run = "x""#, isShortest: true),
    ForeignGesture(
      format: .inputActions,
      text: trigger("type: tap, fingers: 2, conditions: $finger_1_initial_position_percentage_x <= 0.3"), fingers: 2,
      movement: .tap, start: (20, 80), action: #"run = "x""#),
    ForeignGesture(
      format: .inputActions,
      text: "touchpad: { gestures: [ { type: swipe, fingers: 3, direction: left_right, "
        + "actions: [ { on: update, interval: 100, command: x } ] } ] }",
      fingers: 3, movement: .lines([(3.5 * 100 * unit + 1.5, 0)]), action: "step = ", times: 3),
  ]

  private static func trigger(_ properties: String) -> String {
    "touchpad: { gestures: [ { \(properties), actions: [ { on: begin, command: x } ] } ] }"
      .replacing(
        "on: begin, ", with: properties.contains("stroke") ? "" : "on: begin, ")
  }

  static let hyprgrass = [
    ForeignGesture(
      format: .hyprgrass, text: "plugin:touch_gestures:sensitivity = 2\nhyprgrass-bind = , swipe:3:u, exec, x",
      device: .touchscreen, fingers: 3, movement: .lines([(0, -75 * pixel)]), action: #"run = "x""#, isShortest: true),
    ForeignGesture(
      format: .hyprgrass, text: "plugin:touch_gestures:sensitivity = 4\nhyprgrass-bind = , edge:d:u, killactive",
      device: .touchscreen, fingers: 1, movement: .lines([(0, -112.5 * pixel)]), start: (100, 189.5),
      action: #"run = { window = "close" }"#, isShortest: true),
    ForeignGesture(
      format: .hyprgrass, text: "hyprgrass-bind = , tap:3, exec, x", device: .touchscreen, fingers: 3, movement: .tap,
      action: #"run = "x""#),
    ForeignGesture(
      format: .hyprgrass,
      text: "plugin:touch_gestures:long_press_delay = 700\nhyprgrass-bindm = , longpress:2, movewindow",
      device: .touchscreen, fingers: 2, movement: .rest(700),
      action: #"began = { hold = "Super", drag = "left", at = "finger" }"#, times: 2,
      isShortest: true),
  ]
}

/// Converted rules run the same action as the other program, as often, for the same fingers and direction, at a distance or after a time
/// that differs by 20 % at most.
@Suite struct ReplayTests {
  private func actions(_ gesture: ForeignGesture, _ script: String) throws -> [String] {
    let text = try imported(gesture.format, gesture.text).rules
    let rules = try #require(Rules.load(text: [UInt8](text.utf8), file: "bindings.toml").rules, "\(text)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var ran: [String] = []
    try Replay.run(TouchScript.read(script, name: "gesture").recording, rules: rules) { _, orders in
      ran += orders.map { lines[$0.action.location.line - 1] }
    }
    return ran
  }

  @Test(arguments: ForeignGesture.all) func theSameActionRuns(gesture: ForeignGesture) throws {
    let ran = try actions(gesture, gesture.script(gesture.isShortest ? 1.2 : 1))
    #expect(
      ran.count == gesture.times && ran.allSatisfy { $0.hasPrefix(gesture.action) }, "\(ran) in \(gesture.script())")
  }

  @Test(arguments: ForeignGesture.all.filter(\.isShortest)) func nothingRunsTooEarly(gesture: ForeignGesture) throws {
    #expect(try actions(gesture, gesture.script(0.8)) == [])
  }

  /// One finger more or less, and the opposite direction, run nothing.
  @Test(arguments: ForeignGesture.all) func otherGesturesRunNothing(gesture: ForeignGesture) throws {
    guard case .lines(let lines) = gesture.movement, lines.count == 1, gesture.action.hasPrefix("run") else { return }
    let back = ForeignGesture(
      format: gesture.format, text: gesture.text, device: gesture.device, fingers: gesture.fingers,
      movement: .lines([(-1.5 * lines[0].x, -1.5 * lines[0].y)]), action: "")
    #expect(try actions(back, back.script()) == [])
    let more = ForeignGesture(
      format: gesture.format, text: gesture.text, device: gesture.device, fingers: gesture.fingers + 1,
      movement: gesture.movement, start: gesture.start, action: "")
    #expect(try actions(more, more.script(1.5)) == [])
  }
}
