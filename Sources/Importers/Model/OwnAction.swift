import Bindings
import Text

/// gesture-bridge's own actions, and the commands of other programs that these actions can replace.
enum OwnAction {
  static let nextWorkspace = ImportedCommand.own("workspace", .string("next"))
  static let previousWorkspace = ImportedCommand.own("workspace", .string("previous"))
  static let overview = ImportedCommand.own("overview", .string("toggle"))
  private static let mute = ImportedCommand.own("volume", .string("mute"))

  static func window(_ change: String) -> ImportedCommand { .own("window", .string(change)) }

  /// The action that presses `chords`, which consist of X's key names. Nil without chords, or if a name is unknown.
  static func keys(_ chords: [String]) -> ImportedCommand? {
    let isKnown = chords.allSatisfy { $0.split(separator: "+").allSatisfy { KeySymbol(name: String($0)) != nil } }
    guard isKnown, let first = chords.first else { return nil }
    return .own("keys", chords.count == 1 ? .string(first) : .list(chords.map(TOMLValue.string)))
  }

  /// The action for a mouse button, by its number in X11: a click or a scroll. Nil if the number is unknown.
  static func click(_ button: Int) -> ImportedCommand? {
    let names = ["left", "middle", "right", "up", "down", "left", "right", "back", "forward"]
    guard (1...names.count).contains(button) else { return nil }
    return .own((4...7).contains(button) ? "scroll" : "click", .string(names[button - 1]))
  }

  /// The action for the workspace with the number `text`; the first workspace has the number `first`. Nil if `text` has
  /// a sign, isn't a whole number, or isn't the number of one of the first 99 workspaces.
  private static func workspace(_ text: String, from first: Int) -> ImportedCommand? {
    // With a sign, the number is a distance.
    guard text.first?.isNumber ?? false, let number = Int(text), (1...99).contains(number &+ 1 &- first) else {
      return nil
    }
    return .own("workspace", .integer(number + 1 - first))
  }

  // MARK: Commands

  /// The action that does the same as a command. Nil if there is no such action.
  static func of(_ command: ImportedCommand) -> ImportedCommand? { words(of: command).flatMap(of) }

  /// The words of a command. Nil if only a shell understands the command, for invalid quoting, and for own actions.
  private static func words(of command: ImportedCommand) -> [String]? {
    switch command {
    case .own, .several: return nil
    case .direct(let words): return words
    case .shell(let line):
      return line.contains { "$`&|;<>(){}*?~\n".contains($0) } ? nil : try? PythonWords.split(line)
    }
  }

  /// A click or scroll while a key is down, as in `xdotool keydown ctrl click 5 keyup ctrl`. Nil for other commands.
  static func whileHeld(_ command: ImportedCommand) -> ImportedCommand? {
    guard let words = words(of: command), words.count == 7, words[0...1] == ["xdotool", "keydown"],
      words[3] == "click", words[5] == "keyup", words[6] == words[2], KeySymbol(name: words[2]) != nil
    else { return nil }
    return Int(words[4]).flatMap(click).map { .several([.init("hold", words[2])] + $0.effects) }
  }

  private static func of(_ words: [String]) -> ImportedCommand? {
    guard let program = words.first?.split(separator: "/").last else { return nil }
    let name = ["i3-msg": "swaymsg", "qdbus6": "qdbus"][program] ?? String(program)
    var rest = Array(words.dropFirst())
    switch name {
    case "swaymsg": rest = rest.flatMap { $0.split(separator: " ").map(String.init) }
    case "amixer": rest.removeAll { ["-q", "-D", "pulse"].contains($0) }
    case "ydotool" where rest.first == "key": return ofYdotool(rest.dropFirst())
    case "ydotool" where rest.first == "mousemove": rest.removeAll { $0 == "--" }
    case "wtype": if let command = ofWtype(rest) { return command }
    case "xdotool" where rest.first == "key":
      let chords = rest.dropFirst().filter { $0 != "--clearmodifiers" && $0 != "--" }
      return chords.contains { $0.hasPrefix("-") } ? nil : keys(Array(chords))
    case "xdotool"
    where rest.count == 6 && rest[0] == "keydown" && rest[2] == "key" && rest[4...] == ["keyup", rest[1]]:
      return keys(["\(rest[1])+\(rest[3])"])
    case "xdotool" where rest.first == "set_desktop": rest.removeAll { $0 == "--" }
    case "qdbus" where rest.count == 4 && rest[0] == "org.kde.kglobalaccel" && rest[2].hasSuffix("invokeShortcut"):
      return PlasmaShortcut.own["\(rest[1].split(separator: "/").last ?? ""),\(rest[3])"]
    default: break
    }
    let whole = ([name] + rest).joined(separator: " ")
    if let command = same[whole] { return command }
    // Only the last word of these commands can have a blank.
    guard let value = rest.last else { return nil }
    return withValue[([name] + rest.dropLast()).joined(separator: " ")].flatMap { $0(value) }
  }

  static func button(_ command: ImportedCommand, _ verb: String) -> Int? {
    guard let words = words(of: command) else { return nil }
    return words.count == 3 && words[0] == "xdotool" && words[1] == verb ? Int(words[2]) : nil
  }

  private static let same: [String: ImportedCommand] = [
    "xdotool set_desktop --relative 1": nextWorkspace, "xdotool set_desktop --relative -1": previousWorkspace,
    "swaymsg workspace next": nextWorkspace, "swaymsg workspace prev": previousWorkspace,
    "swaymsg workspace next_on_output": nextWorkspace, "swaymsg workspace prev_on_output": previousWorkspace,
    "hyprctl dispatch workspace +1": nextWorkspace, "hyprctl dispatch workspace -1": previousWorkspace,
    "hyprctl dispatch workspace e+1": nextWorkspace, "hyprctl dispatch workspace e-1": previousWorkspace,
    "hyprctl dispatch workspace r+1": nextWorkspace, "hyprctl dispatch workspace r-1": previousWorkspace,
    "hyprctl dispatch workspace m+1": nextWorkspace, "hyprctl dispatch workspace m-1": previousWorkspace,
    "niri msg action focus-workspace-down": nextWorkspace, "niri msg action focus-workspace-up": previousWorkspace,
    "qdbus org.kde.KWin /KWin nextDesktop": nextWorkspace,
    "qdbus org.kde.KWin /KWin previousDesktop": previousWorkspace,
    "qdbus org.kde.KWin /KWin org.kde.KWin.nextDesktop": nextWorkspace,
    "qdbus org.kde.KWin /KWin org.kde.KWin.previousDesktop": previousWorkspace,
    "xdotool getactivewindow windowclose": window("close"), "wmctrl -c :ACTIVE:": window("close"),
    "swaymsg kill": window("close"), "hyprctl dispatch killactive": window("close"),
    "niri msg action close-window": window("close"), "hyprctl dispatch hl.dsp.window.close()": window("close"),
    "xdotool getactivewindow windowminimize": window("minimize"),
    "wmctrl -r :ACTIVE: -b toggle,fullscreen": window("fullscreen"), "swaymsg fullscreen": window("fullscreen"),
    "swaymsg fullscreen toggle": window("fullscreen"), "hyprctl dispatch fullscreen": window("fullscreen"),
    "hyprctl dispatch fullscreen 0": window("fullscreen"), "niri msg action fullscreen-window": window("fullscreen"),
    "hyprctl dispatch hl.dsp.window.fullscreen()": window("fullscreen"),
    "wmctrl -r :ACTIVE: -b toggle,maximized_vert,maximized_horz": window("maximize"),
    "wmctrl -r :ACTIVE: -b toggle,maximized_horz,maximized_vert": window("maximize"),
    "hyprctl dispatch fullscreen 1": window("maximize"), "niri msg action toggle-overview": overview,
    "niri msg action open-overview": .own("overview", .string("show")),
    "niri msg action close-overview": .own("overview", .string("hide")),
    "qdbus org.kde.KWin /Effects toggleEffect overview": overview,
    "ydotool mousemove --wheel 0 1": .own("scroll", .string("up")),
    "ydotool mousemove --wheel 0 -1": .own("scroll", .string("down")),
    "ydotool mousemove --wheel -x 0 -y 1": .own("scroll", .string("up")),
    "ydotool mousemove --wheel -x 0 -y -1": .own("scroll", .string("down")),
    "wpctl set-mute @DEFAULT_AUDIO_SINK@ toggle": mute, "wpctl set-mute @DEFAULT_SINK@ toggle": mute,
    "pactl set-sink-mute @DEFAULT_SINK@ toggle": mute, "amixer set Master toggle": mute,
    "amixer sset Master toggle": mute,
  ]
  private static let players = ["play-pause", "play", "pause", "stop", "next", "previous"]

  private static let withValue: [String: @Sendable (String) -> ImportedCommand?] = [
    "playerctl": { players.contains($0) ? .own("media", .string($0)) : nil },
    "xdotool click": { Int($0).flatMap(click) },
    "xdotool type": { $0.hasPrefix("-") ? nil : .own("type", .string($0)) },
    "ydotool type": { .own("type", .string($0)) },
    "wtype": { $0.hasPrefix("-") ? nil : .own("type", .string($0)) },
    "xdotool set_desktop": { workspace($0, from: 0) },
    "wmctrl -s": { workspace($0, from: 0) },
    "swaymsg workspace": { workspace($0, from: 1) },
    "swaymsg workspace number": { workspace($0, from: 1) },
    "hyprctl dispatch workspace": { workspace($0, from: 1) },
    "wpctl set-volume @DEFAULT_AUDIO_SINK@": { level("volume", $0) },
    "wpctl set-volume @DEFAULT_SINK@": { level("volume", $0) },
    "pactl set-sink-volume @DEFAULT_SINK@": { level("volume", $0) },
    "amixer set Master": { level("volume", $0) },
    "amixer sset Master": { level("volume", $0) },
    "brightnessctl set": { level("brightness", $0) },
    "brightnessctl s": { level("brightness", $0) },
    "light -A": { level("brightness", "+\($0)%") },
    "light -U": { level("brightness", "-\($0)%") },
    "light -S": { level("brightness", "\($0)%") },
  ]

  /// Reads a level: `5%+`, `+5%`, `0.05+` or `40%`. Nil above 100 %, for whole numbers without `%`, and for other text.
  private static func level(_ key: String, _ text: String) -> ImportedCommand? {
    let sign = text.contains("+") ? "+" : text.contains("-") ? "-" : ""
    let digits = text.filter { $0 != "+" && $0 != "-" && $0 != "%" }
    guard let number = Double(digits), text.contains("%") || digits.includes(".") else { return nil }
    let percent = text.contains("%") ? number : number * 100
    return (0...100).contains(percent) ? .own(key, .string("\(sign)\(Quantity.decimal(percent)) %")) : nil
  }

  /// The action of `ydotool key`, as in `46:1 46:0`, or `c` in older versions. Nil without keys, with options, if a key
  /// is unknown or stays down, or if a key goes up that isn't down.
  private static func ofYdotool(_ events: ArraySlice<String>) -> ImportedCommand? {
    guard let first = events.first, !first.hasPrefix("-") else { return nil }
    guard first.contains(":") else { return keys(Array(events)) }
    var chords: [String] = []
    var down: [String] = []
    var isRising = false
    for event in events {
      let parts = event.split(separator: ":")
      guard parts.count == 2, let key = Int(parts[0]).flatMap(KernelKeys.symbol) else { return nil }
      if parts[1] == "1" {
        down.append(key)
      } else if let place = down.lastIndex(of: key) {
        // The first key that goes up ends the chord.
        if isRising { chords.append(down.joined(separator: "+")) }
        down.remove(at: place)
      } else {
        return nil
      }
      isRising = parts[1] == "1"
    }
    return down.isEmpty ? keys(chords) : nil
  }

  /// The action for `wtype` options such as `-M ctrl -k Left`. Nil unless all are known and press one known chord.
  private static func ofWtype(_ words: [String]) -> ImportedCommand? {
    var held: [String] = []
    var chords: [String] = []
    var rest = words[...]
    while let option = rest.popFirst() {
      guard let name = rest.popFirst() else { return nil }
      let modifier = name == "logo" ? "super" : name
      switch option {
      case "-M": held.append(modifier)
      case "-m": held.removeAll { $0 == modifier }
      case "-k", "-P": chords.append((held + [name]).joined(separator: "+"))
      case "-p" where held.isEmpty: break
      default: return nil
      }
    }
    return chords.count == 1 ? keys(chords) : nil
  }
}

/// Turns Plasma's global shortcuts into gesture-bridge's actions, or into commands that invoke the shortcuts.
enum PlasmaShortcut {
  static let own: [String: ImportedCommand] = [
    "kwin,Window Close": OwnAction.window("close"), "kwin,Window Maximize": OwnAction.window("maximize"),
    "kwin,Window Minimize": OwnAction.window("minimize"), "kwin,Window Fullscreen": OwnAction.window("fullscreen"),
    "kwin,Window Quick Tile Left": OwnAction.window("left"), "kwin,Window Quick Tile Right": OwnAction.window("right"),
    "kwin,Overview": OwnAction.overview,
    "kwin,Switch to Next Desktop": OwnAction.nextWorkspace,
    "kwin,Switch to Previous Desktop": OwnAction.previousWorkspace,
    "mediacontrol,playpausemedia": .own("media", .string("play-pause")),
    "mediacontrol,nextmedia": .own("media", .string("next")),
    "mediacontrol,previousmedia": .own("media", .string("previous")),
    "mediacontrol,stopmedia": .own("media", .string("stop")), "kmix,mute": .own("volume", .string("mute")),
  ]
  private static let inOneRow = [
    "kwin,Switch One Desktop to the Right": OwnAction.nextWorkspace,
    "kwin,Switch One Desktop to the Left": OwnAction.previousWorkspace,
    "kwin,Switch One Desktop Down": OwnAction.nextWorkspace, "kwin,Switch One Desktop Up": OwnAction.previousWorkspace,
  ]

  /// The action for `COMPONENT,NAME`, or a command that invokes this shortcut; also notes. Throws for other text.
  static func command(_ text: String) throws(ImportRefusal) -> (ImportedCommand, [String]) {
    let parts = text.split(separator: ",", maxSplits: 1).map { String($0).trimmingSpace }
    guard parts.count == 2, parts[0].unicodeScalars.allSatisfy({ $0.isWordLike || "-.".unicodeScalars.contains($0) })
    else { throw .noAction("plasma_shortcut: \(text.oneLine)") }
    let name = parts.joined(separator: ",")
    if let command = own[name] { return (command, []) }
    if let command = inOneRow[name] { return (command, [ImportWording.inOneRow(parts[1])]) }
    let desktop = "kwin,Switch to Desktop "
    if name.hasPrefix(desktop), let number = Int(name.dropFirst(desktop.count)), (1...20).contains(number) {
      return (.own("workspace", .integer(number)), [])
    }
    let component = String(parts[0].map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let call = ["busctl", "--user", "call", "org.kde.kglobalaccel", "/component/\(component)"]
    return (.direct(call + ["org.kde.kglobalaccel.Component", "invokeShortcut", "s", parts[1]]), [])
  }
}
