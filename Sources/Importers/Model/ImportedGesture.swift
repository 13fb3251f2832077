/// A gesture as our rules say it, with what it runs.
struct ImportedGesture {
  var shape: GestureShape
  var actions: [ImportedAction]
  /// How far from one step to the next, where there are actions for steps.
  var every: String?
  var condition = ImportedCondition()
  /// Settings that make it easier or harder, but not another gesture.
  var tuning: [ShapeSetting] = []
  /// A drag beside which swipes of the same fingers happen as well.
  var sparesSwipes = false
  /// Gestures that must fail before this one.
  var waitsFor: [GestureShape] = []
  /// What the reader should know of the difference to the source.
  var notes: [String] = []

  init(_ shape: GestureShape, run command: ImportedCommand) {
    self.init(shape, [ImportedAction(.phase(.run), command)])
  }

  init(_ shape: GestureShape, _ actions: [ImportedAction]) {
    self.shape = shape
    self.actions = actions
  }
}

/// The kinds of gesture that other programs have too.
enum GestureForm: String {
  case swipe, pan, pinch, rotation, tap
  case longPress = "long-press"
  case edgeSwipe = "edge-swipe"
}

/// What the fingers do: two gestures of the same shape can't be told apart.
struct GestureShape: Hashable {
  var form: GestureForm
  var fingers: ClosedRange<Int>
  var device: String?
  /// Of a swipe, pinch or rotation.
  var direction: String?
  /// Further keys with their values as TOML.
  var settings: [ShapeSetting] = []
  /// Where on the surface its fingers land.
  var zone: ImportedZone?
  /// What distinguishes it in its name: an edge, say.
  var label: String?

  init(_ form: GestureForm, fingers: ClosedRange<Int>, device: String? = nil, direction: String? = nil) {
    self.form = form
    self.fingers = fingers
    self.device = device
    self.direction = direction
  }

  /// The same with one key more.
  func with(_ key: String, _ value: TOMLValue) -> GestureShape {
    var shape = self
    shape.settings.append(ShapeSetting(key: key, value: value))
    return shape
  }

  /// The same with a word more in its name.
  func labelled(_ label: String) -> GestureShape {
    var shape = self
    shape.label = label
    return shape
  }

  /// `swipe-3-left`, `hold-4`.
  var name: String {
    let count = fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound)-\(fingers.upperBound)"
    return [form.rawValue, count, label, direction].compactMap { $0 }.joined(separator: "-")
  }
}

/// A part of the surface, with its keys.
struct ImportedZone: Hashable {
  let name: String
  let settings: [ShapeSetting]
}

/// A key of a gesture and its value.
struct ShapeSetting: Hashable {
  let key: String
  let value: TOMLValue
}

/// When a binding counts.
struct ImportedCondition: Hashable {
  var app: String?
  var modifiers: [String] = []

  var isEmpty: Bool { app == nil && modifiers.isEmpty }
}

/// One command, and when it is due.
struct ImportedAction {
  /// The moments for which a gesture may have a command, one each.
  enum Slot: Hashable {
    case phase(Phase)
    case way(StepDirection)
  }

  /// The keys of actions.
  enum Phase: String, CaseIterable {
    case run, began, changed, ended, cancelled
  }

  /// The ways a step can go.
  enum StepDirection: String, CaseIterable {
    case left, right, up, down
    case `in`, out
    case clockwise, counterclockwise
  }

  let slot: Slot
  let command: ImportedCommand

  init(_ slot: Slot, _ command: ImportedCommand) {
    self.slot = slot
    self.command = command
  }
}

/// A command in one of the two forms that rules know.
enum ImportedCommand: Hashable {
  case shell(String)
  case direct([String])

  var toml: TOMLValue {
    switch self {
    case .shell(let text): .string(text)
    case .direct(let words): .list(words.map(TOMLValue.string))
    }
  }
}

/// What some lines of another program's file have become.
struct ImportedItem {
  /// What came of them.
  enum Content {
    /// One gesture of the source, in its words; some need several of ours.
    case gesture([ImportedGesture], words: String)
    case comment(String)
    case setting(ImportedSetting)
    case notCarried(Remark)
    /// Brackets, headers and the like, which have no meaning of their own.
    case structure
  }

  /// Of the source, from 1.
  let lines: ClosedRange<Int>
  let content: Content

  init(_ lines: ClosedRange<Int>, _ content: Content) {
    self.lines = lines
    self.content = content
  }

  init(_ line: Int, _ content: Content) {
    self.init(line...line, content)
  }
}

/// Something of the source that has no place in the rules, and why.
struct Remark: Equatable {
  /// The source's own words.
  let text: String
  let reason: String
  /// Gestures are counted.
  var isGesture = false
}

/// A threshold of the source in our units.
struct ImportedSetting: Equatable {
  /// The section it belongs in, `defaults.touchpad`.
  let section: String
  /// With its kind: `swipe.min-distance`.
  let key: String
  let value: String
  /// The source's own.
  let words: String
  /// How the figure came about.
  let conversion: String
}
