import Bindings
import GestureCore
import Recordings
import Testing

@testable import Importers
@testable import gesture_bridge

/// A gesture with the meaning that it has in the other program's file, stated by hand.
struct ExpectedGesture: CustomTestStringConvertible, Sendable {
  enum Movement: Sendable {
    case tap
    /// In ms.
    case rest(Double)
    /// In a direction, in mm.
    case line(String, Double)
    case stroke(String)
    /// The fingers' distance from their centre at the end, as a share of that at the beginning.
    case pinch(Double)
  }

  let format: ImportFormat
  let text: String
  var device = DeviceClass.touchpad
  let fingers: Int
  let movement: Movement
  /// The place of the fingers at the beginning.
  var start: ForeignMovement.Place?
  /// The line of the converted rules with the action.
  let action: String
  /// How often the action runs. A button goes down at the beginning of a gesture and up at its end.
  var times = 1
  /// Whether the movement is the shortest for which the other program runs the action.
  var isShortest = false

  var testDescription: String { "\(format.rawValue): \(text)" }

  /// The touch script, with the movement as a share of the whole.
  func script(_ share: Double = 1, fingers: Int? = nil, direction other: String? = nil) -> String {
    var (form, direction, amount): (ImportedForm, String?, Double) =
      switch movement {
      case .tap: (.tap, nil, 0)
      case .rest(let time): (.longPress, nil, time)
      case .line(let direction, let distance): (.swipe, direction, distance)
      case .stroke(let path): (.stroke, path, 0)
      case .pinch(let scale): (.pinch, scale < 1 ? "in" : "out", abs(scale - 1) * 100)
      }
    if let other { direction = other }
    amount *= share
    let count = fingers ?? self.fingers
    var movement = ForeignMovement(form: form, fingers: count...count, device: device.rawValue, direction: direction)
    movement.start = start
    return ForeignTouches(
      movement: movement, measure: .init(least: amount), fingers: count, deviceClass: device, direction: direction,
      share: 1
    ).script
  }

  static let all: [ExpectedGesture] = libinputGestures + touchegg + fusuma + lisgd + gebaar + inputActions + hyprgrass

  private static let unit = Yardstick.libinputUnit
  private static let pixel = Yardstick.pixel

  static let libinputGestures = [
    ExpectedGesture(
      format: .libinputGestures, text: "gesture swipe left 3 x", fingers: 3, movement: .line("left", 14),
      action: #"run = ["x"]"#),
    ExpectedGesture(
      format: .libinputGestures, text: "swipe_threshold 200\ngesture swipe up 4 xdotool key a", fingers: 4,
      movement: .line("up", 200 * unit), action: #"run = { keys = "a" }"#, isShortest: true),
    ExpectedGesture(
      format: .libinputGestures, text: "gesture pinch in 4 x", fingers: 4, movement: .pinch(0.6),
      action: #"run = ["x"]"#),
    ExpectedGesture(
      format: .libinputGestures, text: "gesture hold on+0.8 3 x", fingers: 3, movement: .rest(800),
      action: #"run = ["x"]"#,
      isShortest: true),
  ]

  static let touchegg = [
    ExpectedGesture(
      format: .touchegg, text: document("SWIPE", 3, "UP", "<action type='CLOSE_WINDOW'/>", threshold: 20), fingers: 3,
      movement: .line("up", ToucheggMeasure.touchpad(20)), action: #"run = { window = "close" }"#, isShortest: true),
    ExpectedGesture(
      format: .touchegg, text: document("SWIPE", 3, "DOWN", "<action type='MINIMIZE_WINDOW'/>", threshold: 20),
      device: .touchscreen, fingers: 3, movement: .line("down", ToucheggMeasure.touchscreen(20)),
      action: #"run = { window = "minimize" }"#, isShortest: true),
    ExpectedGesture(
      format: .touchegg, text: document("DRAG", 3, "ALL", "<action type='MOVE_WINDOW'/>"), fingers: 3,
      movement: .line("right", 20), action: #"began = { hold = "Super", drag = "left" }"#, times: 2),
    ExpectedGesture(
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
    ExpectedGesture(
      format: .fusuma, text: "swipe: { 3: { right: { sendkey: LEFTALT+LEFT } } }", fingers: 3,
      movement: .line("right", 14), action: #"run = { keys = "Alt+Left" }"#),
    ExpectedGesture(
      format: .fusuma, text: "swipe: { 4: { up: { command: x, threshold: 3 } } }", fingers: 4,
      movement: .line("up", 3 * TouchpadDefault.swipeDistance), action: #"run = "x""#, isShortest: true),
    ExpectedGesture(
      format: .fusuma, text: "swipe: { 3: { begin: { command: x } } }", fingers: 3, movement: .line("right", 14),
      action: #"began = "x""#),
    ExpectedGesture(
      format: .fusuma, text: "pinch: { 2: { out: { command: x } } }", fingers: 2, movement: .pinch(1.5),
      action: #"run = "x""#),
    ExpectedGesture(
      format: .fusuma, text: "a: &a { command: x }\nswipe: { 3: { left: { <<: *a } } }", fingers: 3,
      movement: .line("left", 14), action: #"run = "x""#),
  ]

  static let lisgd = [
    ExpectedGesture(
      format: .lisgd, text: "lisgd -t 200 -g '2,LR,*,*,R,x'", device: .touchscreen, fingers: 2,
      movement: .line("right", 200 * pixel), action: #"run = "x""#, isShortest: true),
    ExpectedGesture(
      format: .lisgd, text: "lisgd -t 200 -g '1,LR,L,*,R,x'", device: .touchscreen, fingers: 1,
      movement: .line("right", 200 * pixel), start: .edge("left", width: 5), action: #"run = "x""#, isShortest: true),
    ExpectedGesture(
      format: .lisgd, text: "lisgd -g '1,UD,T,*,R,x'", device: .touchscreen, fingers: 1, movement: .line("down", 50),
      start: .edge("top", width: 5), action: #"run = "x""#),
  ]

  static let gebaar = [
    ExpectedGesture(
      format: .gebaar, text: "swipe.commands.three.up = 'x'", fingers: 3, movement: .line("up", 14),
      action: #"run = "x""#),
    ExpectedGesture(
      format: .gebaar, text: "[[command-swipe-touch]]\nfingers = 2\nleft = 'x'", device: .touchscreen, fingers: 2,
      movement: .line("left", 30), action: #"run = "x""#),
  ]

  static let inputActions = [
    ExpectedGesture(
      format: .inputActions, text: trigger("type: swipe, fingers: 3, direction: left, threshold: 200"), fingers: 3,
      movement: .line("left", 200 * unit), action: #"run = "x""#, isShortest: true),
    ExpectedGesture(
      format: .inputActions, text: trigger("type: tap, fingers: 3"), fingers: 3, movement: .tap, action: #"run = "x""#),
    ExpectedGesture(
      format: .inputActions, text: trigger("type: stroke, fingers: 3, strokes: 'AAAAAABkMgBkZGQA'"), fingers: 3,
      movement: .stroke("down right"), action: #"run = "x""#),
    ExpectedGesture(
      format: .inputActions, text: trigger("type: hold, fingers: 2, threshold: 700"), fingers: 2, movement: .rest(700),
      action: #"run = "x""#, isShortest: true),
    ExpectedGesture(
      format: .inputActions,
      text: trigger("type: tap, fingers: 2, conditions: $finger_1_initial_position_percentage_x <= 0.3"), fingers: 2,
      movement: .tap, start: .area(x: 0...15, y: 0...100), action: #"run = "x""#),
    ExpectedGesture(
      format: .inputActions,
      text: "touchpad: { gestures: [ { type: swipe, fingers: 3, direction: left_right, "
        + "actions: [ { on: update, interval: 100, command: x } ] } ] }",
      fingers: 3, movement: .line("right", 3.5 * 100 * unit + 1.5), action: "step = ", times: 3),
  ]

  private static func trigger(_ properties: String) -> String {
    "touchpad: { gestures: [ { \(properties), actions: [ { on: begin, command: x } ] } ] }"
      .replacing(
        "on: begin, ", with: properties.contains("stroke") ? "" : "on: begin, ")
  }

  static let hyprgrass = [
    ExpectedGesture(
      format: .hyprgrass, text: "plugin:touch_gestures:sensitivity = 2\nhyprgrass-bind = , swipe:3:u, exec, x",
      device: .touchscreen, fingers: 3, movement: .line("up", 75 * pixel), action: #"run = "x""#, isShortest: true),
    ExpectedGesture(
      format: .hyprgrass, text: "plugin:touch_gestures:sensitivity = 4\nhyprgrass-bind = , edge:d:u, killactive",
      device: .touchscreen, fingers: 1, movement: .line("up", 112.5 * pixel), start: .edge("bottom", width: 1.25),
      action: #"run = { window = "close" }"#, isShortest: true),
    ExpectedGesture(
      format: .hyprgrass, text: "hyprgrass-bind = , tap:3, exec, x", device: .touchscreen, fingers: 3, movement: .tap,
      action: #"run = "x""#),
    ExpectedGesture(
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
  private func actions(_ gesture: ExpectedGesture, _ script: String) throws -> [String] {
    let text = try imported(gesture.format, gesture.text).rules
    let rules = try #require(Rules.load(text: [UInt8](text.utf8), file: "bindings.toml").rules, "\(text)")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var ran: [String] = []
    try Replay.run(TouchScript.read(script, name: "gesture").recording, rules: rules) { _, orders in
      ran += orders.map { lines[$0.action.location.line - 1] }
    }
    return ran
  }

  @Test(arguments: ExpectedGesture.all) func theSameActionRuns(gesture: ExpectedGesture) throws {
    let ran = try actions(gesture, gesture.script(gesture.isShortest ? 1.2 : 1))
    #expect(
      ran.count == gesture.times && ran.allSatisfy { $0.hasPrefix(gesture.action) }, "\(ran) in \(gesture.script())")
  }

  @Test(arguments: ExpectedGesture.all.filter(\.isShortest)) func nothingRunsTooEarly(gesture: ExpectedGesture) throws {
    #expect(try actions(gesture, gesture.script(0.8)) == [])
  }

  /// One finger more, and the opposite direction, run nothing.
  @Test(arguments: ExpectedGesture.all) func otherGesturesRunNothing(gesture: ExpectedGesture) throws {
    guard case .line(let direction, _) = gesture.movement, gesture.action.hasPrefix("run") else { return }
    let back = ["left": "right", "right": "left", "up": "down", "down": "up"][direction]
    if gesture.start == nil { #expect(try actions(gesture, gesture.script(1.5, direction: back)) == []) }
    #expect(try actions(gesture, gesture.script(1.5, fingers: gesture.fingers + 1)) == [])
  }

  /// The importer states the same meaning, and the product proves it.
  @Test(arguments: ExpectedGesture.all) func theProductProvesIt(gesture: ExpectedGesture) throws {
    let result = try imported(gesture.format, gesture.text)
    #expect(ImportProof(result).verdicts == [.proven])
    let parts = try #require(result.gestures.first).parts
    #expect(parts.allSatisfy { $0.movement.fingers.contains(gesture.fingers) })
    #expect(parts.contains { $0.movement.deviceClasses.contains(gesture.device) })
    guard gesture.isShortest else { return }
    let amount: Double =
      switch gesture.movement {
      case .line(_, let amount), .rest(let amount): amount
      case .tap, .stroke, .pinch: 0
      }
    let least = parts.map {
      (gesture.device == .touchscreen ? $0.measure.leastOnTouchscreen : nil) ?? $0.measure.least ?? 0
    }
    #expect(least.allSatisfy { abs($0 - amount) < 0.01 }, "\(least) instead of \(amount)")
  }

  /// Numbers that no hand can make are written within the limits of the rules, and named.
  @Test(arguments: [
    (ImportFormat.lisgd, "lisgd -t 1e300 -T 1e300 -m 1e300 -g '1,LR,*,*,R,x' -g '2,LR,*,*,P,y'"),
    (.libinputGestures, "gesture hold on+inf 3 x\ngesture hold on+1e300 4 x"),
    (
      .gebaar,
      "swipe = { settings = { threshold = inf, trigger_on_release = false }, commands.three.left = 'x' }\n"
        + "pinch = { settings = { threshold = inf, one_shot = false }, commands.two.in = 'x' }"
    ),
    (
      .inputActions,
      "touchpad: { gestures: [ { type: rotate, fingers: 2, direction: any, "
        + "actions: [ { on: update, interval: 1e300, command: x } ] } ] }"
    ),
  ])
  func numbersOfAnySizeArePlayed(format: ImportFormat, text: String) throws {
    for verdict in ImportProof(try imported(format, text)).verdicts {
      guard case .unproven(let reason) = verdict else { Issue.record("\(verdict)"); continue }
      #expect(reason.hasPrefix("with "), "\(reason)")
    }
  }

  /// The session is as the condition wants it, and the action runs there only.
  @Test(arguments: [
    (#"$window_class == "firefox""#, #"app = ["firefox", "*.firefox"]"#),
    ("$keyboard_modifiers == [ctrl, alt]", "modifiers"),
    ("$window_fullscreen == true", "fullscreen = true"), ("$window_title contains mail", "title"),
    (#"$window_class != "firefox""#, "not"),
  ])
  func conditionsAreStated(condition: String, key: String) throws {
    let result = try imported(
      .inputActions,
      "touchpad: { gestures: [ { type: tap, fingers: 3, conditions: ['\(condition)'], actions: [ { command: x } ] } ] }"
    )
    #expect(ImportProof(result).verdicts == [.proven] && result.rules.contains(key))
    let wrong = result.rules.replacing("receive = { ", with: #"receive = { workspace = "another", "#)
    #expect(ImportProof(result.gestures, rules: wrong).verdicts != [.proven])
  }

  /// A rule that does not do what the old file says is found.
  @Test(arguments: [
    (#"direction = "left""#, #"direction = "right""#), ("fingers = 3", "fingers = 4"),
    (#"min-distance = "19.02 mm""#, #"min-distance = "30 mm""#),
    (#"min-distance = "19.02 mm""#, #"min-distance = "10 mm""#),
    (#"kind = "swipe""#, #"kind = "pan""#), (#"device = "touchpad""#, #"device = "touchscreen""#),
  ])
  func aWrongRuleIsNotProven(right: String, wrong: String) throws {
    let result = try imported(.libinputGestures, "swipe_threshold 200\ngesture swipe left 3 x")
    #expect(ImportProof(result).verdicts == [.proven])
    #expect(result.rules.contains(right))
    let rules = result.rules.replacing(right, with: wrong)
    guard case .unproven(let reason)? = ImportProof(result.gestures, rules: rules).verdicts.first else {
      Issue.record("\(rules)")
      return
    }
    // A pan has no `min-distance`.
    let isUnread = reason == "the new rules can't be read"
    #expect(isUnread || reason.hasPrefix("with 3 fingers on a touchpad (swipe, "), "\(reason)")
  }
}
