import GestureCore
import Text

/// Reads the gestures of hyprland.conf: `gesture = 3, horizontal, workspace` since 0.51, `workspace_swipe` before.
///
/// Source: Hyprland's wiki, "Gestures" and "Variables" of 0.54 and of 0.50.
struct HyprlandGestures {
  private let files: SettingsFiles
  private var gestures: [HyprlandGesture] = []
  private var options: [String: (value: String, place: String)] = [:]
  private var variables: [(name: String, value: String)] = []
  private var read: [String] = []

  static func read(_ path: String, _ files: SettingsFiles) -> DesktopGestures {
    var reader = HyprlandGestures(files: files)
    reader.follow(path)
    let found = reader.gestures.compactMap(\.own) + reader.oldSwipe + reader.touchSwipe
    return DesktopGestures(gestures: found, files: reader.read)
  }

  private init(files: SettingsFiles) { self.files = files }

  private mutating func follow(_ path: String) {
    guard !read.contains(path), let text = files.text(path) else { return }
    read.append(path)
    var categories: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let line = Self.withoutRemark(String(line)).trimming()
      if line.hasSuffix("{") {
        categories.append(String(line.dropLast()).trimming())
      } else if line == "}" {
        _ = categories.popLast()
      } else if let sign = line.firstIndex(of: "=") {
        let key = String(line[..<sign]).trimming()
        let value = replaced(String(line[line.index(after: sign)...]).trimming())
        obey(key, value, in: categories, "\(path):\(index + 1)", from: path)
      }
    }
  }

  private mutating func obey(
    _ key: String, _ value: String, in categories: [String], _ place: String, from path: String
  ) {
    if key.hasPrefix("$") {
      variables.removeAll { $0.name == key }
      variables.append((key, value))
      variables.sort { $0.name.count > $1.name.count }
    } else if key == "source" {
      for file in files.paths(value, from: path) { follow(file) }
    } else if key == "gesture" {
      note(HyprlandGesture(value, place: place))
    } else {
      options[(categories + [key]).joined(separator: ":")] = (value, place)
    }
  }

  private mutating func note(_ gesture: HyprlandGesture?) {
    guard let gesture else { return }
    gestures.removeAll { $0.isSame(as: gesture) }
    if gesture.action != "unset" { gestures.append(gesture) }
  }

  private func replaced(_ value: String) -> String {
    guard value.contains("$") else { return value }
    return variables.reduce(value) { $0.replacing(each: $1.name, by: $1.value) }
  }

  /// `##` stands for one `#`.
  private static func withoutRemark(_ line: String) -> String {
    String(line.replacing(each: "##", by: "\u{0}").prefix { $0 != "#" }).replacing(each: "\u{0}", by: "#")
  }

  /// Before 0.51; those that came later refuse the option.
  private var oldSwipe: [OwnGesture] {
    guard let (value, place) = options["gestures:workspace_swipe"], Self.isOn(value) else { return [] }
    let count = options["gestures:workspace_swipe_fingers"].flatMap { Int($0.value) } ?? 3
    let isLeast = options["gestures:workspace_swipe_min_fingers"].map { Self.isOn($0.value) } ?? false
    return [
      OwnGesture(
        .swipe, fingers: count...(isLeast ? max(count, OwnGesture.mostFingers) : count), [.left, .right],
        "switches workspaces", place: place,
        fix: "set workspace_swipe = false or other workspace_swipe_fingers there, or use other fingers in the rules")
    ]
  }

  private var touchSwipe: [OwnGesture] {
    guard let (value, place) = options["gestures:workspace_swipe_touch"], Self.isOn(value) else { return [] }
    return [Self.touchSwipe(place)]
  }

  fileprivate static func touchSwipe(_ place: String) -> OwnGesture {
    OwnGesture(
      on: .touchscreen, .edge, fingers: 1...1, [.left, .right], "switches workspaces", place: place,
      fix: "set workspace_swipe_touch = false there, or use another edge or more fingers in the rules")
  }

  private static func isOn(_ value: String) -> Bool { ["true", "yes", "on", "1"].contains(value.lowercased()) }
}

/// One `gesture` line of Hyprland's configuration.
private struct HyprlandGesture: Equatable {
  var fingers: Int
  fileprivate var direction: String
  /// Keys that must be held down.
  fileprivate var modifiers = ""
  fileprivate var scale = ""
  fileprivate var action: String
  var place: String

  init(
    fingers: Int, direction: String, modifiers: String = "", scale: String = "", action: String, place: String
  ) {
    self.fingers = fingers
    self.direction = direction
    self.modifiers = modifiers
    self.scale = scale
    self.action = action
    self.place = place
  }

  /// `3, horizontal, mod: SUPER, scale: 1.5, workspace`
  init?(_ text: String, place: String) {
    var words = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimming() }
    guard words.count >= 3, let fingers = Int(words[0]) else { return nil }
    let direction = words[1]
    words.removeFirst(2)
    var modifiers = ""
    var scale = ""
    while let word = words.first, word.hasPrefix("mod:") || word.hasPrefix("scale:") {
      let value = String(word.drop { $0 != ":" }.dropFirst()).trimming()
      if word.hasPrefix("mod:") { modifiers = value } else { scale = value }
      words.removeFirst()
    }
    self.init(
      fingers: fingers, direction: direction, modifiers: modifiers, scale: scale,
      action: words.joined(separator: ", "), place: place)
  }

  /// Whether the one takes the place of the other, as Hyprland has it.
  fileprivate func isSame(as other: HyprlandGesture) -> Bool {
    (fingers, direction, modifiers, scale) == (other.fingers, other.direction, other.modifiers, other.scale)
  }

  /// Nil for one that only counts while keys are held down, and for directions that are unknown.
  var own: OwnGesture? {
    guard modifiers.isEmpty, let (motion, ways) = Self.motions[direction.lowercased()] else { return nil }
    return OwnGesture(
      motion, fingers: fingers...fingers, ways, action == "workspace" ? "switches workspaces" : "does `\(action)`",
      place: place, fix: "remove that line, or use other fingers for one of them")
  }

  private static let motions: [String: (OwnGesture.Motion, Set<OwnGesture.MotionDirection>)] = [
    "swipe": (.swipe, []), "horizontal": (.swipe, [.left, .right]), "vertical": (.swipe, [.up, .down]),
    "left": (.swipe, [.left]), "right": (.swipe, [.right]), "up": (.swipe, [.up]), "down": (.swipe, [.down]),
    "l": (.swipe, [.left]), "r": (.swipe, [.right]), "u": (.swipe, [.up]), "d": (.swipe, [.down]),
    "pinch": (.pinch, []), "pinchin": (.pinch, [.together]), "pinchout": (.pinch, [.apart]),
  ]
}

/// Reads the gestures of hyprland.lua, since 0.55: `hl.gesture({ fingers = 3, direction = "horizontal", action = … })`.
///
/// Lua is a language, and this runs none of it: calls are found as they are written, with constants, in the file and in
/// those that it requires by name. What a program makes up is not found.
/// Source: Hyprland's wiki, "Gestures" of 0.55.
struct HyprlandLuaGestures {
  private let files: SettingsFiles
  private var gestures: [HyprlandGesture] = []
  private var touchPlace: String?
  private var read: [String] = []

  static func read(_ path: String, _ files: SettingsFiles) -> DesktopGestures {
    var reader = HyprlandLuaGestures(files: files)
    reader.follow(path)
    let touch = reader.touchPlace.map { [HyprlandGestures.touchSwipe($0)] } ?? []
    return DesktopGestures(gestures: reader.gestures.compactMap(\.own) + touch, files: reader.read)
  }

  private init(files: SettingsFiles) { self.files = files }

  private mutating func follow(_ path: String) {
    guard !read.contains(path), let text = files.text(path) else { return }
    read.append(path)
    let code = text.split(separator: "\n", omittingEmptySubsequences: false).map(Self.withoutRemark)
      .joined(separator: "\n")
    for call in code.places(of: "hl.gesture(") {
      note(code[call.upperBound...], "\(path):\(code.line(of: call.lowerBound))")
    }
    for option in code.places(of: "workspace_swipe_touch") {
      let value = code[option.upperBound...].drop { $0 == "=" || $0.isWhitespace }
      if value.hasPrefix("true") { touchPlace = "\(path):\(code.line(of: option.lowerBound))" }
    }
    for call in code.places(of: "require") {
      let name = code[call.upperBound...].drop { "( \"'".contains($0) }.prefix { !"\"')\n".contains($0) }
      let file = name.replacing(each: ".", by: "/") + ".lua"
      for found in files.paths(String(file), from: path) { follow(found) }
    }
  }

  /// `arguments` begin behind the bracket.
  private mutating func note(_ arguments: Substring, _ place: String) {
    let table = arguments.drop { $0 != "{" }.dropFirst()
    guard let fingers = Self.value("fingers", table).flatMap({ Int($0) }),
      let direction = Self.value("direction", table)
    else { return }
    let gesture = HyprlandGesture(
      fingers: fingers, direction: direction, modifiers: Self.value("mods", table) ?? "",
      scale: Self.value("scale", table) ?? "", action: Self.value("action", table) ?? "a function", place: place)
    gestures.removeAll { $0.isSame(as: gesture) }
    if gesture.action != "unset" { gestures.append(gesture) }
  }

  /// A constant of a table; nil where there is none, or something else than a constant.
  private static func value(_ key: String, _ table: Substring) -> String? {
    for match in table.prefix(upTo: table.firstIndex(of: "}") ?? table.endIndex).places(of: key) {
      let before = match.lowerBound > table.startIndex ? table[table.index(before: match.lowerBound)] : " "
      let rest = table[match.upperBound...].drop(while: \.isWhitespace)
      guard rest.first == "=", !before.isLetter, before != "_" else { continue }
      let value = rest.dropFirst().drop(while: \.isWhitespace)
      if let quote = value.first, quote == "\"" || quote == "'" {
        return String(value.dropFirst().prefix { $0 != quote })
      }
      let number = value.prefix { $0.isNumber || $0 == "." }
      return number.isEmpty ? nil : String(number)
    }
    return nil
  }

  private static func withoutRemark(_ line: Substring) -> Substring {
    line.places(of: "--").first.map { line[..<$0.lowerBound] } ?? line
  }
}

extension String {
  /// In which line a place is, from 1.
  fileprivate func line(of place: Index) -> Int { self[..<place].count { $0 == "\n" } + 1 }
}
