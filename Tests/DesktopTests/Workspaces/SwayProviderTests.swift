import Testing

@testable import Desktop

@Suite struct SwayProviderTests {
  static let workspaces = """
    [{"num": 1, "name": "1", "focused": false}, {"num": -1, "name": "web", "focused": true}]
    """

  private static func bytes(_ word: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(word)) { Array($0) } }

  static func message(_ kind: Int, _ text: String) -> [UInt8] {
    Array("i3-ipc".utf8) + bytes(text.utf8.count) + bytes(kind) + Array(text.utf8)
  }

  private static func focus(_ name: String) -> [UInt8] {
    message(1 << 31, #"{"change": "focus", "current": {"name": "\#(name)", "nodes": []}, "old": null}"#)
  }

  /// A provider that reports the workspace `web`.
  private func begin() throws -> (SwayProvider, StandInSocket) {
    let socket = try StandInSocket("sway.sock")
    let provider = SwayProvider(path: socket.path)
    #expect(try socket.read() == Self.message(2, #"["workspace"]"#) + Self.message(1, ""))
    socket.say(Self.message(2, #"{"success": true}"#) + Self.message(1, Self.workspaces))
    #expect(provider.state == .opening && provider.facts == DesktopFacts())
    provider.ready()
    #expect(provider.reported == .workspace && provider.facts.workspace == "web")
    return (provider, socket)
  }

  @Test func aWorkspaceGetsTheFocus() throws {
    let (provider, socket) = try begin()
    socket.say(Self.focus("3: mail"))
    provider.ready()
    #expect(provider.facts.workspace == "3: mail")
    // In pieces.
    for byte in Self.focus("4") {
      socket.say([byte])
      provider.ready()
    }
    #expect(provider.facts.workspace == "4")
  }

  @Test func afterOtherEventsAllAreAskedAbout() throws {
    let (provider, socket) = try begin()
    socket.say(Self.message(1 << 31, #"{"change": "rename", "current": {"name": "new"}}"#))
    provider.ready()
    #expect(try socket.read() == Self.message(1, ""))
    #expect(provider.facts.workspace == "web")
    socket.say(Self.message(1, #"[{"name": "new", "focused": true}]"#))
    provider.ready()
    #expect(provider.facts.workspace == "new")
  }

  private static let tree = """
    {"id": 1, "type": "root", "nodes": [{"id": 3, "type": "output", "name": "A", "layout": "output", "focus": [4],
    "rect": {"x": 0, "y": 0, "width": 100, "height": 50}, "nodes": [{"id": 4, "type": "workspace", "layout": "tabbed",
    "focus": [5, 6], "nodes": [
    {"id": 5, "type": "con", "app_id": "one", "name": "1", "fullscreen_mode": 0,
    "rect": {"x": 0, "y": 0, "width": 100, "height": 50}},
    {"id": 6, "type": "con", "app_id": "two", "name": "2", "fullscreen_mode": 0,
    "rect": {"x": 0, "y": 0, "width": 100, "height": 50}}]}]}]}
    """

  private static func window(_ change: String, _ number: Int, name: String = "") -> [UInt8] {
    message(
      1 << 31 | 3, #"{"change": "\#(change)", "container": {"id": \#(number), "app_id": "one", "name": "\#(name)"}}"#)
  }

  /// The application under a finger, and whether it is outdated.
  private func shown(_ provider: SwayProvider) -> String? {
    guard case .window(let window) = provider.facts.layout?.window(at: .init(0.5, 0.5), on: "A") else {
      return nil
    }
    return window.app.map { "\($0) \(window.title ?? "-")" }
  }

  @Test func whereWindowsAre() throws {
    let socket = try StandInSocket("sway.sock")
    let provider = SwayProvider(path: socket.path, needs: [.focus, .places])
    let subscriptions = ["workspace", "window", "output"].flatMap { Self.message(2, "[\"\($0)\"]") }
    let question = Self.message(4, "")
    #expect(try socket.read() == subscriptions + question)
    let success = Self.message(2, #"{"success": true}"#)
    // sway 1.7 does not report outputs.
    socket.say(success + success + Self.message(2, #"{"success": false}"#) + Self.message(4, Self.tree))
    provider.ready()
    #expect(provider.reported == .places && provider.facts.workspace == nil)
    #expect(shown(provider) == "one 1")
    // At once, and without a question.
    socket.say(Self.window("focus", 6))
    provider.ready()
    #expect(shown(provider) == "two 2")
    socket.say(Self.window("focus", 5) + Self.window("title", 5, name: "other"))
    provider.ready()
    #expect(shown(provider) == "one other")
    #expect(try socket.read().isEmpty)
    // One request for all changes before its answer.
    socket.say(Self.window("new", 7) + Self.window("focus", 7))
    provider.ready()
    #expect(shown(provider) == nil && provider.facts.layout?.isOutdated == true)
    #expect(try socket.read() == question)
    socket.say(Self.window("move", 7))
    provider.ready()
    #expect(try socket.read().isEmpty)
    socket.say(Self.message(4, Self.tree) + Self.window("urgent", 7))
    provider.ready()
    #expect(shown(provider) == "one 1")
    #expect(try socket.read().isEmpty)
  }

  /// sway does not report windows whose size changes.
  @Test func fingersHaveItAskedFor() throws {
    let socket = try StandInSocket("sway.sock")
    let provider = SwayProvider(path: socket.path, needs: .places)
    let success = Self.message(2, #"{"success": true}"#)
    let (question, life) = (Self.message(4, ""), Self.message(7, ""))
    _ = try socket.read()
    socket.say(success + success + success + Self.message(4, Self.tree))
    provider.ready()
    provider.check(at: 1_000_000)
    #expect(try socket.read() == question + life)
    #expect(shown(provider) == "one 1", "it counts meanwhile")
    socket.say(Self.message(4, Self.tree) + Self.message(7, "{}"))
    provider.ready()
    provider.check(at: 1_400_000)
    #expect(try socket.read() == life)
    socket.say(Self.message(7, "{}"))
    provider.ready()
    provider.check(at: 1_500_000)
    #expect(try socket.read() == question + life)
  }

  @Test func aSwayThatHangsIsUnknownUntilItAnswers() throws {
    let (provider, socket) = try begin()
    provider.check(at: 1_000_000)
    provider.check(at: 1_999_999)
    #expect(provider.facts.workspace == "web")
    provider.check(at: 2_000_000)
    #expect(provider.facts.workspace == nil)
    #expect(try socket.read() == Self.message(7, ""))
    socket.say(Self.message(7, "{}"))
    provider.ready()
    #expect(provider.facts.workspace == "web")
  }

  @Test func aConnectionEndsForAReason() throws {
    func ending(_ end: (StandInSocket) -> Void) throws -> String {
      let (provider, socket) = try begin()
      end(socket)
      provider.ready()
      #expect(provider.wait == nil && provider.facts == DesktopFacts())
      guard case .unavailable(let reason) = provider.state else { return "" }
      return reason
    }
    #expect(try ending { $0.hangUp() } == "sway has closed the connection")
    let nonsense = "sway sends invalid messages"
    #expect(try ending { $0.say(Array("nonsense, and more of it".utf8)) } == nonsense)
    #expect(try ending { $0.say(Self.message(1, "{")) } == nonsense)
    #expect(try ending { $0.say(Array("i3-ipc".utf8) + Self.bytes(1 << 30) + Self.bytes(1)) } == nonsense)
    #expect(
      try ending { $0.say(Self.message(2, #"{"success": false}"#)) } == "sway refuses to report its workspaces")
    let gone = SwayProvider(path: "/nowhere/sway.sock")
    #expect(
      gone.state
        == .unavailable("can't connect to sway at /nowhere/sway.sock: connect: No such file or directory (ENOENT)"))
  }

  /// Whatever bytes come: no trap, and the connection ends or continues.
  @Test func anyBytes() throws {
    var random = SystemRandomNumberGenerator()
    let texts = ["", "{}", "[]", "[{}]", "null", #"{"change": "focus"}"#, #"[{"focused": true, "name": 3}]"#, "\u{0}"]
    for _ in 0..<200 {
      let (provider, socket) = try begin()
      for _ in 0..<10 {
        let kinds = [0, 1, 2, 7, 1 << 31, Int.random(in: 0...0xffff_ffff, using: &random)]
        var message = Self.message(kinds.randomElement(using: &random) ?? 0, texts.randomElement(using: &random) ?? "")
        if Int.random(in: 0..<4, using: &random) == 0 { message[Int.random(in: 0..<14, using: &random)] ^= 1 }
        socket.say(message)
        provider.ready()
      }
      _ = provider.facts
    }
  }
}
