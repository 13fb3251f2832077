import Foundation
import Support
import Testing

/// Rules that somebody else could change are refused, with what closes the gap.
struct ExposureTests {
  /// Only root may give files away.
  static let isRoot = getuid() == 0
  /// Of no user and no group of the system.
  private static let stranger: UInt32 = 54_321

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("rules.toml", CheckTests.good)
  }

  private func mode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
  }

  private func give(_ name: String, user: UInt32? = nil, group: UInt32? = nil) throws {
    try #require(lchown(folder.path(name), user ?? getuid(), group ?? getgid()) == 0)
  }

  /// What `check` says of the rules, without its beginning.
  private func refusal(_ file: String = "rules.toml") throws -> String {
    let outcome = try Program.run("check", file, in: folder)
    guard outcome.status == 1, outcome.output.isEmpty else { return outcome.output }
    return outcome.errors.replacing("gesture-bridge: error: ", with: "").replacing(folder.url.path, with: "FOLDER")
      .trimmingCharacters(in: .newlines)
  }

  private var fine: String {
    "rules.toml: 2 gestures, no problems\n  single waits for double to fail: 850 ms at most\n"
  }

  @Test func aFileThatEveryoneCanWrite() throws {
    for mode in [0o666, 0o602] {
      try self.mode("rules.toml", mode)
      #expect(
        try refusal()
          == "rules.toml can be written by everyone, and its commands run as you; `chmod o-w rules.toml` closes it")
    }
    try mode("rules.toml", 0o644)
    #expect(try refusal() == fine)
  }

  @Test func aFolderThatEveryoneCanWrite() throws {
    try mode("", 0o777)
    #expect(
      try refusal()
        == "everyone can put another rules.toml into FOLDER, and its commands run as you; `chmod o-w FOLDER` closes it")
    // As in /tmp, nobody can take away what is somebody else's.
    try mode("", 0o1777)
    #expect(try refusal() == fine)
  }

  @Test func theFolderOfALinksTarget() throws {
    try FileManager.default.createDirectory(atPath: folder.path("open"), withIntermediateDirectories: false)
    try folder.write("open/real one.toml", CheckTests.good)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.toml"), withDestinationPath: "open/real one.toml")
    #expect(try refusal("link.toml").hasPrefix("link.toml: 2 gestures, no problems"))
    try mode("open", 0o757)
    let sentence = "everyone can put another real one.toml into FOLDER/open, and its commands run as you; "
    #expect(try refusal("link.toml") == sentence + "`chmod o-w FOLDER/open` closes it")
    try mode("open", 0o755)
    try mode("open/real one.toml", 0o646)
    #expect(
      try refusal("open/real one.toml")
        == "open/real one.toml can be written by everyone, and its commands run as you; "
        + "`chmod o-w 'open/real one.toml'` closes it")
  }

  @Test(.enabled(if: isRoot, "only root may give files away")) func groups() throws {
    try mode("rules.toml", 0o664)
    #expect(try refusal() == fine)
    try give("rules.toml", group: Self.stranger)
    #expect(
      try refusal() == "rules.toml can be written by the group 54321, and its commands run as you; "
        + "`chmod g-w rules.toml` closes it")
    try mode("rules.toml", 0o644)
    #expect(try refusal() == fine)
    try mode("", 0o775)
    #expect(try refusal() == fine)
    try give("", group: Self.stranger)
    try mode("", 0o775)
    #expect(
      try refusal() == "the group 54321 can put another rules.toml into FOLDER, and its commands run as you; "
        + "`chmod g-w FOLDER` closes it")
  }

  @Test func accessLists() throws {
    // Version 2, then tag, permissions and id of each: the owner, one user, the group, the mask, all others.
    let entries: [(tag: UInt16, permissions: UInt16, id: UInt32)] = [
      (1, 6, .max), (2, 6, Self.stranger), (4, 4, .max), (0x10, 6, .max), (0x20, 4, .max),
    ]
    var bytes: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      withUnsafeBytes(of: entry.tag.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: entry.permissions.littleEndian) { bytes += $0 }
      withUnsafeBytes(of: entry.id.littleEndian) { bytes += $0 }
    }
    func set(_ name: String) throws -> Bool {
      let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      let line =
        "import os; os.setxattr(\"\(folder.path(name))\", \"system.posix_acl_access\", bytes.fromhex(\"\(hex)\"))"
      return try Program.shell("/usr/bin/python3 -c '\(line)'").status == 0
    }
    // Not every file system has them.
    guard try set("rules.toml") else { return }
    #expect(
      try refusal() == "rules.toml can be written by others, by its access list, and its commands run as you; "
        + "`setfacl -b rules.toml` closes it")
    try mode("rules.toml", 0o604)
    #expect(try refusal() == fine)
    bytes[6] = 7
    #expect(try set(""))
    try mode("", 0o775)
    #expect(
      try refusal()
        == "others can put another rules.toml into FOLDER, by its access list, and its commands run as you; "
        + "`setfacl -b FOLDER` closes it")
  }

  @Test(.enabled(if: isRoot, "only root may give files away")) func owners() throws {
    try give("rules.toml", user: Self.stranger)
    #expect(
      try refusal() == "rules.toml belongs to user 54321, and its commands run as you; "
        + "`sudo chown root rules.toml` makes it yours")
    try give("rules.toml")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.toml"), withDestinationPath: "rules.toml")
    try give("link.toml", user: Self.stranger)
    #expect(try refusal("link.toml").hasPrefix("link.toml: 2 gestures, no problems"))
    try mode("", 0o1777)
    #expect(
      try refusal("link.toml") == "FOLDER/link.toml belongs to user 54321, who could put other rules there, "
        + "and commands run as you; `sudo chown -h root FOLDER/link.toml` makes it yours")
    try mode("", 0o755)
    try give("", user: Self.stranger)
    #expect(
      try refusal() == "FOLDER belongs to user 54321, who could put other rules there, and commands run as you; "
        + "`sudo chown root FOLDER` makes it yours")
  }

  /// For whom root's files are as good as their own, and their own group too.
  @Test(.enabled(if: isRoot, "only root may run as somebody else")) func asAnotherUser() throws {
    let user = try Program.shell("id -u nobody && id -g nobody", in: folder)
    let ids = user.output.split(separator: "\n").compactMap { UInt32($0) }
    try #require(ids.count == 2)
    try mode("", 0o755)
    func check() throws -> Program.Outcome {
      try Program.shell(
        "setpriv --reuid=\(ids[0]) --regid=\(ids[1]) --clear-groups \"$PROGRAM\" check rules.toml", in: folder)
    }
    #expect(try check().output == fine)
    try give("rules.toml", user: ids[0], group: ids[1])
    #expect(try check().output == fine)
    try give("rules.toml", user: ids[0], group: Self.stranger)
    try mode("rules.toml", 0o664)
    #expect(try check().errors.contains("rules.toml can be written by the group 54321, and its commands run as you"))
  }
}

/// Included files on the disk.
struct IncludedFileTests {
  private let folder: Folder
  private static let tap = "[gesture.tap]\nkind = \"tap\"\nrun = \"true\"\n"

  init() throws { folder = try Folder() }

  private func check(_ include: String, environment: [String: String] = [:]) throws -> String {
    try folder.write("rules.toml", "include = [\(include)]\n" + Self.tap)
    return try Program.run("check", "rules.toml", in: folder, environment: environment).output
  }

  private func refusal(_ path: String, _ message: String, _ fix: String = "") -> String {
    let carets = String(repeating: "^", count: path.count + 2)
    return """
      rules.toml:1:12: error: \(message)
        1 | include = ["\(path)"]
          |            \(carets)\(fix.isEmpty ? "" : " ")\(fix)
      rules.toml: 1 error

      """
  }

  @Test func whatIsThereIsIncluded() throws {
    try folder.write("home.toml", "[gesture.two]\nkind = \"tap\"\ntaps = 2\nrun = \"true\"\n")
    try folder.write("b.toml", "[gesture.three]\nkind = \"tap\"\ntaps = 3\nrun = \"true\"\n")
    #expect(
      try check("\"~/home.toml\", \"b.toml\"", environment: ["HOME": folder.url.path])
        == "rules.toml: 3 gestures, no problems\n")
  }

  @Test func whatCannotBeRead() throws {
    #expect(
      try check("\"no.toml\"")
        == refusal("no.toml", "can't read no.toml: No such file or directory", "create it, or correct the path"))
    #expect(try check("\"/\"") == refusal("/", "can't read /: Is a directory", "name a file in it"))
    #expect(try check("\"/dev/null\"") == refusal("/dev/null", "can't read /dev/null: it is no regular file"))
    #expect(mkfifo(folder.path("pipe.toml"), 0o600) == 0)
    #expect(try check("\"pipe.toml\"") == refusal("pipe.toml", "can't read pipe.toml: it is no regular file"))
    try folder.write("big.toml", String(repeating: "# nothing here\n", count: 300_000))
    #expect(try check("\"big.toml\"") == refusal("big.toml", "can't read big.toml: it is larger than 4 MiB"))
    try folder.write("open.toml", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("open.toml"))
    #expect(
      try check("\"open.toml\"")
        == refusal(
          "open.toml", "open.toml can be written by everyone, and its commands run as you",
          "`chmod o-w open.toml` closes it"))
  }

  @Test func linksDeceiveNobody() throws {
    for name in ["self.toml", "other.toml"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: name == "self.toml" ? "rules.toml" : "b.toml")
    }
    try folder.write("b.toml", "")
    try FileManager.default.linkItem(atPath: folder.path("b.toml"), toPath: folder.path("hard.toml"))
    #expect(try check("\"self.toml\"") == refusal("self.toml", "the file includes itself", "remove it"))
    #expect(
      try check("\"b.toml\", \"other.toml\", \"hard.toml\"") == """
        rules.toml:1:22: error: "other.toml" is included already, at rules.toml:1:12
          1 | include = ["b.toml", "other.toml", "hard.toml"]
            |                      ^^^^^^^^^^^^ remove one of the two
        rules.toml:1:36: error: "hard.toml" is included already, at rules.toml:1:12
          1 | include = ["b.toml", "other.toml", "hard.toml"]
            |                                    ^^^^^^^^^^^ remove one of the two
        rules.toml: 2 errors

        """)
  }
}
