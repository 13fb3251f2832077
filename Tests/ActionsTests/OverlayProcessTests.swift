import Foundation
import Glibc
import Logging
import Support
import Testing

@testable import Actions
@testable import Bindings

/// The program that draws gestures; here real shell programs are started in its place.
struct OverlayProcessTests {
  private final class Watched {
    let folder: Folder
    let log = CapturedLog()
    private(set) var descriptors: Set<Int32> = []
    private(set) var process: OverlayProcess?

    init(_ script: String) throws {
      folder = try Folder()
      let path = folder.path("overlay")
      try writeProgram(path, "#!/bin/sh\necho $$ >>\(folder.path("pids"))\n\(script)\n")
      process = OverlayProcess(
        path: path, log: log.logger, now: { 0 },
        watch: { [unowned self] descriptor, _ in descriptors.insert(descriptor) },
        unwatch: { [unowned self] in descriptors.remove($0) })
    }

    var pids: [String] { folder.text("pids").split(separator: "\n").map(String.init) }

    /// Serves the descriptors until `holds`; within 20 s.
    func until(_ holds: () -> Bool) -> Bool {
      let deadline = Date(timeIntervalSinceNow: 20)
      while !holds() {
        guard Date() < deadline else { return false }
        var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        if poll(&polled, nfds_t(polled.count), 20) > 0 { process?.look() }
      }
      return true
    }
  }

  @Test func itStartsAgainThreeTimesAndNoMore() throws {
    let watched = try Watched("kill -9 $$")
    watched.process?.begin()
    #expect(watched.until { watched.descriptors.isEmpty })
    #expect(watched.pids.count == 4)
    #expect(watched.log.all.withLock { $0.contains { $0.contains("ended for the fourth time") } })
    watched.process?.begin()
    #expect(watched.until { watched.descriptors.isEmpty })
    #expect(watched.pids.count == 8, "other rules ask for it anew")
  }

  @Test func whatCannotDrawIsNotStartedAgain() throws {
    let watched = try Watched("exit 1")
    watched.process?.begin()
    #expect(watched.until { watched.descriptors.isEmpty })
    #expect(watched.pids.count == 1)
  }

  @Test func itIsEndedAndWhereItHangsStartedAnew() throws {
    let watched = try Watched("exec sleep 60")
    watched.process?.begin()
    watched.process?.begin()
    #expect(watched.until { watched.pids.count == 1 })
    watched.process?.restart()
    #expect(watched.until { watched.pids.count == 2 })
    let pid = try #require(watched.pids.last.flatMap { pid_t($0) })
    watched.process?.end()
    #expect(watched.until { watched.descriptors.isEmpty })
    var status: Int32 = 0
    #expect(waitpid(pid, &status, 0) == -1 && errno == ECHILD, "it was reaped")
  }

  @Test func levelsReachIt() throws {
    let watched = try Watched("exec cat >>$(dirname $0)/levels")
    watched.process?.begin()
    let request = CommandRequest(
      binding: 0, file: "bindings.toml", line: 3, key: "step", gesture: "volume",
      command: .shell("echo $GESTURE_STEP 40"), environment: [("GESTURE_STEP", "up")])
    watched.process?.askLevel(request, afterCommand: false)
    #expect(watched.until { watched.folder.text("levels") == "up 40\n" }, "\(watched.log.all.withLock { $0 })")
    #expect(watched.until { watched.descriptors.count == 1 }, "it was reaped")
    watched.process?.askLevel(request, afterCommand: true)
    var other = request
    other.line = 4
    watched.process?.ended(other)
    #expect(watched.descriptors.count == 1, "another command has ended")
    watched.process?.ended(request)
    #expect(watched.until { watched.folder.text("levels") == "up 40\nup 40\n" })
    watched.process?.end()
  }
}
