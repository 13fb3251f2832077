import Text

/// Reads lisgd's configuration: a shell script with `lisgd … -g …`, or config.h.
///
/// Source: <https://git.sr.ht/~mil/lisgd>, its manual page, `gestureexecute` and config.def.h.
struct LisgdImporter: RulesImporter {
  static let precedence = ImportPrecedence.first
  static let example = "name the script with `lisgd … -g …`, or config.h"
  static let waitsForLift = true

  static func places(configFolder: String) -> [String] { [] }

  let items: [ImportedItem]

  init(_ source: ConfigText) throws(ImportError) {
    items = Self.isHeader(source.text) ? try LisgdHeader(source).items : LisgdScript(source).items
  }

  /// Whether the text contains `Gesture gestures[`.
  private static func isHeader(_ text: String) -> Bool {
    text.occurrences(of: "gestures").contains { place in
      let before = text[..<place.lowerBound]
      let type = before.dropLast(before.reversed().prefix(while: \.isWhitespace).count)
      let behind = text[place.upperBound...].drop(while: \.isWhitespace)
      return type.endIndex < before.endIndex && type.hasSuffix("Gesture") && behind.first == "["
    }
  }
}

/// A shell script that starts lisgd.
struct LisgdScript {
  private(set) var items: [ImportedItem] = []
  private var settings = LisgdSettings()
  private var gestures: [LisgdGesture] = []
  /// The options for the screen's size. If no gesture needs the size, each option gets a remark.
  private var sizes: [(ShellWord, words: String)] = []
  private let script: ShellScript

  init(_ source: ConfigText) {
    script = ShellScript(source.text)
    for comment in script.comments {
      let isInterpreter = comment.line == 1 && comment.text.hasPrefix("!")
      let text = "#\(comment.text)".withoutHash
      items.append(ImportedItem(comment.line, isInterpreter ? .structure : .comment(text)))
    }
    for command in script.commands { read(command) }
    items += LisgdRules(gestures, settings).items
    if gestures.allSatisfy({ $0.distance.share == nil }) {
      for (option, words) in sizes { remark(option, words, LisgdWording.noSize) }
    }
    addRest(source)
  }

  /// Reads `lisgd` and its arguments, or a list of `-g …` elsewhere in the script.
  private mutating func read(_ command: [ShellWord]) {
    if let start = command.lastIndex(where: { $0.text == "lisgd" || $0.text.hasSuffix("/lisgd") }),
      start + 1 < command.count
    {
      for word in command[...start] { claim(word) }
      readOptions(Array(command[(start + 1)...]))
    } else {
      var rest = command[...]
      while let word = rest.popFirst() {
        guard word.text == "-g", let spec = rest.first, LisgdGesture.isSpec(spec.text) else { continue }
        rest.removeFirst()
        claim(word)
        readGesture(spec)
      }
    }
  }

  private mutating func readOptions(_ words: [ShellWord]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      claim(word)
      switch word.text {
      case "-v": remark(word, word.text, LisgdWording.ownOption)
      case "-g", "-d", "-t", "-T", "-r", "-m", "-o", "-w", "-h", "-s":
        guard let value = rest.popFirst() else { remark(word, word.text, LisgdWording.noValue); return }
        claim(value)
        if word.text == "-g" { readGesture(value) } else { readSetting(word, value) }
      default: remark(word, word.text, LisgdWording.noSuchOption)
      }
    }
  }

  private mutating func readGesture(_ word: ShellWord) {
    claim(word)
    do throws(ImportRefusal) {
      var gesture = try LisgdGesture(spec: word.text, line: word.first)
      for name in word.names {
        if let (line, _) = script.assignments[name] { gesture.notes.append(LisgdWording.scriptName(name, line)) }
      }
      gestures.append(gesture)
    } catch {
      items.remark(word.first, word.text, error.reason, isGesture: true)
    }
  }

  private mutating func readSetting(_ option: ShellWord, _ value: ShellWord) {
    var words = "\(option.text) \(value.text)"
    if option.text == "-d" { return remark(option, words, LisgdWording.anyTouchscreen) }
    guard let number = script.number(value.text), number >= 0, number.isFinite else {
      return remark(option, words, LisgdWording.noNumber)
    }
    if Double(value.text) == nil { words += ", that is \(Quantity.decimal(number))" }
    items += settings.set(option.text, number, words: words, line: option.first)
    if ["-w", "-h"].contains(option.text) { sizes.append((option, words)) }
  }

  private mutating func claim(_ word: ShellWord) { items.claim(word.first...word.last) }

  private mutating func remark(_ word: ShellWord, _ text: String, _ reason: String) {
    items.remark(word.first, text, reason)
  }

  /// Adds a remark for each block of lines that aren't part of lisgd's command line.
  private mutating func addRest(_ source: ConfigText) {
    let claimed = items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    for block in source.written.filter({ !claimed.contains($0) }).runs {
      items.append(ImportedItem(block, .remark(LisgdWording.shell(block.count), LisgdWording.noScript)))
    }
  }
}

enum LisgdWording {
  static let tooFewFields = "it needs a number of fingers, a gesture and a command"
  static let noSuchSwipe = "its gesture must be one of LR, RL, DU, UD, DLUR, URDL, ULDR, DRUL"
  static let comma = "lisgd cuts a command at its first comma; here it is complete"
  static let endsAtEdge = "lisgd also looks at where the fingers end, gesture-bridge only at where they begin"
  static let slantedSteps = "steps go left, right, up or down only"
  static let pressedWithDistance = "runs once: lisgd repeats only gestures without a distance"
  static let anyTouchscreen = "these are for all touchscreens; `gesture-bridge devices` shows their names"
  static let ownOption = "an option of lisgd itself"
  static let noSuchOption = "lisgd has no such option"
  static let noNumber = "it must be a number, 0 or more"
  static let noValue = "it has no value"
  static let noSize = "lisgd finds edges with it; here they are in mm"
  static let noScript = "not part of lisgd's command line"
  static let noGesture = "not a setting or gesture of lisgd"
  static let middle = "begins away from the edges"
  static let timeout = "from the first finger down to the last one up; here for the swipe itself"
  static let angle = "to either side of the direction"
  static let ownBand = "lisgd's edges are \(Quantity.decimal(LisgdMeasure.edge)) px wide, \(pixels)"
  static let band = "a factor of lisgd's \(Quantity.decimal(LisgdMeasure.edge)) px, \(pixels)"
  static let pixels = "of \(Quantity.decimal(Yardstick.pixel, places: 3)) mm, as on a screen with 160 px an inch"

  static func steps(_ pixels: Double) -> String {
    "repeats while the fingers continue to move, every \(Quantity.decimal(pixels)) px \(Self.pixels)"
  }

  static func shell(_ count: Int) -> String { "\(count) \(count == 1 ? "line" : "lines") of shell" }

  static func turned(_ words: String, _ quarters: Int) -> String {
    "\(words): all directions and edges are turned by \((quarters % 4 + 4) % 4 * 90) degrees clockwise"
  }

  static func scriptName(_ name: String, _ line: Int) -> String {
    "$\(name) comes from line \(line) of the script; write its value, or set it where gesture-bridge starts"
  }

  static func share(_ distance: LisgdGesture.Distance, _ width: Double, _ height: Double) -> String {
    "\(Quantity.decimal((distance.share ?? 0) * 100)) % of a screen of \(Quantity.decimal(width, places: 0)) x \(Quantity.decimal(height, places: 0)) mm"
  }

  static let badHeader = "the list of gestures is not closed"
  static let badHeaderFix = "it ends with `};`"
}

/// lisgd's default values and the limits for their conversion. Source: its config.def.h.
enum LisgdMeasure {
  /// The width of an edge, in px.
  static let edge = 50.0
  /// The movement for each repetition of a command while the fingers are down, in px.
  static let pressed = 60.0
  /// The longest duration of a gesture, in ms.
  static let timeout = 800.0
  /// The greatest deviation of a movement from its direction, in degrees.
  static let degrees = 15.0
  /// The range of `edge-swipe.band`.
  static let bands = 0.5...100.0
  /// The margins of the screen that count as edges, in percent of its width and height.
  static let middle = (x: 3.0, y: 5.0)
}
