import Control
import Foundation
import Support
import Testing

@testable import gesture_bridge

/// Clients that would keep a daemon from its gestures, or fill its connections.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveControlLimitTests {
  private static let rules = LiveControlTests.rules

  private func ctl(_ bed: Bed, _ arguments: String...) throws -> Program.Outcome {
    try Program.run(["ctl"] + arguments, environment: Program.surroundings(bed.folder))
  }

  private func socket(_ bed: Bed) -> String { bed.folder.path("gesture-bridge/bed.sock") }

  private func ask(_ connection: ControlConnection, _ request: ControlRequest) throws -> ControlAnswer {
    try ControlAnswer(line: connection.ask(request))
  }

  private func descriptors(_ bed: Bed) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(bed.daemon())/fd").count
  }

  // MARK: Slow, many, loud

  @Test func aSlowSubscriberIsDroppedAndNobodyWaits() throws {
    // A gesture without an effect, and so without a line in the log: a log that is written too fast skips the lines
    // that this test looks for.
    let still = "[gesture.still]\nkind = \"long-press\"\nfingers = 2\nrun = { mode = \"default\" }\n"
    let bed = try Bed.started(Self.rules + still)
    let slow = try ControlConnection(socket(bed))
    guard case .done = try ask(slow, .subscribe(.gesture)) else { return #expect(Bool(false)) }
    let other = try ControlConnection(socket(bed))
    var rounds = 0
    while rounds < 100, try ctl(bed, "status").output.contains("subscribers  1\n") {
      for _ in 0..<100 { guard case .done = try ask(other, .trigger("still")) else { return #expect(Bool(false)) } }
      if rounds % 5 == 0 { try bed.expect(["swipe swipe/left/Mocked Touchscreen"], after: LiveControlTests.swipe) }
      rounds += 1
    }
    #expect(rounds < 100)
    try bed.perform("await 'gesture-bridge: info: a program was disconnected: it did not read the last 256 KiB'")
    var last: [UInt8] = []
    while let line = try? slow.nextLineWhileRead() { last = line }
    #expect(String(decoding: last, as: UTF8.self) == #"{"version":1,"event":"dropped"}"#)
    try bed.expect(["swipe swipe/left/Mocked Touchscreen"], after: LiveControlTests.swipe)
    #expect(try ctl(bed, "status").output.contains("subscribers  0\n"))
  }

  @Test func aThousandComeAndGo() throws {
    let bed = try Bed.started(Self.rules)
    let before = try descriptors(bed)
    for round in 0..<1000 {
      let connection = try ControlConnection(socket(bed))
      if round % 3 == 0 { _ = try ask(connection, .status) }
    }
    #expect(try ctl(bed, "status").status == 0)
    for _ in 0..<100 where try descriptors(bed) != before { try bed.perform("wait 50ms") }
    #expect(try descriptors(bed) == before)
  }

  @Test func thirtyTwoAreServedAtOnce() throws {
    let bed = try Bed.started(Self.rules)
    var connections = try (0..<ControlServer.mostClients).map { _ in try ControlConnection(socket(bed)) }
    for connection in connections { _ = try ask(connection, .status) }
    let outcome = try ctl(bed, "status")
    #expect(outcome.status == 1)
    expectSnapshot(outcome.errors, "thirty two are served at once", has: "32")
    connections.removeLast()
    for _ in 0..<100 where try ctl(bed, "status").status != 0 { try bed.perform("wait 50ms") }
    #expect(try ctl(bed, "status").status == 0)
  }

  /// Clients that follow the daemon stay as long as they like: they leave room for a short request.
  @Test func subscribersDoNotLockOthersOut() throws {
    let bed = try Bed.started(Self.rules)
    let subscribers = try (0..<ControlServer.mostSubscribers).map { _ in try ControlConnection(socket(bed)) }
    for subscriber in subscribers {
      guard case .done = try ask(subscriber, .subscribe(.gesture)) else { return #expect(Bool(false)) }
    }
    let one = try ControlConnection(socket(bed))
    guard case .refused(let reason, fix: _, more: _) = try ask(one, .subscribe(.gesture)) else {
      return #expect(Bool(false))
    }
    expectSnapshot(reason, "subscribers do not lock others out", has: "24")
    let status = try ctl(bed, "status")
    #expect(status.output.contains("subscribers  24\n"), "\(status)")
    withExtendedLifetime((subscribers, one)) {}
  }

  @Test func rubbishIsAnsweredAndWhoGoesAtOnceIsHeard() throws {
    let bed = try Bed.started(Self.rules)
    let script = """
      import socket, sys
      def talk(data, reads=True):
          s = socket.socket(socket.AF_UNIX)
          s.connect(sys.argv[1])
          try:
              s.sendall(data)
              s.shutdown(socket.SHUT_WR)
          except OSError:
              pass
          # Who is cut short finds what was said first, and then perhaps an error in place of the end.
          try:
              while reads and (part := s.recv(65536)):
                  print(part.decode(), end="")
          except ConnectionResetError:
              pass
          s.close()
      talk(b'rubbish\\n{"version":1,"do":"fly"}\\n{"version":1,"do":"pause"}')
      talk(b'[' * 1000000)
      talk(b'{"version":1,"do":"resume"}\\n{"version":1,"do":"mode","mode":"media"}\\n', reads=False)
      """
    let path = try bed.folder.write("talk.py", script)
    let outcome = try Program.shell("/usr/bin/python3 \(path) \(socket(bed))")
    let lines = outcome.output.split(separator: "\n")
    try #require(lines.count == 4 && outcome.errors == "", "\(outcome)")
    #expect(lines[0].contains("byte 1 is wrong") && lines[1].contains("no request") && lines[1].contains("status"))
    #expect(lines[2] == #"{"version":1,"ok":true,"paused":true,"changed":true}"#)
    #expect(lines[3].contains("longer than 65536 bytes"))
    try bed.perform("await 'the mode is now \"media\"'")
    #expect(try ctl(bed, "status").output.contains("paused       no\n"))
  }

  @Test func nothingWakesItWhileASubscriberWaits() throws {
    let bed = try Bed.started(Self.rules, clock: .real)
    let subscriber = try ControlConnection(socket(bed))
    _ = try ask(subscriber, .subscribe(.all))
    let sleeps = {
      try String(contentsOfFile: "/proc/\(bed.daemon())/status", encoding: .utf8).split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches") }
    }
    try bed.perform("wait 500ms")
    let before = try sleeps()
    try bed.perform("wait 2s")
    #expect(try sleeps() == before)
  }

  @Test func whoDoesNotAnswerIsNotWaitedFor() throws {
    let bed = try Bed.started(Self.rules)
    try bed.perform("signal STOP")
    let outcome = try ctl(bed, "status")
    try bed.perform("signal CONT")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors
        == "gesture-bridge: error: the daemon at \(socket(bed)) has not answered within 5 seconds; restart the daemon\n"
    )
    #expect(try ctl(bed, "status").status == 0)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be somebody else"))
  func anotherUserIsRefused() throws {
    let bed = try Bed.started(Self.rules)
    for path in [bed.folder.url.path, bed.folder.path("gesture-bridge")] { #expect(chmod(path, 0o711) == 0) }
    let script = """
      import os, socket, sys
      os.setgroups([])
      os.setgid(65534)
      os.setuid(65534)
      s = socket.socket(socket.AF_UNIX)
      s.connect(sys.argv[1])
      print(s.recv(65536).decode(), end="")
      """
    let path = try bed.folder.write("stranger.py", script)
    let kept = try Program.shell("/usr/bin/python3 \(path) \(socket(bed))")
    #expect(kept.errors.contains("PermissionError"))
    #expect(chmod(socket(bed), 0o666) == 0)
    let refused = try Program.shell("/usr/bin/python3 \(path) \(socket(bed))")
    #expect(
      refused.output == #"{"version":1,"ok":false,"error":"this daemon answers only its own user and root"}"# + "\n")
    try bed.perform(
      #"await "warning: user 65534 was refused: the control socket is only for the daemon's own user and root""#)
  }

  // MARK: One daemon

  @Test func oneDaemonServesASession() throws {
    let bed = try Bed.started(Self.rules)
    let pid = try bed.daemon()
    let start = { (arguments: [String]) in
      try Program.run(
        Program.daemon(["--config", bed.folder.path("bindings.toml")] + arguments),
        environment: Program.surroundings(bed.folder))
    }
    let second = try start([])
    #expect(second.status == 3)
    #expect(
      second.errors.hasSuffix(
        "gesture-bridge: error: gesture-bridge already runs in this session (pid \(pid)); "
          + "run `gesture-bridge reload` to make that daemon read its rules again, or end that daemon first\n"),
      "\(second.errors)")
    let view = try Bed(
      program: ["--config", bed.folder.path("bindings.toml"), "--debug-plain"],
      environment: Program.surroundings(bed.folder))
    try view.perform(
      "start\nawait '(pid \(pid)): that daemon runs the actions, and this view runs none' within=15s\nstop")
    #expect(try ctl(bed, "status").output.contains("pid \(pid),"))
    try bed.perform("stop")
    #expect(!FileManager.default.fileExists(atPath: socket(bed)))
    #expect(
      try ctl(bed, "status")
        == .init(
          status: 1, output: "",
          errors:
            "gesture-bridge: error: no daemon runs in any session of this user; start the daemon with `gesture-bridge`\n"
        ))
  }

  @Test func aSecondDaemonIsNoticedWhereTheFolderIsDeleted() throws {
    let bed = try Bed.started(Self.rules)
    try FileManager.default.removeItem(atPath: bed.folder.path("gesture-bridge"))
    let second = try Program.run(
      Program.daemon(["--config", bed.folder.path("bindings.toml")]), environment: Program.surroundings(bed.folder))
    let sentence = "gesture-bridge already runs in this session (pid \(try bed.daemon()))"
    #expect(second.status == 3 && second.errors.contains(sentence), "\(second.errors)")
  }

  @Test func aDryRunGoesBesideItAndOtherSessionsAreTheirOwn() throws {
    let bed = try Bed.started(Self.rules)
    let inFolder = Program.surroundings(bed.folder)
    let config = bed.folder.path("bindings.toml")
    let beside = try Bed(program: ["--config", config, "--dry-run"], environment: inFolder)
    try beside.perform("start\nawait ready: within=15s\nstop")
    let others = try (1...2).map { number in
      let other = try Bed(
        program: ["--config", config], environment: inFolder.merging(["XDG_SESSION_ID": "c\(number)/x"]) { $1 })
      try other.perform("start\nawait ready: within=15s")
      return other
    }
    #expect(try ctl(bed, "status").output.contains("session bed\n"))
    #expect(try ctl(bed, "status", "--session", "c2/x").output.contains("session c2_x\n"))
    try bed.perform("stop")
    expectSnapshot(try ctl(bed, "status").errors, "several sessions")
    try others[0].perform("stop")
    #expect(try ctl(bed, "status").output.contains("session c2_x\n"))
    expectSnapshot(try ctl(bed, "status", "--session", "c1_x").errors, "no such session")
  }

  @Test func whatAKilledOneLeavesIsNoHindrance() throws {
    let bed = try Bed.started(Self.rules)
    try bed.perform("signal KILL\nawait-exit")
    #expect(FileManager.default.fileExists(atPath: socket(bed)))
    #expect(try ctl(bed, "status").status == 1)
    try bed.perform("start\nawait ready: within=15s")
    #expect(try ctl(bed, "status").output.contains("pid \(bed.daemon()),"))
    #expect(!bed.log.contains("there is no control socket"))
  }
}
