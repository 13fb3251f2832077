import DeviceInput
import GestureCore
import Glibc

// Which devices there are, and whether they may be read.
extension Checkup {
  var permissions: [Finding] {
    var findings: [Finding] = []
    if geteuid() == 0 { findings.append(Finding(.note, Message.rootReadsAll, fix: Message.askAsUser)) }
    if geteuid() != 0, Self.isInInputGroup {
      findings.append(Finding(.warning, Message.readsKeyboards, fix: Message.leaveGroup))
    }
    let refused = (try? devices.get())?.unopenable ?? []
    if let rule = UdevRule.installed {
      findings.append(Finding(.ok, Message.udevRule(rule)))
    } else if refused.contains(where: { $0.diagnosis != nil }) {
      findings.append(Finding(.error, Message.noUdevRule, fix: UdevRule.installation))
    } else {
      findings.append(Finding(.note, Message.noUdevRuleNeeded))
    }
    if check.rules?.ruleSet.devices.contains(where: { $0.intercept == true }) ?? false {
      findings.append(
        UinputRule.isAllowed
          ? Finding(.ok, Message.mayIntercept)
          : Finding(.error, Message.mayNotIntercept, fix: UinputRule.installation))
    }
    return findings
  }

  var deviceFindings: [Finding] {
    let report: DeviceReport
    switch devices {
    case .failure(let error): return [Finding(.error, "\(error)")]
    case .success(let found): report = found
    }
    if report.found.isEmpty, report.unopenable.isEmpty {
      return [Finding(.error, report.text, fix: Message.lookForDevices)]
    }
    return report.found.flatMap { found in
      [Finding(.ok, Message.read(found))] + (found.sizeAdvice.map { [Finding(.warning, $0)] } ?? [])
    } + report.unopenable.map { Finding(.error, Message.refused($0), fix: $0.fix) }
  }

  /// Those that are read, and those that would be if they could be.
  var everyDevice: [Device] {
    guard case .success(let report) = devices else { return [] }
    return report.found.map(\.device) + report.unopenable.map(\.expected)
  }

  private static var isInInputGroup: Bool {
    guard let input = getgrnam("input")?.pointee.gr_gid else { return false }
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    return getegid() == input || groups.prefix(Int(max(0, count))).contains(input)
  }
}
