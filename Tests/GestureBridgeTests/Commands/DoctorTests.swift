import Foundation
import Support
import Testing

@testable import Doctor
@testable import gesture_bridge

/// `doctor` on mocked devices, in desktops that consist only of their settings.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct DoctorTests {
  private static let rules = """
    [gesture.next]
    kind = "swipe"
    fingers = 3
    direction = "left"
    run = "swaymsg-of-nobody workspace next"

    [gesture.poke]
    kind = "tap"
    run = "true"
    """

  /// The output and the exit status of `doctor` with the devices that `setUp` adds.
  private func doctor(
    _ setUp: String, _ rules: String = DoctorTests.rules, _ arguments: String..., environment: [String: String] = [:],
    in folder: Folder? = nil
  ) throws -> (text: String, status: String) {
    let folder = try folder ?? Folder()
    let config = try folder.write("bindings.toml", rules)
    var surroundings = [
      "PATH": "/usr/bin:/bin", "XDG_SESSION_TYPE": "wayland", "XDG_CURRENT_DESKTOP": "", "WAYLAND_DISPLAY": "wayland-1",
      "SSH_CONNECTION": "", "HOME": folder.url.path, "XDG_CONFIG_HOME": folder.url.path, "SWAYSOCK": "",
      "NIRI_SOCKET": "", "HYPRLAND_INSTANCE_SIGNATURE": "", "I3SOCK": "", "KDE_FULL_SESSION": "",
    ]
    surroundings.merge(environment) { $1 }
    let bed = try Bed(program: ["doctor", "--config", config] + arguments, in: folder, environment: surroundings)
    try bed.perform(setUp + "\nstart")
    let status = try bed.perform("await-exit within=15s")
    return (bed.log.replacingOccurrences(of: folder.url.path, with: "HOME"), status)
  }

  /// The part about one subject, without its heading.
  private func part(_ subject: String, of text: String) -> String {
    let parts = text.components(separatedBy: "\n\n").filter { $0.hasPrefix("\(subject)\n") }
    return parts.first.map { String($0.dropFirst(subject.count + 1)) } ?? ""
  }

  /// A running daemon reports such contacts.
  @Test func contactsThatWereNotReleased() throws {
    let daemon = try Bed(rules: "[device.\"*\"]\nsource = \"raw\"\n" + Self.rules)
    try daemon.perform(
      "add touchpad event0\nstart\nawait ready: within=15s\nago event0 70s\ndown event0 ghost 50,30\nago event0 0s\n"
        + "play event0 tap fingers=1\nwait 500ms")
    let outcome = try doctor("add touchpad event1", environment: Program.surroundings(daemon.folder))
    let devices = part("devices", of: outcome.text)
    #expect(
      devices.contains(
        """
          warning touchpad "Mocked Touchpad": 1 contact was not released: the touchpad's firmware did not report \
        the lift
                  fix: gestures ignore such contacts; \

        """.trimmingCharacters(in: .newlines)), Comment(rawValue: devices))
  }

  @Test func anotherProgramThatRuns() throws {
    let session = Program.surroundings(try Folder())
    let folder = try Folder()
    try writeProgram(folder.path("fusuma"), "#!/bin/sh\nwhile :; do sleep 0.1; done\n")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: folder.path("fusuma"))
    process.environment = session.merging(["PATH": "/usr/bin:/bin"]) { $1 }
    try process.run()
    defer { process.terminate() }
    let desktop = part("desktop", of: try doctor("add touchpad event0", environment: session).text)
    #expect(
      desktop == """
          warning fusuma runs: one gesture can trigger both fusuma and gesture-bridge
                  fix: run `gesture-bridge init --take-over` to convert the other program's gestures and to stop \
        that program
        """)
    #expect(part("desktop", of: try doctor("add touchpad event0").text).isEmpty, "another session")
  }

  @Test func rulesDevicesAndCommands() throws {
    let outcome = try doctor("add touchscreen-without-size event0\nadd touchpad event1\nadd keyboard event2")
    #expect(outcome.status == "exited=0", "warnings are no errors")
    let program = part("program", of: outcome.text)
    #expect(program.hasPrefix("  ok      gesture-bridge 0.1.0, /") && program.contains("/libinput.so."))
    #expect(part("rules", of: outcome.text) == "  ok      2 gestures from HOME/bindings.toml")
    expectSnapshot(part("devices", of: outcome.text), "devices")
    expectSnapshot(part("gestures", of: outcome.text), "gestures")
    #expect(
      part("commands", of: outcome.text).hasPrefix(
        """
          warning swaymsg-of-nobody was not found; it is started by the gesture "next"
                  fix: install the program, or change the gestures that start it; if the program is installed, add its folder to the PATH of the session that starts the daemon
        """))
    expectSnapshot(part("session", of: outcome.text), "the session")
    #expect(outcome.text.hasSuffix("\n\n2 warnings\n"))
    #expect(!outcome.text.contains("Keyboard") && !outcome.text.contains("\u{1B}"))
  }

  /// The compositor is asked only if a device is intercepted; no device is intercepted here.
  @Test func whetherWindowsLearnOfCancelledTouches() throws {
    let rules = Self.rules + "\n\n[device.\"*\"]\nintercept = true\n"
    let text = try doctor("add touchscreen event0", rules).text
    #expect(
      part("session", of: text).hasSuffix(
        """
          note    there is no Wayland compositor, and X11 does not tell windows about cancelled touches, so \
        applications get touches late from an intercepted touchscreen (`delays-touches-began`)
                  fix: to give applications a gesture's touches at once, set `delays-touches-began = false` in the \
        gesture; applications may then react to the gesture too, because they see a normal lift, not a cancelled touch
        """), "\(part("session", of: text))")
  }

  @Test func oneThatMayNotBeOpened() throws {
    let outcome = try doctor("add touchpad event1\ndeny event1")
    #expect(outcome.status == "exited=1")
    let command = "sudo \"$(command -v gesture-bridge)\" permit touch"
    #expect(
      part("permissions", of: outcome.text).hasSuffix(
        """
          error   no udev rule lets the user at the machine use the touch devices
                  fix: \(command)
        """))
    let devices = part("devices", of: outcome.text)
    #expect(
      devices.hasPrefix(
        "  error   touchpad \"Mocked Touchpad\" (/dev/input/event1) is not read: permission denied: the device")
    )
    #expect(
      devices.contains("no udev rule gives it to")
        && devices.contains("fix: install gesture-bridge for all users (its systemd service"))
    #expect(outcome.text.hasSuffix("\n2 errors and 1 warning\n"))
  }

  @Test func noDevice() throws {
    let outcome = try doctor("add mouse event5")
    #expect(outcome.status == "exited=1")
    #expect(part("devices", of: outcome.text).hasPrefix("  error   no touch device found on seat0:"))
    #expect(part("gestures", of: outcome.text) == "")
  }

  /// A device that can't be opened counts too: its clashes are known before it is read.
  @Test(arguments: ["", "\ndeny event1"]) func gesturesOfTheDesktop(permission: String) throws {
    let outcome = try doctor("add touchpad event1" + permission, environment: ["XDG_CURRENT_DESKTOP": "niri"])
    expectSnapshot(part("desktop", of: outcome.text), "gestures of the desktop")
  }

  @Test func settingsOfTheDesktop() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path("sway/more"), withIntermediateDirectories: true)
    try folder.write("sway/config", "include more/*\n")
    try folder.write(
      "sway/more/gestures", "bindgesture swipe:3:left workspace prev\nbindgesture swipe:4:left exec foot\n")
    let outcome = try doctor("add touchpad event1", environment: ["XDG_CURRENT_DESKTOP": "sway"], in: folder)
    expectSnapshot(part("desktop", of: outcome.text), "settings of the desktop")
    let without = try doctor("add touchpad event1", environment: ["XDG_CURRENT_DESKTOP": "Hyprland"])
    expectSnapshot(part("desktop", of: without.text), "settings that were not found")
  }

  @Test func gnomeIsAskedByItsOwnProgram() throws {
    let folder = try Folder()
    let script = try folder.write(
      "gsettings", "#!/bin/sh\necho \"['a@b', 'disable-gestures-2021@verycrazydog.gmail.com']\"\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
    let path = "\(folder.url.path):/usr/bin:/bin"
    let with = try doctor(
      "add touchpad event1", environment: ["XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "PATH": path], in: folder)
    #expect(part("desktop", of: with.text) == "  ok      GNOME has 1 gesture of its own")
    let without = try doctor("add touchpad event1", environment: ["XDG_CURRENT_DESKTOP": "GNOME"])
    #expect(
      part("desktop", of: without.text).contains("GNOME switches workspaces with a swipe of 3 or more fingers left"))
  }

  @Test func asJSON() throws {
    let outcome = try doctor("add touchpad event1", Self.rules, "--json", environment: ["XDG_CURRENT_DESKTOP": "niri"])
    #expect(outcome.status == "exited=0")
    let objects = try outcome.text.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.first?["format"] as? String == "gesture-bridge-doctor" && objects.first?["version"] as? Int == 1)
    #expect(objects.last?["type"] as? String == "summary" && objects.last?["errors"] as? Int == 0)
    let findings = objects.dropFirst().dropLast()
    let subjects = Set(findings.compactMap { $0["subject"] as? String })
    #expect(subjects == Set(DoctorSection.Subject.allCases.map(\.rawValue)))
    let warnings = findings.filter { $0["level"] as? String == "warning" }
    #expect(warnings.count == objects.last?["warnings"] as? Int)
    #expect(warnings.allSatisfy { $0["type"] as? String == "finding" && $0["text"] is String && $0["fix"] is String })
  }
}

/// `doctor` if there is nothing to look at.
struct DoctorReportTests {
  @Test func noRules() throws {
    let outcome = try Program.run("doctor", environment: ["HOME": "/nonexistent"])
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        """
        rules
          error   there is no rules file at /nonexistent/gesture-bridge/bindings.toml or \
        /etc/gesture-bridge/bindings.toml; run `gesture-bridge init` to write a first bindings.toml, or name \
        another file (`--config FILE` or `check FILE`)

        permissions
        """), Comment(rawValue: outcome.output))
  }

  @Test func brokenRules() throws {
    let folder = try Folder()
    let rules = try folder.write("a.toml", "[gesture.a]\nkind = \"swype\"\nrun = \"true\"\n")
    let outcome = try Program.run("doctor", "--config", rules)
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains(
        """
          error   \(rules):2:8: unknown gesture kind "swype"
                  fix: did you mean "swipe"? `gesture-bridge kinds` lists all kinds

        """), Comment(rawValue: outcome.output))
  }

  @Test func levelsHaveColoursOnATerminal() {
    let report = DoctorReport(
      sections: [
        DoctorSection(.rules, [Finding(.ok, "a"), Finding(.error, "b\u{1B}", fix: "c")]), DoctorSection(.desktop, []),
      ])
    #expect(
      report.text(withColours: true)
        == "rules\n  \u{1B}[32mok\u{1B}[0m      a\n  \u{1B}[31merror\u{1B}[0m   b␛\n          fix: c\n\n1 error\n")
    #expect(DoctorReport(sections: []).text(withColours: false) == "\nno problems\n")
  }
}
