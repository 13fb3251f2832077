import Foundation
import Support
import Testing

/// The unit under a real `systemd --user`.
@Suite(.enabled(if: ServiceBed.isThere, ServiceBed.absence), .serialized) struct ServiceManagerTests {
  private static let rules = """
    [gesture.swipe]
    kind = "swipe"
    fingers = 3
    run = 'echo swipe >> "$RAN"'

    [gesture.stay]
    kind = "pinch"
    fingers = 2
    run = 'echo began >> "$RAN"; while [ ! -e "$RAN.end" ]; do sleep 0.1; done; echo went on >> "$RAN"'

    [gesture.stall]
    kind = "swipe"
    fingers = 4
    run = 'kill -STOP $PPID'

    [gesture.environment]
    kind = "swipe"
    fingers = 5
    run = 'env >> "$RAN"'

    """

  private func started(_ unit: String = "") throws -> ServiceBed {
    let service = try ServiceBed(rules: Self.rules, unit: unit)
    try service.bed.perform("await ready: within=30s")
    try service.await("ActiveState", "active")
    return service
  }

  private func status(_ service: ServiceBed, _ devices: String = "1 touch device", gestures: Int = 4) -> String {
    "\(devices), \(gestures) gesture\(gestures == 1 ? "" : "s") from \(service.bed.folder.path("bindings.toml"))"
  }

  @Test func itTellsHowItIsDoing() throws {
    let service = try started()
    try service.await("StatusText", status(service))
    try service.bed.perform("remove event0")
    try service.await("StatusText", status(service, "0 touch devices"))
    try service.bed.perform("add touchscreen event1")
    try service.await("StatusText", status(service))
    #expect(try service.facts("Slice", "KillMode", "NRestarts") == ["app.slice", "process", "0"])
    #expect(try service.journal("notice") == ["ready: \(status(service))"])
  }

  @Test func newRulesAreAReload() throws {
    let service = try started()
    try service.bed.folder.write("bindings.toml", "[gesture.a]\nkind = \"tap\"\nrun = \"true\"\n")
    #expect(try service.tool("systemctl", "--user", "reload", "gesture-bridge").status == 0)
    try service.await("StatusText", status(service, gestures: 1))
    try service.bed.folder.write("bindings.toml", "[gesture.a]\nkind = \"swype\"\nrun = \"true\"\n")
    try service.bed.perform("await 'the previous rules stay in use'")
    try service.await(
      "StatusText", status(service, gestures: 1) + "; the changed file can't be used, so the previous rules stay in use"
    )
    #expect(try service.facts("ActiveState", "SubState") == ["active", "running"])
    let file = service.bed.folder.path("bindings.toml")
    #expect(
      try service.journal("err").prefix(3) == [
        "\(file):2:8: error: unknown gesture kind \"swype\"", "  2 | kind = \"swype\"",
        "    |        ^^^^^^^ did you mean \"swipe\"? `gesture-bridge kinds` lists all kinds",
      ])
  }

  @Test func theServiceManagersOwnVariablesAreNotInherited() throws {
    let service = try started()
    let ran = service.bed.folder.path("ran")
    try service.bed.perform("play event0 swipe left fingers=5\nawait-file \(ran) GESTURE_NAME")
    for name in ["NOTIFY_SOCKET=", "WATCHDOG_", "LISTEN_"] {
      #expect(!service.bed.ran.contains { $0.hasPrefix(name) }, "\(name)")
    }
  }

  /// A process that a gesture started doesn't belong to the daemon.
  @Test func commandsOutliveIt() throws {
    let service = try started()
    let (bed, ran) = (service.bed, service.bed.folder.path("ran"))
    try bed.perform("play event0 pinch out\nawait-file \(ran) began")
    try service.tool("systemctl", "--user", "kill", "-s", "KILL", "--kill-whom=main", "gesture-bridge")
    try bed.perform("await ready: within=30s")
    try service.await("NRestarts", "1")
    try bed.perform("play event0 swipe left\nawait-file \(ran) swipe")
    #expect(try service.tool("systemctl", "--user", "stop", "gesture-bridge").status == 0)
    #expect(try service.facts("ActiveState", "Result", "ExecMainStatus") == ["inactive", "success", "0"])
    try bed.folder.write("ran.end", "")
    try bed.perform("await-file \(ran) 'went on'")
    #expect(bed.ran == ["began", "swipe", "went on"])
  }

  /// At rest it is not watched and never wakes up; at work it is.
  @Test func onlyADaemonThatStallsIsEnded() throws {
    let service = try started("WatchdogSec=1")
    try service.await("WatchdogUSec", "0")
    let before = try switches(service)
    try service.bed.perform("wait 2500ms")
    #expect(try switches(service) == before)
    #expect(try service.facts("NRestarts") == ["0"])
    try service.bed.perform("play event0 swipe left fingers=4\nawait ready: within=30s")
    try service.await("NRestarts", "1")
    try service.bed.perform("play event0 swipe left\nawait-file \(service.bed.folder.path("ran")) swipe")
  }

  /// The number of times that the daemon has gone to sleep.
  private func switches(_ service: ServiceBed) throws -> String {
    let pid = try service.facts("MainPID").joined()
    return try service.tool("grep", "ctxt_switches", "/proc/\(pid)/status").output
      .split(separator: "\n").first.map(String.init) ?? ""
  }

  @Test func wrongRulesAreNoReasonToTryAgain() throws {
    let service = try ServiceBed(rules: "[gesture.a]\nkind = \"swype\"\n")
    try service.await("ActiveState", "failed")
    #expect(try service.facts("ExecMainStatus", "NRestarts", "SubState") == ["78", "0", "failed"])
  }

  @Test func itWorksWithinTheSandbox() throws {
    let sandbox = packageRoot.appendingPathComponent("contrib/systemd/sandbox.conf")
    let service = try started(String(contentsOf: sandbox, encoding: .utf8))
    try service.bed.perform("play event0 swipe left\nawait-file \(service.bed.folder.path("ran")) swipe")
    try service.bed.perform("remove event0\nadd touchscreen event1")
    try service.await("StatusText", status(service))
    #expect(try service.facts("NoNewPrivileges", "MemoryDenyWriteExecute") == ["yes", "yes"])
  }
}
