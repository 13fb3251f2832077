import GestureCore

/// Other programs' words for sections, kinds, keys and values. For such a word, a message names the right word.
enum Synonyms {
  /// The kind and the settings of a gesture, as written in a rules file.
  struct Gesture: Equatable {
    var kind: String
    /// The settings that a synonym implies, as lines of a rules file such as `taps = 2`.
    var settings: [String] = []

    init(_ kind: String, _ settings: String...) { (self.kind, self.settings) = (kind, settings) }

    var lines: String { (["kind = \"\(kind)\""] + settings).map { "`\($0)`" }.listed("and") }
  }

  // MARK: Kinds

  /// The gesture that a synonym such as `three-finger-swipe-left` means. Nil if `word` isn't a synonym.
  static func gesture(_ word: String) -> Gesture? {
    var words = Self.words(word)
    let fingers = fingers(&words)
    var meaning = kinds[words.joined()]
    if meaning == nil, let last = words.last, let (kind, setting) = directed(last, of: words.dropLast().joined()) {
      meaning = Gesture(kind, setting)
    }
    // After a number of fingers the word may be the kind's own name.
    if meaning == nil, fingers != nil,
      let kind = Catalogue.kinds.first(where: { $0.name == words.joined(separator: "-") })
    {
      meaning = Gesture(kind.name)
    }
    if let fingers { meaning?.settings.insert("fingers = \(fingers)", at: 0) }
    return meaning
  }

  /// The kind and the setting for words such as `swipe` and `left`. Nil if `word` isn't `swipe` or a synonym of
  /// `swipe`, or if `direction` isn't `left`, `right`, `up` or `down`.
  private static func directed(_ direction: String, of word: String) -> (kind: String, setting: String)? {
    let kind = word == "swipe" ? word : kinds[word]?.kind
    guard kind == "swipe", ["left", "right", "up", "down"].contains(direction) else { return nil }
    return ("swipe", "direction = \"\(direction)\"")
  }

  /// Removes a start such as `three finger`. Returns the number, 1 to 10; nil without a number, or if nothing follows.
  private static func fingers(_ words: inout [String]) -> Int? {
    guard words.count > 2, ["finger", "fingers"].contains(words[1]) else { return nil }
    guard let count = counts.firstIndex(of: words[0]) ?? Int(words[0]).map({ $0 - 1 }), (0..<10).contains(count) else {
      return nil
    }
    words.removeFirst(2)
    return count + 1
  }

  private static let counts = ["one", "two", "three", "four", "five"]

  /// The parts of a word in lower case: `Double_Tap` gives `double` and `tap`.
  private static func words(_ word: String) -> [String] {
    word.lowercased().split { $0 == "-" || $0 == "_" || $0 == " " }.map(String.init)
  }

  /// The gesture that each synonym means. The synonyms have no hyphens.
  static let kinds: [String: Gesture] = [
    "touch": Gesture("tap"), "singletap": Gesture("tap"), "doubletap": Gesture("tap", "taps = 2"),
    "doubleclick": Gesture("tap", "taps = 2"), "tripletap": Gesture("tap", "taps = 3"),
    "flick": Gesture("swipe"), "fling": Gesture("swipe"),
    "hold": Gesture("long-press"), "press": Gesture("long-press"), "longtap": Gesture("long-press"),
    "longtouch": Gesture("long-press"), "touchandhold": Gesture("long-press"), "pressandhold": Gesture("long-press"),
    "tapandhold": Gesture("long-press"),
    "drag": Gesture("pan"), "scroll": Gesture("pan"), "move": Gesture("pan"), "slide": Gesture("pan"),
    "zoom": Gesture("pinch"), "scale": Gesture("pinch"), "zoomin": Gesture("pinch", "direction = \"out\""),
    "zoomout": Gesture("pinch", "direction = \"in\""), "pinchin": Gesture("pinch", "direction = \"in\""),
    "pinchout": Gesture("pinch", "direction = \"out\""), "spread": Gesture("pinch", "direction = \"out\""),
    "rotate": Gesture("rotation"), "turn": Gesture("rotation"), "twist": Gesture("rotation"),
    "edge": Gesture("edge-swipe"), "edgeflick": Gesture("edge-swipe"), "edgedrag": Gesture("edge-pan"),
    "edgescroll": Gesture("edge-pan"), "edgeslide": Gesture("edge-pan"),
    "forcetouch": Gesture("force-press"), "forceclick": Gesture("force-press"), "deeppress": Gesture("force-press"),
    "hardpress": Gesture("force-press"),
    "draw": Gesture("stroke"), "drawing": Gesture("stroke"), "shape": Gesture("stroke"), "path": Gesture("stroke"),
    "symbol": Gesture("stroke"),
    "tiptap": Gesture("hold-and-tap"),
  ]

  /// The section for which a word is a synonym, or nil.
  static func section(_ word: String) -> String? {
    ["binding": "override", "bindings": "override", "bind": "override", "gestures": "gesture"][word.lowercased()]
  }

  // MARK: Keys of gestures

  static let forRun: Set = ["command", "commands", "cmd", "exec", "execute", "action", "shell", "spawn", "do"]

  /// Other words for the key `kind`, if the value is a kind.
  static let forKind: Set = ["type", "gesture", "event", "action", "motion"]

  /// The key among `known` for which `word` is a synonym, or nil.
  static func key(_ word: String, among known: [String]) -> String? {
    keys[words(word).joined()]?.first { known.contains($0) }
  }

  /// The keys that each synonym can mean. The synonyms have no hyphens.
  static let keys: [String: [String]] = {
    let words: [([String], [String])] = [
      (["fingers"], ["finger", "fingercount", "nfingers", "numfingers", "numberoffingers", "touches", "contacts"]),
      (["taps"], ["tapcount", "count", "numberoftaps", "clicks"]),
      (["direction", "axis", "edge"], ["dir", "way", "towards", "orientation"]),
      (["edge"], ["side", "border"]),
      (["min-duration", "max-duration"], ["duration", "time", "delay", "holdtime", "timeout"]),
      (["min-distance", "min-travel", "slop"], ["distance", "length", "threshold"]),
      (["min-speed"], ["speed", "velocity", "minvelocity"]),
      (["min-angle"], ["angle"]),
      (["began"], ["begin", "start", "onbegin", "onbegan", "onstart", "started"]),
      (["changed"], ["change", "update", "updated", "onchange", "onupdate", "progress"]),
      (["ended"], ["end", "finish", "finished", "stop", "release", "onend"]),
      (["cancelled"], ["cancel", "canceled", "oncancel", "abort"]),
      (["command"], ["run", "exec", "execute", "cmd", "shell", "spawn"]),
      (["turned"], ["rotation", "rotate", "rotated", "transform"]),
      (["overlay"], ["feedback"]),
      (["require-to-fail"], ["waitfor", "waitsfor", "waitsuntil", "after"]),
    ]
    return words.reduce(into: [:]) { keys, entry in
      for word in entry.1 { keys[word] = entry.0 }
    }
  }()

  // MARK: Values

  /// The value among `known` for which `word` is a synonym, or nil.
  static func value(_ word: String, among known: [String]) -> String? {
    values[words(word).joined()].flatMap { known.contains($0) ? $0 : nil }
  }

  private static let values = [
    "cw": "clockwise", "ccw": "counterclockwise", "acw": "counterclockwise", "anticlockwise": "counterclockwise",
    "4": "straight", "8": "any-of-8",
  ]
}
