import Foundation
import Support
import Testing

@testable import gesture_bridge

/// The studio's command: when it begins, and when it ends.
@Suite(.enabled(if: Bed.isThere, Bed.absence), .serialized) struct LiveStudioTests {
  private static let rules = """
    [gesture.knock]
    kind = "tap"
    run = "true"

    """

  /// A running studio, and its output.
  private final class Running {
    let process = Process()
    private let output = Pipe()
    private var text = ""

    init(_ folder: Folder, _ arguments: String..., browsers: Folder? = nil) throws {
      process.executableURL = URL(filePath: Program.path)
      process.arguments = ["studio"] + (browsers == nil ? ["--no-browser"] : []) + arguments
      process.environment = ProcessInfo.processInfo.environment.merging(Program.surroundings(folder)) { $1 }
      if let browsers { process.environment?["PATH"] = browsers.url.path + ":/usr/bin:/bin" }
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    deinit { process.terminate() }

    /// Waits until the output has these words; returns the whole output.
    func await(_ words: String) -> String {
      while !text.contains(words) {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { break }
        text += String(decoding: more, as: UTF8.self)
      }
      return text
    }

    /// Waits until the studio ends; returns its status and its whole output.
    func end() -> (status: Int32, text: String) {
      text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process.terminationStatus, text)
    }
  }

  @Test func itNamesItsAddressAndEndsByASignal() throws {
    let bed = try Bed.started(Self.rules)
    let studio = try Running(bed.folder)
    let text = studio.await("Ctrl-C ends the studio.\n")
    #expect(text.hasPrefix("The studio is at http://127.0.0.1:") && text.contains("/?token="), "\(text)")
    let subscribed = try Program.run("ctl", "status", environment: Program.surroundings(bed.folder))
    #expect(subscribed.output.contains("subscribers  1\n"), "\(subscribed)")
    studio.process.interrupt()
    #expect(studio.end().status == 0)
    // The studio shows the daemon's rules file, and leaves it unchanged.
    #expect(bed.folder.text("bindings.toml") == Self.rules)
  }

  /// Opens the studio as a browser would, with the address in the given file; notes the parts that other users could
  /// see.
  private static let browser = """
    #!/usr/bin/python3
    import os, re, socket, stat, sys, time
    page = sys.argv[1]
    note = os.path.dirname(sys.argv[0])
    modes = [oct(stat.S_IMODE(os.stat(path).st_mode)) for path in (page, os.path.dirname(page))]
    address = re.search(r'url=http://([0-9.:]+)/([^"]+)"', open(page).read())
    host, port = address[1].split(":")
    def ask(target, *headers):
        connection = socket.create_connection((host, int(port)))
        lines = [f"GET /{target} HTTP/1.1", f"Host: {address[1]}", *headers, "", ""]
        connection.sendall("\\r\\n".join(lines).encode())
        return connection, connection.recv(4096).decode("latin-1")
    def write(name, text):
        with open(f"{note}/new", "w") as file: file.write(text)
        os.rename(f"{note}/new", f"{note}/{name}")
    write("seen", " ".join([*modes, *sys.argv[1:]]))
    while not os.path.exists(f"{note}/go"): time.sleep(0.01)
    cookie = re.search(r"studio=[0-9a-f]+", ask(address[2])[1])[0]
    talk = ask("talk", f"Cookie: {cookie}", f"Origin: http://{address[1]}", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==")
    while os.path.exists(os.path.dirname(page)): time.sleep(0.01)
    write("removed", talk[1].split()[1])

    """

  private func note(_ name: String, in folder: Folder) -> String? {
    for _ in 0..<500 where !FileManager.default.fileExists(atPath: folder.path(name)) { usleep(20_000) }
    return FileManager.default.fileExists(atPath: folder.path(name)) ? folder.text(name) : nil
  }

  /// Every user can read the arguments of the browser, so the token is in a file.
  @Test func theBrowserGetsTheTokenByAFile() throws {
    let (browsers, folder) = (try Folder(), try Folder())
    let config = try folder.write("bindings.toml", Self.rules)
    try browsers.write("xdg-open", Self.browser)
    try #require(chmod(browsers.path("xdg-open"), 0o755) == 0)
    let studio = try Running(folder, "--config", config, browsers: browsers)
    #expect(studio.await("Ctrl-C ends the studio.\n").contains("/?token="))
    let seen = try #require(note("seen", in: browsers))
    let start = "0o600 0o700 \(folder.url.path)/gesture-bridge/gesture-bridge-studio."
    #expect(seen.hasPrefix(start) && seen.hasSuffix("/studio.html") && seen.split(separator: " ").count == 3, "\(seen)")
    // It is removed once the token is used up.
    try browsers.write("go", "")
    #expect(note("removed", in: browsers) == "101")
    studio.process.interrupt()
    #expect(studio.end().status == 0)
  }

  @Test func theFileEndsWithTheStudio() throws {
    let (browsers, folder) = (try Folder(), try Folder())
    let config = try folder.write("bindings.toml", Self.rules)
    try browsers.write("xdg-open", Self.browser)
    try #require(chmod(browsers.path("xdg-open"), 0o755) == 0)
    let studio = try Running(folder, "--config", config, browsers: browsers)
    _ = try #require(note("seen", in: browsers))
    studio.process.terminate()
    studio.process.waitUntilExit()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("gesture-bridge")) == [])
    // The browser ends too; it shares the studio's standard error.
    try browsers.write("go", "")
    _ = studio.end()
  }

  /// Another person can sit there next, and must not see the movements of the fingers.
  @Test(.enabled(if: LoginBus.isThere, LoginBus.absence)) func itEndsWhenTheSessionIsLocked() throws {
    let login = try LoginBus("session bed")
    let folder = try Folder()
    let config = try folder.write("bindings.toml", Self.rules)
    let bed = try Bed(
      program: ["--debug-plain", "--log-level", "info", "--config", config], in: folder,
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": login.address, "XDG_SESSION_ID": "bed"])
    try bed.perform("add touchscreen event0\nstart\nawait ready: within=15s")
    let studio = try Running(folder, "--config", config)
    _ = studio.await("Ctrl-C ends the studio.\n")
    try login.perform("set bed LockedHint true")
    let (status, text) = studio.end()
    #expect(status == 0 && text.hasSuffix("The studio has ended: the session is locked.\n"), "\(text)")
    // A new one doesn't start either.
    let late = try Running(folder, "--config", config).end()
    #expect(late.text.hasSuffix("The studio has ended: the session is locked.\n"), "\(late)")
  }

  @Test func withoutRulesItSaysHowToGetThem() throws {
    let folder = try Folder()
    let (status, text) = try Running(folder, "--config", folder.path("none.toml")).end()
    #expect(status == 1 && text.hasPrefix("gesture-bridge: error: can't read "), "\(text)")
  }

  /// Rules with errors can be mended in the studio.
  @Test func rulesWithErrorsCanBeShown() throws {
    let folder = try Folder()
    let config = try folder.write("bindings.toml", "[gesture.a]\nkind = \"tapp\"\n")
    let studio = try Running(folder, "--config", config)
    #expect(studio.await("Ctrl-C ends the studio.\n").contains("The studio is at "))
    studio.process.interrupt()
    #expect(studio.end().status == 0)
  }
}
