/// The top line: the device, the mode, the rules file, and flags.
struct StatusLine {
  let line: StyledLine

  private static let gap = "   "

  init(_ state: ViewState, columns: Int) {
    var flags = StyledLine()
    for flag in Self.flags(state) {
      flags.add(" ")
      flags.add(" \(flag) ", Style.bold.reversed)
    }
    let name = state.device?.device.name
    var line = StyledLine(" ")
    line.add(ViewWording.device(name, Self.devicePosition(state), unreadable: state.model.unreadable), .bold)
    line.add(Self.gap)
    line.add(ViewWording.mode(state.model.mode))
    if let file = state.file { line.add("\(Self.gap)\(file)", .dim) }
    line.cut(to: max(0, columns - flags.width))
    line.pad(to: columns - flags.width)
    line.add(flags)
    self.line = line
  }

  private static func flags(_ state: ViewState) -> [String] {
    var flags: [String] = []
    let input = state.input
    flags += state.model.suspensionReasons
    if !input.filter.isEmpty, !input.isTyping { flags.append(ViewWording.filter(input.filter)) }
    if state.model.isPaused { flags.append(ViewWording.gesturesArePaused) }
    if input.isDry { flags.append(ViewWording.dry) }
    if let count = state.linesSincePause { flags.append(ViewWording.paused(count)) }
    return flags
  }

  /// Returns the shown device's number, from 1, and the number of devices. Nil if no device or the only one is shown.
  private static func devicePosition(_ state: ViewState) -> (Int, Int)? {
    let devices = state.model.devices
    guard devices.count > 1, let shown = state.device,
      let index = devices.firstIndex(where: { $0.device.id == shown.device.id })
    else { return nil }
    return (index + 1, devices.count)
  }
}

/// The bottom line: the keys, the last key's effect, or the typed filter.
struct KeyLine {
  private(set) var line = StyledLine()

  init(_ input: ViewInputState, columns: Int) {
    if input.isTyping {
      line.add(" \(ViewWording.typing) ", .bold)
      line.add(input.filter)
      line.add(" ", Style.plain.reversed)
      line.add("  \(ViewWording.typingKeys)", .dim)
    } else if let notice = input.notice {
      line.add(" \(notice)", .bold)
    } else {
      addKeys(columns)
    }
  }

  /// Adds as many keys as fit; quit and help come first.
  private mutating func addKeys(_ columns: Int) {
    for (key, word) in ViewWording.keys {
      var entry = StyledLine(" ")
      entry.add(key, .bold)
      entry.add(" \(word) ", .dim)
      if line.width + entry.width <= columns { line.add(entry) }
    }
  }
}
