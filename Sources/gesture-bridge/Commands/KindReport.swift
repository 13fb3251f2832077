import Bindings
import GestureCore

/// A kind of gesture in words, for people who write rules: what it is, what it needs and reports, and all its settings.
struct KindReport {
  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  /// For the terminal.
  var text: String {
    let facts = self.facts.map { "  \($0.name): \($0.text).\n" }.joined()
    return "\(kind.name)  (\(states))\n  \(kind.summary)\n\(facts)"
      + kind.allSettings.map { "\n" + Self.lines($0) }.joined()
  }

  /// A section of a Markdown document.
  var markdown: String {
    let facts = self.facts.map { "- \($0.name): \($0.text).\n" }.joined()
    let rows = kind.allSettings.map { "\(Self.row($0))\n" }.joined()
    return """
      ## \(kind.name)

      \(Self.cell(kind.summary))

      - States: \(states).
      \(facts)
      | setting | unit | allowed | on touchscreens | on touchpads | what it is | where the figure is from |
      |---|---|---|---|---|---|---|
      \(rows)
      """
  }

  var states: String { kind.isDiscrete ? "recognized once" : "begins, changes, ends" }

  /// What there is to say beside the settings.
  var facts: [(name: String, text: String)] {
    [
      ("Fingers", fingers),
      (kind.isDiscrete ? "Recognized" : "Begins", moment),
      ("Reports", (["fingers", "place"] + kind.reports.words).listed("and")),
      ("Needs", needs),
    ]
  }

  private var moment: String {
    func moment(_ isMadeByLifting: Bool) -> String { isMadeByLifting ? "when they lift" : "before they lift" }
    let usual = kind.traits.isMadeByLifting(Settings(kind, for: .touchscreen))
    let others = kind.settings.filter { setting in
      setting.shape.samples.contains { value in
        let settings = Settings(kind, for: .touchscreen, layers: [[setting.name: value]])
        return kind.traits.isMadeByLifting(settings) != usual
      }
    }
    guard !others.isEmpty else { return moment(usual) }
    return "\(moment(usual)); depending on \(others.map { "`\($0.name)`" }.listed("and")), \(moment(!usual))"
  }

  private var needs: String {
    guard kind.fingers != nil else { return "what these need" }
    let always = kind.needs(Settings(kind, for: .touchscreen))
    let words = always.words
    let more = kind.settings.compactMap { setting -> String? in
      let extra = needs(with: setting).subtracting(always).words
      return extra.isEmpty ? nil : "; depending on `\(setting.name)`, one that tells \(extra.listed("and"))"
    }
    return (words.isEmpty ? "any touch device" : "a device that tells \(words.listed("and"))") + more.joined()
  }

  /// What any of the setting's values asks for.
  private func needs(with setting: SettingDeclaration) -> Capabilities {
    setting.shape.samples.reduce([]) { needs, value in
      needs.union(kind.needs(Settings(kind, for: .touchscreen, layers: [[setting.name: value]])))
    }
  }

  private var fingers: String {
    guard let fingers = kind.fingers else { return "those of the gestures it is made of" }
    return fingers.count == 1 ? "\(fingers.lowerBound)" : "\(fingers.lowerBound) to \(fingers.upperBound)"
  }

  private static func lines(_ setting: SettingDeclaration) -> String {
    """
      \(setting.name) = \(standards(setting))
          \(setting.summary)
          Allowed: \(setting.shape.rangeText). From: \(setting.origin).

    """
  }

  private static func row(_ setting: SettingDeclaration) -> String {
    let cells = [
      "`\(setting.name)`", setting.shape.unitText, setting.shape.rangeText,
      "`\(setting.touchscreen.written(in: setting.shape))`", "`\(setting.touchpad.written(in: setting.shape))`",
      setting.summary, setting.origin,
    ]
    return "| \(cells.map(cell).joined(separator: " | ")) |"
  }

  /// The defaults as they are written in a rules file.
  static func standards(_ setting: SettingDeclaration) -> String {
    let touchscreen = setting.touchscreen.written(in: setting.shape)
    let touchpad = setting.touchpad.written(in: setting.shape)
    return touchscreen == touchpad ? touchscreen : "\(touchscreen) on touchscreens, \(touchpad) on touchpads"
  }

  /// Text that is safe in a Markdown table.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
  }
}

extension KindReport {
  /// The document of all kinds.
  static func document(_ kinds: [Kind]) -> String {
    """
    # The kinds of gesture

    <!-- Written by `gesture-bridge gestures --markdown`, from what each kind declares. -->

    Settings stand in a rule (`[gesture.NAME]`), or for many rules at once in `[defaults]`, `[defaults.touchpad]` and
    `[device."PATTERN"]`. A quantity is a string with its unit: `"12 mm"`, `"300 ms"`.

    ```toml
    [gesture.hold]
    kind = "long-press"
    fingers = 3
    min-duration = "600 ms"               # of this gesture
    run = "notify-send hold"

    [defaults.touchpad]
    swipe.min-distance = "8 mm"           # of all swipes on touchpads
    ```

    `man 5 gesture-bridge` explains the rest of the file.


    """ + kinds.map { KindReport($0).markdown }.joined(separator: "\n")
  }
}
