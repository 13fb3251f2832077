import GestureCore
import Text

/// Reads the gestures of hyprland.lua: `hl.gesture({ fingers = 3, direction = "horizontal", action = … })`.
///
/// The reader doesn't run Lua. It finds calls whose `fingers` and `direction` are constants, and follows `require`.
/// Source: Hyprland's wiki, "Gestures" of 0.55.
package struct HyprlandGestures {
  private let files: SettingsFiles
  private var gestures: [HyprlandGesture] = []
  private var touchLocation: String?
  private var readFiles: [String] = []

  /// Reads the gestures; nil if Hyprland's configuration doesn't exist or can't be read.
  package static func read(_ files: SettingsFiles) -> DesktopGestures? {
    file(files).map { read($0, files) }.flatMap { $0.files.isEmpty ? nil : $0 }
  }

  static func read(_ path: String, _ files: SettingsFiles) -> DesktopGestures {
    var reader = HyprlandGestures(files: files)
    reader.readFile(path)
    let touch = reader.touchLocation.map { [touchSwipe($0)] } ?? []
    return DesktopGestures(gestures: reader.gestures.compactMap(\.own) + touch, files: reader.readFiles)
  }

  /// Returns the path of Hyprland's configuration. Nil if none of HYPRLAND_CONFIG, XDG_CONFIG_HOME and HOME is set.
  static func file(_ files: SettingsFiles) -> String? {
    files.variable("HYPRLAND_CONFIG") ?? files.home.map { $0 + "/hypr/hyprland.lua" }
  }

  private static func touchSwipe(_ location: String) -> OwnGesture {
    OwnGesture(
      on: .touchscreen, .edge, fingers: 1...1, [.left, .right], "switches workspaces", location: location,
      fix:
        "set workspace_swipe_touch = false in Hyprland's configuration, or use another edge or more fingers in the rules"
    )
  }

  private init(files: SettingsFiles) { self.files = files }

  private mutating func readFile(_ path: String) {
    guard !readFiles.contains(path), let text = files.text(path) else { return }
    readFiles.append(path)
    let code = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.withoutComment)
      .joined(separator: "\n")
    for call in code.occurrences(of: "hl.gesture(") {
      addGesture(code[call.upperBound...], "\(path):\(code.line(of: call.lowerBound))")
    }
    for option in code.occurrences(of: "workspace_swipe_touch") {
      let value = code[option.upperBound...].drop { $0 == "=" || $0.isWhitespace }
      if value.hasPrefix("true") { touchLocation = "\(path):\(code.line(of: option.lowerBound))" }
    }
    for call in code.occurrences(of: "require") {
      let name = code[call.upperBound...].drop { "( \"'".contains($0) }.prefix { !"\"')\n".contains($0) }
      let file = name.replacing(each: ".", by: "/") + ".lua"
      for found in files.paths(String(file), from: path) { readFile(found) }
    }
  }

  /// Adds a call's gesture, and removes an earlier gesture for which `isSame` is true. If the action is `unset`, only
  /// removes. Ignores calls without constant `fingers` and `direction`. `arguments` begins after the opening bracket.
  private mutating func addGesture(_ arguments: Substring, _ location: String) {
    let table = arguments.drop { $0 != "{" }.dropFirst()
    guard let fingers = Self.value("fingers", table).flatMap({ Int($0) }),
      let direction = Self.value("direction", table)
    else { return }
    let gesture = HyprlandGesture(
      fingers: fingers, direction: direction, modifiers: Self.value("mods", table) ?? "",
      scale: Self.value("scale", table) ?? "", action: Self.value("action", table), location: location)
    gestures.removeAll { $0.isSame(as: gesture) }
    if gesture.action != "unset" { gestures.append(gesture) }
  }

  /// Returns the quoted text or the number that `key` has in `table`. Nil if the key is missing or has another value.
  private static func value(_ key: String, _ table: Substring) -> String? {
    for match in table.prefix(upTo: table.firstIndex(of: "}") ?? table.endIndex).occurrences(of: key) {
      let before = match.lowerBound > table.startIndex ? table[table.index(before: match.lowerBound)] : " "
      let remaining = table[match.upperBound...].drop(while: \.isWhitespace)
      guard remaining.first == "=", !before.isLetter, before != "_" else { continue }
      let value = remaining.dropFirst().drop(while: \.isWhitespace)
      if let quote = value.first, quote == "\"" || quote == "'" {
        return String(value.dropFirst().prefix { $0 != quote })
      }
      let number = value.prefix { $0.isNumber || $0 == "." }
      return number.isEmpty ? nil : String(number)
    }
    return nil
  }

  private static func withoutComment(_ line: Substring) -> Substring {
    line.occurrences(of: "--").first.map { line[..<$0.lowerBound] } ?? line
  }
}

extension String {
  /// Returns the number of the line that contains the index `position`. The first line is 1.
  fileprivate func line(of position: Index) -> Int { self[..<position].count { $0 == "\n" } + 1 }
}

private struct HyprlandGesture {
  let fingers: Int
  let direction: String
  let modifiers: String
  let scale: String
  /// The action's name; nil if the action is missing or isn't a constant, such as a function.
  let action: String?
  let location: String

  /// Whether Hyprland keeps only the later of these two gestures.
  func isSame(as other: HyprlandGesture) -> Bool {
    (fingers, direction, modifiers, scale) == (other.fingers, other.direction, other.modifiers, other.scale)
  }

  /// This gesture as an `OwnGesture`, or nil if it needs modifier keys or has an unknown direction.
  var own: OwnGesture? {
    guard modifiers.isEmpty, let (motion, directions) = Self.motions[direction.lowercased()] else { return nil }
    return OwnGesture(
      motion, fingers: fingers...fingers, directions,
      action == "workspace" ? "switches workspaces" : action.map { "does `\($0)`" } ?? "runs a function",
      location: location,
      fix: "remove that `hl.gesture` call, or use another number of fingers in that call or in the rules")
  }

  private static let motions: [String: (OwnGesture.Motion, Set<OwnGesture.MotionDirection>)] = [
    "swipe": (.swipe, []), "horizontal": (.swipe, [.left, .right]), "vertical": (.swipe, [.up, .down]),
    "left": (.swipe, [.left]), "right": (.swipe, [.right]), "up": (.swipe, [.up]), "down": (.swipe, [.down]),
    "l": (.swipe, [.left]), "r": (.swipe, [.right]), "u": (.swipe, [.up]), "d": (.swipe, [.down]),
    "pinch": (.pinch, []), "pinchin": (.pinch, [.together]), "pinchout": (.pinch, [.apart]),
  ]
}
