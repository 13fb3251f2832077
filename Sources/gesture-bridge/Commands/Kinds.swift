import ArgumentParser
import Bindings
import GestureCore

struct Kinds: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kinds",
    abstract: "List all kinds of gesture, or describe one kind: its settings, and why each has its default.",
    discussion: """
      Examples:
        gesture-bridge kinds
        gesture-bridge kinds swipe
      """)

  @Argument(help: "The kind to describe.", completion: .list(Catalogue.kinds.map(\.name)))
  var kind: String?

  @Flag(help: "Describe every kind.")
  var all = false

  @Flag(help: "Print the descriptions as Markdown; without a kind, of all kinds.")
  var markdown = false

  func validate() throws {
    guard let kind else { return }
    guard !all else { throw ValidationError("give a kind or --all, not both") }
    guard Catalogue.kind(named: kind) == nil else { return }
    throw ValidationError(Message.unknownKind(kind, Catalogue.kinds.map(\.name)))
  }

  func run() throws {
    let kinds = Catalogue.kinds.filter { kind == nil || $0.name == kind }
    let isOverview = kind == nil && !all
    StandardStreams.write(
      markdown
        ? KindReport.document(kinds)
        : isOverview ? KindReport.overview(kinds) : kinds.map { KindReport($0).text }.joined(separator: "\n"))
  }
}

/// The description of a kind for authors of rules.
struct KindReport {
  let kind: Kind

  init(_ kind: Kind) { self.kind = kind }

  var text: String {
    let facts = self.facts.map { "  \($0.name): \($0.text).\n" }.joined()
    return "\(kind.name)  (\(states))\n  \(kind.summary)\n\(facts)"
      + (["\n"] + kind.allSettings.map(Self.lines)).joined()
  }

  var markdown: String {
    let facts = self.facts.map { "- \($0.name): \($0.text).\n" }.joined()
    let rows = kind.allSettings.map { "\(Self.row($0))\n" }.joined()
    return """
      ## \(kind.name)

      \(Self.cell(kind.summary))

      - States: \(states).
      \(facts)
      | setting | unit | allowed | default on touchscreens | default on touchpads | meaning | origin of the default |
      |---|---|---|---|---|---|---|
      \(rows)
      """
  }

  var states: String { kind.isDiscrete ? "recognized once" : "begins, changes, ends" }

  var facts: [(name: String, text: String)] {
    [
      ("Fingers", kind.fingers.words),
      (kind.isDiscrete ? "Recognized" : "Begins", moment),
      ("Reports", (["fingers", "position"] + kind.reports.words).listed("and")),
      ("Needs", needs),
    ]
  }

  private var moment: String {
    func moment(_ isMadeByLifting: Bool) -> String {
      isMadeByLifting ? "when the fingers lift" : "before the fingers lift"
    }
    let usual = kind.traits.isMadeByLifting(Settings(kind, for: .touchscreen))
    let others = kind.settings.filter { setting in
      setting.shape.samples.contains { value in
        let settings = Settings(kind, for: .touchscreen, layers: [[setting.name: value]])
        return kind.traits.isMadeByLifting(settings) != usual
      }
    }
    guard !others.isEmpty else { return moment(usual) }
    return "\(moment(usual)); with some values of \(others.map { "`\($0.name)`" }.listed("and")), \(moment(!usual))"
  }

  private var needs: String {
    let always = kind.needs(Settings(kind, for: .touchscreen))
    let words = always.words
    let more = kind.settings.compactMap { setting -> String? in
      let extra = needs(with: setting).subtracting(always).words
      return extra.isEmpty
        ? nil : "; for some values of `\(setting.name)`, the device must report \(extra.listed("and"))"
    }
    return (words.isEmpty ? "any touch device" : "a device that reports \(words.listed("and"))") + more.joined()
  }

  /// All capabilities that a device needs for at least one value of the setting.
  private func needs(with setting: SettingDeclaration) -> Capabilities {
    setting.shape.samples.reduce([]) { needs, value in
      needs.union(kind.needs(Settings(kind, for: .touchscreen, layers: [[setting.name: value]])))
    }
  }

  private static func lines(_ setting: SettingDeclaration) -> String {
    """
      \(setting.name) = \(standards(setting))
          \(setting.summary)
          \(limits(setting))

    """
  }

  private static func limits(_ setting: SettingDeclaration) -> String {
    let reason = setting.touchscreen == .none ? "" : " Why this default: \(setting.reason)."
    return "Allowed: \(setting.shape.rangeText).\(reason)"
  }

  private static func row(_ setting: SettingDeclaration) -> String {
    let cells = [
      "`\(setting.name)`", setting.shape.unitText, setting.shape.rangeText,
      "`\(setting.touchscreen.written(in: setting.shape))`", "`\(setting.touchpad.written(in: setting.shape))`",
      setting.summary, setting.reason,
    ]
    return "| \(cells.map(cell).joined(separator: " | ")) |"
  }

  /// The setting's defaults as text. Each value is written as in a rules file.
  static func standards(_ setting: SettingDeclaration) -> String {
    let touchscreen = setting.touchscreen.written(in: setting.shape)
    let touchpad = setting.touchpad.written(in: setting.shape)
    return touchscreen == touchpad ? touchscreen : "\(touchscreen) on touchscreens, \(touchpad) on touchpads"
  }

  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
      .split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
  }
}

extension KindReport {
  static func overview(_ kinds: [Kind]) -> String {
    let width = kinds.map(\.name.count).max() ?? 0
    let lines = kinds.map { kind in
      "\(kind.name)\(String(repeating: " ", count: width - kind.name.count))  \(kind.summary)\n"
    }
    return lines.joined() + """

      `gesture-bridge kinds KIND` shows the settings of one kind; `gesture-bridge kinds --all` shows all settings.

      """
  }

  static func document(_ kinds: [Kind]) -> String {
    """
    # The kinds of gesture

    <!-- Written by `gesture-bridge kinds --markdown`, from what each kind declares. -->

    Settings are in a rule (`[gesture.NAME]`), or for many rules at once in sections such as `[defaults]`,
    `[defaults.touchpad]` and `[device.touchpad]`. A quantity is a string with its unit: `"12 mm"`, `"300 ms"`.

    ```toml
    [gesture.hold]
    kind = "long-press"
    fingers = 3
    min-duration = "600 ms"               # of this gesture
    run = "notify-send hold"

    [defaults.touchpad]
    swipe.min-distance = "8 mm"           # of all swipes on touchpads
    ```

    `man 5 gesture-bridge` explains the rest of `bindings.toml`.


    """ + kinds.map { KindReport($0).markdown }.joined(separator: "\n")
  }
}

extension ClosedRange<Int> {
  var words: String { count == 1 ? "\(lowerBound)" : "\(lowerBound) to \(upperBound)" }
}

extension SettingShape {
  /// Example values. For each capability that the setting can require, at least one of these values requires it.
  var samples: [SettingValue] {
    switch self {
    case .quantity(_, let range): [.quantity(range.lowerBound), .quantity(range.upperBound)]
    case .count(let range): [.count(range.lowerBound), .count(range.upperBound)]
    case .countRange(let range):
      [.countRange(range.lowerBound...range.lowerBound), .countRange(range.upperBound...range.upperBound)]
    case .choice(let names): names.map { .choice($0) }
    case .flag: [.flag(false), .flag(true)]
    case .path: [.path(StrokePath([.init(.line(.downRight)), .init(.line(.upRight))]))]
    case .templates: [.templates([StrokeTemplates(name: "any", strokes: [[.zero, Vector(1, 0)]])])]
    case .start: [.start(.landing), .start(.forcePress)]
    }
  }

  var unitText: String {
    switch self {
    case .quantity(let unit, _): unit.rawValue
    case .count, .countRange, .choice, .flag, .path, .templates, .start: "–"
    }
  }
}

extension ReportedValues {
  var words: [String] {
    let all: KeyValuePairs<ReportedValues, String> = [
      .taps: "taps", .translation: "movement", .velocity: "velocity", .scale: "scale", .rotation: "rotation",
      .pressure: "pressure", .direction: "direction", .corners: "corners", .hints: "hints", .button: "button",
    ]
    return all.filter { contains($0.key) }.map(\.value)
  }
}

extension KindReport {
  /// The manual page's part about kinds: shared settings, and a subsection for each kind.
  static func manual(_ kinds: [Kind]) -> String {
    let shared = commonSettings.map { settingItem($0) }.joined(separator: "\n")
    return """
      ## Settings of most kinds

      \(Scdoc.literal(CommonSettings.fingers.declaration.name)) = the smallest number that the kind allows
      	\(Scdoc.prose(CommonSettings.fingers.declaration.summary)) The section of each kind has the allowed numbers.

      \(shared)

      """ + kinds.map { KindReport($0).manual }.joined()
  }

  private static let commonSettings = [
    CommonSettings.landWithin.declaration, CommonSettings.liftWithin.declaration,
    CommonSettings.strictFingers.declaration,
  ]

  private var manual: String {
    let facts = ([("States", states)] + self.facts).map { Scdoc.prose("\($0.name): \($0.text).") }
    return """

      ## \(kind.name)

      \(Scdoc.prose(kind.summary))

      \(facts.joined(separator: "++\n"))

      """ + kind.settings.map { "\n" + Self.settingItem($0) }.joined()
  }

  private static func settingItem(_ setting: SettingDeclaration) -> String {
    Scdoc.item(
      "\(Scdoc.literal(setting.name)) = \(Scdoc.prose(standards(setting)))",
      Scdoc.prose("\(setting.summary) \(limits(setting))"))
  }
}
