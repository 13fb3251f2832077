/// Reads what lisgd is started with: a shell script with `lisgd … -g …` in it, or its config.h.
///
/// Source: <https://git.sr.ht/~mil/lisgd>, its manual page, `gestureexecute` and config.def.h.
struct LisgdImporter {
  let items: [ImportedItem]

  init(_ source: ConfigText) throws(ImportError) {
    let isHeader = source.text.contains(/Gesture\s+gestures\s*\[/)
    items = isHeader ? try LisgdHeader(source).items : LisgdScript(source).items
  }
}

/// A shell script in which lisgd is started.
struct LisgdScript {
  private(set) var items: [ImportedItem] = []
  private var settings = LisgdSettings()
  private var gestures: [LisgdGesture] = []
  /// The options for the screen's size, which only some gestures need.
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

  /// `lisgd` and its arguments, or a list of `-g …` for it that stands elsewhere.
  private mutating func read(_ command: [ShellWord]) {
    if let start = command.lastIndex(where: { $0.text == "lisgd" || $0.text.hasSuffix("/lisgd") }),
      start + 1 < command.count
    {
      for word in command[...start] { claim(word) }
      readOptions(Array(command[(start + 1)...]))
    } else {
      var rest = command[...]
      while let word = rest.popFirst() {
        guard word.text == "-g", let spec = rest.first, spec.text.contains(/^[0-9]+,[DLRU]{2,4},/) else { continue }
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
    do throws(LisgdGesture.Failure) {
      var gesture = try LisgdGesture(spec: word.text, line: word.first)
      for name in word.names {
        if let (line, _) = script.assignments[name] { gesture.notes.append(LisgdWording.scriptName(name, line)) }
      }
      gestures.append(gesture)
    } catch {
      let remark = Remark(text: word.text, reason: error.reason, isGesture: true)
      items.append(ImportedItem(word.first, .notCarried(remark)))
    }
  }

  private mutating func readSetting(_ option: ShellWord, _ value: ShellWord) {
    var words = "\(option.text) \(value.text)"
    if option.text == "-d" { return remark(option, words, LisgdWording.anyTouchscreen) }
    guard let number = script.number(value.text), number >= 0, number.isFinite else {
      return remark(option, words, LisgdWording.noNumber)
    }
    if Double(value.text) == nil { words += ", that is \(Quantity.decimal(number))" }
    switch option.text {
    case "-t": items += LisgdRules.threshold(number, words: words, line: option.first)
    case "-T": settings.pressedThreshold = number
    case "-r":
      settings.degrees = number
      items += LisgdRules.degrees(number, words: words, line: option.first)
    case "-m":
      settings.timeout = number
      items += LisgdRules.timeout(number, words: words, line: option.first)
    case "-o":
      settings.quarters = Int(min(number, 3))
      let text = LisgdWording.turned(words, settings.quarters)
      items.append(ImportedItem(option.first, number == 0 ? .structure : .comment(text)))
    case "-s":
      settings.scale = number
      items += LisgdRules.band(settings.band, words: words, line: option.first)
    case "-w":
      settings.width = number
      sizes.append((option, words))
    case "-h":
      settings.height = number
      sizes.append((option, words))
    default: break
    }
  }

  private mutating func claim(_ word: ShellWord) {
    items.append(ImportedItem(word.first...word.last, .structure))
  }

  private mutating func remark(_ word: ShellWord, _ text: String, _ reason: String) {
    items.append(ImportedItem(word.first, .notCarried(Remark(text: text, reason: reason))))
  }

  /// The rest of the script, block by block.
  private mutating func addRest(_ source: ConfigText) {
    let claimed = items.reduce(into: Set<Int>()) { $0.formUnion($1.lines) }
    for block in source.written.filter({ !claimed.contains($0) }).runs {
      let text = LisgdWording.shell(block.count)
      items.append(ImportedItem(block, .notCarried(Remark(text: text, reason: LisgdWording.noScript))))
    }
  }
}
