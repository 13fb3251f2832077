import Base
import CLinux
import Foundation
import Support
import Testing

@testable import gesture_bridge

/// The folder, the lock and the socket of a daemon, in every place where they can be.
@Suite struct InstanceLockTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// Starts a daemon that soon fails; returns its messages about the control socket.
  private func said(_ environment: [String: String]) throws -> [String] {
    try folder.write("bindings.toml", "[gesture.tap]\nkind = \"tap\"\nrun = \"true\"\n")
    let outcome = try Program.run(
      ["--config", folder.path("bindings.toml"), "--allow-root", "--record", "/nonexistent/file"],
      environment: environment)
    return outcome.errors.split(separator: "\n").filter { $0.contains("control socket") }.map(String.init)
  }

  private func rights(_ path: String) throws -> Int {
    let facts = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(facts[.posixPermissions] as? Int)
  }

  @Test func whereNoFolderCanBeUsedItGoesOnWithout() throws {
    let head =
      "gesture-bridge: warning: there is no control socket, so a second daemon would not be noticed: "
    #expect(
      try said(["XDG_RUNTIME_DIR": ""]) == [
        head
          + "the environment variable XDG_RUNTIME_DIR is not set; start gesture-bridge from your session, or set this variable, usually to /run/user/\(geteuid())"
      ])
    #expect(
      try said(["XDG_RUNTIME_DIR": "run"]) == [
        head + "XDG_RUNTIME_DIR is \"run\", which does not begin with /; set it, usually to /run/user/\(geteuid())"
      ])
    let ctl = try Program.run("ctl", "status", environment: ["XDG_RUNTIME_DIR": "."])
    #expect(ctl.status == 1 && ctl.errors.contains("XDG_RUNTIME_DIR is \".\", which does not begin with /"))
    #expect(
      try said(["XDG_RUNTIME_DIR": "/nonexistent"]) == [
        head + "/nonexistent: stat: No such file or directory (ENOENT)"
      ])
    try FileManager.default.createDirectory(atPath: folder.path("open"), withIntermediateDirectories: false)
    chmod(folder.path("open"), 0o777)
    #expect(
      try said(["XDG_RUNTIME_DIR": folder.path("open")]) == [
        head + "other users can write to \(folder.path("open")); run `chmod 700 \(folder.path("open"))` to prevent this"
      ])
    try folder.write("gesture-bridge", "a file")
    let other = "\(folder.path("gesture-bridge")) is not a folder; remove it"
    #expect(try said(["XDG_RUNTIME_DIR": folder.url.path]) == [head + other])
    try FileManager.default.removeItem(atPath: folder.path("gesture-bridge"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("gesture-bridge"), withDestinationPath: folder.path("open"))
    #expect(try said(["XDG_RUNTIME_DIR": folder.url.path]) == [head + other])
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give folders away"))
  func aFolderOfSomebodyElseIsNotUsed() throws {
    try FileManager.default.createDirectory(atPath: folder.path("theirs"), withIntermediateDirectories: false)
    chown(folder.path("theirs"), 65534, 65534)
    #expect(
      try said(["XDG_RUNTIME_DIR": folder.path("theirs")]).first?.hasSuffix(
        "\(folder.path("theirs")) belongs to user 65534; run gesture-bridge as that user, or set XDG_RUNTIME_DIR "
          + "to your own folder, /run/user/0") == true)
  }

  @Test func aSocketsPathHasItsLimit() throws {
    let long = folder.path(String(repeating: "x", count: 100))
    try FileManager.default.createDirectory(
      atPath: long, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let path = long + "/gesture-bridge/bed.sock"
    #expect(
      Message.noSocket(path, SystemError(call: "bind", code: ENAMETOOLONG))
        == "there is no control socket: \(path) is longer than the 107 bytes that a socket's path can have; "
        + "set XDG_RUNTIME_DIR to a shorter path, usually /run/user/\(geteuid())")
    #expect(gb_local_listen(path, 1) == -1 && errno == ENAMETOOLONG)
    #expect(gb_local_connect(path) == -1 && errno == ENAMETOOLONG)
  }

  @Test func theFolderIsClosedToOthersAndTheSocketToo() throws {
    try FileManager.default.createDirectory(atPath: folder.path("gesture-bridge"), withIntermediateDirectories: false)
    chmod(folder.path("gesture-bridge"), 0o777)
    let name = SessionName("a/b")
    #expect(throws: InstanceLock.Taken.self) {
      let seat = try InstanceLock.take(name, in: folder.url.path)
      // A link in the socket's place is replaced; its target is kept.
      try folder.write("target", "kept")
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("gesture-bridge/a_b.sock"), withDestinationPath: folder.path("target"))
      let socket = try ControlSocket(seat)
      #expect(try rights(folder.path("gesture-bridge")) == 0o700)
      #expect(try rights(socket.path) == 0o600)
      #expect(try rights(folder.path("gesture-bridge/a_b.lock")) == 0o600)
      #expect(folder.text("target") == "kept")
      _ = try InstanceLock.take(name, in: folder.url.path)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("gesture-bridge/a_b.sock")))
    _ = try InstanceLock.take(name, in: folder.url.path)
  }

  /// A lock on a file that is deleted locks nothing any more.
  @Test func aFolderThatIsDeletedIsNoWayIn() throws {
    let name = SessionName("bed")
    let first = try InstanceLock.take(name, in: folder.url.path)
    try FileManager.default.removeItem(atPath: first.folder.path)
    let second = #expect(throws: InstanceLock.Taken.self) { _ = try InstanceLock.take(name, in: folder.url.path) }
    #expect(second?.pid == getpid())
    _ = try InstanceLock.take(SessionName("other"), in: folder.url.path)
    withExtendedLifetime(first) {}
  }

  /// Abstract names belong to no folder, so every user can take them.
  @Test(.enabled(if: geteuid() == 0, "only root can be somebody else"))
  func aNameThatAnotherUserHasKeepsNobodyFromStarting() throws {
    let name = SessionName("bed")
    let claimed = NameClaim.name(of: name, in: try RuntimeFolder(in: folder.url.path))
    let script = """
      import os, socket, sys
      os.setgroups([]); os.setgid(65534); os.setuid(65534)
      s = socket.socket(socket.AF_UNIX)
      s.bind("\\0" + sys.argv[1])
      s.listen()
      print("ready", flush=True)
      sys.stdin.read()
      """
    let stranger = Process()
    let (words, end) = (Pipe(), Pipe())
    stranger.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    stranger.arguments = ["-c", script, claimed]
    (stranger.standardOutput, stranger.standardInput) = (words, end)
    try stranger.run()
    // The text can come in pieces.
    try #require(String(decoding: words.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("ready"))
    let first = try InstanceLock.take(name, in: folder.url.path)
    #expect(throws: InstanceLock.Taken.self) { _ = try InstanceLock.take(name, in: folder.url.path) }
    withExtendedLifetime(first) {}
    try end.fileHandleForWriting.close()
    stranger.waitUntilExit()
  }

  @Test(arguments: [
    ("3", "3"), ("c1", "c1"), ("", "default"), ("../x", "___x"), ("a b\nc", "a_b_c"), ("ä", "_"),
    (String(repeating: "x", count: 300), String(repeating: "x", count: 64)),
  ])
  func aSessionsNameIsAFilesName(_ name: String, _ file: String) { #expect("\(SessionName(name))" == file) }

  /// A service of the user has no session itself, but serves the one on the screen.
  @Test func theSessionWithAScreenIsKnown() throws {
    let folder = try Folder()
    try folder.write("1000", "# This is private data. Do not parse.\nNAME=me\nSTATE=active\nDISPLAY=c2\nREALTIME=1\n")
    #expect(SessionName.display(in: folder.path("1000")) == "c2")
    try folder.write("1000", "NAME=me\nSTATE=lingering\n")
    #expect(SessionName.display(in: folder.path("1000")) == nil)
    #expect(SessionName.display(in: folder.path("1001")) == nil)
  }
}
