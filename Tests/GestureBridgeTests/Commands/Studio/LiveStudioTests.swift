import Foundation
import Support
import Testing

@testable import gesture_bridge

/// The studio's command: when it begins, and when it ends.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveStudioTests {
  private static let rules = """
    [gesture.knock]
    kind = "tap"
    run = "true"

    """

  /// A studio that runs, and what it says.
  private final class Running {
    let process = Process()
    private let output = Pipe()
    private var text = ""

    init(_ folder: Folder, _ arguments: String...) throws {
      process.executableURL = URL(filePath: Program.path)
      process.arguments = ["studio", "--no-browser"] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(Program.surroundings(folder)) { $1 }
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    deinit { process.terminate() }

    /// What it has said once it has said this.
    func await(_ words: String) -> String {
      while !text.contains(words) {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        text += String(decoding: more, as: UTF8.self)
      }
      return text
    }

    /// All that it has said by its end.
    func end() -> (status: Int32, text: String) {
      text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  }

  @Test func itNamesItsAddressAndEndsByASignal() throws {
    let bed = try Bed.started(Self.rules)
    let studio = try Running(bed.folder)
    let text = studio.await("Ctrl-C ends the studio.\n")
    #expect(text.hasPrefix("The studio is at http://127.0.0.1:") && text.contains("/?token="), "\(text)")
    let subscribed = try Program.run("ctl", "status", environment: Program.surroundings(bed.folder))
    #expect(subscribed.output.contains("subscribers  1\n"), "\(subscribed)")
    studio.process.interrupt()
    #expect(studio.end().status == 0)
    // It is the daemon's rules file that it shows, and it leaves it as it is.
    #expect(bed.folder.text("bindings.toml") == Self.rules)
  }

  /// Another person may sit there next, and must not see what hands did.
  @Test(.enabled(if: LoginBus.isThere, LoginBus.absence)) func itEndsWhenTheSessionIsLocked() throws {
    let login = try LoginBus("session bed")
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(
      program: ["--debug-plain", "--log-level", "info", "--config", config], in: folder,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": login.address, "XDG_SESSION_ID": "bed"])
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    let studio = try Running(folder, "--config", config)
    _ = studio.await("Ctrl-C ends the studio.\n")
    try login.perform("set bed LockedHint true")
    let (status, text) = studio.end()
    #expect(status == 0 && text.hasSuffix("The studio has ended: the session is locked.\n"), "\(text)")
    // Nor does one begin.
    let late = try Running(folder, "--config", config).end()
    #expect(late.text.hasSuffix("The studio has ended: the session is locked.\n"), "\(late)")
  }

  @Test func withoutRulesItSaysHowToGetThem() throws {
    let folder = try Folder()
    let (status, text) = try Running(folder, "--config", folder.path("none.toml")).end()
    #expect(status == 1 && text.hasPrefix("gesture-bridge: error: can't read "), "\(text)")
  }

  /// Rules with errors can be mended in it.
  @Test func rulesWithErrorsCanBeShown() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", "[gesture.a]\nkind = \"tapp\"\n")
    let studio = try Running(folder, "--config", config)
    #expect(studio.await("Ctrl-C ends the studio.\n").contains("The studio is at "))
    studio.process.interrupt()
    #expect(studio.end().status == 0)
  }
}
