import Text

/// Reads lisgd's configuration: a shell script with `lisgd … -g …`, or config.h.
///
/// Source: <https://git.sr.ht/~mil/lisgd>, its manual page, `gestureexecute` and config.def.h.
struct LisgdImporter: RulesImporter {
  static let precedence = ImportPrecedence.first
  static let fix = "give the path of config.h, or of the script that runs `lisgd … -g …`"
  static let waitsForLift = true
  static let places: [String] = []

  let items: [ImportedItem]

  init(_ source: ConfigText) throws(ImportError) {
    items = Self.isHeader(source.text) ? try LisgdHeader(source).items : LisgdScript(source).items
  }

  private static func isHeader(_ text: String) -> Bool {
    ["Gesture gestures[", "Gesture gestures ["].contains(where: text.oneLine.includes)
  }
}

/// A shell script that starts lisgd.
struct LisgdScript {
  private(set) var items: [ImportedItem] = []
  private var settings = LisgdSettings()
  private var gestures: [LisgdGesture] = []
  /// The options `-w` and `-h`, which get remarks if no gesture needs the screen's size.
  private var sizes: [(line: Int, words: String)] = []
  private let script: ShellScript

  init(_ source: ConfigText) {
    script = ShellScript(source.text)
    for comment in script.comments {
      let isInterpreter = comment.line == 1 && comment.text.hasPrefix("!")
      items.add(comment.line, isInterpreter ? .structure : .comment("#\(comment.text)".withoutHash))
    }
    for command in script.commands { read(command, depth: 0) }
    items += LisgdRules(gestures, settings).items
    if gestures.allSatisfy({ $0.distance.share == nil }) {
      for (line, words) in sizes {
        items.remark(line, words, "lisgd needs the screen's size for the edges; in gesture-bridge, edges are in mm")
      }
    }
    items.addRest(of: source, "not part of lisgd's command line") { "\($0) \($0 == 1 ? "line" : "lines") of shell" }
  }

  private static let depth = 2  // the greatest depth of command lines that are quoted inside other command lines

  /// Reads `lisgd` and its arguments. Without `lisgd`, reads each `-g …`, also of command lines in quoted words.
  private mutating func read(_ command: [ShellWord], depth: Int) {
    if let start = command.lastIndex(where: { $0.text == "lisgd" || $0.text.hasSuffix("/lisgd") }),
      start + 1 < command.count
    {
      for word in command[...start] { items.claim(word.lines) }
      return readOptions(command[(start + 1)...])
    }
    for (word, spec) in zip(command, command.dropFirst()) where word.text == "-g" && LisgdGesture.isSpec(spec.text) {
      items.claim(word.lines)
      readGesture(spec)
    }
    guard depth < Self.depth else { return }
    // A quoted word can hold a whole command line, for example in Nix.
    for word in command where word.text.includes("-g ") {
      for inner in ShellScript(word.text).commands {
        read(
          inner.map { ShellWord(text: $0.text, first: word.first, last: word.last, names: $0.names) }, depth: depth + 1)
      }
    }
  }

  private mutating func readOptions(_ words: ArraySlice<ShellWord>) {
    var rest = words
    while let word = rest.popFirst() {
      items.claim(word.lines)
      switch word.text {
      case "-v": items.remark(word.first, word.text, ImportWording.ownOption)
      case "-g", "-d", "-t", "-T", "-r", "-m", "-o", "-w", "-h", "-s":
        guard let value = rest.popFirst() else { return items.remark(word.first, word.text, "the option has no value") }
        items.claim(value.lines)
        if word.text == "-g" { readGesture(value) } else { readSetting(word, value) }
      default: items.remark(word.first, word.text, "lisgd has no such option")
      }
    }
  }

  private mutating func readGesture(_ word: ShellWord) {
    items.claim(word.lines)
    do throws(ImportRefusal) {
      var gesture = try LisgdGesture(spec: word.text, line: word.first)
      for name in word.names {
        guard let (line, _) = script.assignments[name] else { continue }
        gesture.notes.append(
          "$\(name) is set in line \(line) of the script; write its value in the command, or set the variable in gesture-bridge's environment"
        )
      }
      gestures.append(gesture)
    } catch {
      items.remark(word.first, word.text, error.reason, isGesture: true)
    }
  }

  private mutating func readSetting(_ option: ShellWord, _ value: ShellWord) {
    var words = "\(option.text) \(value.text)"
    if option.text == "-d" { return items.remark(option.first, words, LisgdWording.anyTouchscreen) }
    guard let number = script.number(value.text), number >= 0, number.isFinite else {
      return items.remark(option.first, words, "the value must be a number, 0 or more")
    }
    if Double(value.text) == nil { words += ", that is \(Quantity.decimal(number))" }
    items += settings.set(option.text, number, words: words, line: option.first)
    if ["-w", "-h"].contains(option.text) { sizes.append((option.first, words)) }
  }
}

enum LisgdWording {
  static let anyTouchscreen =
    "these rules are for all touchscreens; for one touchscreen, set `device` in each gesture to a name from `gesture-bridge devices`"
  static let noGesture = "lisgd has no such setting, or the value is negative or not a number"
  static let pixels = "1 px counts as \(Quantity.decimal(Yardstick.pixel, places: 3)) mm (160 px per inch)"
}

/// lisgd's defaults, in px, ms and degrees. Source: its config.def.h.
enum LisgdMeasure {
  static let distance = 125.0
  static let edge = 50.0
  static let pressed = 60.0
  static let timeout = 800.0
  static let degrees = 15.0
  static let middle = (x: 3.0...97.0, y: 5.0...95.0)  // the area away from the edges, in percent of the screen
}
