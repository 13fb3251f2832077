import Foundation
import Support
import Testing

@testable import gesture_bridge

/// A confined daemon and a bus that starts anew, to which it can't connect: a lock would go unnoticed. Not in a bed, whose
/// mocked devices are sockets that a daemon may connect to.
@Suite(
  .enabled(if: LoginBus.isThere, LoginBus.absence),
  .enabled(if: Confinement.tried().connecting, "this kernel has no filters of system calls"), .serialized
) struct ConfinedBusTests {
  private let login: LoginBus
  private let folder: Folder
  private let daemon = Process()

  init() throws {
    login = try LoginBus("session bed")
    folder = try Folder()
    let rules = try folder.write("bindings.toml", "[gesture.knock]\nkind = \"tap\"\nrun = \"true\"\n")
    daemon.executableURL = URL(fileURLWithPath: Program.path)
    daemon.arguments = Program.daemon(["--config", rules, "--confine", "required", "--log-level", "info"])
    daemon.environment = ProcessInfo.processInfo.environment
      .merging(Program.surroundings(folder)) { $1 }
      .merging(["DBUS_SYSTEM_BUS_ADDRESS": login.address]) { $1 }
    daemon.standardError = try folder.handle("log")
  }

  private func start() throws {
    try daemon.run()
    #expect(says("ready: "))
  }

  private func says(_ text: String) -> Bool {
    for _ in 0..<1000 {
      if folder.text("log").contains(text) { return true }
      usleep(20_000)
    }
    return false
  }

  private func replaceBus() throws {
    try login.perform("bus off")
    #expect(says("logind is gone"))
    #expect(daemon.isRunning)
    try login.perform("bus on\nlogin on\nsession bed")
  }

  @Test func itEndsSoThatItIsStartedAnew() throws {
    try start()
    try replaceBus()
    daemon.waitUntilExit()
    #expect(daemon.terminationStatus == 1)
    #expect(folder.text("log").contains("\(Message.confinedFromBus)"))
  }

  /// A new daemon would not know of the lock.
  @Test func itRestsWhenItWasLocked() throws {
    try login.perform("set bed LockedHint true")
    try start()
    try replaceBus()
    #expect(says(Message.confinedWhileLocked))
    #expect(daemon.isRunning)
    daemon.terminate()
    daemon.waitUntilExit()
    #expect(daemon.terminationStatus == 0)
  }
}
