import Foundation
import Support
import Testing

/// The built `gesture-bridge import`.
@Suite struct ProgramTests {
  /// The result of a run.
  struct Outcome: Equatable {
    var status: Int32
    var output: String
    var errors: String
  }

  /// A folder of a test's own, which is removed with this object.
  final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("gesture-bridge-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
      let place = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: place, atomically: true, encoding: .utf8)
      return place.path
    }

    func text(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }
  }

  static let program = packageRoot.appendingPathComponent(".build/debug/gesture-bridge").path + " import"

  let folder: Folder

  init() throws { folder = try Folder() }

  /// Runs a line of shell in which `$PROGRAM` is the command, in the test's folder.
  private func run(_ line: String) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "{ \(line)\n} > .output 2> .errors"]
    process.currentDirectoryURL = folder.url
    process.environment = ["PROGRAM": Self.program, "HOME": folder.url.path, "PATH": "/usr/bin:/bin"]
    try process.run()
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: folder.text(".output"), errors: folder.text(".errors"))
  }

  private static let line = "gesture swipe up 3 true\n"

  /// The report about `line` in this file.
  private static func report(_ file: String) -> String {
    """
    \(file):1: gesture swipe up 3 true
      proven         swipe-3-up: run = ["true"]
    1 gesture converted, 1 proven
    run `gesture-bridge check NEW-FILE --desktop --devices` to see which of these rules your desktop and devices don't support

    """
  }

  private static func rules(_ file: String, quoted: String? = nil) -> String {
    """
    # Rules for gesture-bridge, imported from libinput-gestures.
    # Source: \(file); the line numbers refer to it
    # Written by: gesture-bridge import libinput-gestures \(quoted ?? file)
    # 1 gesture converted
    # libinput-gestures runs most commands when the fingers lift; gesture-bridge runs them as soon as the gesture is recognized.

    # line 1
    [gesture.swipe-3-up]
    kind = "swipe"
    device = "touchpad"
    fingers = 3
    direction = "up"
    run = ["true"]

    """
  }

  @Test func aFileIsReadAndStandardOutputWritten() throws {
    try folder.write("my own.conf", Self.line)
    let outcome = try run("$PROGRAM libinput-gestures 'my own.conf'")
    let rules = Self.rules("my own.conf", quoted: "'my own.conf'")
    #expect(outcome == Outcome(status: 0, output: rules, errors: Self.report("my own.conf")))
  }

  @Test func standardInputIsRead() throws {
    let outcome = try run("echo 'gesture swipe up 3 true' | $PROGRAM libinput-gestures -")
    let rules = Self.rules("standard input", quoted: "'standard input'")
    #expect(outcome == Outcome(status: 0, output: rules, errors: Self.report("standard input")))
  }

  @Test func aNewFileIsWritten() throws {
    try folder.write("a.conf", Self.line)
    let outcome = try run("$PROGRAM libinput-gestures a.conf -o new.toml")
    #expect(outcome == Outcome(status: 0, output: "", errors: Self.report("a.conf")))
    #expect(folder.text("new.toml") == Self.rules("a.conf"))
    #expect(try run("$PROGRAM --output=newer.toml -- libinput-gestures a.conf").status == 0)
    #expect(folder.text("newer.toml") == Self.rules("a.conf"))
  }

  @Test func noFileIsWrittenOver() throws {
    try folder.write("a.conf", Self.line)
    try folder.write("old.toml", "mine")
    let outcome = try run("$PROGRAM libinput-gestures a.conf -o old.toml")
    let message =
      "gesture-bridge: error: old.toml already exists, and is not overwritten; name another file with --output\n"
    #expect(outcome == Outcome(status: 1, output: "", errors: message))
    #expect(folder.text("old.toml") == "mine")
    let link = try run("ln -s nowhere link; $PROGRAM libinput-gestures a.conf -o link")
    #expect(link.status == 1)
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
  }

  @Test func whatIsLeftOutIsTold() throws {
    try folder.write("a.conf", Self.line + "nonsense\ngesture swipe up 5 true\n")
    expectSnapshot(
      try run("$PROGRAM libinput-gestures a.conf -o new.toml").errors, "what is left out is told", has: "1 of 2",
      "a.conf:2")
  }

  /// The place where each program's configuration is looked for.
  @Test(arguments: [
    ("libinput-gestures", ".config/libinput-gestures.conf", "gesture swipe up 3 true"),
    (
      "touchegg", ".config/touchegg/touchegg.conf",
      "<touchégg><application name='All'><gesture type='SWIPE' fingers='3' direction='UP'>"
        + "<action type='CLOSE_WINDOW'/></gesture></application></touchégg>"
    ),
    ("fusuma", ".config/fusuma/config.yml", "swipe: { 3: { up: { command: x } } }"),
    (
      "inputactions", ".config/inputactions/config.yaml",
      "touchpad: { gestures: [ { type: tap, fingers: 3, actions: [ { command: x } ] } ] }"
    ),
    ("hyprgrass", ".config/hypr/hyprland.conf", "hyprgrass-bind = , swipe:3:u, exec, x"),
    ("gebaar", ".config/gebaar/gebaard.toml", "swipe.commands.three.up = 'x'"),
  ])
  func theUsualPlaceIsRead(format: String, place: String, text: String) throws {
    try folder.write(place, text)
    let outcome = try run("$PROGRAM \(format)")
    #expect(outcome.status == 0 && outcome.errors.contains("1 gesture converted, 1 proven\n"))
    #expect(outcome.output.contains("# Source: \(folder.path(place)); the line numbers refer to it"))
    try folder.write("elsewhere/\(place.dropFirst(".config/".count))", text)
    let elsewhere = try run("XDG_CONFIG_HOME=$HOME/elsewhere $PROGRAM \(format)")
    #expect(elsewhere.output.contains("# Source: \(folder.path("elsewhere"))/"))
  }

  @Test func aMissingConfigurationSaysWhereItWasLookedFor() throws {
    let places = ["fusuma": "fusuma/config.yml", "gebaar": "gebaar/gebaard.toml"]
    for (format, place) in places {
      let message =
        "gesture-bridge: error: no configuration of \(format) was found at "
        + "\(folder.path(".config/\(place)")); run `gesture-bridge import \(format) FILE`\n"
      #expect(try run("$PROGRAM \(format)") == Outcome(status: 1, output: "", errors: message))
    }
  }

  @Test func filesThatCantBeReadOrWrittenSaySo() throws {
    expectSnapshot(try run("$PROGRAM fusuma gone.yml").errors, "a file that is not there")
    expectSnapshot(try run("$PROGRAM fusuma .").errors, "a folder")
    expectSnapshot(try run("$PROGRAM fusuma /dev/zero").errors, "a file that is too large")
    try folder.write("a.conf", Self.line)
    expectSnapshot(try run("$PROGRAM libinput-gestures a.conf -o no/where.toml").errors, "a folder that is not there")
    expectSnapshot(try run("$PROGRAM libinput-gestures a.conf > /dev/full").errors, "a full disk")
  }

  @Test func aBrokenFileIsStatus1() throws {
    try folder.write("a.toml", "[swipe\n")
    let outcome = try run("$PROGRAM gebaar a.toml -o new.toml")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("a.toml:1: error: this is not TOML: "))
    #expect(!FileManager.default.fileExists(atPath: folder.path("new.toml")))
  }

  @Test func aWrongCommandLineIsStatus2() throws {
    let unknown = try run("$PROGRAM sway")
    #expect(unknown.status == 2)
    #expect(unknown.errors.hasPrefix("Error: The value 'sway' is invalid for '<program>'."))
    let lisgd = try run("$PROGRAM lisgd")
    #expect(lisgd.status == 2)
    #expect(
      lisgd.errors.hasPrefix(
        "Error: lisgd has no configuration file: give the path of the script that starts lisgd, or of lisgd's config.h\n"
      ))
  }
}
