/// Turns the lines of libinput-gestures.conf into gestures of ours.
///
/// libinput-gestures knows each gesture twice, for a number of fingers and for any number; the former goes first. It
/// watches touchpads only, runs programs without a shell, and expands `~` and `$NAME` in the program's name alone.
struct LibinputGesturesRules {
  private(set) var items: [ImportedItem] = []

  /// Of each motion the numbers of fingers that lines name.
  private let special: [LibinputGesture.Motion: Set<Int>]
  private let holds: [LibinputGesture]
  private var device = "touchpad"
  /// The line that names the device; later ones have no effect.
  private let firstDevice: Int?

  init(_ lines: [(number: Int, line: LibinputGesturesLine)]) {
    let gestures = lines.compactMap { if case .gesture(let gesture) = $0.line { gesture } else { nil } }
    special = gestures.reduce(into: [:]) { found, gesture in
      if let fingers = gesture.fingers { found[gesture.motion, default: []].insert(fingers) }
    }
    holds = gestures.filter { $0.form == .longPress && $0.seconds != nil }
    firstDevice = lines.first { if case .device = $0.line { true } else { false } }?.number
    if case .device(let name)? = lines.first(where: { $0.number == firstDevice })?.line, Self.isName(name) {
      device = name
    }
    for (number, line) in lines { add(line, number) }
    for (number, line) in lines {
      guard case .gesture(let gesture) = line, gesture.isDiagonal else { continue }
      addSectors(gesture.text, number)
      break
    }
  }

  private mutating func add(_ line: LibinputGesturesLine, _ number: Int) {
    switch line {
    case .comment(let text): items.append(ImportedItem(number, .comment(text)))
    case .wrong(let remark): items.append(ImportedItem(number, .notCarried(remark)))
    case .gesture(let gesture): items.append(ImportedItem(number, content(gesture)))
    case .device(let name): addDevice(name, number)
    case .swipeThreshold(let text): addThreshold(text, number)
    case .timeout(let text): addTimeout(text, number)
    }
  }
}

// Gestures
extension LibinputGesturesRules {
  private func content(_ gesture: LibinputGesture) -> ImportedItem.Content {
    let possible = gesture.form.touchpadFingers
    let counts: [Int]
    if let fingers = gesture.fingers {
      guard possible.contains(fingers) else {
        let reason = ImportWording.fewFingers(gesture.form.plural, possible)
        return .notCarried(Remark(text: gesture.text, reason: reason, isGesture: true))
      }
      counts = [fingers]
    } else {
      let special = special[gesture.motion] ?? []
      counts = possible.filter { !special.contains($0) }
    }
    guard !counts.isEmpty else {
      let reason = LibinputGesturesWording.neverUsed
      return .notCarried(Remark(text: gesture.text, reason: reason, isGesture: true))
    }
    let (command, notes) = command(gesture)
    guard let command else {
      let reason = notes.first ?? ImportWording.emptyCommand
      return .notCarried(Remark(text: gesture.text, reason: reason, isGesture: true))
    }
    let parts = counts.runs.map { fingers in
      var part = ImportedGesture(shape(gesture, fingers), run: command)
      part.waitsFor = longer(than: gesture, fingers)
      part.notes = notes
      if let threshold = gesture.threshold, gesture.form == .swipe {
        let distance = Quantity.millimetres(threshold * Yardstick.libinputUnit)
        part.tuning = [ShapeSetting(key: "min-distance", value: .string(distance))]
        part.notes.append(LibinputGesturesWording.threshold)
      }
      return part
    }
    return .gesture(parts, words: gesture.text)
  }

  private func shape(_ gesture: LibinputGesture, _ fingers: ClosedRange<Int>) -> GestureShape {
    var shape = GestureShape(gesture.form, fingers: fingers, device: device, direction: gesture.direction)
    if let seconds = gesture.seconds {
      let duration = Quantity.milliseconds(seconds * Self.millisecondsInASecond, within: Quantity.holds)
      shape = shape.with("min-duration", .string(duration)).labelled("long")
    }
    return shape
  }

  /// Of two holds the shorter one counts only if the fingers lift before the longer one is due.
  private func longer(than gesture: LibinputGesture, _ fingers: ClosedRange<Int>) -> [GestureShape] {
    guard gesture.form == .longPress, gesture.seconds == nil else { return [] }
    return holds.filter { $0.fingers == gesture.fingers }.map { shape($0, fingers) }
  }

  private func command(_ gesture: LibinputGesture) -> (ImportedCommand?, notes: [String]) {
    let program = gesture.words[0]
    if program == "_internal" {
      guard let command = InternalCommand(gesture.words) else {
        return (nil, [LibinputGesturesWording.unknownInternal(gesture.words.dropFirst().joined(separator: " "))])
      }
      return (.shell(command.shell), [LibinputGesturesWording.internalCommand(gesture.words.joined(separator: " "))])
    }
    if program.hasPrefix("_") { return (nil, [LibinputGesturesWording.unknownInternal(program)]) }
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

  /// Whether a `device` line names one; others give a path, or mean all.
  private static func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && name.lowercased() != "all"
  }

  private mutating func addDevice(_ name: String, _ number: Int) {
    if number != firstDevice {
      remark("device \(name)", LibinputGesturesWording.laterDevice, number)
    } else if Self.isName(name) || name.lowercased() == "all" {
      items.append(ImportedItem(number, .structure))
    } else {
      remark("device \(name)", LibinputGesturesWording.devicePath, number)
    }
  }

  private mutating func addThreshold(_ text: String, _ number: Int) {
    let words = "swipe_threshold \(text)"
    guard let dots = Int(text), dots >= 0 else { return remark(words, LibinputGesturesWording.notWhole, number) }
    guard dots > 0 else { return remark(words, LibinputGesturesWording.noThreshold, number) }
    let distance = Quantity.millimetres(Double(dots) * Yardstick.libinputUnit)
    setting("swipe.min-distance", distance, words, LibinputGesturesWording.threshold, number)
  }

  private mutating func addTimeout(_ text: String, _ number: Int) {
    let words = "timeout \(text)"
    guard let seconds = Double(text), seconds >= 0 else { return remark(words, LibinputGesturesWording.noTime, number) }
    let milliseconds = seconds == 0 ? Quantity.durations.upperBound : seconds * Self.millisecondsInASecond
    let conversion = seconds == 0 ? LibinputGesturesWording.noTimeout : LibinputGesturesWording.timeout
    setting("swipe.max-duration", Quantity.milliseconds(milliseconds), words, conversion, number)
  }

  /// With diagonal swipes all eight directions get sectors of the same size; without, there are four of them.
  private mutating func addSectors(_ words: String, _ number: Int) {
    items += Sectors.settings(degrees: Sectors.eighth, kinds: ["swipe"], section: "defaults.touchpad", words: words)
      .map { ImportedItem(number, .setting($0)) }
  }

  private mutating func setting(
    _ key: String, _ value: String, _ words: String, _ conversion: String, _ number: Int
  ) {
    let setting = ImportedSetting(
      section: "defaults.touchpad", key: key, value: value, words: words, conversion: conversion)
    items.append(ImportedItem(number, .setting(setting)))
  }

  private mutating func remark(_ text: String, _ reason: String, _ number: Int) {
    items.append(ImportedItem(number, .notCarried(Remark(text: text, reason: reason))))
  }
}

extension LibinputGesture {
  fileprivate var isDiagonal: Bool { form == .swipe && direction.map(SwipeWay.isDiagonal) ?? false }

  /// What the fingers do, however many.
  fileprivate struct Motion: Hashable {
    let form: GestureForm
    let direction: String?
    let seconds: Double?
  }

  fileprivate var motion: Motion { Motion(form: form, direction: direction, seconds: seconds) }
}

extension GestureForm {
  /// How many fingers it can have on a touchpad.
  var touchpadFingers: ClosedRange<Int> {
    switch self {
    case .swipe, .pan, .edgeSwipe, .tap: TouchpadFingers.swipe
    case .pinch, .rotation: TouchpadFingers.pinch
    case .longPress: TouchpadFingers.hold
    }
  }

  /// What there are several of.
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
  /// Ascending numbers, put together where one follows the other.
  var runs: [ClosedRange<Int>] {
    reduce(into: []) { runs, number in
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
  }
}
