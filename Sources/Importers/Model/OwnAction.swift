import Bindings

/// gesture-bridge's own actions, and the commands of other programs that do the same.
enum OwnAction {
  static let nextWorkspace = ImportedCommand.own("workspace", .string("next"))
  static let previousWorkspace = ImportedCommand.own("workspace", .string("previous"))

  static func window(_ change: String) -> ImportedCommand { .own("window", .string(change)) }

  /// The action that presses keys, named as in X, one chord after another; nil if a name is unknown.
  static func keys(_ chords: [String]) -> ImportedCommand? {
    let isKnown = chords.allSatisfy { $0.split(separator: "+").allSatisfy { KeySymbol(name: String($0)) != nil } }
    guard isKnown, let first = chords.first else { return nil }
    return .own("keys", chords.count == 1 ? .string(first) : .list(chords.map(TOMLValue.string)))
  }

  /// The action for a button number of X; nil if the number is unknown. The buttons 4 to 7 are the wheel.
  static func click(_ button: Int) -> ImportedCommand? {
    switch button {
    case 1: .own("click", .string("left"))
    case 2: .own("click", .string("middle"))
    case 3: .own("click", .string("right"))
    case 4: .own("scroll", .string("up"))
    case 5: .own("scroll", .string("down"))
    case 6: .own("scroll", .string("left"))
    case 7: .own("scroll", .string("right"))
    case 8: .own("click", .string("back"))
    case 9: .own("click", .string("forward"))
    default: nil
    }
  }

  /// The action that does the same as a command; nil if no action does exactly the same.
  static func of(_ command: ImportedCommand) -> ImportedCommand? {
    switch command {
    case .own: nil
    case .direct(let words): of(words)
    case .shell(let line):
      if line.contains(where: { "$`&|;<>(){}*?~\n".contains($0) }) {
        nil
      } else {
        (try? PythonWords.split(line)).flatMap(of)
      }
    }
  }

  private static func of(_ words: [String]) -> ImportedCommand? {
    guard let program = words.first else { return nil }
    let rest = Array(words.dropFirst())
    return switch program {
    case "xdotool": ofXdotool(rest)
    case "wmctrl": ofWmctrl(rest)
    case "swaymsg", "i3-msg": ofSway(rest.flatMap { $0.split(separator: " ").map(String.init) })
    case "hyprctl": rest.first == "dispatch" ? ofHyprland(Array(rest.dropFirst())) : nil
    case "niri": rest.prefix(2) == ["msg", "action"] ? ofNiri(Array(rest.dropFirst(2))) : nil
    case "qdbus", "qdbus6": ofKWin(rest)
    case "playerctl": rest.count == 1 && players.contains(rest[0]) ? .own("media", .string(rest[0])) : nil
    case "wpctl": ofWpctl(rest)
    case "pactl": ofPactl(rest)
    case "amixer": ofAmixer(rest)
    case "brightnessctl": ofBrightnessctl(rest)
    case "light": ofLight(rest)
    case "wtype": rest.count == 1 && !rest[0].hasPrefix("-") ? .own("type", .string(rest[0])) : nil
    default: nil
    }
  }

  /// The workspace numbers that the rules allow.
  private static let workspaces = 1...99

  private static func workspace(_ number: Int?) -> ImportedCommand? {
    guard let number, workspaces.contains(number) else { return nil }
    return .own("workspace", .integer(number))
  }

  /// The action for a workspace whose number is counted from 0.
  private static func workspace(afterZero number: String) -> ImportedCommand? {
    Int(number).flatMap { $0 < workspaces.upperBound ? workspace($0 + 1) : nil }
  }

  private static func ofXdotool(_ words: [String]) -> ImportedCommand? {
    switch words.first {
    case "key":
      let chords = words.dropFirst().filter { $0 != "--clearmodifiers" && $0 != "--" }
      return chords.contains { $0.hasPrefix("-") } ? nil : keys(Array(chords))
    case "click": return words.count == 2 ? Int(words[1]).flatMap(click) : nil
    case "type": return words.count == 2 && !words[1].hasPrefix("-") ? .own("type", .string(words[1])) : nil
    case "set_desktop":
      switch words.dropFirst().filter({ $0 != "--" }) {
      case ["--relative", "1"]: return nextWorkspace
      case ["--relative", "-1"]: return previousWorkspace
      case let number where number.count == 1: return workspace(afterZero: number[0])
      default: return nil
      }
    case "getactivewindow":
      switch words.dropFirst() {
      case ["windowminimize"]: return window("minimize")
      case ["windowclose"]: return window("close")
      default: return nil
      }
    default: return nil
    }
  }

  private static func ofWmctrl(_ words: [String]) -> ImportedCommand? {
    switch words {
    case ["-c", ":ACTIVE:"]: return window("close")
    case ["-r", ":ACTIVE:", "-b", "toggle,fullscreen"]: return window("fullscreen")
    case ["-r", ":ACTIVE:", "-b", "toggle,maximized_vert,maximized_horz"],
      ["-r", ":ACTIVE:", "-b", "toggle,maximized_horz,maximized_vert"]:
      return window("maximize")
    case let words where words.count == 2 && words[0] == "-s": return workspace(afterZero: words[1])
    default: return nil
    }
  }

  private static func ofSway(_ words: [String]) -> ImportedCommand? {
    switch words {
    case ["workspace", "next"], ["workspace", "next_on_output"]: return nextWorkspace
    case ["workspace", "prev"], ["workspace", "prev_on_output"]: return previousWorkspace
    case ["kill"]: return window("close")
    case ["fullscreen"], ["fullscreen", "toggle"]: return window("fullscreen")
    case let words where words.first == "workspace" && words.count == 2: return workspace(Int(words[1]))
    case let words where words.prefix(2) == ["workspace", "number"] && words.count == 3: return workspace(Int(words[2]))
    default: return nil
    }
  }

  private static func ofHyprland(_ words: [String]) -> ImportedCommand? {
    switch words {
    case ["workspace", "+1"], ["workspace", "e+1"], ["workspace", "r+1"], ["workspace", "m+1"]: return nextWorkspace
    case ["workspace", "-1"], ["workspace", "e-1"], ["workspace", "r-1"], ["workspace", "m-1"]: return previousWorkspace
    case ["killactive"]: return window("close")
    case ["fullscreen"], ["fullscreen", "0"]: return window("fullscreen")
    case ["fullscreen", "1"]: return window("maximize")
    case let words where words.first == "workspace" && words.count == 2: return workspace(Int(words[1]))
    default: return nil
    }
  }

  private static func ofNiri(_ words: [String]) -> ImportedCommand? {
    switch words {
    case ["focus-workspace-down"]: nextWorkspace
    case ["focus-workspace-up"]: previousWorkspace
    case ["close-window"]: window("close")
    case ["fullscreen-window"]: window("fullscreen")
    case ["toggle-overview"]: .own("overview", .string("toggle"))
    default: nil
    }
  }

  private static func ofKWin(_ words: [String]) -> ImportedCommand? {
    switch words {
    case ["org.kde.KWin", "/KWin", "nextDesktop"], ["org.kde.KWin", "/KWin", "org.kde.KWin.nextDesktop"]: nextWorkspace
    case ["org.kde.KWin", "/KWin", "previousDesktop"], ["org.kde.KWin", "/KWin", "org.kde.KWin.previousDesktop"]:
      previousWorkspace
    default: nil
    }
  }

  // MARK: Levels

  private static let players = ["play-pause", "play", "pause", "stop", "next", "previous"]

  private static func ofWpctl(_ words: [String]) -> ImportedCommand? {
    switch words {
    case ["set-mute", "@DEFAULT_AUDIO_SINK@", "toggle"], ["set-mute", "@DEFAULT_SINK@", "toggle"]:
      return .own("volume", .string("mute"))
    case let words where words.count == 3 && words[0] == "set-volume" && words[1].hasPrefix("@DEFAULT_"):
      return level("volume", words[2])
    default: return nil
    }
  }

  private static func ofPactl(_ words: [String]) -> ImportedCommand? {
    guard words.count == 3, words[1] == "@DEFAULT_SINK@" else { return nil }
    return switch words[0] {
    case "set-sink-volume": level("volume", words[2])
    case "set-sink-mute": words[2] == "toggle" ? .own("volume", .string("mute")) : nil
    default: nil
    }
  }

  private static func ofAmixer(_ words: [String]) -> ImportedCommand? {
    let words = words.filter { $0 != "-q" && $0 != "-D" && $0 != "pulse" }
    guard words.count == 3, words[0] == "set" || words[0] == "sset", words[1] == "Master" else { return nil }
    return words[2] == "toggle" ? .own("volume", .string("mute")) : level("volume", words[2])
  }

  private static func ofBrightnessctl(_ words: [String]) -> ImportedCommand? {
    guard words.count == 2, words[0] == "set" || words[0] == "s" else { return nil }
    return level("brightness", words[1])
  }

  private static func ofLight(_ words: [String]) -> ImportedCommand? {
    guard words.count == 2, let sign = ["-A": "+", "-U": "-", "-S": ""][words[0]] else { return nil }
    return level("brightness", "\(sign)\(words[1])%")
  }

  /// Reads a change or a value in percent, such as `5%+`, `+5%`, `0.05+` or `40%`; nil for raw values.
  private static func level(_ key: String, _ text: String) -> ImportedCommand? {
    let sign = text.contains("+") ? "+" : text.contains("-") ? "-" : ""
    let digits = text.filter { $0 != "+" && $0 != "-" && $0 != "%" }
    guard let number = Double(digits) else { return nil }
    guard text.contains("%") || digits.includes(".") else { return nil }
    let percent = text.contains("%") ? number : number * 100
    return (0...100).contains(percent) ? .own(key, .string("\(sign)\(Quantity.decimal(percent)) %")) : nil
  }
}
