import Bindings
import Formats
import Text

/// An action of a trigger: the moment at which it runs, and its repetition. `InputActionsEffects` reads its effects.
struct InputActionsAction {
  enum Moment: String {
    case begin, update, tick, end, cancel
    case endCancel = "end_cancel"
  }

  private(set) var moment: Moment
  /// The distance (a hold: time) between repetitions, in InputActions' unit. Nil if `interval` is missing, 0, + or -.
  private(set) var distance: Double?
  /// True if the action repeats only on backward movement, false if only on forward movement, nil if on both.
  private(set) var isBackwards: Bool?
  let threshold: YAMLNode?
  fileprivate let node: YAMLNode

  init(_ node: YAMLNode) throws(ImportRefusal) {
    let word = node["on"]?.word ?? node["when"]?.word ?? "end"
    let older = ["started": "begin", "updated": "update", "ended": "end", "cancelled": "cancel"]
    guard let moment = Moment(rawValue: older[word] ?? word) else {
      throw ImportRefusal(InputActionsWording.noSuchKey(word))
    }
    (self.moment, self.node) = (moment, node)
    threshold = node["threshold"]
    switch node["interval"]?.word {
    case nil, "0": break
    case "+", "-": isBackwards = node["interval"]?.word == "-"
    case let word?:
      guard let number = Double(word), number.isFinite, number != 0 else {
        throw ImportRefusal(InputActionsWording.noSuchKey("interval: \(word)"))
      }
      (distance, isBackwards) = (number.magnitude, number < 0)
    }
    if moment == .update, let limit = node["limit"]?.word {
      guard limit == "1", isBackwards == nil else { throw .noAction("limit") }
      self.moment = .begin
    }
  }
}

/// Actions that run under the same conditions.
struct InputActionsVariant {
  let conditions: [YAMLNode]
  var actions: [YAMLNode]

  /// A trigger's variants: one for each condition, and one without a condition. Each has all actions of its case.
  static func all(_ nodes: [YAMLNode]) -> [InputActionsVariant] {
    var special: [InputActionsVariant] = []
    var always: [YAMLNode] = []
    // Of each `one` list, the conditions of its choices, and its choices without conditions.
    var lists: [(conditions: Set<String>, otherwise: [YAMLNode])] = []
    func add(_ action: YAMLNode, to general: inout [YAMLNode]) {
      guard let condition = action["conditions"] else { return general.append(action) }
      if let known = special.firstIndex(where: { $0.conditions.map(\.summary) == [condition.summary] }) {
        special[known].actions.append(action)
      } else {
        special.append(InputActionsVariant(conditions: [condition], actions: [action]))
      }
    }
    for node in nodes {
      guard let choices = node["one"]?.list, let pairs = node.map else { add(node, to: &always); continue }
      // The first choice whose conditions hold runs.
      var otherwise: [YAMLNode] = []
      var conditions: Set<String> = []
      for choice in choices where otherwise.isEmpty {
        if let condition = choice["conditions"] { conditions.insert(condition.summary) }
        let own = pairs.filter { $0.key.text != "one" }
        add(YAMLNode(content: .map(own + (choice.map ?? [])), line: choice.line, column: choice.column), to: &otherwise)
      }
      lists.append((conditions, otherwise))
    }
    for index in special.indices {
      let condition = special[index].conditions[0].summary
      let others = lists.filter { !$0.conditions.contains(condition) }.flatMap(\.otherwise)
      special[index].actions = always + special[index].actions + others
    }
    let general = always + lists.flatMap(\.otherwise)
    return special + (general.isEmpty ? [] : [InputActionsVariant(conditions: [], actions: general)])
  }
}

/// The joint effects of several actions: commands, keys, clicks and movements of the pointer.
struct InputActionsEffects {
  /// The keys and buttons that stay down. A button is named like `mouse left`.
  private(set) var held: [String] = []
  /// The keys and buttons that go up, but don't go down in these actions.
  private(set) var released: [String] = []
  private(set) var moves = false
  private(set) var notes: [String] = []
  private var commands: [ImportedCommand] = []
  private var chords: [String] = []
  /// Whether the last event was a key or button that went down. Movements of the pointer don't count.
  private var isBare = false

  init(_ actions: [InputActionsAction]) throws(ImportRefusal) {
    for action in actions { try add(action.node) }
    guard !held.isEmpty else { return }
    // The chords needn't repeat keys that stay down.
    let prefix = heldKeys.map { "\($0)+" }.joined()
    chords = chords.map { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0 }
  }

  private static let button = "mouse "

  var button: String? { held.first { $0.hasPrefix(Self.button) }.map { String($0.dropFirst(Self.button.count)) } }
  private var heldKeys: [String] { held.filter { !$0.hasPrefix(Self.button) } }
  var isEmpty: Bool { commands.isEmpty && chords.isEmpty }

  /// Throws if a key or button only goes down or only goes up, or if the pointer moves and `mayMove` is false.
  func checkBalance(mayMove: Bool = false) throws(ImportRefusal) {
    guard held.isEmpty, released.isEmpty, mayMove || !moves else { throw ImportRefusal(InputActionsWording.unreleased) }
  }

  /// Returns an action that keeps `held` down. After a lift, a button stays down for `lock` ms. Nil if `held` is empty.
  func lasting(lock: Double) -> ImportedCommand? {
    var pairs = heldKeys.isEmpty ? [] : [TOMLValue.Pair("hold", heldKeys.joined(separator: "+"))]
    if let button {
      let lock = Quantity.lock(lock)
      pairs += [.init("drag", button), .init("lock", lock)]
    }
    return pairs.isEmpty ? nil : .several(pairs)
  }

  func command() throws(ImportRefusal) -> ImportedCommand {
    var all = commands
    if !chords.isEmpty {
      guard let keys = OwnAction.keys(chords) else { throw .unknownKey(chords[0]) }
      all.append(keys)
    }
    // Keys and clicks must keep their order, but the effects of one action have no order.
    let sent = all.flatMap(\.effects).count { ["keys", "type", "click"].contains($0.key) }
    guard !all.isEmpty else { throw .noCommand }
    guard sent < 2, let command = ImportedCommand.all(all) else {
      throw ImportRefusal(InputActionsWording.severalActions)
    }
    return command
  }

  private mutating func add(_ action: YAMLNode) throws(ImportRefusal) {
    for entry in action.entries {
      switch entry.key {
      case "on", "when", "interval", "conditions", "threshold", "limit": break
      case "id", "delay", "wait", "accelerated", "block_other", "conflicting": break
      case "command":
        try add(.shell(entry.value.command(without: Self.variables) { "only InputActions can fill in `$\($0)…`" }))
      case "plasma_shortcut":
        let (command, note) = try PlasmaShortcut.command(entry.value.word ?? "")
        try add(command)
        notes += note
      case "input":
        for device in (entry.value.list ?? [entry.value]).flatMap(\.entries) {
          for event in device.value.list ?? [device.value] { try add(event, of: device.key) }
        }
      case "sleep", "one", "function", "activate_window", "replace_text":
        throw .noAction(entry.key)
      // InputActions reports an unknown key and ignores it. Source: `UnusedNodePropertyTracker`.
      default: notes.append(InputActionsWording.noSuchKey(entry.key))
      }
    }
  }

  private mutating func add(_ command: ImportedCommand) throws(ImportRefusal) {
    guard held.isEmpty else { throw ImportRefusal(InputActionsWording.severalActions) }
    commands.append(command)
  }

  /// The beginnings of the names that InputActions replaces in a command.
  private static let variables = [
    "window_", "finger", "pointer_", "last_trigger", "screen_name", "time_since", "cursor_shape", "initial_window",
  ]

  private mutating func add(_ event: YAMLNode, of device: String) throws(ImportRefusal) {
    if device == "keyboard", let text = event["text"] {
      guard let word = text.word else { throw .noAction("text") }
      return try add(.own("type", .string(word)))
    }
    let word = event.word ?? ""
    if device == "mouse", word == "move_by_delta" { moves = true; return }
    guard device == "keyboard" || device == "mouse", let sign = word.first else {
      throw .noAction("\(device): \(event.summary)")
    }
    switch sign {
    case "+":
      held.append(try name(word.dropFirst(), of: device))
      isBare = true
    case "-": try release(name(word.dropFirst(), of: device))
    default:
      var names: [String] = []
      for part in word.split(separator: "+") { names.append(try name(part, of: device)) }
      if device == "mouse" { return try add(click(names)) }
      chords.append((heldKeys + names).joined(separator: "+"))
      isBare = false
    }
  }

  private mutating func release(_ name: String) throws(ImportRefusal) {
    guard let place = held.lastIndex(of: name) else { return released.append(name) }
    // Keys that went down and up again with nothing between are a chord.
    let isClick = name.hasPrefix(Self.button)
    if isBare, !isClick { chords.append(heldKeys.joined(separator: "+")) }
    held.remove(at: place)
    if isClick { commands.append(try click([name])) }
    isBare = false
  }

  private func click(_ names: [String]) throws(ImportRefusal) -> ImportedCommand {
    guard names.count == 1 else { throw .noAction(names.joined(separator: "+")) }
    return .own("click", .string(String(names[0].dropFirst(Self.button.count))))
  }

  private func name(_ name: Substring, of device: String) throws(ImportRefusal) -> String {
    let word = String(name).trimmingSpace
    guard device == "mouse" else {
      guard let symbol = KernelKeys.symbol(of: word), KeySymbol(name: symbol) != nil else { throw .unknownKey(word) }
      return symbol
    }
    let button = ["side": "back", "extra": "forward"][word] ?? word
    guard ["left", "middle", "right", "back", "forward"].contains(button) else { throw .noAction("mouse: \(word)") }
    return Self.button + button
  }
}
