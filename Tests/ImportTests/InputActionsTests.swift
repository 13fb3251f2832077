import Foundation
import Testing

@testable import Importers

/// Parts of InputActions' configuration that the fixtures don't show.
@Suite struct InputActionsTests {
  /// The rules of one trigger of touchpads; a reason if it isn't converted.
  private func rules(_ trigger: String) throws -> String {
    let imported = try imported(.inputActions, "touchpad: { gestures: [ { \(trigger) } ] }")
    return imported.remarks.first ?? imported.body
  }

  @Test(arguments: [
    ("AAAAAGRkZAA=", ["down-right"]), ("ADEAAGQyZAA=", ["right"]), ("AAAAAABkMgBkZGQA", ["down", "right"]),
    ("AAAAACQQMgBkZGQA", nil), ("AAAAAAAAAAA=", nil), ("AAAAAA==", nil), ("a", nil), ("////////", nil), ("", nil),
  ])
  func drawingsOfStraightLinesArePaths(text: String, path: [String]?) {
    #expect(InputActionsStroke.path(of: text) == path)
  }

  @Test(arguments: [
    ("$window_class == Firefox", #"app = ["Firefox", "*.Firefox"]"#),
    ("$window_class contains fire", #"app = "*fire*""#),
    ("$window_class matches fire", #"app = "*fire*""#),
    ("$window_class matches ^org\\.kde\\..*$", #"app = "org.kde.*""#),
    ("$window_fullscreen", "fullscreen = true"),
    ("$keyboard_modifiers == [ meta, alt ]", #"modifiers = ["super", "alt"]"#),
    ("$window_title contains Inbox", #"title = ["*Inbox*"]"#),
  ])
  func conditionsBecomeConditions(condition: String, expected: String) throws {
    let rules = try rules("type: tap, fingers: 3, conditions: [ '\(condition)' ], actions: [ { command: x } ]")
    #expect(rules.contains("receive = { \(expected) }\n"), "\(rules)")
  }

  @Test(arguments: [
    "$window_class matches (a", "$window_class < b", "$window_maximized", "window_class == a",
    "$keyboard_modifiers == []",
    "$keyboard_modifiers == hyper", "$fingers > 2", "$window_id == 3", "$window_fullscreen == maybe",
  ])
  func otherConditionsAreNamed(condition: String) throws {
    let rules = try rules("type: tap, fingers: 3, conditions: [ '\(condition)' ], actions: [ { command: x } ]")
    #expect(rules == "FILE:1: not converted: touchpad tap 3 (gesture-bridge has no condition \"\(condition)\")")
  }

  @Test(arguments: [
    ("type: swipe, fingers: 3, angle: 340-20", "direction = \"right\"\nmax-angle = \"20 deg\""),
    (
      "type: swipe, fingers: 3, angle: 250-290, bidirectional: true", "direction = \"vertical\"\nmax-angle = \"20 deg\""
    ),
    ("type: swipe, fingers: 2-3, direction: left_up", "fingers = \"2-3\"\ndirection = \"up-left\""),
    ("type: rotate, fingers: 2, direction: any, threshold: 15", "fingers = 2\nmin-angle = \"15 deg\""),
  ])
  func movements(trigger: String, expected: String) throws {
    #expect(try rules("\(trigger), actions: [ { on: begin, command: x } ]").contains(expected))
  }

  @Test(arguments: [
    "type: swipe, fingers: 3, angle: 10-50", "type: swipe, fingers: 3, direction: left_up_right_down",
    "type: swipe, direction: up",
    "type: pinch, fingers: 1, direction: in", "type: hover, fingers: 1", "fingers: 3",
    "type: swipe, fingers: 3, direction: up, threshold: 10-20", "type: tap, fingers: 3, end_conditions: $fingers == 3",
    "type: tap, fingers: 3, mouse_buttons: [ left ]",
  ])
  func otherTriggersAreNamed(trigger: String) throws {
    let imported = try imported(
      .inputActions, "touchpad: { gestures: [ { \(trigger), actions: [ { on: begin, command: x } ] } ] }")
    #expect(imported.converted == 0 && imported.total == 1)
  }

  /// Nothing runs that InputActions would not: a trigger is converted whole, or not at all.
  @Test(arguments: [
    "{ on: begin, sleep: 100 }", "{ on: update, interval: 20, command: x, limit: 3 }",
    "{ on: begin, one: [ { command: x, conditions: $window_class == a }, { command: y, conditions: $window_fullscreen } ] }",
    "{ on: tick, command: x }", "{ on: begin, input: [ { keyboard: [ +leftmeta ] } ] }",
    "{ on: begin, input: [ { keyboard: [ nokey ] } ] }",
    "{ on: begin, input: [ { mouse: [ move_to 1 1 ] } ] }", "{ on: begin, command: echo $window_id }",
    "{ on: begin, command: x }, { on: begin, command: y }, { on: begin, command: z, conditions: $window_class == a }",
    "{ on: begin, command: x }, { on: begin, command: y }", "{ on: never, command: x }",
  ])
  func otherActionsAreNamed(actions: String) throws {
    let text = "touchpad: { gestures: [ { type: swipe, fingers: 3, direction: left_right, actions: [ \(actions) ] } ] }"
    #expect(try imported(.inputActions, text).converted == 0)
  }

  @Test(arguments: [
    ("[ leftctrl+c ]", #"run = { keys = "Ctrl+c" }"#), ("[ +leftalt, f4, -leftalt ]", #"run = { keys = "Alt+F4" }"#),
    ("[ +leftmeta, -leftmeta ]", #"run = { keys = "Super" }"#), ("[ a, b ]", #"run = { keys = ["a", "b"] }"#),
    ("[ { text: hello } ]", #"run = { type = "hello" }"#),
  ])
  func keysArePressed(keys: String, expected: String) throws {
    let rules = try rules("type: tap, fingers: 3, actions: [ { input: [ { keyboard: \(keys) } ] } ]")
    #expect(rules.contains(expected), "\(rules)")
  }

  @Test(arguments: [
    (
      "type: hold, fingers: 2", "{ on: tick, interval: 50, command: x }",
      "began = { command = \"x\", repeat = \"50 ms\" }"
    ),
    ("type: tap, fingers: 2", "{ on: update, command: x }", "run = \"x\""),
    (
      "type: swipe, fingers: 3, direction: up", "{ on: update, threshold: 100, limit: 1, command: x }",
      "min-distance = \"9.51 mm\"\nrun = \"x\""
    ),
    (
      "type: tap, fingers: 2, conditions: $finger_1_initial_position_percentage_x <= 0.3", "{ command: x }",
      "zone = \"from-0-0-30-100\"\nrun = \"x\""
    ),
    (
      "type: tap, fingers: 3", "{ on: begin, command: x }, { on: begin, input: [ { keyboard: [ a ] } ] }",
      "run = { command = \"x\", keys = \"a\" }"
    ),
    (
      "type: tap, fingers: 3, conditions: $device_name contains ELAN", "{ command: x }",
      "device = \"*ELAN*\"\nfingers = 3\nrun = \"x\""
    ),
  ])
  func moments(trigger: String, actions: String, expected: String) throws {
    let rules = try rules("\(trigger), actions: [ \(actions) ]")
    #expect(rules.contains(expected), "\(rules)")
  }

  /// Steps have one distance in both directions, so two gestures follow the fingers at the same time.
  @Test func twoDistancesAreTwoGestures() throws {
    let actions = "{ on: update, interval: 200, command: x }, { on: update, interval: -300, command: y }"
    let rules = try rules("type: swipe, fingers: 3, direction: left_right, actions: [ \(actions) ]")
    #expect(rules.contains("step = { every = \"19.02 mm\", right = \"x\" }"), "\(rules)")
    #expect(rules.contains("step = { every = \"28.53 mm\", left = \"y\" }"), "\(rules)")
    #expect(rules.components(separatedBy: "simultaneous-with = [\"kind:pan\"]").count == 3, "\(rules)")
  }

  /// InputActions reports a key that it doesn't know and ignores it.
  @Test func unknownKeysOfActionsAreNamed() throws {
    let rules = try rules("type: tap, fingers: 3, actions: [ { command: x, --input: y } ]")
    let remark = "# InputActions has no \"--input\" at this place\n"
    #expect(rules.contains(remark) && rules.contains("run = \"x\""), "\(rules)")
  }

  /// The first choice whose application has the focus runs.
  @Test func aChoiceBecomesBindings() throws {
    let choices = "{ command: x, conditions: $window_class == a }, { command: y }"
    let rules = try rules("type: tap, fingers: 3, actions: [ { one: [ \(choices) ] } ]")
    #expect(rules.contains("run = \"y\"") && rules.contains("when = { app = [\"a\", \"*.a\"] }\nrun = \"x\""))
  }

  @Test func eachChoiceHasItsOwnDefault() throws {
    let begin = "{ on: begin, one: [ { command: x, conditions: $window_class == a }, { command: y } ] }"
    let rules = try rules(
      "type: pinch, fingers: 3, direction: in, actions: [ \(begin), { on: end, one: [ { command: z } ] } ]")
    #expect(rules.contains("run = \"y\"\nended = \"z\""), "\(rules)")
    #expect(rules.contains("run = \"x\"\nended = \"z\""), "\(rules)")
    // A choice behind the default never runs, so its condition gets the default, too.
    let late = "{ on: end, one: [ { command: z }, { command: never, conditions: $window_class == a } ] }"
    let behind = try self.rules("type: pinch, fingers: 3, direction: in, actions: [ \(begin), \(late) ]")
    #expect(behind == rules, "\(behind)")
  }

  @Test func aTriggerWithoutActionsCancelsLaterOnes() throws {
    let blocked = "{ type: tap, fingers: 3, conditions: $window_class == a, actions: [] }"
    let all = "{ type: tap, fingers: 3, actions: [ { command: x } ] }"
    let imported = try imported(.inputActions, "touchpad: { gestures: [ \(blocked), \(all) ] }")
    #expect(imported.body.contains("when = { app = [\"a\", \"*.a\"] }\nrun = [\"true\"]"), "\(imported.rules)")
  }

  @Test(arguments: ["pinch", "rotate"]) func onlySwipesMoveThePointer(type: String) throws {
    let rules = try rules(
      "type: \(type), fingers: 2, direction: any, actions: [ { on: update, input: [ { mouse: [ move_by_delta ] } ] } ]")
    #expect(rules.contains("only in a swipe's `on: update`"), "\(rules)")
  }

  @Test func pensTouchScreens() throws {
    let rules = try imported(
      .inputActions, "pen: { gestures: [ { type: swipe, direction: up, actions: [ { command: x } ] } ] }")
    #expect(rules.body.contains("device = \"touchscreen\"\nfingers = 1\n"), "\(rules.rules)")
    #expect(rules.body.contains("receive = { tool = \"stylus\" }"))
  }

  /// Triggers of other devices are named, and don't count as gestures.
  @Test func otherDevicesAreNamed() throws {
    let tap = "touchpad: { gestures: [ { type: tap, fingers: 3, actions: [ { command: x } ] } ] }"
    let imported = try imported(
      .inputActions, "mouse: { gestures: [ { type: wheel, actions: [ { command: x } ] } ] }\n\(tap)")
    #expect(imported.total == 1 && imported.remarks.count == 1)
  }

  /// The first trigger that can act cancels the others.
  @Test func anEarlierTriggerForAllWindowsTakesPrecedence() throws {
    let all = "{ type: tap, fingers: 3, actions: [ { command: x } ] }"
    let one = "{ type: tap, fingers: 3, conditions: $window_class == a, actions: [ { command: y } ] }"
    #expect(try imported(.inputActions, "touchpad: { gestures: [ \(all), \(one) ] }").converted == 1)
    #expect(try imported(.inputActions, "touchpad: { gestures: [ \(one), \(all) ] }").converted == 2)
  }

  /// A drag waits for a swipe before it, which would cancel it, and not for one behind it.
  @Test func anEarlierSwipeGoesBeforeADrag() throws {
    let swipe = "{ type: swipe, fingers: 3, direction: left, actions: [ { on: begin, command: x } ] }"
    let drag =
      "{ type: swipe, fingers: 3, direction: left_right, actions: [ { on: update, interval: 50, command: y } ] }"
    let before = try imported(.inputActions, "touchpad: { gestures: [ \(swipe), \(drag) ] }")
    #expect(before.body.contains("require-to-fail = [\"swipe-3-left\"]"), "\(before.rules)")
    let behind = try imported(.inputActions, "touchpad: { gestures: [ \(drag), \(swipe) ] }")
    #expect(!behind.body.contains("require-to-fail"))
  }
}
