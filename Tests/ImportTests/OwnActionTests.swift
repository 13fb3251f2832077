import Testing

@testable import Importers
@testable import gesture_bridge

/// Commands that only request an action of gesture-bridge are imported as that action.
@Suite struct OwnActionTests {
  @Test(arguments: [
    ("xdotool key ctrl+alt+Left", #"{ keys = "ctrl+alt+Left" }"#),
    ("xdotool key --clearmodifiers super alt+Tab", #"{ keys = ["super", "alt+Tab"] }"#),
    ("xdotool click 3", #"{ click = "right" }"#),
    ("xdotool click 4", #"{ scroll = "up" }"#),
    ("xdotool set_desktop --relative -- -1", #"{ workspace = "previous" }"#),
    ("xdotool set_desktop 0", "{ workspace = 1 }"),
    ("xdotool getactivewindow windowminimize", #"{ window = "minimize" }"#),
    ("xdotool type 'two words'", #"{ type = "two words" }"#),
    ("wmctrl -s 2", "{ workspace = 3 }"),
    ("wmctrl -c :ACTIVE:", #"{ window = "close" }"#),
    ("wmctrl -r :ACTIVE: -b toggle,fullscreen", #"{ window = "fullscreen" }"#),
    ("swaymsg workspace next", #"{ workspace = "next" }"#),
    ("swaymsg 'workspace number 4'", "{ workspace = 4 }"),
    ("i3-msg kill", #"{ window = "close" }"#),
    ("hyprctl dispatch workspace e-1", #"{ workspace = "previous" }"#),
    ("hyprctl dispatch fullscreen 1", #"{ window = "maximize" }"#),
    ("niri msg action toggle-overview", #"{ overview = "toggle" }"#),
    ("niri msg action open-overview", #"{ overview = "show" }"#),
    ("ydotool mousemove --wheel -- 0 -1", #"{ scroll = "down" }"#),
    ("qdbus org.kde.KWin /Effects toggleEffect overview", #"{ overview = "toggle" }"#),
    ("qdbus org.kde.KWin /KWin nextDesktop", #"{ workspace = "next" }"#),
    ("playerctl play-pause", #"{ media = "play-pause" }"#),
    ("wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%+", #"{ volume = "+5 %" }"#),
    ("wpctl set-volume @DEFAULT_AUDIO_SINK@ 0.05-", #"{ volume = "-5 %" }"#),
    ("pactl set-sink-mute @DEFAULT_SINK@ toggle", #"{ volume = "mute" }"#),
    ("amixer -q set Master 2%-", #"{ volume = "-2 %" }"#),
    ("brightnessctl set +10%", #"{ brightness = "+10 %" }"#),
    ("light -U 7.5", #"{ brightness = "-7.5 %" }"#),
    ("wtype hello", #"{ type = "hello" }"#),
    ("xdotool keydown alt key Tab keyup alt", #"{ keys = "alt+Tab" }"#),
    ("/usr/bin/xdotool key a", #"{ keys = "a" }"#),
    ("wtype -M ctrl -M shift -k Left", #"{ keys = "ctrl+shift+Left" }"#),
    ("wtype -M ctrl -m ctrl -k a", #"{ keys = "a" }"#),
    ("ydotool key 29:1 46:1 46:0 29:0", #"{ keys = "Ctrl+c" }"#),
    ("ydotool key 125:1 125:0 105:1 105:0", #"{ keys = ["Super", "Left"] }"#),
    ("ydotool key ctrl+alt+Left", #"{ keys = "ctrl+alt+Left" }"#),
    ("qdbus org.kde.kglobalaccel /component/kwin invokeShortcut Overview", #"{ overview = "toggle" }"#),
    (
      "qdbus6 org.kde.kglobalaccel /component/kwin org.kde.kglobalaccel.Component.invokeShortcut 'Window Close'",
      #"{ window = "close" }"#
    ),
  ])
  func whatSaysTheSame(line: String, action: String) throws {
    #expect(OwnAction.of(.shell(line))?.toml.text == action)
    let body = try imported(.fusuma, "swipe:\n  3:\n    up:\n      command: |-\n        \(line)\n").body
    #expect(body.contains("run = \(action)\n"), "\(body)")
  }

  @Test(arguments: ["hyprctl dispatch workspace +2", "swaymsg workspace +3"])
  func aNumberOfWorkspacesAwayIsNoNumber(line: String) { #expect(OwnAction.of(.shell(line)) == nil) }

  @Test func aKeyIsHeldByAGestureThatLasts() throws {
    let command = "      command: xdotool keydown ctrl click 5 keyup ctrl\n"
    let (pinch, swipe) = ("pinch:\n  2:\n    in:\n", "swipe:\n  3:\n    up:\n")
    #expect(try imported(.fusuma, pinch + command).body.contains(#"run = { hold = "ctrl", scroll = "down" }"#))
    #expect(ImportProof(try imported(.fusuma, pinch + command)).verdicts == [.proven])
    #expect(try imported(.fusuma, swipe + command).body.contains(#"run = "xdotool keydown ctrl click 5 keyup ctrl""#))
  }

  /// The commands of the fixtures that remain, because no action does the same.
  private static let remaining = [
    "xdotool get_desktop", "wmctrl\", \"-r\", \":ACTIVE:\", \"-b\", \"remove", "KWin showDesktop true",
    "wmctrl -m | grep", "xdotool\", \"key\", \"alt+Left\", \"#\"",
  ]

  @Test(arguments: Fixture.all) func noOtherProgramDoesAnAction(fixture: Fixture) throws {
    let commands = try fixture.imported().rules.split(separator: "\n").filter { !$0.hasPrefix("#") }
    for command in commands where ["xdotool", "wmctrl", "ydotool", "qdbus"].contains(where: command.contains) {
      #expect(Self.remaining.contains { command.contains($0) }, "\(command)")
    }
  }

  @Test(arguments: [
    "xdotool key nosuchkey", "xdotool key a && notify-send a", "xdotool key $KEY", "xdotool click 10",
    "xdotool click 3 click 3",
    "xdotool set_desktop 99", "wmctrl -s 9223372036854775807", "xdotool key --window 3 a", "wmctrl -s",
    "wmctrl -r firefox -b toggle,fullscreen",
    "swaymsg '[app_id=x] kill'", "swaymsg workspace web", "hyprctl dispatch workspace special", "hyprctl reload",
    "playerctl -p spotify next", "wpctl set-volume 42 5%+", "wpctl set-volume @DEFAULT_AUDIO_SINK@ 5%+ -l 1.0",
    "pactl set-sink-volume 0 +5%", "brightnessctl set 100", "brightnessctl -d kbd set 5%", "wtype -M ctrl c",
    "ydotool key 29:1 46:1", "ydotool key 29:0", "ydotool click 0xC0", "ydotool key 999:1 999:0",
    "qdbus org.kde.kglobalaccel /component/kwin invokeShortcut Expose",
    "echo xdotool key a",
    "xdotool key 'a", "",
  ])
  func whatDoesMoreStays(line: String) { #expect(OwnAction.of(.shell(line)) == nil) }
}
