import Doctor
import GestureCore

/// The sentences of the starting rules: a newcomer shall be able to edit these without any manual.
enum InitText {
  static let schemaFile = "bindings.schema.json"
  static let schemaLine = "#:schema ./\(schemaFile)"

  static func header(_ session: Session, seesDevices: Bool) -> String {
    let commands =
      session.title.map { ["# The commands below are those of \($0).", "#"] }
      ?? ["# Your desktop is not known here: most gestures only show a message. Put your own commands there.", "#"]
    let devices =
      seesDevices
      ? [] : ["# No touch device could be seen, so there is something for touchpads and for touchscreens.", "#"]
    return
      ([
        "# gesture-bridge: which gesture does what. Edit this, then run `gesture-bridge check`.", "#",
        "# Each [gesture.NAME] is one gesture. The name is yours to choose; `kind`, `fingers` and `direction` say what the",
        "# fingers do, `run` what happens then: any command, as you would type it in a terminal.", "#",
      ] + commands + devices + [
        "# One finger, and two fingers that scroll or zoom, are left alone: they belong to your applications.",
        "# `gesture-bridge gestures` lists all kinds of gesture and their settings, `gesture-bridge devices` your devices.",
      ]).joined(separator: "\n")
  }

  static func section(_ title: String, _ remark: [String]) -> String {
    (["# ---- \(title) ----"] + (remark.isEmpty ? [] : ["#"]) + remark.map { "# \($0)" }).joined(separator: "\n")
  }

  static func title(of classes: Set<DeviceClass>) -> String {
    classes == [.touchpad] ? "Touchpads" : classes == [.touchscreen] ? "Touchscreens" : "Touchpads and touchscreens"
  }

  static func swipe(_ way: String, _ text: String) -> String { "Three fingers \(ways[way] ?? way): \(text)." }

  static func pinch(_ way: String, _ text: String) -> String {
    "Four fingers move \(way == "in" ? "together" : "apart"): \(text)."
  }

  private static let ways = ["left": "to the left", "right": "to the right", "up": "upwards", "down": "downwards"]

  private static let louder = "wpctl set-volume -l 1 @DEFAULT_AUDIO_SINK@ 2%+"
  private static let quieter = "wpctl set-volume @DEFAULT_AUDIO_SINK@ 2%-"

  static let volume = StartingGesture(
    "volume", "Four fingers up and down: louder and quieter, a step for every 6 mm.",
    lines: ["kind = \"pan\"", "fingers = 4", "axis = \"vertical\""],
    step: StartingStep(every: "6 mm", ways: ["up": louder, "down": quieter]))

  /// The same where the desktop keeps movements of four fingers for itself.
  static let volumeKnob = StartingGesture(
    "volume", "Four fingers turn like on a knob: louder and quieter, a step for every 15 degrees.",
    lines: ["kind = \"rotation\"", "device = \"touchpad\"", "fingers = 4"],
    step: StartingStep(every: "15 deg", ways: ["clockwise": louder, "counterclockwise": quieter]))

  static let taps = [
    StartingGesture(
      "next-track", "Two fingers tap twice: the next track.",
      lines: ["kind = \"tap\"", "device = \"touchscreen\"", "fingers = 2", "taps = 2"], run: "playerctl next"),
    StartingGesture(
      "play-pause", "Two fingers tap once: play or pause. It waits until it can no longer become a double tap.",
      lines: [
        "kind = \"tap\"", "device = \"touchscreen\"", "fingers = 2", "require-to-fail = [\"next-track\"]",
      ], run: "playerctl play-pause"),
  ]

  static let pushToTalk = StartingGesture(
    "push-to-talk",
    [
      "Three fingers rest on the screen: the microphone is on as long as they do, and off afterwards. Such a gesture has",
      "a command for its beginning and one for its end.",
    ],
    lines: ["kind = \"long-press\"", "device = \"touchscreen\"", "fingers = 3", "min-duration = \"600 ms\""],
    commands: [
      "began": "wpctl set-mute @DEFAULT_AUDIO_SOURCE@ 0", "ended": "wpctl set-mute @DEFAULT_AUDIO_SOURCE@ 1",
      "cancelled": "wpctl set-mute @DEFAULT_AUDIO_SOURCE@ 1",
    ])

  static let more = """
    # ---- Commands that work in every session, where their programs are installed ----
    #
    #   run = "playerctl play-pause"                      # or next, previous
    #   run = "wpctl set-mute @DEFAULT_AUDIO_SINK@ toggle"
    #   run = "brightnessctl set 5%+"                     # or 5%-
    #   run = "loginctl lock-session"
    #   run = ["notify-send", "It's a list"]              # a program and its arguments, without a shell
    """

  static let pause = """
    # ---- To have no gestures for a while: remove the `#` ----
    #
    # Five fingers rest on the screen for three seconds: nothing happens any more until they do so again. A touchpad knows
    # four fingers at most: for one, change `device` and write `fingers = 4`.
    #
    # [gesture.pause]
    # kind = "long-press"
    # device = "touchscreen"
    # fingers = 5
    # min-duration = "3 s"
    # slop = "5 mm"
    # run = { pause = "toggle" }
    """

  static let tuning = """
    # ---- If a gesture comes too easily, or not easily enough: remove the `#` and change the figure ----
    #
    # `gesture-bridge --debug` says of every gesture why it was not recognized.
    #
    # [defaults.touchpad]
    # swipe.min-distance = "14 mm"
    #
    # [defaults.touchscreen]
    # tap.max-interval = "250 ms"
    """
}

extension Session {
  /// Whether swipes with three and four fingers are free for us, on every device.
  var leavesSwipes: Bool {
    switch self {
    case .sway, .hyprland, .hyprlandLua, .i3, .x11, .none: true
    case .niri, .gnome, .kde: false
    }
  }

  /// What the session does of its own accord with gestures of these devices.
  func remark(on classes: Set<DeviceClass>) -> [String] {
    switch self {
    case .sway where classes.contains(.touchpad):
      [
        "Sway has no gestures of its own, unless your configuration has `bindgesture` lines: those do both, so give them",
        "other fingers.",
      ]
    case .hyprland where classes.contains(.touchpad), .hyprlandLua where classes.contains(.touchpad):
      [
        "Hyprland's own gestures are off, unless your configuration has some: those do both, so give them other fingers."
      ]
    case .niri where classes == [.touchpad]:
      [
        "On touchpads niri keeps swipes with three fingers for itself, and with four upwards and downwards: leave these to",
        "it. Pinches, holds, and four fingers to the left or right are free.",
      ]
    case .gnome:
      [
        "GNOME keeps swipes with three fingers and more for itself, and they can't be turned off without an extension.",
        classes == [.touchscreen]
          ? "Taps and holds are free." : "Pinches with three and four fingers, and holds, are free.",
      ]
    case .kde:
      [
        "Plasma on Wayland keeps swipes with three and four fingers for itself, and pinches with three: leave these to it.",
        classes == [.touchscreen] ? "Taps and holds are free." : "Pinches with four fingers, and holds, are free.",
      ]
    case .sway, .hyprland, .hyprlandLua, .niri, .i3, .x11, .none: []
    }
  }
}
