import Bindings
import DeviceInput
import GestureCore
import Glibc

/// All that the doctor looks at, once.
struct Checkup {
  let check: CheckResult
  /// What is there, or why it can't be told.
  let devices: Result<DeviceReport, any Error>
  let session: Session
  let variable: (String) -> String?
  let files: SettingsFiles

  init(config: String?) {
    let variable = RulesFile.variable
    check = CheckResult(file: config, withDevices: false)
    let rules = check.rules
    devices = Result { try DeviceReport.present(rules) }
    session = Session(variable: variable, exists: { access($0, F_OK) == 0 })
    self.variable = variable
    files = .system
  }

  var sections: [DoctorSection] {
    [
      DoctorSection(.program, program), DoctorSection(.rules, rules), DoctorSection(.permissions, permissions),
      DoctorSection(.devices, deviceFindings), DoctorSection(.session, sessionFindings),
      DoctorSection(.desktop, desktop), DoctorSection(.gestures, gestures), DoctorSection(.commands, commands),
    ]
  }

  private var program: [Finding] {
    let libinput = LoadedLibrary.libinput.map { ", \($0)" } ?? ""
    return [Finding(.ok, "gesture-bridge \(GestureBridge.configuration.version)\(libinput)")]
  }

  private var rules: [Finding] {
    guard let path = check.path else {
      return [Finding(.error, check.failure.map { "\($0)" } ?? "", fix: Message.writeRules)]
    }
    var findings = check.failure.map { [Finding(.error, "\($0)")] } ?? []
    findings += check.diagnostics.map {
      Finding($0.severity == .error ? .error : .warning, "\($0.location): \($0.message)", fix: $0.fix)
    }
    guard let rules = check.rules else { return findings }
    return findings + [Finding(.ok, Message.gestures(rules.ruleSet.gestures.count, from: path))]
  }

  /// What can't be made on the devices that are here.
  private var gestures: [Finding] {
    guard let rules = check.rules, let path = check.path, case .success(let report) = devices, !report.found.isEmpty
    else { return [] }
    let comparison = DeviceComparison(rules, path: path, report)
    let stands = comparison.stands.flatMap { stand in
      [Finding(.ok, Message.possible(stand))]
        + stand.obstacles.map { Finding(.note, Message.obstacle(to: $0.gesture, on: stand.device, $0.reason)) }
        + (stand.unasked.isEmpty
          ? []
          : [
            Finding(.note, "\(stand.device.name): \(Message.alsoByPen(stand.unasked))", fix: Message.nameTheTool)
          ])
    }
    return stands
      + comparison.warnings.map {
        Finding(
          .warning, "\($0.location.map { "\($0)" } ?? $0.file): \($0.message)", fix: $0.fix ?? Message.otherDevices)
      }
  }

  private var commands: [Finding] {
    let missing = MissingProgram.all(in: check.rules, variable: variable)
    let programs = missing.map {
      Finding(.warning, Message.missing($0.program, for: $0.gestures), fix: Message.installProgram)
    }
    let all =
      check.rules.map { _ in missing.isEmpty ? [Finding(.ok, Message.allProgramsAreThere)] : [] } ?? []
    return all + programs
      + (Notification.isPossible ? [] : [Finding(.note, Message.noNotifications, fix: Message.installNotifySend)])
  }
}

/// A library of this process.
enum LoadedLibrary {
  /// The file of libinput, whose name has its version; nil where it is linked in.
  static var libinput: String? {
    let maps = (try? FileContents(path: "/proc/self/maps").text) ?? ""
    return maps.split(separator: "\n").lazy.compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.first { $0.contains("/libinput.so") }
  }
}
