import Formats
import Text

/// Converts a trigger to gestures of the rules.
struct InputActionsTrigger {
  private let properties: InputActionsProperties
  private let type: String
  private let conditions: InputActionsConditions
  private let fingers: ClosedRange<Int>
  private var direction: String?
  private var maxAngle: TOMLValue.Pair?

  private static let keys: Set<String> = [
    "type", "actions", "fingers", "direction", "angle", "bidirectional", "threshold", "speed", "strokes", "id",
    "accelerated", "block_events", "clear_modifiers", "resume_timeout", "set_last_trigger", "keyboard_modifiers",
    "lock_pointer", "instant",
  ]

  init(_ properties: InputActionsProperties) throws(ImportRefusal) {
    if properties.entries["mouse_buttons"] != nil { throw ImportRefusal("gesture-bridge doesn't read mouse buttons") }
    if let key = properties.entries.keys.sorted().first(where: { !Self.keys.contains($0) }) {
      throw ImportRefusal(InputActionsWording.noSuchKey(key))
    }
    guard let type = properties.word("type") else { throw ImportRefusal("its kind of gesture is missing: set `type`") }
    self.properties = properties
    self.type = type == "press" ? "hold" : type
    conditions = try InputActionsConditions(properties)
    fingers = try Self.fingers(properties, conditions, isPair: type == "pinch" || type == "rotate")
    try readDirection()
  }

  private static func fingers(
    _ properties: InputActionsProperties, _ conditions: InputActionsConditions, isPair: Bool
  ) throws(ImportRefusal) -> ClosedRange<Int> {
    var range = conditions.fingers ?? (isPair ? ImportedForm.pinch.touchpadFingers : nil)
    if properties.isPen { range = 1...1 }
    let word = properties.word("fingers") ?? ""
    if !word.isEmpty {
      let numbers = word.split(separator: "-").all { Int(String($0).trimmingSpace) } ?? []
      guard let first = numbers.first, let last = numbers.last, numbers.count < 3, first <= last else {
        throw .noCount(word)
      }
      range = first...last
    }
    guard let range else { throw ImportRefusal("its number of fingers is missing: set `fingers`") }
    let count = word.isEmpty ? "\(range.lowerBound)-\(range.upperBound)" : word
    guard range.lowerBound >= (isPair ? 2 : 1), range.upperBound <= 10 else { throw .noCount(count) }
    return range
  }

  private static let directions: [String: [String: String?]] = [
    "swipe": SwipeDirection.directions.mapValues { $0 }.merging(
      ["left_right": "horizontal", "up_down": "vertical", "any": nil]) { $1 },
    "pinch": ["in": "in", "out": "out", "any": nil],
    "rotate": ["clockwise": "clockwise", "counterclockwise": "counterclockwise", "any": nil],
    "circle": ["clockwise": "clockwise", "counterclockwise": "counterclockwise"],
  ]

  private func noSuchGesture(_ words: String) -> ImportRefusal { .noGesture("\(type) \(words)".trimmingSpace) }

  private mutating func readDirection() throws(ImportRefusal) {
    if type == "swipe", let angle = properties.word("angle") { return try readAngle(angle) }
    guard let known = Self.directions[type] else { return }
    let word = properties.word("direction") ?? ""
    guard let direction = known[word] else { throw noSuchGesture(word) }
    self.direction = direction
  }

  /// Reads a range of angles around one of eight directions; 90 degrees are up.
  private mutating func readAngle(_ word: String) throws(ImportRefusal) {
    let ends = word.split(separator: "-").compactMap { Double(String($0).trimmingSpace) }
    guard ends.count == 2, ends.allSatisfy({ (0...360).contains($0) }) else { throw noSuchGesture(word) }
    let width = (ends[1] - ends[0] + 360).truncatingRemainder(dividingBy: 360)
    let middle = ends[0] + width / 2
    let sector = (middle / 45).rounded()
    guard (20...120).contains(width), (middle - sector * 45).magnitude <= 5 else { throw noSuchGesture(word) }
    maxAngle = TOMLValue.Pair("max-angle", Quantity.degrees(width / 2))
    let nearest = Octant(18 - Int(sector)).direction
    guard properties.word("bidirectional") == "true" else { return direction = nearest }
    guard let both = ["right": "horizontal", "down": "vertical"][nearest] else { throw noSuchGesture(word) }
    direction = both
  }

  func parts() throws(ImportRefusal) -> [ImportedGesture] {
    let nodes = properties.entries["actions"]?.list ?? []
    let variants = nodes.isEmpty ? [InputActionsVariant(conditions: [], actions: [])] : InputActionsVariant.all(nodes)
    var parts: [ImportedGesture] = []
    var apps: [[String]] = []
    for variant in variants {
      let conditions = try InputActionsConditions(properties, with: variant.conditions)
      guard conditions.start == self.conditions.start, conditions.fingers == self.conditions.fingers else {
        throw ImportRefusal(InputActionsWording.mixedConditions)
      }
      if !variant.conditions.isEmpty { apps.append(conditions.alternatives.compactMap(\.app)) }
      for var gesture in try gestures(variant.actions) {
        gesture.notes += conditions.notes
        for condition in conditions.alternatives {
          gesture.condition = condition
          parts.append(gesture)
        }
      }
    }
    guard apps.count < 2 || areExclusive(apps) else { throw ImportRefusal(InputActionsWording.mixedConditions) }
    return parts
  }

  /// Whether no application can match two of the variants. False if a variant has no application.
  private func areExclusive(_ apps: [[String]]) -> Bool {
    let bare = apps.map { $0.map { $0.lowercased().filter { $0 != "*" } } }
    return bare.indices.allSatisfy { index in
      let others = bare.indices.filter { $0 != index }.flatMap { bare[$0] }
      return !bare[index].isEmpty && bare[index].allSatisfy { app in !others.contains { $0.includes(app) } }
    }
  }

  /// The gestures for actions under the same condition. Each shape gets its own gestures.
  private func gestures(_ nodes: [YAMLNode]) throws(ImportRefusal) -> [ImportedGesture] {
    // A trigger without actions cancels later triggers.
    guard !nodes.isEmpty else {
      return try shapes().map { shape throws(ImportRefusal) in
        var gesture = ImportedGesture(shape, run: .direct(["true"]))
        gesture.notes = ["this trigger has no actions: it only keeps later triggers from running"]
        return try complete(gesture, [])
      }
    }
    var actions: [InputActionsAction] = []
    for node in nodes { actions.append(try InputActionsAction(node)) }
    var gestures: [ImportedGesture] = []
    for shape in try shapes() {
      let isPlain = try isPlain(shape, actions)
      for gesture in try isPlain ? [discrete(shape, actions)] : lasting(shape, actions) {
        gestures.append(try complete(gesture, actions))
      }
    }
    return gestures
  }

  private func shapes() throws(ImportRefusal) -> [GestureShape] {
    let forms: [String: ImportedForm] = [
      "tap": .tap, "click": .click, "swipe": .swipe, "pinch": .pinch, "rotate": .rotation, "hold": .longPress,
    ]
    if type == "click", fingers.upperBound > 5 { throw .noCount("\(fingers.upperBound)") }
    if let form = forms[type] { return [GestureShape(form, fingers: fingers, direction: direction)] }
    if type == "circle" { return [drawing(direction == "clockwise" ? "circle-cw" : "circle-ccw")] }
    guard type == "stroke" else { throw noSuchGesture("") }
    guard let paths = properties.entries["strokes"]?.words?.all(InputActionsStroke.path), !paths.isEmpty else {
      throw ImportRefusal(
        "its drawing is missing, or is not made of a few straight lines; draw it with `gesture-bridge learn`")
    }
    return paths.map { path in
      path.count == 1
        ? GestureShape(.swipe, fingers: fingers, direction: path[0]) : drawing(path.joined(separator: " "))
    }
  }

  private func drawing(_ path: String) -> GestureShape { GestureShape(.stroke, fingers: fingers, direction: path) }

  /// Whether `shape` can be recognized once: a tap, a click, a drawing, or a swipe whose actions all run at its
  /// beginning or all at its end. The actions of such a swipe hold nothing down and don't move the pointer.
  private func isPlain(_ shape: GestureShape, _ actions: [InputActionsAction]) throws(ImportRefusal) -> Bool {
    if [.tap, .click, .stroke].contains(shape.form) { return true }
    let moments = Set(actions.map(\.moment))
    guard shape.form == .swipe, moments.count == 1, moments.isSubset(of: [.begin, .end, .endCancel]) else {
      return false
    }
    let effects = try InputActionsEffects(actions)
    return effects.held.isEmpty && !effects.moves
  }

  private func discrete(_ shape: GestureShape, _ actions: [InputActionsAction]) throws(ImportRefusal) -> ImportedGesture
  {
    guard actions.allSatisfy({ $0.moment != .cancel && $0.moment != .tick && $0.isBackwards == nil }) else {
      throw ImportRefusal("gesture-bridge has no `on: cancel`, `on: tick` or `interval` for a \(type)")
    }
    let effects = try InputActionsEffects(actions)
    try effects.checkBalance()
    var gesture = ImportedGesture(shape, run: try effects.command())
    gesture.notes = effects.notes
    if shape.form == .swipe, actions.contains(where: { $0.moment != .begin }) {
      gesture.notes.append("the action runs when the swipe is recognized; InputActions runs it when the fingers lift")
    }
    if type == "circle" { gesture.notes.append(InputActionsWording.whole) }
    return gesture
  }

  /// Makes one gesture that lasts, or two gestures if the actions repeat after two different distances.
  private func lasting(
    _ shape: GestureShape, _ actions: [InputActionsAction]
  ) throws(ImportRefusal) -> [ImportedGesture] {
    func effects(_ moments: InputActionsAction.Moment...) throws(ImportRefusal) -> InputActionsEffects {
      try InputActionsEffects(actions.filter { moments.contains($0.moment) })
    }
    let (begin, end, cancel) = (try effects(.begin), try effects(.end, .endCancel), try effects(.cancel, .endCancel))
    guard begin.released.isEmpty, Set(end.released) == Set(begin.held), end.held.isEmpty, cancel.held.isEmpty,
      !begin.moves, !end.moves
    else { throw ImportRefusal(InputActionsWording.unreleased) }
    if shape.form == .swipe, let direction, SwipeDirection.isDiagonal(direction) { throw noSuchGesture(direction) }
    var gesture = ImportedGesture(shape.swipeAsPan, [])
    gesture.notes = begin.notes + end.notes
    if let lasts = begin.lasting(lock: properties.word("resume_timeout").flatMap(Double.init) ?? 0) {
      gesture.actions.append(ImportedAction(.phase(.began), lasts))
    }
    for (phase, effects) in [(ImportedAction.Phase.run, begin), (.ended, end), (.cancelled, cancel)]
    where !effects.isEmpty {
      gesture.actions.append(ImportedAction(.phase(phase), try effects.command()))
    }
    var gestures = [gesture]
    for update in actions where update.moment == .update || update.moment == .tick {
      if type == "hold" { try addRepetition(update, &gestures[0]); continue }
      let moves = try InputActionsEffects([update]).moves
      let every = moves ? nil : try distance(update.distance, &gestures[0])
      let place = gestures.firstIndex { $0.every == nil || every == nil || $0.every == every }
      if place == nil { gestures.append(ImportedGesture(gestures[0].shape.with(label: "2"), [])) }
      let index = place ?? gestures.count - 1
      gestures[index].every = gestures[index].every ?? every
      if every != nil { gestures[index].measure.step = update.distance.map { $0 * unit } }
      gestures[index].sparesSwipes = gestures.count > 1
      try addStep(update, &gestures[index], isDrag: begin.button != nil)
    }
    guard !gestures[0].actions.isEmpty, gestures.count < 3 else { throw .noCommand }
    gestures[0].sparesSwipes = gestures.count > 1
    return gestures
  }

  private func addRepetition(_ action: InputActionsAction, _ gesture: inout ImportedGesture) throws(ImportRefusal) {
    let effects = try InputActionsEffects([action])
    try effects.checkBalance()
    guard !gesture.actions.contains(where: { $0.slot == .phase(.began) }) else {
      throw ImportRefusal(InputActionsWording.severalActions)
    }
    let time = action.isBackwards == false ? action.distance : nil
    if time == nil {
      gesture.notes.append(
        "InputActions repeats the action with each tick; gesture-bridge repeats it at the interval in `repeat`")
    }
    let every = Quantity.repeat(time ?? InputActionsMeasure.tick)
    let pairs = try effects.command().effects + [TOMLValue.Pair("repeat", every)]
    gesture.actions.append(ImportedAction(.phase(.began), .several(pairs)))
  }

  private func addStep(
    _ update: InputActionsAction, _ gesture: inout ImportedGesture, isDrag: Bool
  ) throws(ImportRefusal) {
    let effects = try InputActionsEffects([update])
    try effects.checkBalance(mayMove: type == "swipe")
    if effects.moves {
      guard effects.isEmpty else { throw ImportRefusal(InputActionsWording.severalActions) }
      // A button that is down moves with the fingers anyway.
      if !isDrag { gesture.actions.append(ImportedAction(.phase(.changed), .own("move", .string("pointer")))) }
      return
    }
    guard update.moment != .tick, update.threshold == nil else {
      throw ImportRefusal("the action with `\(update.moment == .tick ? "on: tick" : "threshold")` can't be converted")
    }
    let command = try effects.command()
    for note in effects.notes { gesture.addNote(note) }
    for direction in try stepDirections(isBackwards: update.isBackwards) {
      guard !gesture.actions.contains(where: { $0.slot == .step(direction) }) else {
        throw ImportRefusal(InputActionsWording.severalActions)
      }
      gesture.actions.append(ImportedAction(.step(direction), command))
    }
  }

  private func distance(_ number: Double?, _ gesture: inout ImportedGesture) throws(ImportRefusal) -> String {
    guard number == nil || type != "swipe" || properties.device == "touchpad" else {
      throw ImportRefusal(InputActionsWording.noUnit)
    }
    if number == nil || type == "swipe" {
      gesture.addNote(number == nil ? InputActionsWording.eachEvent : InputActionsWording.units)
    }
    let form = gesture.shape.form
    return form.step(number.map { $0 * unit } ?? StepMeasure.of(form) ?? 0)
  }

  /// The size of InputActions' unit: in mm for a swipe, percent for a pinch, degrees for a rotation, ms for a hold.
  private var unit: Double { type == "swipe" ? Yardstick.libinputUnit : type == "pinch" ? 100 : 1 }

  private func stepDirections(isBackwards: Bool?) throws(ImportRefusal) -> [ImportedAction.StepDirection] {
    let both: [String: [ImportedAction.StepDirection]] = [
      "swipe horizontal": [.left, .right], "swipe vertical": [.up, .down], "pinch ": [.in, .out],
      "rotate ": [.counterclockwise, .clockwise],
    ]
    if let both = both["\(type) \(direction ?? "")"] { return isBackwards.map { [both[$0 ? 0 : 1]] } ?? both }
    guard let step = direction.flatMap(ImportedAction.StepDirection.init), isBackwards != true else {
      throw ImportRefusal("gesture-bridge can't repeat an action with this combination of `direction` and `interval`")
    }
    return [step]
  }

  private func complete(
    _ unfinished: ImportedGesture, _ actions: [InputActionsAction]
  ) throws(ImportRefusal) -> ImportedGesture {
    var gesture = unfinished
    gesture.shape.device = conditions.device ?? (properties.isPen ? "touchscreen" : properties.device)
    if let maxAngle, gesture.shape.form == .swipe { gesture.shape = gesture.shape.with(maxAngle) }
    if type == "swipe", fingers.lowerBound == 2, properties.device == "touchpad" {
      gesture.notes.append("applications also scroll, unless `[device.touchpad]` has `intercept = true`")
    }
    if let start = conditions.start {
      gesture.shape.start = start
      if fingers.upperBound > 1 { gesture.notes.append(InputActionsWording.firstFinger) }
    }
    try addSpeed(&gesture)
    let own = actions.filter { $0.moment != .update || [.tap, .click].contains(gesture.shape.form) }
    let thresholds = [properties.entries["threshold"]].compactMap { $0 } + own.compactMap(\.threshold)
    guard thresholds.count < 2 else { throw ImportRefusal("it has several values of `threshold`; keep only one") }
    if let threshold = thresholds.first { try addThreshold(threshold, &gesture) }
    return gesture
  }

  private func addSpeed(_ gesture: inout ImportedGesture) throws(ImportRefusal) {
    guard let word = properties.word("speed") else { return }
    guard type == "swipe", word == "fast" || word == "slow", properties.device == "touchpad" else {
      throw noSuchGesture(word)
    }
    let speed = Quantity.speed(InputActionsMeasure.speed(properties.fastEvent))
    var start = [TOMLValue.Pair("speed", (word == "fast" ? "> " : "< ") + speed)]
    if case .table(let pairs)? = gesture.shape.settings.first(where: { $0.key == "begin-if" })?.value {
      start = pairs + start
    }
    gesture.shape.settings.removeAll { $0.key == "begin-if" }
    gesture.shape.settings.append(.init("begin-if", .table(start)))
    gesture.shape = gesture.shape.with(label: word)
    gesture.measure.speed = (InputActionsMeasure.speed(properties.fastEvent), word == "fast")
    gesture.notes.append(InputActionsWording.speed(word, properties.fastEvent))
  }

  private func addThreshold(_ threshold: YAMLNode, _ gesture: inout ImportedGesture) throws(ImportRefusal) {
    guard let number = threshold.number, number >= 0 else { throw ImportRefusal(InputActionsWording.noMaximum) }
    switch gesture.shape.form {
    case .swipe, .pan:
      guard properties.device == "touchpad" else { throw ImportRefusal(InputActionsWording.noUnit) }
      gesture.addNote(InputActionsWording.units)
    case .pinch, .rotation, .longPress: break
    case .tap, .click, .stroke, .edgeSwipe: throw ImportRefusal("gesture-bridge has no `threshold` for a \(type)")
    }
    gesture.require(number * unit)
  }
}
