/// Reads libinput-gestures.conf, which has a keyword and its arguments on each line.
///
/// Source: <https://github.com/bulletmark/libinput-gestures>, its configuration file and `conf_gesture`.
struct LibinputGesturesImporter: RulesImporter {
  static let example = "a line of one is `gesture swipe up 3 COMMAND`"
  static let waitsForLift = true

  static func places(configFolder: String) -> [String] {
    ["\(configFolder)/libinput-gestures.conf", "/etc/libinput-gestures.conf"]
  }

  let items: [ImportedItem]

  init(_ source: ConfigText) {
    var lines: [(number: Int, line: LibinputGesturesLine)] = []
    for (index, text) in source.lines.enumerated() {
      let text = text.trimmingSpace
      if !text.isEmpty { lines.append((index + 1, LibinputGesturesLine(text))) }
    }
    items = LibinputGesturesRules(lines).items
  }
}

enum LibinputGesturesLine {
  case comment(String)
  case gesture(LibinputGesture)
  /// A drag of the pointer; libinput-gestures then ignores swipes with this number of fingers.
  case drag(fingers: Int, Remark)
  case device(String)
  case swipeThreshold(String)
  case timeout(String)
  case wrong(Remark)

  init(_ text: String) {
    guard !text.hasPrefix("#") else {
      self = .comment(text.withoutHash)
      return
    }
    let (keyword, rest) = text.firstWord
    switch keyword.hasSuffix(":") ? keyword.dropLast() : keyword[...] {
    case "gesture": self = Self.gesture(rest, text)
    case "device": self = .device(rest)
    case "swipe_threshold": self = .swipeThreshold(rest)
    case "timeout": self = .timeout(rest)
    default: self = .wrong(Remark(text: text, reason: LibinputGesturesWording.unknownKeyword(keyword)))
    }
  }

  private static func gesture(_ arguments: String, _ text: String) -> LibinputGesturesLine {
    let words = arguments.split(whereSeparator: \.isWhitespace)
    if words.count > 3, words.prefix(2).allSatisfy({ $0.lowercased() == "drag" }), words[2].count == 1,
      let fingers = Int(words[2])
    {
      return .drag(
        fingers: fingers, Remark(text: text, reason: LibinputGesturesWording.noDragging, isGesture: true))
    }
    do throws(ImportRefusal) {
      return .gesture(try LibinputGesture(arguments, text))
    } catch {
      return .wrong(Remark(text: text, reason: error.reason, isGesture: true))
    }
  }
}

struct LibinputGesture {
  let form: ImportedForm
  /// The rules' word for the direction; nil for a hold.
  let direction: String?
  /// The number of fingers; nil for any number.
  let fingers: Int?
  /// The duration of a hold; nil for any duration, and for other gestures.
  var seconds: Double?
  /// The least distance of this gesture, in libinput's units; nil if the line has none.
  var threshold: Double?
  let words: [String]
  let text: String

  init(_ arguments: String, _ text: String) throws(ImportRefusal) {
    self.text = text
    let (kind, afterKind) = arguments.firstWord
    let (motion, afterMotion) = afterKind.firstWord
    guard !afterMotion.isEmpty else { throw ImportRefusal(LibinputGesturesWording.tooFewFields) }
    (form, direction, seconds) = try Self.motion(kind.lowercased(), motion.lowercased())
    var (count, command) = afterMotion.firstWord
    if count.count == 1, let number = Int(count) {
      fingers = number
    } else {
      fingers = nil
      command = afterMotion
    }
    (count, afterCount: command) = Self.threshold(command)
    threshold = Double(count)
    words = try PythonWords.split(command)
    if words.first?.isEmpty ?? true { throw ImportRefusal(ImportWording.emptyCommand) }
  }

  /// Splits off the distance that some versions accept before the command; it is empty if the line has none.
  private static func threshold(_ command: String) -> (String, afterCount: String) {
    let (word, rest) = command.firstWord
    return !word.isEmpty && word.allSatisfy(\.isNumber) && !rest.isEmpty ? (word, rest) : ("", command)
  }

  private static func motion(
    _ kind: String, _ motion: String
  ) throws(ImportRefusal) -> (ImportedForm, direction: String?, seconds: Double?) {
    switch kind {
    case "swipe":
      guard let direction = SwipeWay.directions[motion] else { break }
      return (.swipe, direction, nil)
    case "pinch":
      switch motion {
      case "in", "out": return (.pinch, motion, nil)
      case "clockwise": return (.rotation, motion, nil)
      case "anticlockwise": return (.rotation, "counterclockwise", nil)
      default: break
      }
    case "hold":
      let parts = motion.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.first == "on" else { break }
      guard parts.count > 1 else { return (.longPress, nil, nil) }
      guard let seconds = Double(parts[1]), seconds >= 0 else { break }
      return (.longPress, nil, seconds > 0 ? seconds : nil)
    case "drag":
      throw ImportRefusal(LibinputGesturesWording.noDragging)
    default:
      throw ImportRefusal(LibinputGesturesWording.unknownKind(kind))
    }
    throw ImportRefusal(LibinputGesturesWording.unknownMotion(kind, motion))
  }
}

extension String {
  /// The first word and the rest, without white space around them.
  var firstWord: (word: String, rest: String) {
    let start = drop(while: \.isWhitespace)
    let word = start.prefix { !$0.isWhitespace }
    var rest = start.dropFirst(word.count).drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return (String(word), String(rest))
  }

  /// The text of a comment, without `#` and one space after it.
  var withoutHash: String {
    let text = dropFirst()
    return String(text.first == " " ? text.dropFirst() : text)
  }
}

enum SwipeWay {
  /// The rules' words for the directions of libinput-gestures and gebaar.
  static let directions = [
    "up": "up", "down": "down", "left": "left", "right": "right", "left_up": "up-left", "right_up": "up-right",
    "left_down": "down-left", "right_down": "down-right",
  ]

  static func isDiagonal(_ direction: String) -> Bool { direction.contains("-") }
}

enum LibinputGesturesWording {
  static let tooFewFields = "it needs a gesture, a motion and a command"
  static let noDragging = "gesture-bridge does not move the pointer"
  static let devicePath = "rules name devices as `gesture-bridge devices` shows them; these are for all touchpads"
  static let notWhole = "it must be a whole number, 0 or more"
  static let noTime = "it must be a number of seconds, 0 or more"
  static let noThreshold = "0 is the default of libinput-gestures; gesture-bridge keeps its own default"

  static func dragged(_ fingers: Int, line: Int) -> String {
    "line \(line) drags with \(fingers) fingers, so libinput-gestures ignores swipes with \(fingers) fingers"
  }

  /// The remark about a hold. libinput-gestures runs the command when the fingers lift, even long after `seconds`; gesture-bridge may run
  /// it earlier.
  static func hold(_ seconds: Double?, waits: Bool) -> String {
    let time = seconds.map { "\(Quantity.decimal($0)) s" } ?? "`min-duration`"
    let here =
      waits
      ? "here too, if they hold for \(time) and lift before the longer hold is recognized"
      : "here it runs after \(time), while the fingers still hold"
    return "libinput-gestures runs it when the fingers lift; \(here)"
  }

  static func unknownKeyword(_ word: String) -> String { "libinput-gestures has no \"\(word)\"" }

  static func unknownKind(_ word: String) -> String { "there is no gesture \"\(word)\"" }

  static func unknownMotion(_ kind: String, _ motion: String) -> String { "there is no \(kind) \"\(motion)\"" }

  static func unknownInternal(_ words: String) -> String { "gesture-bridge has no command for \"\(words)\"" }

  static func internalCommand(_ words: String) -> String { "\(words): the same with wmctrl, which must be installed" }

  static func noShell(_ word: String) -> String {
    "\(word) is passed to the program as a word, as in libinput-gestures; write the command as one string for a shell"
  }

  static let laterDevice = "the first `device` counts"
  static let threshold =
    "units of \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm, libinput's unaccelerated ones"
  static let timeout = "seconds; here for swipes only, pinches have no such limit"
  static let noTimeout = "no limit; this is the longest possible time"
}
