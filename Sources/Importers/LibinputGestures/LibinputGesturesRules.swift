/// Converts the lines of libinput-gestures.conf to gestures of the rules.
///
/// In libinput-gestures, a gesture with a number of fingers takes precedence over a gesture with any number. libinput-gestures watches only
/// touchpads, runs programs without a shell, and expands `~` and `$NAME` only in the program's name.
struct LibinputGesturesRules {
  private(set) var items: [ImportedItem] = []

  /// The numbers of fingers that the lines name for each motion.
  private let special: [LibinputGesture.Motion: Set<Int>]
  private let holds: [LibinputGesture]
  /// The line number of the drag for each number of fingers.
  private let drags: [Int: Int]
  private var device = "touchpad"
  /// The number of the first `device` line; libinput-gestures ignores later ones.
  private let firstDevice: Int?

  init(_ lines: [(number: Int, line: LibinputGesturesLine)]) {
    let gestures = lines.compactMap { if case .gesture(let gesture) = $0.line { gesture } else { nil } }
    special = gestures.reduce(into: [:]) { found, gesture in
      if let fingers = gesture.fingers { found[gesture.motion, default: []].insert(fingers) }
    }
    holds = gestures.filter { $0.form == .longPress && $0.seconds != nil }
    drags = lines.reduce(into: [:]) { found, line in
      if case .drag(let fingers, _) = line.line { found[fingers] = line.number }
    }
    firstDevice = lines.first { if case .device = $0.line { true } else { false } }?.number
    if case .device(let name)? = lines.first(where: { $0.number == firstDevice })?.line, Self.isName(name) {
      device = name
    }
    for (number, line) in lines { add(line, number) }
    // If the file has diagonal swipes, all eight directions get sectors of equal size; otherwise there are four directions.
    for (number, line) in lines {
      guard case .gesture(let gesture) = line, gesture.isDiagonal else { continue }
      items += Sectors.items(
        number, degrees: Sectors.eighth, kinds: ["swipe"], section: "defaults.touchpad", words: gesture.text)
      break
    }
  }

  private mutating func add(_ line: LibinputGesturesLine, _ number: Int) {
    switch line {
    case .comment(let text): items.append(ImportedItem(number, .comment(text)))
    case .wrong(let remark), .drag(_, let remark): items.append(ImportedItem(number, .notCarried(remark)))
    case .gesture(let gesture):
      let content = ImportedItem.Content.gesture(words: gesture.text) { () throws(ImportRefusal) in try parts(gesture) }
      items.append(ImportedItem(number, content))
    case .device(let name): addDevice(name, number)
    case .swipeThreshold(let text): addThreshold(text, number)
    case .timeout(let text): addTimeout(text, number)
    }
  }
}

// Gestures
extension LibinputGesturesRules {
  private func parts(_ gesture: LibinputGesture) throws(ImportRefusal) -> [ImportedGesture] {
    if let fingers = gesture.fingers, !gesture.form.touchpadFingers.contains(fingers) {
      throw ImportRefusal(ImportWording.fewFingers(gesture.form))
    }
    let counts = counts(of: gesture)
    guard !counts.isEmpty else {
      guard let fingers = gesture.fingers, let line = drags[fingers] else {
        throw ImportRefusal(ImportWording.neverUsed)
      }
      throw ImportRefusal(LibinputGesturesWording.dragged(fingers, line: line))
    }
    let (command, notes) = try command(gesture)
    return counts.runs.map { fingers in
      var part = ImportedGesture(shape(gesture, fingers), run: command)
      part.waitsFor = longer(than: gesture, fingers)
      part.notes = notes
      if gesture.form == .longPress {
        part.notes.append(LibinputGesturesWording.hold(gesture.seconds, waits: !part.waitsFor.isEmpty))
      }
      if let threshold = gesture.threshold, gesture.form == .swipe {
        let distance = Quantity.millimetres(threshold * Yardstick.libinputUnit)
        part.tuning = [TOMLValue.Pair("min-distance", distance)]
        part.notes.append(LibinputGesturesWording.threshold)
      }
      return part
    }
  }

  /// The numbers of fingers with which a gesture runs its command.
  private func counts(of gesture: LibinputGesture) -> [Int] {
    let special = special[gesture.motion] ?? []
    let counts = gesture.fingers.map { [$0] } ?? gesture.form.touchpadFingers.filter { !special.contains($0) }
    return gesture.form == .swipe ? counts.filter { drags[$0] == nil } : counts
  }

  private func shape(_ gesture: LibinputGesture, _ fingers: ClosedRange<Int>) -> GestureShape {
    var shape = GestureShape(gesture.form, fingers: fingers, device: device, direction: gesture.direction)
    if let seconds = gesture.seconds {
      let duration = Quantity.milliseconds(seconds * Self.millisecondsInASecond, within: Quantity.holds)
      shape = shape.with(.init("min-duration", duration)).labelled("long")
    }
    return shape
  }

  /// The longer holds that must fail first: a shorter hold is recognized only if the fingers lift before the longer one.
  private func longer(than gesture: LibinputGesture, _ fingers: ClosedRange<Int>) -> [GestureShape] {
    guard gesture.form == .longPress else { return [] }
    let longer = holds.filter { ($0.seconds ?? 0) > (gesture.seconds ?? 0) }
    let shapes = longer.flatMap { hold in
      counts(of: hold).runs.filter(fingers.overlaps).map { shape(hold, $0) }
    }
    var known: Set<GestureShape> = []
    return shapes.filter { known.insert($0).inserted }
  }

  private func command(_ gesture: LibinputGesture) throws(ImportRefusal) -> (ImportedCommand, notes: [String]) {
    let program = gesture.words[0]
    if program == "_internal" {
      guard let command = InternalCommand(gesture.words) else {
        let words = gesture.words.dropFirst().joined(separator: " ")
        throw ImportRefusal(LibinputGesturesWording.unknownInternal(words))
      }
      if let own = command.own { return (own, []) }
      return (.shell(command.shell), [LibinputGesturesWording.internalCommand(gesture.words.joined(separator: " "))])
    }
    if program.hasPrefix("_") { throw ImportRefusal(LibinputGesturesWording.unknownInternal(program)) }
    let forShell = gesture.words.filter(ShellText.operators.contains)
    var notes = forShell.first.map { [LibinputGesturesWording.noShell($0)] } ?? []
    guard program.hasPrefix("~") || program.contains("$") else { return (.direct(gesture.words), notes) }
    notes.removeAll()
    let rest = gesture.words.dropFirst().map(ShellText.quoted)
    return (.shell(([ShellText.expanding(program)] + rest).joined(separator: " ")), notes)
  }
}

// Settings
extension LibinputGesturesRules {
  private static let millisecondsInASecond = 1000.0

  /// Whether a `device` line gives a name; other lines give a path, or mean all devices.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && name.lowercased() != "all"
  }

  private mutating func addDevice(_ name: String, _ number: Int) {
    if number != firstDevice {
      items.remark(number, "device \(name)", LibinputGesturesWording.laterDevice)
    } else if Self.isName(name) || name.lowercased() == "all" {
      items.append(ImportedItem(number, .structure))
    } else {
      items.remark(number, "device \(name)", LibinputGesturesWording.devicePath)
    }
  }

  private mutating func addThreshold(_ text: String, _ number: Int) {
    let words = "swipe_threshold \(text)"
    guard let dots = Int(text), dots >= 0 else { return items.remark(number, words, LibinputGesturesWording.notWhole) }
    guard dots > 0 else { return items.remark(number, words, LibinputGesturesWording.noThreshold) }
    let distance = Quantity.millimetres(Double(dots) * Yardstick.libinputUnit)
    setting("swipe.min-distance", distance, words, LibinputGesturesWording.threshold, number)
  }

  private mutating func addTimeout(_ text: String, _ number: Int) {
    let words = "timeout \(text)"
    guard let seconds = Double(text), seconds >= 0 else {
      return items.remark(number, words, LibinputGesturesWording.noTime)
    }
    let milliseconds = seconds == 0 ? Quantity.durations.upperBound : seconds * Self.millisecondsInASecond
    let conversion = seconds == 0 ? LibinputGesturesWording.noTimeout : LibinputGesturesWording.timeout
    setting("swipe.max-duration", Quantity.milliseconds(milliseconds), words, conversion, number)
  }

  private mutating func setting(
    _ key: String, _ value: String, _ words: String, _ conversion: String, _ number: Int
  ) {
    items.append(ImportedItem(number, .defaults("touchpad", key, value, words: words, conversion)))
  }
}

extension LibinputGesture {
  fileprivate var isDiagonal: Bool { form == .swipe && direction.map(SwipeWay.isDiagonal) ?? false }

  /// The movement of the fingers: equal for gestures that differ only in the number of fingers.
  fileprivate struct Motion: Hashable {
    let form: ImportedForm
    let direction: String?
    let seconds: Double?
  }

  fileprivate var motion: Motion { Motion(form: form, direction: direction, seconds: seconds) }
}

extension ImportedForm {
  /// The numbers of fingers that libinput reports on touchpads. Source: libinput's documentation, "Gestures".
  var touchpadFingers: ClosedRange<Int> {
    switch self {
    case .swipe, .pan, .edgeSwipe, .tap: 3...4
    case .pinch, .rotation: 2...4
    case .longPress: 1...4
    }
  }

  /// The name of the form in the plural, for messages.
  var plural: String {
    switch self {
    case .swipe, .pan: "swipes"
    case .edgeSwipe: "swipes from an edge"
    case .tap: "taps"
    case .pinch: "pinches"
    case .rotation: "rotations"
    case .longPress: "holds"
    }
  }
}

extension [Int] {
  /// The numbers as ranges of consecutive numbers, in ascending order.
  var runs: [ClosedRange<Int>] {
    RangeSet(map { $0..<$0 + 1 }).ranges.map { ClosedRange($0) }
  }
}

/// The `_internal` command of libinput-gestures, which switches workspaces with wmctrl, as an equivalent shell line.
///
/// Source: `COMMAND_internal` in libinput-gestures.
struct InternalCommand {
  private var across = 0
  private var down = 0
  private var wraps = false
  /// The number of columns of the workspaces, as awk code; `n` is the number of workspaces. Nil if the workspaces have no columns.
  private var columns: String?

  /// `words` begins with `_internal`; nil if libinput-gestures would refuse the words.
  init?(_ words: [String]) {
    var action: String?
    var isAlongRow = false
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      let (option, value) = Self.parts(word)
      switch option {
      case "-w", "--wrap": wraps = true
      case "-c", "--cols", "--row", "--col":
        guard let text = value ?? rest.popFirst(), let count = Int(text), count >= 1 else { return nil }
        columns = option == "--col" ? "int(n / \(count))" : "\(count)"
        isAlongRow = option == "--row"
      default:
        guard action == nil else { return nil }
        action = word
      }
    }
    guard let action, let move = Self.moves[action] else { return nil }
    (across, down) = move
    // Without columns, each move is to the next or the previous workspace; with `--row`, up and down move along the row.
    if columns == nil {
      guard across == 0 || down == 0 else { return nil }
      (across, down) = (0, across + down)
    } else if isAlongRow {
      (across, down) = (down, 0)
    }
  }

  /// For each move, the number of columns to the right and of rows down, because the desktop follows the fingers.
  private static let moves: [String: (Int, Int)] = [
    "ws_up": (0, 1), "ws_down": (0, -1), "ws_left": (1, 0), "ws_right": (-1, 0),
    "ws_left_up": (1, 1), "ws_left_down": (1, -1), "ws_right_up": (-1, 1), "ws_right_down": (-1, -1),
  ]

  private static func parts(_ word: String) -> (option: String, value: String?) {
    guard word.hasPrefix("--"), let mark = word.firstIndex(of: "=") else { return (word, nil) }
    return (String(word[..<mark]), String(word[word.index(after: mark)...]))
  }

  /// The action for the next or the previous workspace; nil if the workspaces have columns, or the first workspace follows the last one.
  var own: ImportedCommand? {
    guard columns == nil, !wraps else { return nil }
    return down > 0 ? OwnAction.nextWorkspace : OwnAction.previousWorkspace
  }

  /// A shell line with an awk program that reads wmctrl's list; the line of the current workspace has a `*`.
  var shell: String {
    let target: String
    if let columns {
      let wrap = wraps ? "x = (x + c) % c; y = (y + r) % r; " : ""
      let fill = wraps ? "if (t >= n) t = \(lastPlace); " : ""
      target =
        "n = NR; c = \(columns); if (c < 1) c = 1; r = int((n + c - 1) / c); "
        + "x = i % c\(signed(across)); y = int(i / c)\(signed(down)); \(wrap)t = y * c + x; \(fill)"
        + "if (x >= 0 && x < c && y >= 0 && t < n) i = t; print i"
    } else {
      target = down > 0 ? "print (i + 1) % NR" : "print (i + NR - 1) % NR"
    }
    return "wmctrl -s \"$(wmctrl -d | awk '$2 == \"*\" { i = $1 } END { \(target) }')\""
  }

  /// The workspace to which a wrapping move goes if it ends beyond the last workspace in a row that is not full.
  private var lastPlace: String {
    switch (across, down) {
    case (1..., _): "y * c"
    case (..<0, 0): "n - 1"
    case (_, 1...): "x"
    default: "t - c"
    }
  }

  private func signed(_ number: Int) -> String {
    number == 0 ? "" : number > 0 ? " + \(number)" : " - \(-number)"
  }
}
