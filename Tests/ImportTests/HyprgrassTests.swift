import Testing

@testable import Importers

/// Parts of hyprgrass' configuration that the fixtures don't show.
@Suite struct HyprgrassTests {
  @Test(arguments: [
    (", swipe:3:ru, exec, x", "fingers = 3\ndirection = \"up-right\"\nrun = \"x\""),
    (", edge:l:r, killactive", "edge = \"left\"\nrun = { window = \"close\" }"),
    (
      "CTRL_ALT, tap:4, workspace, e-1",
      "receive = { modifiers = [\"ctrl\", \"alt\"] }\nrun = { workspace = \"previous\" }"
    ),
    (", longpress:3, hyprexpo:expo, toggle", "run = [\"hyprctl\", \"dispatch\", \"hyprexpo:expo\", \"toggle\"]"),
    (", pinch:2:o, sendshortcut, SUPER, d,", "direction = \"out\"\nrun = { keys = \"super+d\" }"),
    (", swipe:3:l, exec, a, b", "run = \"a, b\""),
  ])
  func bindings(value: String, expected: String) throws {
    let imported = try imported(.hyprgrass, "hyprgrass-bind = \(value)\n")
    #expect(imported.body.contains(expected), "\(imported.rules)")
  }

  @Test(arguments: [
    ", swipe:3:x, exec, x", ", swipe:0:u, exec, x", ", edge:u:u, exec, x", ", tap:2, exec, x", ", swipe:2:u, exec, x",
    ", swipe:3:u, exec",
    "HYPER, swipe:3:u, exec, x", ", swipe:3:u", ", pinch:1:i, exec, x", ", swipe:3:u, movewindow",
    ", swipe:3:u, exec, ${x.y}", ", swipe:3:u, exec, ${getExe x}",
  ])
  func otherBindingsAreNamed(value: String) throws {
    let imported = try imported(.hyprgrass, "hyprgrass-bind = \(value)\n")
    #expect(imported.converted == 0 && imported.total == 1)
  }

  @Test(arguments: [
    ("bind(\"edge:r:l\", hl.dsp.window.close())", "edge = \"right\"\nrun = { window = \"close\" }"),
    (
      "bind { pattern = { kind = \"tap\", fingers = 3 }, action = function() hl.dispatch(hl.dsp.window.float()) end }",
      "run = [\"hyprctl\", \"dispatch\", \"hl.dsp.window.float()\"]"
    ),
    (
      "bind { pattern = { kind = \"edge\", origin = \"d\", direction = \"u\", fingers = 2 }, action = hl.dsp.exec_cmd(\"x\") }",
      "fingers = 2\nedge = \"bottom\"\nrun = \"x\""
    ),
  ])
  func callsOfLua(call: String, expected: String) throws {
    for text in ["hl.plugin.hyprgrass.\(call)\n", "local g = hl.plugin.hyprgrass\ng.\(call)\n"] {
      let imported = try imported(.hyprgrass, text)
      #expect(imported.converted == 1 && imported.body.contains(expected), "\(imported.rules)")
    }
  }

  @Test func distancesDependOnTheSensitivity() throws {
    let line = "hyprgrass-bind = , swipe:3:u, exec, x\n"
    #expect(try imported(.hyprgrass, line).body.contains("swipe.min-distance = \"23.81 mm\""))
    let set = try imported(.hyprgrass, "plugin:touch_gestures:sensitivity = 4\n\(line)")
    #expect(
      set.body.contains("swipe.min-distance = \"5.95 mm\"") && set.body.contains("edge-swipe.min-travel = \"17.86 mm\"")
    )
  }

  @Test(arguments: ["sensitivity = 0", "edge_margin = wide", "long_press_delay = -1"])
  func settingsMustBeNumbersAboveZero(setting: String) throws {
    let remarks = try imported(.hyprgrass, "plugin:touch_gestures:\(setting)\nhyprgrass-bind = , tap:3, exec, x\n")
      .remarks
    #expect(remarks.count == 1 && remarks.first?.contains("(the value must be a number above 0)") == true, "\(remarks)")
  }

  /// Before it had keywords of its own, hyprgrass took Hyprland's.
  @Test func olderBindingsAreRead() throws {
    let imported = try imported(.hyprgrass, "bind = , swipe:3:u, exec, x\nbind = SUPER, Q, exec, y\n")
    #expect(imported.converted == 1 && imported.remarks.count == 1)
  }

  @Test func descriptionsAreSkipped() throws {
    let imported = try imported(.hyprgrass, "hyprgrass-bindld = , tap:3, the menu, exec, x\n")
    #expect(imported.body.contains("run = \"x\""))
  }

  @Test(arguments: [
    ("action = \"close\"", true), ("action = close", false),
    ("action = function() return { 1, 2 } end, mod = \"ALT\"", false),
    ("mod = \"ALT\", action = \"fullscreen\"", true), ("", false),
  ])
  func actionsOfLua(fields: String, isConverted: Bool) throws {
    let text =
      "hl.plugin.hyprgrass.gesture { pattern = { kind = \"swipe\", fingers = 3, direction = \"up\" }, \(fields) }"
    #expect(try imported(.hyprgrass, text).converted == (isConverted ? 1 : 0))
  }
}
