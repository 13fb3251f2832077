import GestureCore
import TOML

/// Reads the examples that rules name, each file once.
final class TemplateReader {
  /// What came of a file: nil after an error in it.
  private enum Outcome {
    case read(StrokeTemplates?)
    case refused(Includes.Refusal)
  }

  /// Every file, also those that could not be read.
  private(set) var files: [String] = []

  private let includes: Includes
  private let problems: Problems
  private var outcomes: [String: Outcome] = [:]

  init(_ includes: Includes, _ problems: Problems) {
    self.includes = includes
    self.problems = problems
  }

  /// What a gesture's list of names stands for; nil after an error.
  func value(of setting: SettingDeclaration, in reader: inout TableReader) -> SettingValue? {
    let errorsBefore = problems.errorCount
    guard let names = reader.strings(setting.name, example: DiagnosticText.templateExample) else { return nil }
    let areNames = problems.errorCount == errorsBefore
    if areNames, case .templates(let count) = setting.shape, !count.contains(names.value.count) {
      problems.error(at: names.range, .setting(setting, .wrongNumberOfTemplates(names.value.count, count), text: ""))
      return nil
    }
    var given: Set<String> = []
    let all = names.value.compactMap { name -> StrokeTemplates? in
      guard given.insert(name.value).inserted else {
        problems.error(at: name.range, .namedTwice(name.value))
        return nil
      }
      return templates(name)
    }
    // What is wrong with a file is said once.
    return areNames && all.count == names.value.count ? .templates(all) : nil
  }

  private func templates(_ name: Located<String>) -> StrokeTemplates? {
    guard TemplateFile.isName(name.value) else {
      problems.error(at: name.range, .badTemplateName(name.value))
      return nil
    }
    let rules = problems.source.location(of: name.range.lowerBound).file
    switch outcome(TemplateFile.path(of: name.value, besideRules: rules), name.value) {
    case .read(let templates): return templates
    case .refused(let refusal):
      problems.error(at: name.range, .unreadTemplates(name.value, refusal))
      return nil
    }
  }

  private func outcome(_ path: String, _ name: String) -> Outcome {
    if let known = outcomes[path] { return known }
    files.append(path)
    let outcome: Outcome =
      switch includes.read(path) {
      case .failure(let refusal): .refused(refusal)
      case .success(let file): .read(TemplateFile.read(text: file.text, file: path, name: name, problems))
      }
    outcomes[path] = outcome
    return outcome
  }
}
