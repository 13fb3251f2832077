/// Reads libinput-gestures.conf: a keyword and its arguments on each line. Gestures with a number of fingers take
/// precedence over gestures without a number. libinput-gestures watches only touchpads, and runs programs without a
/// shell. `~` and `$NAME` are expanded only in the program's name. Source:
/// <https://github.com/bulletmark/libinput-gestures>, its configuration file and `conf_gesture`.
struct LibinputGesturesImporter: RulesImporter {
  static let fix = "import a file with a gesture such as `gesture swipe up 3 COMMAND`"
  static let waitsForLift = true
  static let places = ["libinput-gestures.conf", "/etc/libinput-gestures.conf"]

  private(set) var items: [ImportedItem] = []
  private var gestures: [(line: Int, gesture: LibinputGesture)] = []
  private var special: [LibinputGesture.Motion: Set<Int>] = [:]
  private var holds: [LibinputGesture] = []
  /// The line of the last drag, by number of fingers. libinput-gestures ignores swipes with a drag's number of fingers.
  private var drags: [Int: Int] = [:]
  private var device = "touchpad"
  private var hasDevice = false
  /// The least distance of swipes, in mm. Nil if `swipe_threshold` is missing, invalid or 0.
  private var threshold: Double?

  init(_ source: ConfigText) {
    for (index, line) in source.lines.enumerated() {
      let text = line.trimmingSpace
      if !text.isEmpty { read(text, index + 1) }
    }
    for (_, gesture) in gestures {
      if let fingers = gesture.fingers { special[gesture.motion, default: []].insert(fingers) }
    }
    holds = gestures.map(\.gesture).filter { $0.motion.form == .longPress && $0.motion.seconds != nil }
    for (line, gesture) in gestures {
      items += .gesture(line...line, gesture.text) { () throws(ImportRefusal) in try parts(gesture) }
    }
  }

  private mutating func read(_ text: String, _ line: Int) {
    guard !text.hasPrefix("#") else { return items.add(line, .comment(text.withoutHash)) }
    let (keyword, rest) = text.firstWord
    switch keyword.hasSuffix(":") ? keyword.dropLast() : keyword[...] {
    case "gesture":
      let words = rest.split(whereSeparator: \.isWhitespace)
      let isDrag = words.count > 3 && words.prefix(2).allSatisfy { $0.lowercased() == "drag" } && words[2].count == 1
      if isDrag, let fingers = Int(words[2]) { drags[fingers] = line }
      do throws(ImportRefusal) {
        gestures.append((line, try LibinputGesture(rest, text)))
      } catch {
        items.remark(line, text, error.reason, isGesture: true)
      }
    case "device": addDevice(rest, line)
    case "swipe_threshold": addThreshold(rest, line)
    case "timeout": addTimeout(rest, line)
    default: items.remark(line, text, "libinput-gestures has no \"\(keyword)\"")
    }
  }

  // MARK: Gestures

  private func parts(_ gesture: LibinputGesture) throws(ImportRefusal) -> [ImportedGesture] {
    let form = gesture.motion.form
    if let fingers = gesture.fingers, !form.touchpadFingers.contains(fingers) {
      throw ImportRefusal(ImportWording.fewFingers(form))
    }
    let counts = counts(of: gesture)
    guard !counts.isEmpty else {
      guard let fingers = gesture.fingers, let line = drags[fingers] else {
        throw ImportRefusal(ImportWording.neverUsed)
      }
      throw ImportRefusal(
        "line \(line) has a drag with \(fingers) fingers, so libinput-gestures ignores swipes with \(fingers) fingers")
    }
    let (command, notes) = try command(gesture)
    return counts.runs.map { fingers in
      var part = ImportedGesture(shape(gesture, fingers), run: command)
      part.waitsFor = longer(than: gesture).flatMap { hold in
        self.counts(of: hold).runs.filter(fingers.overlaps).map { shape(hold, $0) }
      }
      part.notes = notes
      if form == .longPress { part.notes.append(Self.note(gesture.motion.seconds, waits: !part.waitsFor.isEmpty)) }
      if form == .swipe { part.measure.least = threshold }
      if let threshold = gesture.threshold, form == .swipe {
        part.require(threshold * Yardstick.libinputUnit)
        part.notes.append(Self.units)
      }
      if form == .longPress {
        part.measure.least = gesture.motion.seconds.map { $0 * 1000 }
        part.measure.most = longer(than: gesture).compactMap(\.motion.seconds).min().map { $0 * 1000 }
      }
      return part
    }
  }

  private func counts(of gesture: LibinputGesture) -> [Int] {
    let special = special[gesture.motion] ?? []
    let form = gesture.motion.form
    let counts = gesture.fingers.map { [$0] } ?? form.touchpadFingers.filter { !special.contains($0) }
    return form == .swipe ? counts.filter { drags[$0] == nil } : counts
  }

  private func shape(_ gesture: LibinputGesture, _ fingers: ClosedRange<Int>) -> GestureShape {
    let motion = gesture.motion
    let shape = GestureShape(motion.form, fingers: fingers, device: device, direction: motion.direction)
    guard let seconds = motion.seconds else { return shape }
    return shape.with(.init("min-duration", Quantity.hold(seconds * 1000)), label: "long")
  }

  /// Returns the holds that are longer than `gesture` and must fail first. Empty if `gesture` isn't a hold.
  private func longer(than gesture: LibinputGesture) -> [LibinputGesture] {
    guard gesture.motion.form == .longPress else { return [] }
    return holds.filter { ($0.motion.seconds ?? 0) > (gesture.motion.seconds ?? 0) }
  }

  /// The note about a hold's command, which libinput-gestures runs only at the lift.
  private static func note(_ seconds: Double?, waits: Bool) -> String {
    let time = seconds.map { "\(Quantity.decimal($0)) s" } ?? "`min-duration`"
    let here =
      waits
      ? "gesture-bridge also runs it at the lift, after a hold of \(time) or more, unless a longer hold is recognized"
      : "gesture-bridge runs it after \(time), while the fingers still hold"
    return "libinput-gestures runs the command when the fingers lift; \(here)"
  }

  private func command(_ gesture: LibinputGesture) throws(ImportRefusal) -> (ImportedCommand, notes: [String]) {
    let program = gesture.words[0]
    let rest = gesture.words.dropFirst()
    if program == "_internal" {
      // Source: `COMMAND_internal` in libinput-gestures. The workspaces follow the fingers.
      if rest == ["ws_up"] || rest == ["ws_left"] { return (OwnAction.nextWorkspace, []) }
      if rest == ["ws_down"] || rest == ["ws_right"] { return (OwnAction.previousWorkspace, []) }
      if rest.contains(where: { $0.hasPrefix("-") }) {
        throw ImportRefusal(
          "remove the options of `_internal`: in gesture-bridge, workspaces form one row without wrap-around")
      }
    }
    if program.hasPrefix("_") {
      let words = program == "_internal" ? rest.joined(separator: " ") : program
      throw ImportRefusal("gesture-bridge has no command for \"\(words)\"")
    }
    if program.hasPrefix("~") || program.contains("$") {
      return (.shell(([ShellText.expanding(program)] + rest.map(ShellText.quoted)).joined(separator: " ")), [])
    }
    let notes = gesture.words.filter(ShellText.operators.contains).prefix(1).map {
      "\($0) is passed to the program as a word; to use a shell, write the command as one string"
    }
    return (.direct(gesture.words), notes)
  }

  // MARK: Settings

  private static let units =
    "the threshold is in libinput's units of \(Quantity.decimal(Yardstick.libinputUnit, places: 3)) mm"

  private mutating func addDevice(_ name: String, _ line: Int) {
    let isName = !name.isEmpty && !name.hasPrefix("/") && name.lowercased() != "all"
    if hasDevice {
      items.remark(line, "device \(name)", "only the first `device` counts")
    } else if isName || name.lowercased() == "all" {
      items.claim(line...line)
    } else {
      items.remark(
        line, "device \(name)",
        "these rules are for all touchpads; for one touchpad, set `device` in each gesture to a name from `gesture-bridge devices`"
      )
    }
    if isName, !hasDevice { device = name }
    hasDevice = true
  }

  private mutating func addThreshold(_ text: String, _ line: Int) {
    let words = "swipe_threshold \(text)"
    guard let dots = Int(text), dots >= 0 else {
      return items.remark(line, words, "the threshold must be a whole number, 0 or more")
    }
    guard dots > 0 else {
      let reason = "0 is the default of libinput-gestures; gesture-bridge keeps its own default"
      return items.remark(line, words, reason)
    }
    let distance = Double(dots) * Yardstick.libinputUnit
    threshold = distance
    items.defaults(line, "touchpad", ["swipe.min-distance"], Quantity.millimetres(distance), words, Self.units)
  }

  private mutating func addTimeout(_ text: String, _ line: Int) {
    let words = "timeout \(text)"
    guard let seconds = Double(text), seconds >= 0 else {
      return items.remark(line, words, "the timeout must be a number of seconds, 0 or more")
    }
    let duration = Quantity.milliseconds(seconds == 0 ? Quantity.milliseconds.range.upperBound : seconds * 1000)
    let conversion =
      seconds == 0
      ? "0 means no limit in libinput-gestures; the value below is the longest time that gesture-bridge allows"
      : "the timeout is in seconds; in gesture-bridge it limits only swipes, because pinches have no time limit"
    items.defaults(line, "touchpad", ["swipe.max-duration"], duration, words, conversion)
  }
}

struct LibinputGesture {
  struct Motion: Hashable {
    let form: ImportedForm
    var direction: String?
    /// The duration of a hold in s. Nil without a duration, and for a duration of 0.
    var seconds: Double?
  }

  let motion: Motion
  let fingers: Int?
  /// The gesture's own least distance, in libinput's units. Nil without a distance.
  let threshold: Double?
  let words: [String]
  let text: String

  init(_ arguments: String, _ text: String) throws(ImportRefusal) {
    self.text = text
    let (kind, afterKind) = arguments.firstWord
    let (word, afterMotion) = afterKind.firstWord
    guard !afterMotion.isEmpty else { throw ImportRefusal("the line needs a gesture, a motion and a command") }
    motion = try Self.motion(kind.lowercased(), word.lowercased())
    let (count, afterCount) = afterMotion.firstWord
    fingers = count.count == 1 ? Int(count) : nil
    var command = fingers == nil ? afterMotion : afterCount
    let (distance, afterDistance) = command.firstWord
    let hasDistance = !distance.isEmpty && distance.allSatisfy(\.isNumber) && !afterDistance.isEmpty
    threshold = hasDistance ? Double(distance) : nil
    if hasDistance { command = afterDistance }
    words = try PythonWords.split(command)
    if words.first?.isEmpty ?? true { throw .noCommand }
  }

  private static func motion(_ kind: String, _ word: String) throws(ImportRefusal) -> Motion {
    switch kind {
    case "swipe": if let name = SwipeDirection.directions[word] { return Motion(form: .swipe, direction: name) }
    case "pinch":
      if word == "in" || word == "out" { return Motion(form: .pinch, direction: word) }
      let turns = ["clockwise": "clockwise", "anticlockwise": "counterclockwise"]
      if let turn = turns[word] { return Motion(form: .rotation, direction: turn) }
    case "hold":
      if word == "on" { return Motion(form: .longPress) }
      if word.hasPrefix("on+"), let seconds = Double(word.dropFirst(3)), seconds >= 0 {
        return Motion(form: .longPress, seconds: seconds > 0 ? seconds : nil)
      }
    case "drag": throw ImportRefusal("a drag is not converted; write a pan with `began = { drag = \"left\" }`")
    default: throw ImportRefusal("libinput-gestures has no gesture \"\(kind)\"")
    }
    throw ImportRefusal("libinput-gestures has no \(kind) \"\(word)\"")
  }
}

enum SwipeDirection {
  /// The rules' words for the directions of libinput-gestures, gebaar and InputActions.
  static let directions = [
    "up": "up", "down": "down", "left": "left", "right": "right", "left_up": "up-left", "right_up": "up-right",
    "left_down": "down-left", "right_down": "down-right",
  ]

  static func isDiagonal(_ direction: String) -> Bool { direction.contains("-") }
}
