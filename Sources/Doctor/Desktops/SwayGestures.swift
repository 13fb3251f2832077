import GestureCore
import Text

/// Reads the `bindgesture` lines and tap-to-click of sway's configuration. sway has no other gestures.
///
/// Source: sway(5), "bindgesture", "include", "set", blocks in "DESCRIPTION"; sway-input(5), "tap"; common/gesture.c.
package struct SwayGestures {
  private let files: SettingsFiles
  private var found: [(specification: String, gesture: OwnGesture)] = []
  private var clicks: OwnGesture?
  private var readFiles: [String] = []
  private var variables: [(name: String, value: String)] = []

  /// Reads the gestures; nil if sway's configuration was not found.
  package static func read(_ files: SettingsFiles) -> DesktopGestures? { file(files).map { read($0, files) } }

  /// Returns the path of the file that sway reads by default; nil if no such file exists.
  static func file(_ files: SettingsFiles) -> String? {
    let home = files.variable("HOME") ?? ""
    let config = files.home ?? ""
    let candidates = [
      "\(home)/.sway/config", "\(config)/sway/config", "\(home)/.i3/config", "\(config)/i3/config", "/etc/sway/config",
    ]
    return candidates.first { files.text($0) != nil }
  }

  static func read(_ path: String, _ files: SettingsFiles) -> DesktopGestures {
    var reader = SwayGestures(files: files)
    reader.readFile(path)
    let clicks = reader.clicks.map { [$0] } ?? []
    return DesktopGestures(gestures: reader.found.map(\.gesture) + clicks, files: reader.readFiles)
  }

  private init(files: SettingsFiles) { self.files = files }

  private mutating func readFile(_ path: String) {
    guard !readFiles.contains(path), let text = files.text(path) else { return }
    readFiles.append(path)
    var blocks: [[String]] = []
    for line in Self.lines(of: text) {
      var words = line.text.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      if first == "}" {
        _ = blocks.popLast()
      } else if words.last == "{" {
        words.removeLast()
        blocks.append(words)
      } else {
        apply(blocks.flatMap { $0 } + words, "\(path):\(line.number)", from: path)
      }
    }
  }

  private mutating func apply(_ words: [String], _ location: String, from path: String) {
    let words = words.map(replaced)
    switch words.first {
    case "set" where words.count > 2 && words[1].hasPrefix("$"):
      variables.removeAll { $0.name == words[1] }
      variables.append((words[1], words[2...].joined(separator: " ")))
      // Longer names come first, so that $mod doesn't replace a part of $modifier.
      variables.sort { $0.name.count > $1.name.count }
    case "include":
      let pattern = words.dropFirst().joined(separator: " ").trimming("\"'")
      for file in files.paths(pattern, from: path) { readFile(file) }
    case "bindgesture", "unbindgesture": bind(Array(words.dropFirst()), isOff: words[0] == "unbindgesture", location)
    case "input" where words.dropLast().last == "tap":  // a device's name can have spaces
      let fix =
        "use 4 fingers in the rules, intercept the touchpad, or write `tap disabled` in that line (see touchpads.md in the guide)"
      clicks =
        words.last == "enabled" ? OwnGesture(.tap, fingers: 1...3, [], "clicks", location: location, fix: fix) : nil
    default: break
    }
  }

  private func replaced(_ word: String) -> String {
    guard word.contains("$") else { return word }
    return variables.reduce(word) { $0.replacing(each: $1.name, by: $1.value) }
  }

  private mutating func bind(_ words: [String], isOff: Bool, _ location: String) {
    let words = words.drop { $0.hasPrefix("--") }
    guard let specification = words.first else { return }
    found.removeAll { $0.specification == specification }
    guard !isOff, let (motion, fingers, directions) = Self.parse(specification) else { return }
    let command = words.dropFirst().joined(separator: " ")
    found.append(
      (
        specification,
        OwnGesture(
          motion, fingers: fingers, directions, "runs `\(command)`", location: location,
          fix: "remove that line, or use different numbers of fingers in that line and in the rules")
      ))
  }

  /// Reads a specification such as `swipe:3:left+up`. Returns nil if its first part isn't a known movement.
  private static func parse(
    _ specification: String
  ) -> (OwnGesture.Motion, ClosedRange<Int>, Set<OwnGesture.MotionDirection>)? {
    var parts = specification.split(separator: ":").map(String.init)
    guard let motion = parts.first.flatMap(OwnGesture.Motion.init), motion != .edge else { return nil }
    parts.removeFirst()
    var fingers = 1...OwnGesture.mostFingers
    if let count = parts.first.flatMap({ Int($0) }), count > 0 {
      fingers = count...count
      parts.removeFirst()
    }
    let names = (parts.first ?? "any").split(separator: "+").map(String.init)
    return (motion, fingers, Set(names.compactMap { Self.directions[$0] }))
  }

  private static let directions: [String: OwnGesture.MotionDirection] = [
    "left": .left, "right": .right, "up": .up, "down": .down, "inward": .together, "outward": .apart,
    "clockwise": .clockwise, "counterclockwise": .counterclockwise,
  ]

  /// Returns a file's lines, with numbers from 1. A line that ends with a backslash is joined with the next line.
  private static func lines(of text: String) -> [(number: Int, text: String)] {
    var lines: [(number: Int, text: String)] = []
    var isOpen = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let continues = line.hasSuffix("\\")
      let part = continues ? String(line.dropLast()) : String(line)
      if isOpen, !lines.isEmpty { lines[lines.count - 1].text += part } else { lines.append((index + 1, part)) }
      isOpen = continues
    }
    return lines
  }
}

extension String {
  /// Returns the text without the white space and the `characters` at its start and its end.
  func trimming(_ characters: String = "") -> String {
    func isTrimmed(_ character: Character) -> Bool { character.isWhitespace || characters.contains(character) }
    let start = drop(while: isTrimmed)
    return String(start.prefix(upTo: start.lastIndex { !isTrimmed($0) }.map(start.index(after:)) ?? start.startIndex))
  }
}
