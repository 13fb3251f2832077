import Foundation
import Glibc
import Support
import Testing

@testable import Desktop

/// Displays that don't exist or don't answer as X11 does.
@Suite(.timeLimit(.minutes(1))) struct X11AbsenceTests {
  @Test(arguments: [nil, ""]) func noDisplay(display: String?) {
    let provider = X11Provider(display: display, needs: .focus)
    #expect(
      provider.state
        == .unavailable(
          "the environment variable DISPLAY is not set; run `systemctl --user import-environment DISPLAY XAUTHORITY` in a terminal of the desktop, then restart gesture-bridge"
        ))
    #expect(provider.wait == nil && provider.facts == DesktopFacts())
  }

  @Test func noLibrary() {
    #expect(XcbLibrary.load(name: "libxcb.so.0.none") == nil)
    let provider = X11Provider(display: ":0", needs: .focus, library: nil)
    #expect(
      provider.state == .unavailable("libxcb.so.1 is missing: install it (the package libxcb1 on Debian and Ubuntu)"))
  }

  @Test(arguments: [
    ("garbage", "DISPLAY=garbage is not the name of an X server, such as :0"),
    (
      ":59999",
      "the X server at DISPLAY=:59999 does not answer, or refuses the connection; check DISPLAY and XAUTHORITY"
    ),
  ])
  func noServer(display: String, reason: String) {
    let watched = WatchedProvider(X11Provider(display: display, needs: .focus))
    #expect(watched.provider.state == .opening)
    #expect(watched.serve { watched.unavailability == reason }, "\(watched.provider.state)")
    #expect(watched.provider.wait == nil)
  }

  @Test func oneThatNeverAnswers() throws {
    let server = try FalseServer()
    let began = Date()
    var watched: WatchedProvider? = WatchedProvider(X11Provider(display: server.display, needs: .focus))
    watched?.provider.ready()
    #expect(Date().timeIntervalSince(began) < 1)
    watched?.serve(for: 0.3)
    #expect(watched?.provider.state == .opening && watched?.wakeUps == 0)
    watched = nil
    #expect(Date().timeIntervalSince(began) < 2, "it is released at once, too")
  }

  @Test func oneThatSpeaksNonsense() throws {
    let server = try FalseServer()
    let watched = WatchedProvider(X11Provider(display: server.display, needs: .focus))
    server.accept()
    server.send(Array("HTTP/1.1 400 Bad Request\r\n".utf8) + [UInt8](repeating: 7, count: 90_000))
    let reason = "the program at DISPLAY=\(server.display) is not an X server; check DISPLAY"
    #expect(watched.serve { watched.unavailability == reason })
  }

  @Test func oneThatHangsUp() throws {
    let server = try FalseServer()
    let watched = WatchedProvider(X11Provider(display: server.display, needs: .focus))
    server.accept()
    server.hangUp()
    let reason =
      "the X server at DISPLAY=\(server.display) does not answer, or refuses the connection; check DISPLAY and XAUTHORITY"
    #expect(watched.serve { watched.unavailability == reason }, "\(watched.provider.state)")
  }

  @Test func oneThatRefuses() throws {
    let server = try FalseServer()
    let watched = WatchedProvider(X11Provider(display: server.display, needs: .focus))
    server.accept()
    server.send([0, 4, 11, 0, 0, 0, 1, 0] + Array("No!\n".utf8))
    #expect(watched.serve { watched.unavailability?.hasPrefix("the X server at DISPLAY") == true })
  }

  /// The server's setup ends before its data about the chosen screen, whatever the number of that screen.
  @Test(arguments: [0, 1, 2, 8, 39, 40, 60]) func oneThatSaysTooLittle(words: Int) throws {
    let server = try FalseServer()
    let watched = WatchedProvider(X11Provider(display: server.display, needs: .focus))
    server.accept()
    var setup = [UInt8](repeating: 255, count: 8 + words * 4)
    setup.replaceSubrange(0..<8, with: [1, 0, 11, 0, 0, 0, UInt8(words), 0])
    server.send(setup)
    server.hangUp()
    #expect(watched.serve { watched.unavailability != nil })
  }

  /// The server greets as an X server does, then sends errors and events of all kinds, none of which was asked for.
  @Test(arguments: 0..<8) func oneThatGreetsAndRaves(seed: UInt64) throws {
    let server = try FalseServer()
    let watched = WatchedProvider(
      X11Provider(display: server.display, needs: [.focus, .workspace, .outputs, .modifiers]))
    server.accept()
    server.send(FalseServer.greeting)
    var random = SeededRandom(seed: seed)
    for _ in 0..<2000 {
      var message = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Not a reply, because libxcb would wait for the rest of it.
      if message[0] & 0x7f == 1 || message[0] & 0x7f == 35 { message[0] = 28 }
      server.send(message)
    }
    watched.serve(for: 0.2)
    #expect(watched.longestTurn < 1_000_000)
    server.hangUp()
    #expect(watched.serve { watched.unavailability != nil } && watched.facts == DesktopFacts())
  }
}

/// Listens on a port of TCP where an X server could listen.
private final class FalseServer {
  private let listener: Int32
  private var client: Int32 = -1
  let display: String

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 4) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    try #require(isBound)
    display = "127.0.0.1:\(Int(UInt16(bigEndian: address.sin_port)) - 6000)"
  }

  deinit {
    hangUp()
    close(listener)
  }

  func accept() { client = Glibc.accept(listener, nil, nil) }

  /// Sends as many bytes as the client reads; a client that has closed its end is not an error.
  func send(_ bytes: [UInt8]) { _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

  func hangUp() {
    guard client >= 0 else { return }
    close(client)
    client = -1
  }

  /// One screen without depths, whose root is window 300.
  static var greeting: [UInt8] {
    var setup = [UInt8](repeating: 0, count: 80)
    setup.replaceSubrange(0..<8, with: [1, 0, 11, 0, 0, 0, 18, 0])
    // The numbers that the client may give, and the number of screens.
    setup.replaceSubrange(12..<20, with: [0, 0, 32, 0, 255, 255, 31, 0])
    setup[27] = 255
    setup[28] = 1
    setup.replaceSubrange(40..<44, with: [44, 1, 0, 0])
    return setup
  }
}
