import Bindings
import DeviceInput
import GestureCore
import Support
import Testing

@testable import Doctor

/// The gestures of the rules that a desktop uses too.
struct ClashTests {
  private static let touchpad = UnopenableDevice(
    node: "/dev/input/event1", name: "Pad", kind: .touchpad, refusal: .notUnderstood
  ).expected
  /// A touchpad that is read without libinput, which reports no taps.
  private static let touchpadWithSlots = Device(
    id: DeviceID(1), name: "Pad", deviceClass: .touchpad, size: touchpad.size, capabilities: [.contacts, .places])
  private static let touchscreen = UnopenableDevice(
    node: "/dev/input/event0", name: "Panel", kind: .touchscreen, refusal: .notUnderstood
  ).expected
  private static let pen = UnopenableDevice(
    node: "/dev/input/event2", name: "Pen", kind: .pen, refusal: .notUnderstood
  ).expected

  /// The gestures that clash with `own`, of those of a file that each have a line of settings.
  private func names(
    _ gestures: KeyValuePairs<String, String>, _ own: OwnGesture, on devices: [Device] = [touchpad, touchscreen]
  ) throws -> [String] {
    let text = gestures.map { "[gesture.\($0.key)]\n\($0.value)\nrun = \"true\"\n" }.joined()
    let loaded = Rules.load(text: Array(text.utf8), file: "rules.toml")
    for diagnostic in loaded.diagnostics { #expect(diagnostic.severity == .warning, "\(diagnostic)") }
    let rules = try #require(loaded.rules)
    return Clash.all([own], rules.ruleSet, on: devices).flatMap(\.rules)
  }

  private func own(
    on device: DeviceClass = .touchpad, _ motion: OwnGesture.Motion, _ fingers: ClosedRange<Int>,
    _ directions: Set<OwnGesture.MotionDirection> = []
  ) -> OwnGesture {
    OwnGesture(on: device, motion, fingers: fingers, directions, "acts", fix: "")
  }

  private static let swipes: KeyValuePairs = [
    "left": "kind = \"swipe\"\nfingers = 3\ndirection = \"left\"",
    "up": "kind = \"swipe\"\nfingers = 3\ndirection = \"up\"",
    "four": "kind = \"swipe\"\nfingers = 4\ndirection = \"left\"",
    "any": "kind = \"swipe\"\nfingers = \"3-4\"",
    "slanting": "kind = \"swipe\"\nfingers = 3\ndirection = \"up-left\"",
    "drag": "kind = \"pan\"\nfingers = 3\naxis = \"vertical\"",
    "drawing": "kind = \"stroke\"\nfingers = 3\nshape = \"checkmark\"",
    "pinch": "kind = \"pinch\"\nfingers = 3",
    "rest": "kind = \"long-press\"\nfingers = 3",
    "screen": "kind = \"swipe\"\nfingers = 3\ndevice = \"touchscreen\"",
    "tap": "kind = \"tap\"\nfingers = 3",
  ]

  /// On an intercepted touchpad the desktop gets no touches except for its own gesture.
  @Test func whatIsMadeForTheDesktopIsNoClash() throws {
    let text = """
      [gesture.drag]
      kind = "pan"
      fingers = 3
      began = { native = "swipe", fingers = 4 }
      [gesture.left]
      kind = "swipe"
      fingers = 3
      direction = "left"
      run = "true"
      [device.Pad]
      intercept = true
      """
    let rules = try #require(Rules.load(text: Array(text.utf8), file: "rules.toml").rules)
    #expect(rules.nativeGestures == ["drag"])
    func clashes(_ own: OwnGesture) -> [String] {
      Clash.all([own], rules.ruleSet, on: [Self.touchpad, Self.touchscreen], native: rules.nativeGestures).flatMap(
        \.rules)
    }
    #expect(clashes(own(.swipe, 3...3, [.left])) == ["left"])
    #expect(clashes(own(on: .touchscreen, .swipe, 3...3, [.left])) == ["drag", "left"])
  }

  @Test func touchesThatTheDesktopDoesNotGetDoNotClash() throws {
    func clashes(_ own: OwnGesture, delays: Bool? = nil, intercept: Bool = true) throws -> [String] {
      let delivery = delays.map { "delays-touches-began = \($0)\n" } ?? ""
      let text = """
        [gesture.tap]
        kind = "tap"
        fingers = 3
        run = "true"
        [gesture.left]
        kind = "swipe"
        fingers = 3
        direction = "left"
        run = "true"
        \(delivery)[device.Pad]
        intercept = \(intercept)
        """
      let rules = try #require(Rules.load(text: Array(text.utf8), file: "rules.toml").rules)
      return Clash.all([own], rules.ruleSet, on: [Self.touchpadWithSlots]).flatMap(\.rules)
    }
    #expect(try clashes(own(.tap, 3...3), intercept: false) == ["tap"])
    #expect(try clashes(own(.tap, 3...3)) == [])
    #expect(try clashes(own(.swipe, 3...3, [.left])) == ["left"])
    #expect(try clashes(own(.swipe, 3...3, [.left]), delays: true) == [])
    #expect(try clashes(own(.swipe, 3...3, [.left]), delays: true, intercept: false) == ["left"])
  }

  @Test func swipesOfTheSameFingersAndWay() throws {
    #expect(try names(Self.swipes, own(.swipe, 3...3, [.left])) == ["left", "any", "slanting", "drawing"])
    #expect(try names(Self.swipes, own(.swipe, 3...3, [.up, .down])) == ["up", "any", "slanting", "drag", "drawing"])
    #expect(try names(Self.swipes, own(.swipe, 4...4, [.left, .right])) == ["four", "any"])
    #expect(try names(Self.swipes, own(.swipe, 5...5)) == [])
    #expect(try names(Self.swipes, own(.hold, 3...3)) == ["rest"])
    #expect(try names(Self.swipes, own(.tap, 1...3), on: [Self.touchpadWithSlots]) == ["tap"])
  }

  @Test func onDevicesThatAreThere() throws {
    let swipe = own(on: .touchscreen, .swipe, 3...3, [.right])
    #expect(try names(Self.swipes, swipe) == ["any", "drawing", "screen"])
    #expect(try names(Self.swipes, swipe, on: [Self.touchpad]) == [])
    #expect(
      try names(Self.swipes, own(on: .touchscreen, .swipe, 1...10), on: [Self.pen]) == [], "no desktop looks at pens")
  }

  @Test func pinchesAndTurns() throws {
    let gestures: KeyValuePairs = [
      "both": "kind = \"pinch\"\nfingers = 4", "in": "kind = \"pinch\"\nfingers = 4\ndirection = \"in\"",
      "turn": "kind = \"rotation\"\nfingers = 4",
      "back": "kind = \"rotation\"\nfingers = 4\ndirection = \"counterclockwise\"",
    ]
    #expect(try names(gestures, own(.pinch, 4...4, [.together])) == ["both", "in"])
    #expect(try names(gestures, own(.pinch, 4...4, [.apart])) == ["both"])
    #expect(try names(gestures, own(.pinch, 4...4, [.clockwise])) == ["turn"])
    #expect(try names(gestures, own(.pinch, 4...4)) == ["both", "in", "turn", "back"])
    #expect(try names(gestures, own(.pinch, 3...3)) == [])
  }

  @Test func sides() throws {
    let gestures: KeyValuePairs = [
      "left": "kind = \"edge-swipe\"\nedge = \"left\"", "bottom": "kind = \"edge-pan\"\nedge = \"bottom\"",
      "two": "kind = \"edge-swipe\"\nedge = \"left\"\nfingers = 2", "any": "kind = \"edge-swipe\"",
    ]
    #expect(try names(gestures, own(on: .touchscreen, .edge, 1...1, [.left])) == ["left", "any"])
    #expect(try names(gestures, own(on: .touchscreen, .edge, 1...1, [.down])) == ["bottom", "any"])
    #expect(try names(gestures, own(on: .touchscreen, .swipe, 2...2, [.right])) == ["two"])
  }
}

/// The programs that a rules file starts.
struct CommandProgramTests {
  @Test(arguments: [
    ("playerctl next", "playerctl"), ("VOLUME=2 wpctl set-volume x", "wpctl"), ("exec foot", "foot"),
    ("~/bin/x y", "~/bin/x"), ("notify-send a; true", "notify-send"), ("a&&b", "a"), ("a|b", "a"),
    ("cd /tmp && ls", nil),
    ("[ -e x ] && y", nil), ("$EDITOR x", nil), ("\"my program\" x", nil), ("(a; b)", nil), ("{ a; }", nil), ("", nil),
    ("if a; then b; fi", nil), ("# nothing", nil), (">file", nil), ("! a", nil),
  ]) func ofALineOfShell(line: String, program: String?) {
    #expect(CommandProgram.name(of: .shell(line)) == program)
  }

  @Test func ofAList() {
    #expect(CommandProgram.name(of: .direct(["my program", "$x"])) == "my program")
  }

  @Test func missingOnesAreToldOnceWithAllWhoStartThem() throws {
    let folder = try Folder()
    let text = """
      [gesture.a]
      kind = "tap"
      run = "nobody-has-this 1"

      [gesture.b]
      kind = "pan"
      began = "nobody-has-this 2"
      changed = { stream = "nobody-has-that" }
      ended = "sh x"
      step = { every = "6 mm", left = "/nonexistent/program", right = "~/nothing" }

      [[override]]
      gesture = "a"
      when = { mode = "music" }
      run = { command = "nobody-has-this 3", mode = "default" }
      """
    let loaded = Rules.load(text: Array(text.utf8), file: "rules.toml")
    for diagnostic in loaded.diagnostics { #expect(diagnostic.severity == .warning, "\(diagnostic)") }
    let rules = try #require(loaded.rules)
    let missing = MissingProgram.all(in: rules) { ["PATH": "/usr/bin:/bin", "HOME": folder.url.path][$0] }
    #expect(
      Set(missing.map(\.program)) == ["nobody-has-this", "nobody-has-that", "/nonexistent/program", "~/nothing"])
    #expect(missing.first { $0.program == "nobody-has-this" }?.gestures == ["a", "b"])
    #expect(MissingProgram.all(in: nil) { _ in nil } == [])
    let advice = "xdotool works on X11 only, so use an action such as `keys`, `type`, `click`, `window` or `workspace`"
    #expect(Command.shell("sleep 1; xdotool key a").adviceForX11 { _ in "wayland-0" } == advice)
    #expect(Command.shell(String(repeating: "x ", count: 99) + "\nxdotool key a").adviceForX11 { _ in "w" } == advice)
    #expect(Command.direct(["xdotool"]).adviceForX11 { _ in nil } == nil)
    #expect(Command.direct(["true"]).adviceForX11 { _ in "wayland-0" } == nil)
    #expect(
      DoctorWording.missing("x", for: ["a", "b", "c", "d", "e"])
        == "x was not found; it is started by the gestures \"a\", \"b\", \"c\" and 2 more")
  }
}
