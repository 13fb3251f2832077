import Foundation
import Testing

@testable import Desktop

/// The messages to a service manager, word by word.
@Suite struct ServiceTests {
  private func environment(_ variables: [String: String]) -> ServiceEnvironment {
    ServiceEnvironment(process: 42) { variables[$0] }
  }

  @Test func theEnvironmentTellsOfIt() {
    let all = environment(["NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "42"])
    #expect(all.address == "/run/x")
    #expect(all.patience == 20_000_000)
    #expect(environment(["WATCHDOG_USEC": "5"]).patience == 5)
    #expect(environment([:]) == environment(["WATCHDOG_USEC": "5", "WATCHDOG_PID": "43"]))
    for odd in ["", "0", "-1", "soon", "18446744073709551615"] {
      #expect(environment(["WATCHDOG_USEC": odd]).patience == nil)
    }
  }

  @Test func itIsTakenFromTheEnvironment() {
    setenv("WATCHDOG_USEC", "7", 1)
    setenv("LISTEN_FDS", "1", 1)
    #expect(ServiceEnvironment.taken().patience == 7)
    #expect(getenv("WATCHDOG_USEC") == nil)
    #expect(getenv("LISTEN_FDS") == nil)
    #expect(ServiceEnvironment.taken().patience == nil)
  }

  @Test(arguments: [false, true]) func everyState(_ isAbstract: Bool) throws {
    let listener = try ServiceListener(isAbstract: isAbstract)
    let notifier = try #require(ServiceNotifier(environment(["NOTIFY_SOCKET": listener.name])))
    #expect(notifier.ready("1 touch device", at: 0))
    #expect(notifier.watchdog == nil)
    notifier.report("2 touch\ndevices")
    notifier.reloading(at: 1234)
    notifier.reloading(at: 1240)
    notifier.reloaded("3 gestures")
    notifier.reloaded("3 gestures")
    notifier.stopping()
    #expect(
      listener.heard() == [
        "READY=1\nSTATUS=1 touch device", "STATUS=2 touch devices", "RELOADING=1\nMONOTONIC_USEC=1234",
        "READY=1\nSTATUS=3 gestures", "STOPPING=1",
      ])
  }

  @Test func whereNobodyListens() throws {
    #expect(ServiceNotifier(environment([:])) == nil)
    for odd in ["", "/", "@", "vsock:2:1", "run/notify", "/" + String(repeating: "x", count: 200)] {
      #expect(ServiceNotifier(environment(["NOTIFY_SOCKET": odd])) == nil, "\(odd)")
    }
    let gone = try #require(ServiceNotifier(environment(["NOTIFY_SOCKET": "/nonexistent/socket"])))
    #expect(!gone.ready("", at: 0))
    gone.stopping()
  }

  /// The watchdog is on only while there is work, and the service manager is notified before the work is done.
  @Test func theWatchdogLetsItRest() throws {
    let listener = try ServiceListener()
    let variables = ["NOTIFY_SOCKET": listener.name, "WATCHDOG_USEC": "20"]
    let notifier = try #require(ServiceNotifier(environment(variables)))
    _ = notifier.ready("", at: 100)
    let watchdog = try #require(notifier.watchdog)
    _ = listener.heard()
    #expect(watchdog.nextDeadline == 110)
    // A frame, and the timer.
    for _ in 0..<2 { watchdog.woke { 104 } }
    watchdog.advance(to: 109)
    #expect(listener.heard() == [])
    watchdog.advance(to: 110)
    #expect(listener.heard() == ["WATCHDOG=1"])
    #expect(watchdog.nextDeadline == 120)
    // The timer alone.
    watchdog.woke { 121 }
    watchdog.advance(to: 121)
    #expect(listener.heard() == ["WATCHDOG_USEC=0"])
    #expect(watchdog.nextDeadline == nil)
    watchdog.advance(to: 500)
    #expect(listener.heard() == [])
    watchdog.woke { 600 }
    #expect(listener.heard() == ["WATCHDOG=1\nWATCHDOG_USEC=20"])
    #expect(watchdog.nextDeadline == 610)
    watchdog.woke { 601 }
    watchdog.advance(to: 612)
    #expect(listener.heard() == ["WATCHDOG=1"])
    #expect(watchdog.nextDeadline == 622)
  }

  /// A service manager that keeps watching an idle program would end it.
  @Test func whatIsNotTakenIsSaidAgain() throws {
    var listener: ServiceListener? = try ServiceListener()
    let variables = ["NOTIFY_SOCKET": listener?.name ?? "", "WATCHDOG_USEC": "16"]
    let notifier = try #require(ServiceNotifier(environment(variables)))
    _ = notifier.ready("", at: 0)
    let watchdog = try #require(notifier.watchdog)
    listener = nil
    watchdog.woke { 8 }
    watchdog.advance(to: 8)
    #expect(watchdog.nextDeadline == 10)
  }
}

/// The journal is known by its file.
@Suite struct JournalStreamTests {
  @Test func theFileIsCompared() throws {
    let file = try #require(fopen("/dev/null", "r"))
    defer { fclose(file) }
    var facts = stat()
    fstat(fileno(file), &facts)
    #expect(JournalStream.isFile(fileno(file), "\(facts.st_dev):\(facts.st_ino)"))
    #expect(!JournalStream.isFile(fileno(file), "\(facts.st_dev):\(facts.st_ino + 1)"))
    #expect(!JournalStream.isFile(fileno(file), ""))
    #expect(!JournalStream.isFile(-1, "\(facts.st_dev):\(facts.st_ino)"))
  }
}
