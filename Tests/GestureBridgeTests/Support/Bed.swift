import Foundation
import Support
import Testing

/// The daemon on mocked devices with real libinput and real udev; fingers are played by `contrib/testbed/bed.py`.
final class Bed {
  /// The bed answered `error …`, or did not answer.
  struct Refusal: Error, CustomStringConvertible {
    let command: String
    let answer: String
    let log: String
    var description: String { "the bed answered \"\(answer)\" to \"\(command)\"; the daemon said:\n\(log)" }
  }

  /// The reason that a skipped test prints.
  static let absence: Comment = "needs umockdev and python3-gi: `contrib/setup` installs them"
  static let isThere: Bool = {
    if TestbedProgram.isAllRequired { return true }
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    check.arguments = ["/usr/bin/python3", "-c", "import gi; gi.require_version('UMockdev', '1.0')"]
    check.standardError = FileHandle.nullDevice
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }()

  /// The clock that the program uses.
  enum Clock {
    /// A clock that stands still during any work: gestures and waiting take no time, and a busy machine has no effect.
    case virtual
    /// The machine's clock, for work of other programs, terminals or the kernel.
    case real
  }

  let folder: Folder
  private let dialogue = LineDialogue()

  /// A bed with the daemon ready to be started with `rules`.
  convenience init(rules: String, arguments: [String] = ["--debug-plain"], clock: Clock = .virtual) throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", rules)
    try self.init(program: arguments + ["--config", config], in: folder, clock: clock)
  }

  /// A bed with the program, ready to be started with `arguments`, on a terminal of the size `terminal` if there is one;
  /// `starter` is a script that starts it.
  init(
    program arguments: [String], in folder: Folder? = nil, environment: [String: String] = [:], terminal: String? = nil,
    starter: String? = nil, clock: Clock = .virtual
  ) throws {
    self.folder = try folder ?? Folder()
    let size = terminal.map { ["--terminal", $0] } ?? []
    // A terminal and a service manager start the program by themselves.
    let time = clock == .virtual && terminal == nil && starter == nil ? ["--virtual-time"] : []
    let command = [starter, Program.path].compactMap { $0 } + Program.daemon(arguments)
    let environment = ProcessInfo.processInfo.environment
      .merging(Program.surroundings(self.folder)) { $1 }
      .merging(["RAN": self.folder.path("ran")]) { $1 }
      .merging(environment) { $1 }
    try BedServer.make(
      ["--output", self.folder.path("log")] + size + time + ["--"] + command, environment: environment, dialogue)
  }

  deinit {
    dialogue.close()
    dialogue.awaitEnd()
  }

  /// The daemon's output, without its warning about root, and without libinput's remark that the machine is too busy to
  /// serve devices in time.
  var log: String {
    folder.text("log").replacing(Program.rootsWarning, with: "")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !($0.contains("libinput: ") && $0.contains("event processing lagging behind")) }
      .joined(separator: "\n")
  }
  /// The notes of the commands in `$RAN`.
  var ran: [String] { folder.lines("ran") }

  /// Gives the bed one command a line; each must be answered with `ok`. Returns the last answer without the `ok`.
  @discardableResult
  func perform(_ lines: String) throws -> String {
    try dialogue.perform(lines) { Refusal(command: $0, answer: $1, log: log) }
  }

  // MARK: A daemon at work

  /// A command that appends this text to `$RAN`, in single quotes for TOML.
  static func notes(_ text: String) -> String { "'echo \(text) >> \"$RAN\"'" }

  /// With the devices plugged in (`touchscreen event0, touchpad event1`) and the daemon ready.
  static func started(_ rules: String, _ devices: String = "touchscreen event0", clock: Clock = .virtual) throws -> Bed
  {
    let bed = try Bed(rules: rules, arguments: ["--debug-plain", "--log-level", "info"], clock: clock)
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait ready: within=15s")
    return bed
  }

  /// Writes the rules in place, as an editor does, and waits until the daemon prints `answer`.
  func save(_ rules: String, as name: String = "bindings.toml", answer: String = "reloaded:") throws {
    try folder.write(name, rules)
    try perform("await '\(answer)'")
  }

  /// Plays `lines`, waits until there are as many notes as `notes` more than before, and a little longer for an
  /// unexpected one.
  func expect(_ notes: [String], after lines: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = ran.count
    try perform(lines)
    try awaitNotes(before + notes.count)
    #expect(Array(ran.dropFirst(before)) == notes, Comment(rawValue: log), sourceLocation: sourceLocation)
  }

  /// Waits for this number of notes in all.
  func awaitNotes(_ count: Int) throws {
    try wait { ran.count >= count }
    try perform("wait 120ms")
  }

  /// Waits until `isDone`: for five seconds of the bed's time, and then for ten seconds of real time, because the bed's
  /// time can pass at once.
  func wait(until isDone: () throws -> Bool) throws {
    for _ in 0..<100 where try !isDone() { try perform("wait 50ms") }
    let end = ContinuousClock.now + .seconds(10)
    while try !isDone(), ContinuousClock.now < end { usleep(20_000) }
  }

  /// The daemon's process.
  func daemon() throws -> Int32 {
    try #require(try perform("status").split(separator: "=").last.flatMap { Int32($0) })
  }

  /// The daemon's ended children whose exit status it has not read.
  func zombies() throws -> [String] {
    let daemon = try daemon()
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }.filter { process in
      // 7 (the name) Z 1: the state and the parent follow the name, which may have blanks.
      let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      let words = text.split(separator: ")").last?.split(separator: " ") ?? []
      return words.count > 1 && words[0] == "Z" && Int32(words[1]) == daemon
    }
  }

  // MARK: A daemon shown on a terminal of tmux

  /// The reason that a skipped test prints; if all tests are required, none is skipped.
  static let noTerminal: Comment = "needs tmux: `contrib/setup` installs it"
  static let hasTerminal: Bool = {
    if TestbedProgram.isAllRequired { return true }
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/tmux") }
  }()

  /// With the devices plugged in and the view drawn on.
  static func shown(
    _ rules: String, on size: String = "80x24", _ arguments: String..., devices: String = "touchscreen event0",
    environment: [String: String] = [:]
  ) throws -> Bed {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", rules)
    let bed = try Bed(
      program: ["--debug", "--config", config] + arguments, in: folder, environment: environment, terminal: size)
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start")
    try bed.awaitTerminal("alternate=1 cursor=0 size=\(size) raw=1")
    return bed
  }

  /// The state of the terminal: which screen, whether it has a cursor, its size, whether keys arrive one by one.
  func terminal() throws -> String { try perform("terminal") }

  /// Waits until the terminal has this state, fifteen seconds at most: the daemon may just have started.
  func awaitTerminal(_ state: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<300 where try terminal() != state { try perform("wait 50ms") }
    #expect(try terminal() == state, sourceLocation: sourceLocation)
  }

  /// The text on the screen, with `history` also the lines that have scrolled off it.
  func screen(history: Bool = false) throws -> String {
    try perform("screen \(folder.path("screen"))\(history ? " history" : "")")
    return folder.text("screen")
  }
}
