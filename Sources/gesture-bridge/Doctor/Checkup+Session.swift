import DeviceInput
import GestureCore
import Glibc

// The session, and what its desktop makes of gestures.
extension Checkup {
  private var isX11: Bool { variable("XDG_SESSION_TYPE") == "x11" }

  var sessionFindings: [Finding] {
    let (type, desktop) = (variable("XDG_SESSION_TYPE"), variable("XDG_CURRENT_DESKTOP"))
    var findings = [Finding(.ok, Message.session(type: type, desktop: desktop, seat: InputSource.sessionSeat))]
    if variable("SSH_CONNECTION") != nil { findings.append(Finding(.note, Message.overSSH, fix: Message.runThere)) }
    let hasDisplay = variable("WAYLAND_DISPLAY") != nil || variable("DISPLAY") != nil
    if !hasDisplay { findings.append(Finding(.note, Message.noDisplay, fix: Message.runThere)) }
    if geteuid() != 0, let state = SeatState(of: InputSource.sessionSeat), state.active != geteuid() {
      findings.append(Finding(.warning, Message.notAtSeat(InputSource.sessionSeat), fix: Message.switchToSession))
    }
    return findings
  }

  var desktop: [Finding] {
    guard let title = session.title, session != .i3, session != .x11 else { return [] }
    guard let own = ownGestures else { return [Finding(.note, Message.unknownGestures(of: title))] }
    var findings = [Finding(.ok, Message.ownGestures(own.gestures.count, of: title, files: own.files))]
    guard let rules = check.rules else { return findings }
    let clashes = Clash.all(own.gestures, rules.ruleSet, on: everyDevice)
    findings += clashes.map { Finding(.warning, Message.clash($0, with: title), fix: $0.own.fix) }
    return findings
  }

  /// Nil where they stand in settings that are not found.
  private var ownGestures: DesktopGestures? {
    switch session {
    case .sway: SwayGestures.file(files).map { SwayGestures.read($0, files) }
    case .hyprland: files.home.map { HyprlandGestures.read($0 + "/hypr/hyprland.conf", files) }.flatMap(Self.read)
    case .hyprlandLua: files.home.map { HyprlandLuaGestures.read($0 + "/hypr/hyprland.lua", files) }.flatMap(Self.read)
    case .niri: DesktopGestures(gestures: BuiltInGestures.niri)
    case .gnome:
      DesktopGestures(gestures: BuiltInGestures.gnome(extensions: SystemSettings.gnomeExtensions, isX11: isX11))
    case .kde: isX11 ? DesktopGestures() : plasma
    case .i3, .x11, .none: nil
    }
  }

  /// What was read of some file.
  private static func read(_ gestures: DesktopGestures) -> DesktopGestures? { gestures.files.isEmpty ? nil : gestures }

  private var plasma: DesktopGestures {
    let path = files.home.map { $0 + "/kwinrc" } ?? "kwinrc"
    let text = files.text(path)
    return DesktopGestures(
      gestures: PlasmaGestures.read(text ?? "", path: path), files: text == nil ? [] : [path])
  }
}
