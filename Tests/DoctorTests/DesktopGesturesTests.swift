import GestureCore
import Testing

@testable import Doctor

extension SettingsFiles {
  /// Files by their paths; a pattern fits them as in a shell, but for folders.
  static func given(_ files: [String: String], _ variables: [String: String] = ["HOME": "/home/eva"]) -> SettingsFiles {
    SettingsFiles(
      text: { files[$0] }, matching: { pattern in files.keys.filter { glob(pattern, matches: $0) }.sorted() },
      variable: { variables[$0] })
  }
}

extension DesktopGestures {
  /// In a line each.
  var lines: [String] { gestures.map { "\($0.location ?? "built in"): \($0.action) with \($0.text)" } }
}

struct SwayGesturesTests {
  private func read(_ text: String, _ more: [String: String] = [:]) -> DesktopGestures {
    SwayGestures.read("/c/config", .given(more.merging(["/c/config": text]) { $1 }))
  }

  @Test func bindingsOfGestures() {
    let gestures = read(
      """
      # bindgesture swipe:5:left nop
      set $mod Mod4
      bindsym $mod+Return exec foot
      bindgesture swipe:3:right workspace prev
      bindgesture --exact --input-device=type:touchpad swipe:4:up+left exec foot -e htop
      bindgesture pinch:2:inward+clockwise nop
      bindgesture pinch:outward nop
      bindgesture hold:4 exec \\
        wofi
      bindgesture swipe nop
      bindgesture flick:3 nop
      """)
    #expect(
      gestures.lines == [
        "/c/config:4: runs `workspace prev` with a swipe of 3 fingers right on touchpads",
        "/c/config:5: runs `exec foot -e htop` with a swipe of 4 fingers left or up on touchpads",
        "/c/config:6: runs `nop` with a pinch of 2 fingers together or clockwise on touchpads",
        "/c/config:7: runs `nop` with a pinch of 1 or more fingers apart on touchpads",
        "/c/config:8: runs `exec wofi` with 4 fingers held still on touchpads",
        "/c/config:10: runs `nop` with a swipe of 1 or more fingers on touchpads",
      ])
    #expect(gestures.files == ["/c/config"])
  }

  @Test(arguments: [
    ("input type:touchpad tap enabled", "/c/config:1"), ("input * {\n  dwt enabled\n  tap enabled\n}", "/c/config:3"),
    ("input type:touchpad tap disabled", nil), ("input * tap enabled\ninput * tap disabled", nil),
    ("input type:keyboard xkb_layout us", nil), ("input \"1:2:A Pad\" tap enabled", "/c/config:1"),
  ]) func tapsThatClick(text: String, location: String?) {
    #expect(read(text).lines == (location.map { ["\($0): clicks with a tap of 1 to 3 fingers on touchpads"] } ?? []))
  }

  @Test func blocksVariablesAndModes() {
    let gestures = read(
      """
      set $three swipe:3
      set $threes no
      bindgesture {
        $three:left workspace next
        $three:right workspace prev
      }
      mode "resize" {
        bindgesture swipe:3:up resize grow height
      }
      unbindgesture swipe:3:right
      bindgesture swipe:3:left workspace back_and_forth
      """)
    #expect(
      gestures.lines == ["/c/config:11: runs `workspace back_and_forth` with a swipe of 3 fingers left on touchpads"])
  }

  @Test func includedFiles() {
    let gestures = read(
      "include ~/.config/sway/d/*\ninclude local\ninclude /nowhere/*\n",
      [
        "/home/eva/.config/sway/d/10": "include /c/config\nbindgesture swipe:3 nop",
        "/c/local": "bindgesture hold:3 nop",
      ])
    #expect(gestures.files == ["/c/config", "/home/eva/.config/sway/d/10", "/c/local"])
    #expect(gestures.gestures.map(\.location) == ["/home/eva/.config/sway/d/10:2", "/c/local:1"])
  }

  @Test func whereItsFileIs() {
    func file(_ paths: String...) -> String? {
      SwayGestures.file(.given(Dictionary(uniqueKeysWithValues: paths.map { ($0, "") })))
    }
    #expect(file("/etc/sway/config", "/home/eva/.config/sway/config") == "/home/eva/.config/sway/config")
    #expect(file("/etc/sway/config", "/home/eva/.config/i3/config") == "/home/eva/.config/i3/config")
    #expect(file() == nil)
  }
}

struct HyprlandGesturesTests {
  @Test func whereTheConfigurationIs() {
    func file(_ variables: [String: String]) -> String? { HyprlandGestures.file(.given([:], variables)) }
    #expect(file(["HOME": "/home/me"]) == "/home/me/.config/hypr/hyprland.lua")
    #expect(file(["HOME": "/home/me", "XDG_CONFIG_HOME": "/xdg"]) == "/xdg/hypr/hyprland.lua")
    #expect(file(["HOME": "/home/me", "HYPRLAND_CONFIG": "/h/my.lua"]) == "/h/my.lua")
  }

  @Test func callsOfLua() {
    let gestures = HyprlandGestures.read(
      "/h/hyprland.lua",
      .given([
        "/h/hyprland.lua": """
        require("my.input")
        hl.gesture({ fingers = 3, direction = "horizontal", action = "workspace" })
        -- hl.gesture({ fingers = 5, direction = "up", action = "float" })
        hl.gesture({
          fingers = 4,
          direction = 'down',
          action = function() hl.exec("x") end,
        })
        hl.gesture({ fingers = 3, direction = "down", mods = "ALT", action = "close" })
        hl.gesture({ fingers = n, direction = "down", action = "close" })
        """,
        "/h/my/input.lua": """
        hl.config({ gestures = { workspace_swipe_touch = true } })
        hl.gesture({ fingers = 3, direction = "up", action = "float" })
        hl.gesture({ fingers = 3, direction = "up", action = "unset" })
        """,
      ]))
    #expect(
      gestures.lines == [
        "/h/hyprland.lua:2: switches workspaces with a swipe of 3 fingers left or right on touchpads",
        "/h/hyprland.lua:4: runs a function with a swipe of 4 fingers down on touchpads",
        "/h/my/input.lua:1: switches workspaces with a swipe of 1 finger from the left or right side of touchscreens",
      ])
    #expect(gestures.files == ["/h/hyprland.lua", "/h/my/input.lua"])
  }
}

struct PlasmaGesturesTests {
  private func lines(_ text: String) -> [String] {
    DesktopGestures(gestures: PlasmaGestures.read(text, path: "kwinrc")).lines
  }

  @Test func anUntouchedDesktop() {
    #expect(
      lines("") == [
        "built in: opens and closes the overview with a swipe of 4 fingers up or down on touchpads",
        "built in: opens and closes the overview with a swipe of 3 fingers up or down on touchscreens",
        "built in: zooms the screen with a pinch of 3 fingers together or apart on touchpads",
      ])
  }

  @Test func desktopsBesideAndBelowEachOther() {
    let off = "[Plugins]\noverviewEnabled=false\nzoomEnabled=false\n"
    #expect(
      lines("[Desktops]\nNumber=4\nRows=2\n" + off) == [
        "built in: switches desktops with a swipe of 3 to 4 fingers left or right on touchpads",
        "built in: switches desktops with a swipe of 3 fingers left or right on touchscreens",
        "built in: switches desktops with a swipe of 3 fingers up or down on touchpads",
      ])
    #expect(lines("[Desktops]\nNumber=2\nRows=5\n" + off).count == 1, "all below each other")
    #expect(lines("[Desktops]\nNumber=3\n" + off).count == 2, "all in a row")
    #expect(lines(off) == [])
  }

  @Test func sidesOfTheScreen() {
    let off = "[Plugins]\noverviewEnabled=false\nzoomEnabled=false\n"
    #expect(
      lines(off + "[TouchEdges]\nTop=ShowDesktop\nLeft=None\n[Effect-overview]\nTouchBorderActivate[$e]=4,2,9\n") == [
        "kwinrc:5: does `ShowDesktop` with a swipe of 1 finger from the top side of touchscreens",
        "kwinrc:8: runs the action of `TouchBorderActivate` in [Effect-overview] with a swipe of 1 finger from "
          + "the bottom side of touchscreens",
        "kwinrc:8: runs the action of `TouchBorderActivate` in [Effect-overview] with a swipe of 1 finger from "
          + "the right side of touchscreens",
      ])
  }
}

struct BuiltInGesturesTests {
  @Test func niri() {
    #expect(
      DesktopGestures(gestures: BuiltInGestures.niri).lines == [
        "built in: moves between columns with a swipe of 3 fingers left or right on touchpads",
        "built in: switches workspaces with a swipe of 3 fingers up or down on touchpads",
        "built in: opens and closes the overview with a swipe of 4 fingers up or down on touchpads",
      ])
  }

  @Test func gnome() {
    func lines(_ extensions: String, isX11: Bool = false) -> [String] {
      DesktopGestures(gestures: BuiltInGestures.gnome(extensions: extensions, isX11: isX11)).lines
    }
    let keyboard =
      "built in: shows the on-screen keyboard with a swipe of 1 finger from the bottom side of touchscreens"
    let touchscreens = [
      "built in: switches workspaces with a swipe of 3 fingers left or right on touchscreens",
      "built in: opens and closes the overview with a swipe of 3 fingers up or down on touchscreens", keyboard,
    ]
    #expect(
      lines("@as []") == [
        "built in: switches workspaces with a swipe of 3 or more fingers left or right on touchpads",
        "built in: opens and closes the overview with a swipe of 3 or more fingers up or down on touchpads",
      ] + touchscreens)
    #expect(lines("", isX11: true) == touchscreens)
    #expect(lines("['a', 'disable-gestures-2021@verycrazydog.gmail.com']") == [keyboard])
  }
}
