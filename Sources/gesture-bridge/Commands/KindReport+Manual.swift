import GestureCore

// The kinds in the manual page of rules files.
extension KindReport {
  /// A subsection for each kind; settings that are the same in many kinds stand in one of their own before these.
  static func manual(_ kinds: [Kind]) -> String {
    let shared = commonSettings.map { settingItem($0) }.joined(separator: "\n")
    return """
      ## Settings of most kinds

      \(Scdoc.literal(CommonSettings.fingers.declaration.name)) = the fewest the kind allows
      	\(Scdoc.prose(CommonSettings.fingers.declaration.summary)) Each kind says below how many it allows.

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
      Scdoc.prose("\(setting.summary) Allowed: \(setting.shape.rangeText). From: \(setting.origin)."))
  }
}
