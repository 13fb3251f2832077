import Foundation
import Support
import Testing

@testable import gesture_bridge

/// Rules in a path that other users can change while the rules are read.
struct TrustedFileTests {
  /// Another user swaps the folder of the rules for a link to another folder of theirs, again and again: first the
  /// folder itself, then the link's target.
  private final class Swapper {
    private let process = Process()

    /// In `folder`, `sub` is swapped for a link to `bait`.
    init(in folder: Folder) throws {
      let script = """
        import os, sys
        os.setgroups([]); os.setgid(65534); os.setuid(65534)
        os.chdir(sys.argv[1])
        while os.getppid() == int(sys.argv[2]):
            os.rename("sub", "kept")
            os.symlink("../bait", "sub")
            os.unlink("sub")
            os.rename("kept", "sub")
        """
      process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
      process.arguments = ["-c", script, folder.path("open"), "\(getpid())"]
      try process.run()
    }

    deinit {
      // Other signals may have been blocked when it was started.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  private let folder: Folder
  private let rules: String

  init() throws {
    folder = try Folder()
    rules = folder.path("open/sub/rules.toml")
    for name in ["open", "open/sub", "bait"] {
      try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: false)
    }
    try folder.write("open/sub/rules.toml", "own")
    try folder.write("bait/rules.toml", "bait")
    for (name, mode) in [("", 0o755), ("open", 0o777)] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
    }
  }

  /// A reader that first checks the names and then opens them, repeated until it is deceived.
  private func isDeceived(within seconds: Double) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end {
      var status = stat()
      guard lstat(folder.path("open/sub"), &status) == 0, status.isFolder else { continue }
      if (try? String(contentsOfFile: rules, encoding: .utf8)) == "bait" { return true }
    }
    return false
  }

  @Test(.enabled(if: ExposureTests.isRoot, "only root can be somebody else"))
  func ofSixHundredTriesNoneIsDeceived() throws {
    let swapper = try Swapper(in: folder)
    try #require(isDeceived(within: 60), "the race is real for a reader that looks at names")
    var (taken, exposed, others) = (0, 0, 0)
    for _ in 0..<600 {
      do throws(FileError) {
        _ = try FileContents(trusted: rules, limit: 100, takesPipe: false)
        taken += 1
      } catch {
        if case .exposed(let exposure) = error, exposure.path == folder.path("open") {
          exposed += 1
        } else {
          // Between two renames the name doesn't exist.
          others += 1
        }
      }
    }
    #expect(taken == 0)
    #expect(exposed + others == 600)
    #expect(exposed > 0)
    withExtendedLifetime(swapper) {}
  }
}
