import Foundation
import Support
import Testing

/// The files that start the daemon with the session, as their own checkers see them.
@Suite struct ServiceFileTests {
  private static func isThere(_ tool: String) -> Bool {
    TestbedProgram.isAllRequired || (try? Program.shell("command -v \(tool)").status) == 0
  }

  /// Writes a file of contrib, filled in with a folder of programs whose name has a blank; the folder contains a
  /// program. Returns the file's path.
  private func filled(_ path: String, _ name: String, in folder: Folder) throws -> String {
    let programs = folder.url.appendingPathComponent("a b")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: URL(fileURLWithPath: "/bin/true"), to: programs.appendingPathComponent("gesture-bridge"))
    let text = try String(contentsOf: packageRoot.appendingPathComponent(path), encoding: .utf8)
    return try folder.write(name, text.replacing("@bindir@", with: programs.path))
  }

  @Test(.enabled(if: isThere("systemd-analyze"), "needs systemd: `contrib/setup` installs it"))
  func theUnit() throws {
    let folder = try Folder()
    let unit = try filled("contrib/systemd/gesture-bridge.service", "gesture-bridge.service", in: folder)
    try FileManager.default.createDirectory(atPath: unit + ".d", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: packageRoot.appendingPathComponent("contrib/systemd/sandbox.conf"),
      to: URL(fileURLWithPath: unit + ".d/sandbox.conf"))
    let outcome = try Program.shell("systemd-analyze --user --man=no verify '\(unit)' 2>&1")
    #expect(outcome == .init(status: 0, output: "", errors: ""))
  }

  /// It can open input devices, and little else: systemd's own score ranges from 0, safe, to 10.
  @Test(.enabled(if: isThere("systemd-analyze"), "needs systemd: `contrib/setup` installs it"))
  func theServiceThatHandsOutDevices() throws {
    let folder = try Folder()
    let socket = try filled(
      "contrib/systemd/gesture-bridge-devices.socket", "gesture-bridge-devices.socket", in: folder)
    let text = try String(
      contentsOf: packageRoot.appendingPathComponent("contrib/systemd/gesture-bridge-devices.service"), encoding: .utf8)
    let service = try folder.write(
      "gesture-bridge-devices.service", text.replacing("@bindir@", with: folder.url.path + "/a b"))
    #expect(
      try Program.shell("systemd-analyze --man=no verify '\(socket)' '\(service)' 2>&1")
        == .init(status: 0, output: "", errors: ""))
    // Older ones can't be asked about a file.
    guard try Program.shell("systemd-analyze --offline=yes --version").status == 0 else { return }
    let told = try Program.shell("systemd-analyze security --offline=yes --no-pager --threshold=10 '\(service)' 2>&1")
    #expect(told.status == 0 && told.output.contains("Overall exposure"), "\(told)")
  }

  @Test(.enabled(if: isThere("desktop-file-validate"), "needs desktop-file-utils: `contrib/setup` installs it"))
  func theAutostartEntry() throws {
    let folder = try Folder()
    let entry = try filled("contrib/autostart/gesture-bridge.desktop", "gesture-bridge.desktop", in: folder)
    #expect(
      try Program.shell("desktop-file-validate '\(entry)' 2>&1") == .init(status: 0, output: "", errors: ""))
    // systemd would start it in addition to its own unit.
    #expect(folder.lines("gesture-bridge.desktop").contains("X-systemd-skip=true"))
  }

  /// KWin wants the path of the program itself in Exec, and commas between protocols.
  @Test(
    .enabled(if: isThere("desktop-file-validate"), "needs desktop-file-utils: `contrib/setup` installs it"),
    arguments: [
      ("gesture-bridge", "org_kde_kwin_keystate"),
      ("gesture-bridge-keys", "org_kde_kwin_keystate,org_kde_kwin_fake_input"),
    ])
  func theEntriesForKWin(name: String, protocols: String) throws {
    let folder = try Folder()
    let entry = try filled("contrib/desktops/kwin/\(name).desktop", "gesture-bridge.desktop", in: folder)
    #expect(
      try Program.shell("desktop-file-validate '\(entry)' 2>&1") == .init(status: 0, output: "", errors: ""))
    let lines = folder.lines("gesture-bridge.desktop")
    #expect(lines.contains { $0.hasPrefix("Exec=/") && $0.hasSuffix("/gesture-bridge") })
    #expect(lines.contains("NoDisplay=true") && lines.contains("X-KDE-Wayland-Interfaces=\(protocols)"))
  }
}
