import Foundation
import Testing

/// An X server with a window manager in a Debian of its own, and a shell in it; all end with this object.
public final class X11Desktop {
  /// The answer to a command that failed.
  public struct Refusal: Error, CustomStringConvertible { public let description: String }

  private static let root: String? = {
    let script = Process()
    let output = Pipe()
    script.executableURL = packageRoot.appendingPathComponent("contrib/testbed/desktop/root")
    script.arguments = ["--cached", "x11"]
    script.standardOutput = output
    script.standardError = FileHandle.nullDevice
    guard (try? script.run()) != nil else { return nil }
    let path = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    script.waitUntilExit()
    return script.terminationStatus == 0 ? path.trimmingCharacters(in: .newlines) : nil
  }()

  /// If all tests are required, none is skipped.
  public static let isThere = root != nil || TestbedProgram.isAllRequired
  /// The reason that a skipped test prints.
  public static let absence: Comment = "needs a desktop of X11: `contrib/testbed/desktop/root x11` brings it"

  /// A display that this machine doesn't have; its socket has an abstract name, and no file here.
  public let display = ":\(Int.random(in: 1000..<50000))"
  private let process = Process()
  private let commands = Pipe()
  private let answers = Pipe()
  private var unread = Data()

  /// Starts the server alone.
  public init() throws {
    let root = try #require(Self.root, Self.absence)
    process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/desktop/enter")
    process.arguments = [root, "sh"]
    process.standardInput = commands
    process.standardOutput = answers
    process.standardError = FileHandle.nullDevice
    try process.run()
    try run("export DISPLAY=\(display)")
    // Without `-noreset` the server resets itself when its last window has closed.
    try run("Xvfb $DISPLAY -screen 0 1600x1600x24 -noreset -nolisten tcp & server=$!")
    try wait(for: "xprop -root >/dev/null")
  }

  /// The path of its files for this process, such as those of its /tmp; nil once it has ended.
  public var root: String? {
    let parent = process.processIdentifier
    guard let children = try? String(contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8),
      let child = children.split(separator: " ").first
    else { return nil }
    return "/proc/\(child)/root"
  }

  /// With a window manager.
  public convenience init(_ manager: String) throws {
    try self.init()
    try start(manager)
  }

  deinit {
    try? commands.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  public func start(_ manager: String) throws {
    // Without a configuration i3 begins with a window that asks for one.
    try run("printf 'font fixed\\nworkspace_layout tabbed\\nipc-socket /tmp/i3.sock\\n' >/tmp/config")
    try run(manager == "i3" ? "i3 -c /tmp/config & manager=$!" : "\(manager) & manager=$!")
    try wait(for: "case $(xprop -root _NET_SUPPORTING_WM_CHECK) in *'window id'*) ;; *) false ;; esac")
  }

  /// Opens a window of this class and title; its process is the variable `title` of the shell.
  public func open(_ name: String, title: String) throws {
    try run("xterm -class \(name) -title \(title) & \(title)=$!")
  }

  /// Runs a line of the shell, whose processes can continue after it. Returns its output.
  @discardableResult
  public func run(_ line: String) throws -> String {
    let text = "{ \(line)\n} </dev/null 2>/dev/null >/tmp/said; echo \"$? $(cat /tmp/said)\"; echo END\n"
    try commands.fileHandleForWriting.write(contentsOf: Data(text.utf8))
    let answer = answer()
    guard answer.hasPrefix("0 ") else { throw Refusal(description: "\(line): \(answer)") }
    return String(answer.dropFirst(2))
  }

  /// Waits until a line succeeds, at most ten seconds.
  public func wait(for line: String) throws {
    try run("for attempt in $(seq 100); do { \(line); } && break; sleep 0.1; done; \(line)")
  }

  private func answer() -> String {
    let end = Data("\nEND\n".utf8)
    while true {
      if let range = unread.range(of: end) {
        let text = String(decoding: unread[..<range.lowerBound], as: UTF8.self)
        unread = Data(unread[range.upperBound...])
        return text
      }
      let more = answers.fileHandleForReading.availableData
      guard !more.isEmpty else { return "it has ended" }
      unread.append(more)
    }
  }
}
