import Formats
import Text

// Lua, also inside of Nix
extension HyprgrassImporter {
  mutating func readLua(_ source: ConfigText) {
    let isNix = source.text.includes("mkLua")
    let script = SourceTokens(source.text, isNix ? .nix : .lua)
    for comment in script.comments {
      let text = isNix ? comment.text.withoutHash : String(comment.text.dropFirst(2)).trimmingSpace
      items.append(ImportedItem(comment.lines, .comment(text)))
    }
    var functions: Set<String> = ["hl.plugin.hyprgrass", "plugin.hyprgrass", "hl.plugin"]
    var isGesture = false
    // Whether only brackets and tables have followed the last function, so that the next table is its argument.
    var isCall = false
    var index = 0
    let tokens = script.tokens
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      let name = String(token.text.split(separator: ".").last ?? "")
      let owner = String(token.text.dropLast(name.count + 1))
      if token.text == "hl.plugin.hyprgrass", index > 2, tokens.sign(index - 2) == "=" {
        // local g = hl.plugin.hyprgrass
        functions.insert(tokens[index - 3].text)
      } else if functions.contains(owner), name == "bind" || name == "gesture" {
        (isCall, isGesture) = (true, name == "gesture")
        if tokens.sign(index) == "(", index + 1 < tokens.count, tokens[index + 1].isText { addCall(tokens, &index) }
      } else if isCall, tokens.sign(index - 1) == "{" {
        index -= 1
        let table = LuaTable(tokens, &index)
        let keys = table.entries.keys
        if keys.contains("pattern") || keys.contains("gesture") {
          add(table, isGesture: isGesture, token.first...max(token.first, table.last))
        }
      } else if isCall, !token.isText, ["(", "=", "[", ","].contains(token.text) {
        continue
      } else if ["hyprgrass", "touch_gestures", "config.plugin.hyprgrass"].contains(token.text) {
        var behind = index + 1
        guard tokens.sign(index) == "=", tokens.sign(behind) == "{" else { continue }
        items.claim(token.first...token.first)
        for (key, value) in LuaTable(tokens, &behind).entries.sorted(by: { $0.key < $1.key }) where value.count == 1 {
          addSetting(key, value[0].text, value[0].first)
        }
        index = behind
      } else {
        isCall = false
      }
    }
    for (number, line) in source.lines.enumerated() {
      let bare = line.trimmingSpace
      let isFrame =
        ["hl.config({", "hl.config {", "plugin = {"].contains(bare) || bare.allSatisfy { "{}(),;[]".contains($0) }
      if isFrame { items.claim(number + 1...number + 1) }
    }
  }

  /// Adds a call's gesture, as in `bind("edge:r:l", hl.dsp.no_op(), { mouse = true })`. Moves `index` past the action.
  private mutating func addCall(_ tokens: [SourceTokens.Token], _ index: inout Int) {
    let (pattern, first) = (tokens[index + 1].text, tokens[index].first)
    var action: [SourceTokens.Token] = []
    var depth = 0
    index += 3
    while index < tokens.count, depth > 0 || tokens.sign(index) != ",", depth > 0 || tokens.sign(index) != ")" {
      if ["(", "{"].contains(tokens.sign(index)) { depth += 1 }
      if [")", "}"].contains(tokens.sign(index)) { depth -= 1 }
      action.append(tokens[index])
      index += 1
    }
    var behind = index + 1
    let options = LuaTable(tokens, &behind)
    add(
      pattern.split(separator: ":").map(String.init), options, action: action, isGesture: false,
      "hyprgrass.bind \(pattern)", first...max(first, action.last?.last ?? first))
  }

  private mutating func add(_ table: LuaTable, isGesture: Bool, _ lines: ClosedRange<Int>) {
    var index = 0
    let pattern = LuaTable(table.entries["pattern"] ?? table.entries["gesture"] ?? [], &index)
    var parts = (table.word("pattern") ?? table.word("gesture") ?? "").split(separator: ":").map(String.init)
    if let kind = pattern.word("kind") {
      parts = [kind, pattern.word(kind == "edge" ? "origin" : "fingers") ?? ""]
      if let direction = pattern.word("direction") { parts.append(direction) }
    }
    let words = "hyprgrass." + (isGesture ? "gesture" : "bind") + " " + parts.joined(separator: " ")
    add(parts, table, action: table.entries["action"] ?? [], isGesture: isGesture, words, lines)
    if pattern.word("kind") == "edge", let fingers = pattern.word("fingers"), gestures.last?.lines == lines {
      gestures[gestures.count - 1].fingers = fingers
    }
  }

  private mutating func add(
    _ pattern: [String], _ options: LuaTable, action: [SourceTokens.Token], isGesture: Bool, _ words: String,
    _ lines: ClosedRange<Int>
  ) {
    items.claim(lines)
    guard pattern.count > 1, let action = Self.action(action, options, isGesture: isGesture) else {
      let reason =
        pattern.count > 1
        ? "its action is missing, or code computes it; gesture-bridge needs a fixed action" : HyprgrassWording.fewFields
      return items.remark(lines.lowerBound, words, reason, isGesture: true)
    }
    let isMouse = options.word("mouse") == "true"
    gestures.append(HyprgrassGesture(pattern, options.word("mod") ?? "", isMouse: isMouse, action, words, lines))
  }

  /// The action in `tokens`. Nil if the tokens aren't a fixed action, for example if the action is computed.
  private static func action(
    _ tokens: [SourceTokens.Token], _ options: LuaTable, isGesture: Bool
  ) -> HyprgrassGesture.Action? {
    var tokens = tokens
    // mkLua "hl.dsp.window.close()"
    if tokens.count == 2, tokens[0].text == "mkLua" { tokens = SourceTokens(tokens[1].text, .lua).tokens }
    // function() hl.dispatch(hl.dsp.window.close()) end
    let (prefix, suffix) = (["function", "(", ")", "hl.dispatch", "("], [")", "end"])
    if tokens.prefix(5).map(\.text) == prefix, tokens.suffix(2).map(\.text) == suffix {
      tokens = Array(tokens.dropFirst(5).dropLast(2))
    }
    if tokens.count == 1, tokens[0].isText, isGesture {
      return .gesture(tokens[0].text, ["emulate_fingers", "workspace_name", "mode"].compactMap { options.word($0) })
    }
    guard let name = tokens.first, name.text.hasPrefix("hl.dsp."), !name.isText else { return nil }
    let arguments = tokens.dropFirst(2).dropLast().map(\.text)
    switch (name.text, arguments) {
    case ("hl.dsp.exec_cmd", _):
      return arguments.count == 1 && tokens[2].isText ? .dispatcher("exec", arguments[0]) : nil
    case ("hl.dsp.window.close", []): return .dispatcher("killactive", "")
    case ("hl.dsp.window.fullscreen", let words) where !words.contains("maximized"):
      return .dispatcher("fullscreen", "")
    case ("hl.dsp.window.fullscreen", _): return .dispatcher("fullscreen", "1")
    case ("hl.dsp.window.drag", []), ("hl.dsp.window.move", []): return .dispatcher("movewindow", "")
    case ("hl.dsp.window.resize", []): return .dispatcher("resizewindow", "")
    case ("hl.dsp.workspace", let words) where words.count == 1 && tokens[2].isText:
      return .dispatcher("workspace", words[0])
    case ("hl.dsp.focus", let words) where words.count == 5 && words[1] == "workspace":
      if OwnAction.of(.direct(["hyprctl", "dispatch", "workspace", words[3]])) != nil {
        return .dispatcher("workspace", words[3])
      }
    default: break
    }
    // Any other name is a variable of the configuration, whose value isn't known here.
    let isPlain = tokens.indices.dropFirst().allSatisfy { place in
      tokens[place].isText
        || tokens[place].text != ".."
          && (tokens[place].text.first?.isLetter != true
            || tokens.sign(place + 1) == "=" || ["true", "false"].contains(tokens[place].text))
    }
    return isPlain ? .expression(tokens.map(\.source).joined()) : nil
  }
}

extension [SourceTokens.Token] {
  fileprivate func sign(_ index: Int) -> String? {
    indices.contains(index) && !self[index].isText ? self[index].text : nil
  }
}

/// The named values of a table of Lua or Nix, each as its tokens.
struct LuaTable {
  private(set) var entries: [String: [SourceTokens.Token]] = [:]
  private(set) var last = 1

  /// Reads the table that begins at `index`, and moves `index` past its end. Reads nothing if no table begins there.
  init(_ tokens: [SourceTokens.Token], _ index: inout Int) {
    guard tokens.sign(index) == "{" else { return }
    index += 1
    var depth = 0
    var key: String?
    while index < tokens.count {
      let token = tokens[index]
      let sign = tokens.sign(index) ?? ""
      last = token.last
      index += 1
      if sign == "}", depth == 0 { return }
      if depth == 0, sign == "," || sign == ";" { key = nil; continue }
      if ["{", "(", "[", "function", "if", "do"].contains(sign) { depth += 1 }
      if ["}", ")", "]", "end"].contains(sign) { depth -= 1 }
      if depth == 0, key == nil, tokens.sign(index) == "=" {
        key = token.text
        index += 1
      } else if let key {
        entries[key, default: []].append(token)
      }
    }
  }

  func word(_ key: String) -> String? {
    guard let tokens = entries[key], tokens.count == 1 else { return nil }
    return tokens[0].text
  }
}
