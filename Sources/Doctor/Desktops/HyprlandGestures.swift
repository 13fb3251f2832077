import GestureCore

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
    return variables.reduce(value) { $0.replacing($1.name, with: $1.value) }
  }

  /// `##` stands for one `#`.
  private static func withoutRemark(_ line: String) -> String {
    String(line.replacing("##", with: "\u{0}").prefix { $0 != "#" }).replacing("\u{0}", with: "#")
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
        fix: "set workspace_swipe = false or other workspace_swipe_fingers there, or give the rules other fingers")
    ]
  }

  private var touchSwipe: [OwnGesture] {
    guard let (value, place) = options["gestures:workspace_swipe_touch"], Self.isOn(value) else { return [] }
    return [Self.touchSwipe(place)]
  }

  static func touchSwipe(_ place: String) -> OwnGesture {
    OwnGesture(
      on: .touchscreen, .edge, fingers: 1...1, [.left, .right], "switches workspaces", place: place,
      fix: "set workspace_swipe_touch = false there, or give the rules another edge or more fingers")
  }

  static func isOn(_ value: String) -> Bool { ["true", "yes", "on", "1"].contains(value.lowercased()) }
}

/// One `gesture` line of Hyprland's configuration.
struct HyprlandGesture: Equatable {
  var fingers: Int
  var direction: String
  /// Keys that must be held down.
  var modifiers = ""
  var scale = ""
  var action: String
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
  func isSame(as other: HyprlandGesture) -> Bool {
    (fingers, direction, modifiers, scale) == (other.fingers, other.direction, other.modifiers, other.scale)
  }

  /// Nil for one that only counts while keys are held down, and for directions that are unknown.
  var own: OwnGesture? {
    guard modifiers.isEmpty, let (motion, ways) = Self.motions[direction.lowercased()] else { return nil }
    return OwnGesture(
      motion, fingers: fingers...fingers, ways, action == "workspace" ? "switches workspaces" : "does `\(action)`",
      place: place, fix: "remove that line, or give one of them other fingers")
  }

  private static let motions: [String: (OwnGesture.Motion, Set<OwnGesture.Way>)] = [
    "swipe": (.swipe, []), "horizontal": (.swipe, [.left, .right]), "vertical": (.swipe, [.up, .down]),
    "left": (.swipe, [.left]), "right": (.swipe, [.right]), "up": (.swipe, [.up]), "down": (.swipe, [.down]),
    "l": (.swipe, [.left]), "r": (.swipe, [.right]), "u": (.swipe, [.up]), "d": (.swipe, [.down]),
    "pinch": (.pinch, []), "pinchin": (.pinch, [.together]), "pinchout": (.pinch, [.apart]),
  ]
}
