/// Writes what was imported as a rules file.
struct RulesWriter {
  let format: Format
  /// The source's name.
  let file: String
  let arrangement: Arrangement

  var text: String {
    var lines = header.map(TOMLText.comment)
    for group in settings + zones { lines += [""] + group }
    var before: (last: Int, isOpen: Bool)?
    for (place, entry) in arrangement.entries {
      // Comments stay with what they stood before.
      let isApart = before.map { !$0.isOpen || place.lowerBound > $0.last + 1 } ?? true
      if isApart { lines.append("") }
      switch entry {
      case .comment(let text): lines.append(TOMLText.comment(text))
      case .remark(let remark): lines.append(TOMLText.comment(Wording.notCarried(remark, place)))
      case .section(let section): lines += section.text
      }
      before = (place.upperBound, entry.isOpen)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    Wording.header(format, file: file) + [Wording.count(arrangement.carried, of: arrangement.total)]
      + Wording.difference(format)
  }

  private var zones: [[String]] {
    arrangement.zones.map { zone in
      ["[zone.\(zone.name)]"] + zone.settings.map { "\($0.key) = \($0.value.text)" }
    }
  }

  /// `[defaults…]`, each with its settings.
  private var settings: [[String]] {
    var groups: [(section: String, lines: [String])] = []
    for (line, setting) in arrangement.settings {
      let lines = [
        TOMLText.comment(Wording.setting(setting, line: line)),
        "\(setting.key) = \(TOMLValue.string(setting.value).text)",
      ]
      if let place = groups.firstIndex(where: { $0.section == setting.section }) {
        groups[place].lines += lines
      } else {
        groups.append((setting.section, lines))
      }
    }
    return groups.map { ["[\($0.section)]"] + $0.lines }
  }
}

extension Arrangement.Entry {
  /// Whether what follows belongs to it.
  fileprivate var isOpen: Bool {
    switch self {
    case .comment: true
    case .remark, .section: false
    }
  }
}
