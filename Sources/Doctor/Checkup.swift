import Bindings
import DeviceInput
import GestureCore
import Glibc

/// Checks everything that gestures need, and reports findings. A finding about a problem has a fix if one is known.
public struct Checkup {
  /// The result of checking the rules file. `path` is nil if no file was named or found. `rules` is nil if the file
  /// can't be used. `failure` says why the file couldn't be read.
  public typealias RulesForCheckup = (path: String?, rules: Rules?, diagnostics: [Diagnostic], failure: String?)

  /// Whether windows receive the cancellation of touches, and a sentence about this.
  public typealias CancelReading = (reachWindows: Bool, text: String)

  /// A sentence about the desktop, with its kind: a known fact, an unknown fact or another problem.
  public typealias DesktopReading = (kind: DesktopKnowledge, text: String)

  public enum DesktopKnowledge {
    case known
    /// The fact is unknown, but the rules don't need the fact.
    case optional
    /// The fact is unknown, so conditions on it are false.
    case missing
    /// An action can't be done, or another program reacts to the same gestures. Without `fix`, the usual fix is shown.
    case unsupported(fix: String?)
  }

  private let program: String
  private let check: RulesForCheckup
  private let devices: Result<DeviceReport, any Error>
  private let desktopOfSession: CheckedDesktop?
  private let variable: (String) -> String?
  private let files: SettingsFiles
  private let canNotify: Bool
  private let cancels: () -> CancelReading
  private let facts: (Rules) -> [DesktopReading]
  private let unreleased: [String: Int]
  private let remarks: [String]

  /// `program` names the program and its libraries, with versions. `cancels` waits for compositors, so it is called
  /// only if the rules intercept a device. `unreleased` has the number of contacts whose release was lost, by device
  /// name. `remarks` has a running daemon's other reports about devices.
  public init(
    program: String, rules: RulesForCheckup, devices: Result<DeviceReport, any Error>, desktop: CheckedDesktop?,
    variable: @escaping (String) -> String?, files: SettingsFiles, canNotify: Bool, unreleased: [String: Int] = [:],
    remarks: [String] = [], cancels: @escaping () -> CancelReading,
    facts: @escaping (Rules) -> [DesktopReading] = { _ in [] }
  ) {
    self.program = program
    check = rules
    self.devices = devices
    desktopOfSession = desktop
    self.variable = variable
    self.files = files
    self.canNotify = canNotify
    self.cancels = cancels
    self.facts = facts
    self.unreleased = unreleased
    self.remarks = remarks
  }

  public var sections: [DoctorSection] {
    [
      DoctorSection(.program, [Finding(.ok, program)]), DoctorSection(.rules, rules),
      DoctorSection(.permissions, permissions),
      DoctorSection(.devices, deviceFindings + remarks.map { Finding(.warning, $0) }),
      DoctorSection(.session, sessionFindings), DoctorSection(.desktop, desktop), DoctorSection(.gestures, gestures),
      DoctorSection(.commands, commands),
    ]
  }

  private var rules: [Finding] {
    guard let path = check.path else { return [Finding(.error, check.failure ?? "")] }
    var findings = check.failure.map { [Finding(.error, $0)] } ?? []
    findings += check.diagnostics.map {
      Finding(
        $0.severity == .error ? .error : .warning,
        "\($0.location): \($0.message)" + ($0.more > 0 ? DoctorWording.more($0.more) : ""), fix: $0.fix)
    }
    guard let rules = check.rules else { return findings }
    return findings + [Finding(.ok, DoctorWording.gestures(rules.ruleSet.gestures.count, from: path))]
  }

  private var gestures: [Finding] {
    guard let rules = check.rules, let path = check.path, case .success(let report) = devices, !report.found.isEmpty
    else { return [] }
    let comparison = DeviceComparison(rules, path: path, report)
    let possible = comparison.results.flatMap { result in
      [Finding(.ok, result.summary + DoctorWording.forOthers(result.others))]
        + result.obstacles.map { Finding(.note, DoctorWording.obstacle(to: $0.gesture, on: result.device, $0.reason)) }
        + (result.penRemark.map { [Finding(.note, "\(result.device.name): \($0)", fix: DoctorWording.nameTheTool)] }
          ?? [])
    }
    return possible
      + comparison.warnings.map {
        Finding(
          .warning, "\($0.location.map { "\($0)" } ?? $0.file): \($0.message)",
          fix: $0.fix ?? DoctorWording.otherDevices)
      }
  }

  private var commands: [Finding] {
    let missing = MissingProgram.all(in: check.rules, variable: variable)
    let programs = missing.map {
      Finding(
        .warning, DoctorWording.missing($0.program, for: $0.gestures),
        fix: Command.direct([$0.program]).adviceForX11(variable) ?? DoctorWording.installProgram)
    }
    let isComplete = check.rules != nil && missing.isEmpty
    return (isComplete ? [Finding(.ok, DoctorWording.allProgramsFound)] : programs)
      + (canNotify ? [] : [Finding(.note, DoctorWording.noNotifications, fix: DoctorWording.installNotifySend)])
  }

  // MARK: Devices and their permissions

  private var permissions: [Finding] {
    var findings: [Finding] = []
    if geteuid() == 0 { findings.append(Finding(.note, DoctorWording.rootReadsAll, fix: DoctorWording.askAsUser)) }
    if geteuid() != 0, Self.isInInputGroup {
      findings.append(Finding(.warning, DoctorWording.readsKeyboards, fix: DoctorWording.leaveGroup))
    }
    let isDenied = ((try? devices.get())?.unopenable ?? []).contains {
      $0.diagnosis.map { [.noRule, .serviceOff, .tooLate].contains($0.cause) } ?? false
    }
    if Lending.service == .listening { findings.append(Finding(.ok, DoctorWording.service)) }
    if let rule = AccessRule.touch.installed {
      findings.append(Finding(.ok, DoctorWording.udevRule(rule)))
      findings.append(Finding(.note, DoctorWording.ruleWrites, fix: DoctorWording.readOnly))
    } else if Lending.service == .off, isDenied {
      findings.append(Finding(.error, DoctorWording.serviceOff, fix: Lending.installation))
    } else if Lending.service == .absent, isDenied {
      findings.append(Finding(.error, DoctorWording.noUdevRule, fix: AccessRule.touch.installation))
    } else if Lending.service != .listening {
      findings.append(Finding(.note, DoctorWording.noUdevRuleNeeded))
    }
    return findings + makingFindings
  }

  /// Findings about the permission to create input devices. Empty if the rules don't need this permission.
  private var makingFindings: [Finding] {
    func finding(_ ok: String, _ missing: String) -> Finding {
      Uinput.isAllowed ? Finding(.ok, ok) : Finding(.error, missing, fix: AccessRule.uinput.installation)
    }
    let makesTouchpad = check.rules?.makesNativeOnTouchscreens ?? false && hasTouchscreen
    return (intercepts ? [finding(DoctorWording.mayIntercept, DoctorWording.mayNotIntercept)] : [])
      + (makesTouchpad ? [finding(DoctorWording.mayMakeTouchpad, DoctorWording.mayNotMakeTouchpad)] : [])
  }

  private var hasTouchscreen: Bool { everyDevice.contains { $0.deviceClass == .touchscreen } }

  private var intercepts: Bool { check.rules?.ruleSet.interceptsAny ?? false }

  private var deviceFindings: [Finding] {
    let report: DeviceReport
    do { report = try devices.get() } catch { return [Finding(.error, "\(error)")] }
    if report.found.isEmpty, report.unopenable.isEmpty {
      return [Finding(.error, report.text, fix: DoctorWording.lookForDevices)]
    }
    return report.found.flatMap { found in
      [Finding(.ok, DoctorWording.read(found))] + (found.sizeAdvice.map { [Finding(.warning, $0)] } ?? [])
        + lostReleases(of: found)
    }
      + report.unopenable.map {
        Finding($0.refusal == .hasKeys ? .warning : .error, DoctorWording.refused($0), fix: $0.fix)
      }
  }

  private func lostReleases(of found: FoundDevice) -> [Finding] {
    guard let count = unreleased[found.device.name], count > 0 else { return [] }
    return [Finding(.warning, DoctorWording.unreleased(count, by: found), fix: FoundDevice.unreleasedAdvice)]
  }

  /// All devices, including devices that can't be opened.
  private var everyDevice: [Device] {
    guard case .success(let report) = devices else { return [] }
    return report.found.map(\.device) + report.unopenable.map(\.expected)
  }

  private static var isInInputGroup: Bool {
    guard let input = getgrnam("input")?.pointee.gr_gid else { return false }
    var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(Int32(groups.count), &groups)
    return getegid() == input || groups.prefix(Int(max(0, count))).contains(input)
  }

  // MARK: The session and its desktop's gestures

  private var isX11: Bool { variable("XDG_SESSION_TYPE") == "x11" }

  private var sessionFindings: [Finding] {
    let (type, desktop) = (variable("XDG_SESSION_TYPE"), variable("XDG_CURRENT_DESKTOP"))
    var findings = [Finding(.ok, DoctorWording.session(type: type, desktop: desktop, seat: InputSource.sessionSeat))]
    if variable("SSH_CONNECTION") != nil {
      findings.append(Finding(.note, DoctorWording.overSSH, fix: DoctorWording.runThere))
    }
    let hasDisplay = variable("WAYLAND_DISPLAY") != nil || variable("DISPLAY") != nil
    if !hasDisplay { findings.append(Finding(.note, DoctorWording.noDisplay, fix: DoctorWording.runThere)) }
    if geteuid() != 0, let state = SeatState(of: InputSource.sessionSeat), state.active != geteuid() {
      findings.append(
        Finding(.warning, DoctorWording.notAtSeat(InputSource.sessionSeat), fix: DoctorWording.switchToSession))
    }
    return findings + (intercepts ? [cancelFinding] : [])
  }

  private var cancelFinding: Finding {
    let reading = cancels()
    return Finding(
      reading.reachWindows ? .ok : .note, reading.text, fix: reading.reachWindows ? nil : DoctorWording.showAtOnce)
  }

  private var desktop: [Finding] { factFindings + ownGestureFindings + dragFindings }

  private var dragFindings: [Finding] {
    guard desktopOfSession?.dragsItself ?? false, check.rules?.drags ?? false else { return [] }
    return [Finding(.note, DoctorWording.ownDrag, fix: DoctorWording.useOwnDrag)]
  }

  private var factFindings: [Finding] {
    (check.rules.map(facts) ?? []).map {
      switch $0.kind {
      case .known: Finding(.ok, $0.text)
      case .optional: Finding(.note, $0.text)
      case .missing: Finding(.warning, $0.text, fix: DoctorWording.unknownFacts)
      case .unsupported(let fix): Finding(.warning, $0.text, fix: fix ?? DoctorWording.keysFix)
      }
    }
  }

  private var ownGestureFindings: [Finding] {
    guard let title = desktopOfSession?.title, let gestures = desktopOfSession?.gestures else { return [] }
    guard let own = gestures(files, isX11) else { return [Finding(.note, DoctorWording.unknownGestures(of: title))] }
    var findings = [Finding(.ok, DoctorWording.ownGestures(own, of: title))]
    guard let rules = check.rules else { return findings }
    findings += Clash.all(own.gestures, rules.ruleSet, on: everyDevice, native: rules.nativeGestures)
      .map { Finding(.warning, DoctorWording.clash($0, with: title), fix: $0.own.fix) }
    return findings
  }
}

/// The desktop of the session, with its own gestures.
public struct CheckedDesktop {
  let title: String
  /// Returns the gestures, or nil if the settings weren't found. The closure is nil for a desktop without gestures.
  let gestures: ((SettingsFiles, _ isX11: Bool) -> DesktopGestures?)?
  /// Whether the desktop's settings can turn on dragging with three fingers.
  let dragsItself: Bool

  public init(title: String, gestures: ((SettingsFiles, _ isX11: Bool) -> DesktopGestures?)?, dragsItself: Bool) {
    self.title = title
    self.gestures = gestures
    self.dragsItself = dragsItself
  }
}
