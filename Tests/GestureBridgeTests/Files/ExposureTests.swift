import Foundation
import Support
import Testing

/// Rules that other users could change are refused, with the command that closes the gap.
struct ExposureTests {
  /// Only root can change a file's owner.
  static let isRoot = getuid() == 0
  /// The number of no user and no group of the system.
  private static let stranger: UInt32 = 54_321

  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write("rules.toml", CheckTests.good)
  }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
  }

  private func mode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path(name))
  }

  private func give(_ name: String, user: UInt32? = nil, group: UInt32? = nil) throws {
    try #require(lchown(folder.path(name), user ?? getuid(), group ?? getgid()) == 0)
  }

  /// The error of `check` for the rules, without its beginning.
  private func refusal(_ file: String = "rules.toml") throws -> String {
    let outcome = try Program.run("check", file, in: folder)
    guard outcome.status == 1, outcome.output.isEmpty else { return outcome.output }
    return outcome.errors.replacing("gesture-bridge: error: ", with: "").replacing(folder.url.path, with: "FOLDER")
      .trimmingCharacters(in: .newlines)
  }

  private var fine: String {
    "rules.toml: 2 gestures, no problems\n  single waits for double to fail: until it is too late for another tap, 850 ms at most\n"
  }

  @Test func aFileThatEveryoneCanWrite() throws {
    for mode in [0o666, 0o602] {
      try self.mode("rules.toml", mode)
      expectSnapshot(try refusal(), "a file that everyone can write", has: "chmod o-w rules.toml")
    }
    try mode("rules.toml", 0o644)
    #expect(try refusal() == fine)
  }

  @Test func aFolderThatEveryoneCanWrite() throws {
    try mode("", 0o777)
    expectSnapshot(try refusal(), "a folder that everyone can write", has: "chmod o-w FOLDER")
    // As in /tmp, no user can remove files of another one.
    try mode("", 0o1777)
    #expect(try refusal() == fine)
  }

  /// A user who can put another folder there can put other rules there, and remove them again while they are read.
  @Test func aFolderAboveThatEveryoneCanWrite() throws {
    try make("open/own/deep")
    try folder.write("open/own/deep/rules.toml", CheckTests.good)
    try mode("open", 0o777)
    let sentence =
      "everyone can replace own in FOLDER/open, and so run commands as you; "
      + "run `chmod o-w FOLDER/open` (with `sudo` if root owns it) to prevent this"
    for path in ["open/own/deep/rules.toml", "open/own/deep/../../own/deep/rules.toml"] {
      #expect(try refusal(path) == sentence)
    }
    try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "open/own/deep")
    #expect(try refusal("link/rules.toml") == sentence)
    try mode("open", 0o1777)
    #expect(try refusal("link/rules.toml").hasPrefix("link/rules.toml: 2 gestures, no problems"))
    try mode("open", 0o755)
    #expect(try refusal("link/../deep/rules.toml").hasPrefix("link/../deep/rules.toml: 2 gestures, no problems"))
  }

  @Test(.enabled(if: isRoot, "only root may give files away")) func aFolderAboveThatBelongsToSomebodyElse() throws {
    try make("theirs/own")
    try folder.write("theirs/own/rules.toml", CheckTests.good)
    try give("theirs", user: Self.stranger)
    expectSnapshot(
      try refusal("theirs/own/rules.toml"), "a folder above that belongs to somebody else", has: "FOLDER/theirs")
  }

  @Test func pathsThatLeadNowhere() throws {
    let links = ["loop": "loop", "none": "missing/rules.toml"]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(atPath: folder.path(link), withDestinationPath: target)
    }
    #expect(try refusal("loop") == "can't read loop: Too many levels of symbolic links")
    #expect(try refusal("none") == "can't read none: No such file or directory")
    #expect(try refusal("rules.toml/x") == "can't read rules.toml/x: Not a directory")
    #expect(try refusal(".") == "can't read .: Is a directory")
    #expect(try refusal("") == "can't read : No such file or directory")
  }

  @Test func theFolderOfALinksTarget() throws {
    try make("open")
    try folder.write("open/real one.toml", CheckTests.good)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.toml"), withDestinationPath: "open/real one.toml")
    #expect(try refusal("link.toml").hasPrefix("link.toml: 2 gestures, no problems"))
    try mode("open", 0o757)
    let sentence =
      "everyone can replace real one.toml in FOLDER/open, and so run commands as you; "
      + "run `chmod o-w FOLDER/open` (with `sudo` if root owns it) to prevent this"
    #expect(try refusal("link.toml") == sentence)
    try mode("open", 0o755)
    try mode("open/real one.toml", 0o646)
    expectSnapshot(
      try refusal("open/real one.toml"), "the folder of a link's target", has: "chmod o-w 'open/real one.toml'")
  }

  @Test(.enabled(if: isRoot, "only root may give files away")) func groups() throws {
    try mode("rules.toml", 0o664)
    #expect(try refusal() == fine)
    try give("rules.toml", group: Self.stranger)
    expectSnapshot(try refusal(), "a group can write the file", has: "chmod g-w rules.toml")
    try mode("rules.toml", 0o644)
    #expect(try refusal() == fine)
    try mode("", 0o775)
    #expect(try refusal() == fine)
    try give("", group: Self.stranger)
    try mode("", 0o775)
    expectSnapshot(try refusal(), "a group can write the folder", has: "chmod g-w FOLDER")
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
    expectSnapshot(try refusal(), "an access list of the file", has: "setfacl -b rules.toml")
    try mode("rules.toml", 0o604)
    #expect(try refusal() == fine)
    bytes[6] = 7
    #expect(try set(""))
    try mode("", 0o775)
    expectSnapshot(try refusal(), "an access list of the folder", has: "setfacl -b FOLDER")
  }

  @Test(.enabled(if: isRoot, "only root may give files away")) func owners() throws {
    try give("rules.toml", user: Self.stranger)
    expectSnapshot(try refusal(), "the owner of the file", has: "chown 0 rules.toml")
    try give("rules.toml")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.toml"), withDestinationPath: "rules.toml")
    try give("link.toml", user: Self.stranger)
    #expect(try refusal("link.toml").hasPrefix("link.toml: 2 gestures, no problems"))
    try mode("", 0o1777)
    expectSnapshot(try refusal("link.toml"), "the owner of a link", has: "chown -h 0 FOLDER/link.toml")
    try mode("", 0o755)
    try give("", user: Self.stranger)
    expectSnapshot(try refusal(), "the owner of the folder", has: "FOLDER belongs to user \(Self.stranger)")
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
    #expect(
      try check().errors.contains(
        "rules.toml is writable by the group 54321, and the commands in this file would run as you"))
  }
}

/// A pipe doesn't count as a rules file, unless the program was started with it.
struct PipedRulesTests {
  private let folder: Folder
  private static let pipe = "pipe.toml"

  init() throws {
    folder = try Folder()
    try folder.write("rules.toml", CheckTests.good)
    try #require(mkfifo(folder.path(Self.pipe), 0o600) == 0)
  }

  /// The hint that `check` adds.
  private static let hint = ", or run `gesture-bridge check -` to check standard input"

  /// The output of the program, which is ended after three seconds with status 124.
  private func run(_ arguments: String, _ before: String = "", _ after: String = "") throws -> Program.Outcome {
    try Program.shell("\(before) timeout 3 \"$PROGRAM\" \(arguments) \(after)", in: folder)
  }

  private func refused(_ text: String, status: Int32 = 1) -> Program.Outcome {
    Program.Outcome(status: status, output: "", errors: "gesture-bridge: error: \(text)\n")
  }

  @Test func nobodyIsWaitedFor() throws {
    let text = "can't read pipe.toml: it is not an ordinary file; give the path of an ordinary file"
    #expect(try run("check pipe.toml") == refused(text + Self.hint))
    #expect(try run("--config pipe.toml") == refused(text, status: 78))
    #expect(try run("learn star --config pipe.toml").errors.contains(text))
    // A pipe that has something to read isn't read either.
    #expect(try run("check pipe.toml", "exec 3<>pipe.toml; cat rules.toml >&3;") == refused(text + Self.hint))
  }

  @Test func devicesAreNoRules() throws {
    for device in ["/dev/null", "/dev/stdin"] {
      #expect(
        try run("check \(device)", "", "</dev/null")
          == refused("can't read \(device): it is not an ordinary file; give the path of an ordinary file" + Self.hint))
    }
  }

  @Test func whatTheProgramIsStartedWithIsRead() throws {
    #expect(try run("check /dev/stdin", "cat rules.toml |").output.hasPrefix("/dev/stdin: 2 gestures, no problems"))
    #expect(try run("check /dev/stdin", "", "<rules.toml").output.hasPrefix("/dev/stdin: 2 gestures, no problems"))
    let noName = try run("check /dev/fd/5", "exec 5<rules.toml; rm rules.toml;")
    #expect(noName.output.hasPrefix("/dev/fd/5: 2 gestures, no problems"))
  }

  @Test func itMustBeOnesOwn() throws {
    try #require(chmod(folder.path(Self.pipe), 0o622) == 0)
    let given = "exec 3<>pipe.toml; cat rules.toml >&3;"
    let fix =
      "and the commands in this file would run as you; write the rules to a file that belongs to you, "
      + "and give the path of that file instead"
    #expect(try run("check /dev/fd/3", given) == refused("/dev/fd/3 is writable by everyone, \(fix)"))
    guard ExposureTests.isRoot else { return }
    try #require(chown(folder.path(Self.pipe), 54_321, 54_321) == 0)
    #expect(
      try run("check pipe.toml", given)
        == refused("can't read pipe.toml: it is not an ordinary file; give the path of an ordinary file" + Self.hint))
    #expect(try run("check /dev/fd/3", given) == refused("/dev/fd/3 belongs to user 54321, \(fix)"))
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
    try folder.write("home.toml", "[gesture.two]\nkind = \"tap\"\nfingers = 2\nrun = \"true\"\n")
    try folder.write("b.toml", "[gesture.three]\nkind = \"tap\"\nfingers = 3\nrun = \"true\"\n")
    #expect(
      try check("\"~/home.toml\", \"b.toml\"", environment: ["HOME": folder.url.path])
        == "rules.toml: 3 gestures, no problems\n")
  }

  @Test func whatCannotBeRead() throws {
    #expect(
      try check("\"no.toml\"")
        == refusal("no.toml", "can't read no.toml: No such file or directory", "create the file, or correct the path"))
    #expect(
      try check("\"/\"") == refusal("/", "can't read /: Is a directory", "give the path of a file in this folder"))
    #expect(
      try check("\"/dev/null\"")
        == refusal("/dev/null", "can't read /dev/null: it is not an ordinary file; give the path of an ordinary file"))
    #expect(mkfifo(folder.path("pipe.toml"), 0o600) == 0)
    #expect(
      try check("\"pipe.toml\"")
        == refusal("pipe.toml", "can't read pipe.toml: it is not an ordinary file; give the path of an ordinary file"))
    try folder.write("big.toml", String(repeating: "# nothing here\n", count: 300_000))
    #expect(
      try check("\"big.toml\"")
        == refusal("big.toml", "can't read big.toml: it is larger than 4 MiB; use a smaller file"))
    try folder.write("open.toml", "")
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.path("open.toml"))
    #expect(
      try check("\"open.toml\"")
        == refusal(
          "open.toml", "open.toml is writable by everyone, and the commands in this file would run as you",
          "run `chmod o-w open.toml` (with `sudo` if root owns it) to prevent this"))
  }

  @Test func linksDeceiveNobody() throws {
    for name in ["self.toml", "other.toml"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: name == "self.toml" ? "rules.toml" : "b.toml")
    }
    try folder.write("b.toml", "")
    try FileManager.default.linkItem(atPath: folder.path("b.toml"), toPath: folder.path("hard.toml"))
    #expect(try check("\"self.toml\"") == refusal("self.toml", "the file includes itself", "remove this reference"))
    expectSnapshot(try check("\"b.toml\", \"other.toml\", \"hard.toml\""), "links deceive nobody")
  }
}
