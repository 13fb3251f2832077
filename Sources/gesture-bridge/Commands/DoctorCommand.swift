import ArgumentParser
import Base
import Bindings
import Control
import Desktop
import DeviceInput
import Doctor
import GestureCore
import Glibc
import InputEmulation
import LiveView
import Runtime
import Text

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Find what keeps gestures from working, and show how to fix it.",
    discussion: """
      This command checks the rules, the permissions, the touch devices, the session, other programs for gestures, the \
      desktop's own gestures (GNOME, KDE Plasma, niri, and the settings of sway and Hyprland), the gestures that these devices don't support, and the \
      programs that the rules start. It changes nothing. It opens only touch devices, and the switch for tablet mode \
      if a rule needs this switch. Exit status: 0 without errors, 1 with errors, 2 for a wrong command line.

      --json prints one object on each line. The first has the keys format and version. Each finding has the keys type \
      (finding), subject (program, rules, permissions, devices, session, desktop, gestures or commands), level (ok, \
      note, warning or error), text, and fix if something can be done. The last has the keys type (summary), errors \
      and warnings.

      Examples:
        gesture-bridge doctor
        gesture-bridge doctor --json
      """)

  @Option(
    help: "The rules file; without this option, the file that the daemon would use.",
    completion: .file(extensions: ["toml"]))
  var config: String?

  @Flag(help: "Print one JSON object on each line.")
  var json = false

  func run() throws {
    let report = DoctorReport(sections: checkup.sections)
    let hasColours = isatty(STDOUT_FILENO) == 1 && TerminalKind.own.hasColours
    StandardStreams.write(json ? report.json : report.text(withColours: hasColours))
    if report.sections.count(.error) > 0 { throw ExitCode.failure }
  }

  private var checkup: Checkup {
    let variable = EnvironmentVariable.value
    let check = CheckResult(file: config, withDevices: false)
    let devices = Result { try DeviceReport.present(check.rules) }
    let daemon = Self.daemon
    let libinput = Self.libinput.map { ", \($0)" } ?? ""
    return Checkup(
      program: "gesture-bridge \(GestureBridge.configuration.version)\(libinput)",
      rules: (
        path: check.path, rules: check.rules, diagnostics: check.diagnostics, failure: check.failure.map { "\($0)" }
      ),
      devices: devices, desktop: Desktop.recognized(by: variable).checked, variable: variable,
      files: .system(
        text: { try? FileContents(path: $0, limit: 1 << 20, onlyFile: true).text }, variable: variable),
      canNotify: Notification.isPossible,
      unreleased: daemon.map { Dictionary($0.devices.map { ($0.name, $0.unreleased) }, uniquingKeysWith: +) } ?? [:],
      remarks: daemon?.remarks ?? [],
      cancels: { Self.cancels(variable) },
      facts: {
        Self.facts($0, (try? devices.get())?.found.map(\.device) ?? [], variable) + Self.emulation($0, variable)
          + DesktopQuestion(of: $0, variable).readings + OldProgram.readings
      })
  }

  /// The path of the libinput library that this process loaded. Nil if no such file is loaded, as with static linking.
  private static var libinput: String? {
    let maps = (try? FileContents(path: "/proc/self/maps").text) ?? ""
    return maps.split(separator: "\n").lazy.compactMap { line in
      line.firstIndex(of: "/").map { String(line[$0...]) }
    }.first { $0.includes("/libinput.so") }
  }

  private static var daemon: ControlStatus? {
    (try? DaemonSearch.connect(session: nil).facts(.status).members).flatMap(ControlStatus.init)
  }

  /// The longest wait for the desktop's answers in each check, in microseconds.
  private static let answerTimeout: Int64 = 1_000_000

  private static func cancels(_ variable: (String) -> String?) -> Checkup.CancelReading {
    let probe = CompositorProbe(passing: Desktop.passing, variable: variable)
    probe.wait(within: answerTimeout)
    let compositors = probe.compositors
    return (compositors.passCancel, compositors.text)
  }

  /// Sentences about facts that the rules use: the desktop's state, the outputs of touchscreens, and the tablet mode.
  private static func facts(
    _ rules: Rules, _ devices: [Device], _ variable: @escaping (String) -> String?
  ) -> [Checkup.DesktopReading] {
    let screens = devices.filter { rules.ruleSet.follows($0) }
    let needs = DesktopNeeds(rules.sessionFacts)
    let isTouched = devices.contains { rules.ruleSet.usesScreen($0) }
    let windows: DesktopNeeds = isTouched && needs.contains(.focus) ? [.outputs, .places] : []
    let wanted = needs.union(windows).union(screens.isEmpty ? [] : [.outputs, .power])
    let tablet = rules.sessionFacts.contains(Conditions.tabletMode) ? Self.tablet : []
    guard !wanted.isEmpty else { return tablet }
    let links = DesktopLinks(wanted, of: Desktop.facts, now: EventLoop.now(), variable: variable)
    links.wait(within: answerTimeout)
    var map = OutputMap()
    map.take(links.facts.outputs)
    let outputs = links.facts.outputs?.map(\.name) ?? []
    let screenOutputs = screens.compactMap { device in map.place(of: device, rules.ruleSet).map { (device, $0.output) }
    }
    let missingKind: Checkup.DesktopKnowledge = links.missing.isDisjoint(with: needs) ? .optional : .missing
    let lacksWindowPositions = links.missing.contains(.places) && !links.missing.contains(.focus)
    return Message.known(links).map { (.known, $0) }
      + (Message.missingFacts(links, except: [.places, .power]).map { [(missingKind, $0)] } ?? [])
      + (lacksWindowPositions ? [(.optional, Message.noPlaces)] : [])
      + screens.map { Self.reading(of: $0, map.place(of: $0, rules.ruleSet), rules.ruleSet) }
      + (Message.sharedOutput(screenOutputs, of: outputs).map { [(.optional, $0)] } ?? []) + tablet
  }

  private static func reading(
    of device: Device, _ place: OutputMap.Place?, _ rules: RuleSet
  ) -> Checkup.DesktopReading {
    guard let place else { return (.optional, Message.placeUnknown(device)) }
    var device = device
    device.rotation = place.rotation
    return (.known, Message.lies(device, on: place.output, rules.rotation(of: device), isOff: place.isOff))
  }

  private static var tablet: [Checkup.DesktopReading] {
    guard let found = try? TabletSwitch() else { return [] }
    if let problem = found.problem { return [(.missing, problem)] }
    return [(.known, Message.tabletMode(found.isTablet ?? false))]
  }

  /// Sentences about how keys are sent, and about keys that the layout lacks. Empty if the rules send no input.
  private static func emulation(
    _ rules: Rules, _ variable: @escaping (String) -> String?
  ) -> [Checkup.DesktopReading] {
    guard !rules.inputNeeds.isEmpty else { return [] }
    let emulator = InputEmulator(dryRun: false, log: .standardError(.error), now: EventLoop.now) {
      EmulationLinks.all(
        for: $0, of: Desktop.keys, onlyAsks: true, uinputPermission: AccessRule.uinput.installation, variable: variable)
    }
    defer { emulator.stop() }
    emulator.use(rules.inputNeeds)
    emulator.links.wait(within: answerTimeout)
    let lacking = emulator.lacking(of: rules.inputs).map(\.message)
    return emulator.lines.map { (emulator.links.readyName == nil ? .unsupported(fix: nil) : .known, $0) }
      + lacking.map { (.unsupported(fix: nil), $0) }
  }
}

extension LackingSymbol {
  fileprivate var message: String {
    switch obstacle {
    case .noKey:
      "the keyboard layout has no key for \(name), so actions that press \(name) are skipped: use a layout with a key for \(name)"
    case .unknownLayout:
      "the session's keyboard layouts have different keys for \(name), and the layout in use is not known; actions that press \(name) without Ctrl, Alt or Super are skipped: use only one layout, with a key for \(name)"
    }
  }
}
