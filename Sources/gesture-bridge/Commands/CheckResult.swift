import Bindings
import DeviceInput
import Doctor
import GestureCore

/// All that checking a rules file has brought to light.
struct CheckResult {
  /// Nil if none was named and none was found.
  private(set) var path: String?
  private(set) var diagnostics: [Diagnostic] = []
  /// Nil if the file can't be used.
  private(set) var rules: Rules?
  /// What kept it from being read, or the devices from being listed.
  private(set) var failure: (any Error)?
  /// Nil unless asked for.
  private(set) var comparison: DeviceComparison?

  init(file: String?, withDevices: Bool) {
    do {
      let path = try RulesFile.path(named: file)
      self.path = path
      let rules = try RulesFile.load(path) { diagnostics.append($0) }
      self.rules = rules
      if withDevices { comparison = DeviceComparison(rules, path: path, try DeviceReport.present(rules)) }
    } catch RulesFile.Problem.invalid {
      // Its diagnostics say it all.
    } catch {
      failure = error
    }
  }

  var errors: Int { diagnostics.count { $0.severity == .error } + (failure == nil ? 0 : 1) }

  var warnings: Int { diagnostics.count { $0.severity == .warning } + (comparison?.warnings.count ?? 0) }

  /// What waits for what, in the order of the file.
  var waits: [Wait] {
    guard let rules else { return [] }
    let gestures = rules.ruleSet.gestures
    return gestures.indices.flatMap { index in
      rules.requirements(of: GestureID(index)).map { requirement in
        Wait(
          gesture: gestures[index].name, requirement: gestures[requirement.rawValue].name,
          delay: rules.longestDelay(of: requirement, holding: GestureID(index)))
      }
    }
  }

  /// One gesture that waits for another to fail.
  struct Wait {
    let gesture: String
    let requirement: String
    let delay: Delay
  }
}
