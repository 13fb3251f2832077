import Support
import Testing

@testable import Bindings
@testable import GestureCore

/// `keys`, `type`, `hold`, `click` and `scroll`: how they are read, their diagnostics, and when their input is sent.
struct InputEffectTests {
  private func rules(_ action: String, kind: String = "pan") -> LoadedRules {
    load("[gesture.it]\nkind = \"\(kind)\"\nfingers = 3\n\(action)\n")
  }

  private func problemText(_ action: String, kind: String = "pan") -> [String] {
    rules(action, kind: kind).diagnostics.map { "\($0.message) | \($0.fix ?? "")" }
  }

  private func inputs(_ action: String) throws -> [EmulatedInput] { try #require(rules(action).rules).inputs }

  private func symbols(_ text: String) throws -> [UInt32] {
    guard case .keys(let chords)? = try inputs("run = { keys = \"\(text)\" }").first else { return [] }
    return chords.flatMap(\.symbols).map(\.number)
  }

  @Test(
    arguments: [
      ("Super+Left", [0xffeb, 0xff51]), ("ctrl+alt+Delete", [0xffe3, 0xffe9, 0xffff]), ("Ctrl+C", [0xffe3, 0x63]),
      ("A", [0x41]), ("Ctrl++", [0xffe3, 0x2b]), ("+", [0x2b]), ("Ctrl+plus", [0xffe3, 0x2b]),
      ("Shift+Tab", [0xffe1, 0xff09]),
      ("XF86AudioPlay", [0x1008_ff14]), ("Page_Up", [0xff55]), ("PageUp", [0xff55]), ("Super", [0xffeb]),
      ("€", [0x0100_20ac]),
      ("EuroSign", [0x0100_20ac]), ("U20AC", [0x0100_20ac]), ("ф", [0x0100_0444]), ("Cyrillic_ef", [0x0100_0444]),
      ("ä", [0xe4]), ("adiaeresis", [0xe4]), ("U00E4", [0xe4]), ("F12", [0xffc9]), ("Super_R", [0xffec]),
      ("KP_1", [0xffb1]), ("SUPER+left", [0xffeb, 0xff51]), ("xf86audioplay", [0x1008_ff14]), ("f12", [0xffc9]),
      ("page_UP", [0xff55]), ("u20ac", [0x0100_20ac]),
    ] as [(String, [UInt32])])
  func namesOfKeys(text: String, numbers: [UInt32]) throws {
    #expect(try symbols(text) == numbers)
  }

  @Test func chordsInARow() throws {
    let read = try inputs("run = { keys = [\"Ctrl+C\", \"Ctrl+V\"] }")
    #expect(read.map(\.words) == [["Ctrl+C", "Ctrl+V"]])
    #expect(try inputs("run = { keys = \"Ctrl+C\" }").map(\.words) == [["Ctrl+C"]])
  }

  /// Some names differ only by their capitals.
  @Test func capitalsCountWhereTheyTellKeysApart() {
    #expect(KeySymbol(name: "aacute")?.number == 0xe1 && KeySymbol(name: "Aacute")?.number == 0xc1)
    #expect(KeySymbol(name: "AACUTE") == nil, "it can be either")
  }

  @Test func aTextIsSymbols() throws {
    #expect(
      try inputs(#"run = { type = "aÄ\tф\n" }"#)
        == [.text("aÄ\tф\n", [0x61, 0xc4, 0xff09, 0x0100_0444, 0xff0d].map { KeySymbol(keysym: $0) })])
  }

  @Test func whatRulesNeed() throws {
    #expect(try #require(rules("run = \"x\"").rules).inputNeeds == [])
    #expect(try #require(rules("began = { hold = \"Alt\" }").rules).inputNeeds == .keyboard)
    #expect(try #require(rules("step = { every = \"6 mm\", up = { scroll = \"up\" } }").rules).inputNeeds == .pointer)
    #expect(
      try #require(rules("run = { click = \"right\", at = \"finger\" }\ndevice = \"touchscreen\"").rules).inputNeeds
        == [.pointer, .place])
    #expect(
      try #require(rules("began = { drag = \"right\", at = \"finger\" }\n\(Self.screen)", kind: "long-press").rules)
        .inputNeeds == [.pointer, .place])
    #expect(try #require(rules("changed = { move = \"pointer\" }").rules).inputNeeds == .pointer)
    #expect(try #require(rules("run = { click = \"right\", type = \"x\" }").rules).inputNeeds == [.keyboard, .pointer])
  }

  private static let screen = "device = \"touchscreen\"\n[device.\"*\"]\nintercept = true"

  @Test(arguments: [
    (#"run = { keys = "Supr+Left" }"#, #"there is no key "Supr" | did you mean "Super"?"#),
    (#"run = { keys = "Ctrl+Lfet" }"#, #"there is no key "Lfet" | did you mean "Left"?"#),
    (
      #"run = { keys = "Ctrl+" }"#,
      #"there is no key "Ctrl+" | did you mean "Ctrl"?"#
    ),
    (
      #"run = { keys = "a+b" }"#,
      #""a" is not a modifier key, and every key before the last must be a modifier key | put modifier keys first: `Ctrl+T`; for several key combinations, use `keys = ["…", "…"]`"#
    ),
    (
      #"run = { keys = "Ctrl++C" }"#,
      "the name of a key is missing | write a character, a name such as `Left`, `Tab` or `F5`, or an xkb name such as `XF86AudioPlay`; `plus` is the plus sign"
    ),
    (#"run = { keys = [] }"#, "`keys` is empty | write a value, or remove `keys`"),
    (#"run = { type = "" }"#, "`type` is empty | write a value, or remove `type`"),
    (
      #"run = { type = "\u0007" }"#,
      "a text to type can't contain control characters other than tabs and line ends | use `keys` to press other keys, such as `Escape`"
    ),
    (#"run = { click = "rihgt" }"#, #"`click` can't be "rihgt" | did you mean "right"?"#),
    (
      #"ended = { hold = "Alt" }"#,
      "`hold` starts when the gesture begins, so it can't be in `ended` | write `began = { hold = \"…\" }`"
    ),
    (
      #"changed = { keys = "a" }"#,
      "this action would send `keys` for every movement: more than a hundred times per second | use `step` to send `keys` less often, or write `{ keys = …, at-most-every = \"50 ms\" }`"
    ),
    (
      #"step = { every = "6 mm", up = { hold = "Alt" } }"#,
      #"unknown key "hold" | a step has no duration: write `up = { keys = "…" }` in `step`, or `began = { hold = "…" }` next to `step`"#
    ),
    (
      #"run = { move = "pointer" }"#,
      "`move` follows the fingers, but `run` does not happen at each movement | write `changed = { move = \"pointer\" }`"
    ),
    (
      #"step = { every = "6 mm", up = { scroll = "natural" } }"#,
      "`scroll` follows the fingers, but `step` does not happen at each movement | write `changed = { scroll = \"natural\" }`"
    ),
    (
      #"step = { every = "6 mm", up = { move = "pointer" } }"#,
      #"unknown key "move" | a step can't have `move`: write `changed = { move = "pointer" }` next to `step`"#
    ),
    (#"changed = { scroll = "naturaly" }"#, #"`scroll` can't be "naturaly" | did you mean "natural"?"#),
    (
      "device = \"touchpad\"\nrun = { click = \"right\", at = \"finger\" }",
      "`at = \"finger\"` works only on touchscreens: fingers on a touchpad have no position on the screen | remove `at` to click at the pointer's position, or write `device = \"touchscreen\"`"
    ),
    (
      #"run = { keys = "a", at = "finger" }"#,
      "`at` belongs to `click`, which is missing | add `click`, or remove `at`"
    ),
    (
      #"ended = { drag = "left" }"#,
      "`drag` starts when the gesture begins, so it can't be in `ended` | write `began = { drag = \"left\" }`"
    ),
    (
      "device = \"touchscreen\"\nbegan = { drag = \"left\" }",
      "`drag` without `at = \"finger\"` works only on touchpads: on a touchscreen, the finger itself already drags | write `device = \"touchpad\"`, or `at = \"finger\"` to drag with a mouse button"
    ),
    (
      #"began = { drag = "left" }"#,
      "this action works only on intercepted touchpads: applications get all touches of other touchpads | write `intercept = true` in the section `[device.touchpad]`"
    ),
    (
      "cancels-touches = false\nbegan = { drag = \"left\" }\n[device.\"*\"]\nintercept = true",
      "this action can't drag: applications also get the touches of the gesture | remove `cancels-touches = false`"
    ),
    (
      "device = \"touchpad\"\nbegan = { drag = \"right\", at = \"finger\" }",
      "`at = \"finger\"` works only on touchscreens: fingers on a touchpad have no position on the screen | write `device = \"touchscreen\"`"
    ),
    (
      "device = \"touchscreen\"\nbegan = { drag = \"right\", at = \"finger\" }",
      "this action works only on intercepted touchscreens: applications get all touches of other touchscreens | write `intercept = true` in the section `[device.touchscreen]`"
    ),
    (
      "cancels-touches = false\nbegan = { drag = \"right\", at = \"finger\" }\n\(screen)",
      "this action can't drag: applications also get the touches of the gesture | remove `cancels-touches = false`"
    ),
    (
      "began = { drag = \"right\", at = \"finger\", lock = \"1 s\" }\n\(screen)",
      "`lock` has no effect on a touchscreen: a finger that lands again starts a new drag | remove `lock`"
    ),
    (
      "began = { drag = \"right\", at = \"finger\", keys = \"a\", repeat = \"100 ms\" }\n\(screen)",
      "a drag with `at = \"finger\"` lasts until the fingers' gesture ends, so the action can't have `repeat` | remove `repeat`, or move `repeat` with its command or keys into an `[[override]]` with `also = true`"
    ),
    (#"began = { drag = "back" }"#, "`drag` can't be \"back\" | write \"left\", \"middle\" or \"right\""),
    (
      #"step = { every = "6 mm", up = { drag = "left" } }"#,
      #"unknown key "drag" | a step can't have `drag`: write `began = { drag = "left" }` next to `step`"#
    ),
    (
      #"run = { keys = "a", lock = "1 s" }"#,
      "`lock` belongs to `drag`, which is missing | add `drag`, or remove `lock`"
    ),
    (#"keys = "a""#, #"unknown key "keys" | write `run = { keys = "…" }`"#),
    (
      #"ended = { native = "swipe" }"#,
      "`native` starts when the gesture begins, so it can't be in `ended` | write `began = { native = \"swipe\" }`"
    ),
    (
      #"began = { native = "pinch" }"#,
      "the desktop's pinch can't follow this gesture: a pan does not report scale or rotation | use a gesture that reports scale or rotation, such as a pinch or a rotation"
    ),
    (
      #"began = { native = "swipe" }"#,
      "this action works only on intercepted touchpads: applications get all touches of other touchpads | write `intercept = true` in the section `[device.touchpad]`; or write `device = \"touchscreen\"`, so that the gesture is only for touchscreens"
    ),
    (
      "device = \"touchpad\"\nbegan = { native = \"swipe\" }",
      "this action works only on intercepted touchpads: applications get all touches of other touchpads | write `intercept = true` in the section `[device.touchpad]`"
    ),
    (
      "cancels-touches = false\nbegan = { native = \"swipe\" }\n[device.\"*\"]\nintercept = true",
      "this action can't make a gesture of the desktop: applications also get the fingers' touches | remove `cancels-touches = false`, or write `device = \"touchscreen\"`: on touchscreens, the action works with `cancels-touches = false`"
    ),
    (
      #"began = { native = "swipe", drag = "left" }"#,
      "an action can't have both `drag` and `native` | remove one of the two"
    ),
    (
      #"began = { native = "swipe", fingers = 5 }"#, "desktops have no swipe with 5 fingers | write 3 or 4"
    ),
    (#"began = { native = "pinch", fingers = 1 }"#, "desktops have no pinch with 1 finger | write 2, 3 or 4"),
    (
      #"began = { native = "swipe", via = "touchegg", repeat = "100 ms" }"#,
      "a gesture of the desktop lasts until the fingers' gesture ends, so the action can't have `repeat` | remove `repeat`, or move `repeat` with its command or keys into an `[[override]]` with `also = true`"
    ),
    (
      #"run = { keys = "a", via = "touchegg" }"#,
      "`via` belongs to `native`, which is missing | add `native`, or remove `via`"
    ),
    (#"began = { native = "tap" }"#, "`native` can't be \"tap\" | write \"swipe\", \"pinch\" or \"hold\""),
    (
      #"run = { keys = "a", fingers = 4 }"#,
      "`fingers` belongs to `native`, which is missing | add `native`, or remove `fingers`"
    ),
    (
      #"step = { every = "6 mm", up = { native = "swipe" } }"#,
      #"unknown key "native" | a step can't have `native`: write `began = { native = "swipe" }` next to `step`"#
    ),
  ])
  func mistakes(action: String, diagnostic: String) {
    #expect(problemText(action).contains(diagnostic), "\(problemText(action))")
  }

  @Test func aWrongNumberOfFingersIsOneMistake() {
    let problems = problemText(#"began = { native = "swipe", fingers = 2, via = "touchegg" }"#)
    #expect(problems == ["desktops have no swipe with 2 fingers | write 3 or 4"])
  }

  @Test func gesturesOfTheDesktop() throws {
    let rules = try #require(
      self.rules("began = { native = \"swipe\", fingers = 4 }\n[device.\"*\"]\nintercept = true").rules)
    #expect(rules.inputs.map(\.words) == [["swipe of 4 fingers"]] && rules.inputNeeds == [])
    let effects = rules.bindings.flatMap(\.actions).flatMap(\.effects)
    #expect(effects.allSatisfy { $0.isOnlyOfDevice && $0.native?.kind == .swipe })
    let free = NativeGesture(kind: .swipe, fingers: nil)
    #expect([1, 2, 3, 4, 5].map(free.fingers) == [3, 3, 3, 4, 4])
    #expect(NativeGesture(kind: .pinch, fingers: 3).fingers(of: 2) == 3)
    let requests = try TouchScriptOfADrag(end: "up").requests(rules)
    #expect(requests.map(\.moment) == [.beginning])
    #expect(
      problemText("run = { native = \"hold\" }", kind: "tap").contains(
        "the desktop's hold can't follow this gesture: a tap is recognized once and has no duration | use a gesture that lasts, such as a long-press"
      ))
  }

  /// They use the program's own touchpad, whichever touches applications get.
  @Test func gesturesOfTheDesktopOnTouchscreens() throws {
    let lines = ["device = \"touchscreen\"", "began = { native = \"swipe\" }"]
    #expect(problemText(lines.joined(separator: "\n")) == [])
    let shared = problemText((["cancels-touches = false"] + lines).joined(separator: "\n"))
    #expect(shared.allSatisfy { $0.hasPrefix("`cancels-touches` has no effect") }, "\(shared)")
    #expect(try #require(rules(lines.joined(separator: "\n")).rules).makesNativeOnTouchscreens)
    let intercepted = "\n[device.\"*\"]\nintercept = true"
    let both = try #require(rules("began = { native = \"swipe\" }" + intercepted).rules)
    #expect(both.makesNativeOnTouchscreens)
    let pads = try #require(rules("device = \"touchpad\"\nbegan = { native = \"swipe\" }" + intercepted).rules)
    #expect(!pads.makesNativeOnTouchscreens)
    #expect(try !#require(rules("began = { hold = \"Alt\" }").rules).makesNativeOnTouchscreens)
  }

  /// Intercepting one class does not help the other.
  @Test func onlyAnInterceptedClassUsesItsFingers() {
    let drag = "device = \"touchpad\"\nbegan = { drag = \"left\" }\n"
    #expect(rules(drag + "[device.touchpad]\nintercept = true").diagnostics == [])
    #expect(
      rules(drag + "[device.touchscreen]\nintercept = true").diagnostics.map(\.message) == [
        "this action works only on intercepted touchpads: applications get all touches of other touchpads"
      ])
  }

  /// No device makes such gestures, so no device needs to be intercepted.
  @Test(arguments: ["up", "cancel"]) func gesturesThatTouchegsClientsReceive(end: String) throws {
    let rules = try #require(self.rules("began = { native = \"swipe\", fingers = 4, via = \"touchegg\" }").rules)
    #expect(rules.announces && !rules.makesNativeOnTouchscreens && rules.inputNeeds == [])
    #expect(rules.inputs.map(\.words) == [["swipe of 4 fingers by touchegg"]])
    let requests = try TouchScriptOfADrag(end: end).requests(rules)
    #expect(requests.first?.moment == .beginning && requests.last?.moment == .end)
    #expect(requests.dropFirst().dropLast().allSatisfy { $0.moment == .movement } && requests.count > 5)
    #expect(requests.allSatisfy { $0.fingers == 3 && $0.scale == 1 } && requests.last?.isCancelled == (end == "cancel"))
    let pinch = try #require(self.rules("began = { native = \"pinch\", via = \"touchegg\" }", kind: "pinch").rules)
    #expect(pinch.announces)
  }

  @Test(arguments: [
    (
      "rotation", "pinch",
      "the desktop's pinch can't follow this gesture: a rotation does not report scale | use a gesture that reports scale, such as a pinch"
    ),
    (
      "long-press", "hold",
      "`native = \"hold\"` can't have `via`: desktops that support touchegg accept only swipes and pinches | remove `via`, or write `native = \"swipe\"` or `native = \"pinch\"`"
    ),
  ])
  func gesturesThatTouchegsClientsDoNotReceive(kind: String, native: String, diagnostic: String) {
    let problems = problemText("began = { native = \"\(native)\", via = \"touchegg\" }", kind: kind)
    #expect(problems.contains(diagnostic), "\(problems)")
  }

  @Test func aTapHoldsNothing() {
    #expect(
      problemText("run = { hold = \"Alt\" }", kind: "tap").first
        == "`hold` has no effect: a tap is recognized once and has no duration | write `keys` instead of `hold`, or use a gesture that lasts, such as a long-press, an edge-pan or a pan"
    )
  }

  @Test func aFollowerNeedsMovement() {
    #expect(problemText("changed = { scroll = \"natural\" }") == [])
    #expect(
      problemText("changed = { move = \"pointer\" }", kind: "edge-pan").contains {
        $0.contains("does not report movement")
      } == false)
    #expect(
      problemText("changed = { move = \"pointer\" }", kind: "rotation").contains {
        $0.contains("does not report movement")
      })
  }

  /// The whole distance since the landing is sent, including the slop, and scrolling stops with the fingers.
  @Test(arguments: ["up", "cancel"]) func followsFromTheSlopToTheEnd(end: String) throws {
    let rules = try #require(self.rules("changed = { scroll = \"natural\", move = \"pointer\" }").rules)
    let requests = try TouchScriptOfADrag(end: end).requests(rules)
    let scrolled = requests.filter { $0.input == .follow(.natural) }
    #expect(scrolled.last?.moment == .end && scrolled.dropLast().allSatisfy { $0.moment == .once })
    let moved = requests.filter { $0.input == .follow(.pointer) }
    #expect(moved.allSatisfy { $0.moment == .once } && moved.count == scrolled.count - 1)
    // 27 mm, without the slop and the first movement beyond it, which belong to the beginning.
    let direction = moved.reduce(Vector.zero) { $0 + $1.movement }
    #expect(direction.y == 0 && direction.x > 18 && direction.x < 27, "\(direction)")
  }

  /// Only the drag follows the fingers, even with a large `at-most-every`; the other effects of `began` happen once.
  @Test(arguments: ["up", "cancel"]) func aDragAtTheFingerFollows(end: String) throws {
    let action = #"began = { drag = "right", at = "finger", keys = "a", hold = "Alt", at-most-every = "10 s" }"#
    let rules = try #require(self.rules("\(action)\n\(Self.screen)").rules)
    let orders = try TouchScriptOfADrag(end: end).orders(rules)
    #expect(
      orders.filter { !$0.contains("right") }.sorted() == ["beginning Alt", "end Alt", "once a"], "\(orders)")
    let dragged = orders.filter { $0.contains("right at the finger") }
    #expect(dragged.first?.hasPrefix("beginning") == true && dragged.last?.hasPrefix("end") == true, "\(orders)")
    #expect(dragged.dropFirst().dropLast().allSatisfy { $0.hasPrefix("movement") } && dragged.count > 5)
    // Nothing else of the action lasts to the end.
    let alone = try #require(self.rules("began = { drag = \"right\", at = \"finger\" }\n\(Self.screen)").rules)
    #expect(try TouchScriptOfADrag(end: end).orders(alone) == dragged)
  }

  @Test func aLongText() {
    #expect(problemText("run = { type = \"\(String(repeating: "a", count: 1000))\" }") == [])
    #expect(
      problemText("run = { type = \"\(String(repeating: "a", count: 1001))\" }").first?.hasPrefix(
        "a text to type can have at most 1000 characters") == true)
  }

  /// Held keys go down before everything else and up after it, whatever the order in the file.
  @Test(arguments: ["up", "cancel"]) func heldFromTheBeginningToTheEnd(end: String) throws {
    let rules = try #require(
      self.rules(
        """
        ended = { keys = "b" }
        step = { every = "6 mm", right = { keys = "Tab" } }
        began = { hold = "Alt" }
        """
      ).rules)
    let recording = try TouchScriptOfADrag(end: end).orders(rules)
    let (first, last) = (recording.first, recording.last)
    #expect(first == "beginning Alt" && last == "end Alt", "\(recording)")
    #expect(recording.dropFirst().dropLast().allSatisfy { $0.hasPrefix("once ") } && recording.count >= 4)
    #expect(recording.filter { $0 == "once b" }.count == (end == "up" ? 1 : 0))
  }
}

/// Three fingers move to the right by 21 mm; the requests and orders that this causes.
private struct TouchScriptOfADrag {
  let end: String

  func orders(_ rules: Rules) throws -> [String] {
    try requests(rules).map { "\($0.moment) \($0.input.words.joined(separator: " "))" }
  }

  func requests(_ rules: Rules) throws -> [InputRequest] {
    var live = try LiveRules(rules)
    live.add(screen)
    var outcomes = Outcomes()
    func frame(_ ms: Double, _ phase: Touch.Phase, _ x: Double) {
      let touches = (0..<3).map { index in
        Touch(id: Int32(index), phase: phase, position: Vector(50 + x, 50 + 20 * Double(index)))
      }
      live.process(
        Frame(device: screen.id, time: Timestamp(microseconds: Int64(ms * 1000)), touches: touches), into: &outcomes)
    }
    frame(0, .began, 0)
    for step in 1...9 { frame(Double(step) * 10, .moved, Double(step) * 3) }
    if end == "up" {
      frame(110, .ended, 27)
    } else {
      live.cancelAll(at: Timestamp(microseconds: 110_000), into: &outcomes)
    }
    let means = RecordingPerformer()
    let rule = rules.ruleSet.gestures[0]
    for outcome in outcomes {
      for order in outcome.orders { means.perform(PerformedOrder(order, rule, device: "screen")) }
    }
    return means.inputs
  }
}
