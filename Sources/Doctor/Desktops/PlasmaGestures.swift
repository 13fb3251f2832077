import GestureCore

/// Plasma's gestures under Wayland. kwinrc decides which gestures are active.
///
/// Source: KWin 6's src/virtualdesktops.cpp, src/plugins/overview, src/plugins/zoom; kwin.kcfg for [TouchEdges],
/// [Desktops] and [Plugins]; ElectricBorder in src/effect/globals.h for the numbers that kwinrc uses for the sides.
package enum PlasmaGestures {
  private typealias Settings = [String: [String: (value: String, line: Int)]]

  /// Reads Plasma's gestures; empty under X11, because Plasma reacts to gestures only under Wayland.
  package static func read(_ files: SettingsFiles, isX11: Bool) -> DesktopGestures {
    guard !isX11 else { return DesktopGestures() }
    let path = files.home.map { $0 + "/kwinrc" } ?? "kwinrc"
    let text = files.text(path)
    return DesktopGestures(gestures: read(text ?? "", path: path), files: text == nil ? [] : [path])
  }

  /// Returns the gestures that kwinrc's text configures. An empty text means the defaults. `path` is kwinrc's path.
  static func read(_ text: String, path: String) -> [OwnGesture] {
    let settings = parse(text)
    return desktops(settings) + effects(settings) + edges(settings, path)
  }

  /// Returns the swipes between virtual desktops: horizontal with several columns, vertical with several rows.
  private static func desktops(_ settings: Settings) -> [OwnGesture] {
    func number(_ key: String) -> Int { max(1, settings["Desktops"]?[key].flatMap { Int($0.value) } ?? 1) }
    let rows = min(number("Rows"), number("Number"))
    let columns = (number("Number") + rows - 1) / rows
    let fix =
      "use another number of fingers or another kind of gesture in the rules, or keep only one virtual desktop, so that Plasma's swipes between desktops do nothing"
    let action = "switches desktops"
    let across: [OwnGesture] =
      columns < 2
      ? []
      : [
        OwnGesture(.swipe, fingers: 3...4, [.left, .right], action, fix: fix),
        OwnGesture(on: .touchscreen, .swipe, fingers: 3...3, [.left, .right], action, fix: fix),
      ]
    return across + (rows < 2 ? [] : [OwnGesture(.swipe, fingers: 3...3, [.up, .down], action, fix: fix)])
  }

  private static func effects(_ settings: Settings) -> [OwnGesture] {
    func isOn(_ effect: String) -> Bool { settings["Plugins"]?["\(effect)Enabled"]?.value.lowercased() != "false" }
    func fix(_ effect: String) -> String {
      "use another number of fingers or another kind of gesture in the rules, or turn the effect \(effect) off in System Settings, Desktop Effects"
    }
    let overview = "opens and closes the overview"
    let swipes =
      isOn("overview")
      ? [
        OwnGesture(.swipe, fingers: 4...4, [.up, .down], overview, fix: fix("Overview")),
        OwnGesture(on: .touchscreen, .swipe, fingers: 3...3, [.up, .down], overview, fix: fix("Overview")),
      ] : []
    let pinches =
      isOn("zoom")
      ? [OwnGesture(.pinch, fingers: 3...3, [.together, .apart], "zooms the screen", fix: fix("Zoom"))] : []
    return swipes + pinches
  }

  private static func edges(_ settings: Settings, _ path: String) -> [OwnGesture] {
    var found: [OwnGesture] = []
    func add(_ side: OwnGesture.MotionDirection, _ action: String, _ line: Int) {
      found.append(
        OwnGesture(
          on: .touchscreen, .edge, fingers: 1...1, [side], action, location: "\(path):\(line)",
          fix:
            "remove the action of that edge in System Settings, Touchscreen Gestures, or use another edge in the rules")
      )
    }
    let sides: KeyValuePairs<String, OwnGesture.MotionDirection> = [
      "Top": .up, "Right": .right, "Bottom": .down, "Left": .left,
    ]
    for (name, side) in sides {
      guard let entry = settings["TouchEdges"]?[name], entry.value.lowercased() != "none" else { continue }
      add(side, "does `\(entry.value)`", entry.line)
    }
    let numbers: [Int: OwnGesture.MotionDirection] = [0: .up, 2: .right, 4: .down, 6: .left]
    for (group, entries) in settings.sorted(by: { $0.key < $1.key }) {
      for (key, entry) in entries.sorted(by: { $0.key < $1.key }) where key.hasPrefix("TouchBorderActivate") {
        let named = entry.value.split(separator: ",").compactMap { Int(String($0).trimming()) }.compactMap {
          numbers[$0]
        }
        for side in named { add(side, "runs the action of `\(key)` in [\(group)]", entry.line) }
      }
    }
    return found
  }

  /// Reads settings in KConfig's format, by group and key.
  private static func parse(_ text: String) -> Settings {
    var settings: Settings = [:]
    var group = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = String(line).trimming()
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = String(line.dropFirst().dropLast())
      } else if !line.hasPrefix("#"), let sign = line.firstIndex(of: "=") {
        // A suffix such as [$e] determines how the value is interpreted.
        let key = String(line[..<sign].prefix { $0 != "[" }).trimming()
        settings[group, default: [:]][key] = (String(line[line.index(after: sign)...]).trimming(), index + 1)
      }
    }
    return settings
  }
}
