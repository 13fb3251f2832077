import Foundation
import Support
import Testing

@testable import Desktop

/// KWin's script on a real dbus-daemon; a stand-in for KWin obeys the test's commands:
/// `contrib/testbed/desktop/stand-in.py`.
@Suite(.enabled(if: LoginBus.isThere, LoginBus.absence), .serialized) struct KWinScriptProviderTests {
  private let loop = ProviderLoop()

  private func standIn(_ commands: String) throws -> TestbedProgram {
    let program = try TestbedProgram("desktop/stand-in.py") { ["\($0)/bus"] }
    try program.perform(commands)
    return program
  }

  private func provider(on program: TestbedProgram, needs: DesktopNeeds = [.focus, .workspace]) -> KWinScriptProvider {
    KWinScriptProvider(
      needs: needs, library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus", folder: program.folder,
      clock: { [loop] in loop.now })
  }

  @Test func withoutABusItIsUnavailable() {
    let states = ["unix:path=/nowhere/bus", "tcp:host=localhost,port=1", "unixexec:path=/bin/true"].map {
      KWinScriptProvider(needs: .focus, library: BusLibrary.load(), address: $0).state
    }
    #expect(
      states[0] == .unavailable("can't connect to the session bus (connect: No such file or directory (ENOENT))")
        || states[0] == .unavailable("can't connect to the session bus (No such file or directory (ENOENT))"))
    let absent = "there is no session bus: start gesture-bridge in the desktop's session"
    #expect(states[1] == .unavailable(absent))
    #expect(states[2] == .unavailable(absent))
    #expect(
      KWinScriptProvider(needs: .focus, library: nil).state
        == .unavailable("no D-Bus library was found: install libsystemd, libelogind or basu"))
  }

  @Test func withoutKWinItIsUnavailable() throws {
    let program = try standIn("gnome on")
    let provider = provider(on: program)
    #expect(loop.becomes(provider, .unavailable("KWin is not on the session bus")))
    #expect(provider.wait == nil)
    #expect(provider.nextDeadline == nil)
  }

  @Test(arguments: ["on", "old"]) func itTellsWhatTheScriptTells(_ kind: String) throws {
    let program = try standIn("kwin \(kind)")
    let provider = provider(on: program)
    #expect(provider.state == .opening)
    #expect(loop.reports(provider, [.focus, .workspace]))
    #expect(provider.facts.focus == .nothing)
    #expect(provider.facts.workspace == nil)
    try program.perform(
      #"tell {"app": "org.kde.kate", "class": "kate", "title": "Ä", "full": true, "output": "DP-1", "workspace": "Work"}"#
    )
    #expect(loop.shows(provider, .init(app: "org.kde.kate", title: "Ä", isFullscreen: true, output: "DP-1")))
    #expect(provider.facts.workspace == "Work")
    try program.perform(#"tell {"class": "xterm", "title": ""}"#)
    #expect(loop.shows(provider, .init(app: "xterm", title: "", isFullscreen: false, output: nil)))
    try program.perform("tell")
    #expect(loop.serve(provider) { provider.facts.focus == .nothing })
    #expect(try program.perform("refused") == "0")
  }

  @Test func onlyWhatIsNeededIsKnown() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program, needs: [.workspace, .modifiers])
    #expect(loop.reports(provider, .workspace))
    try program.perform(#"tell {"app": "kate", "workspace": "Work"}"#)
    #expect(loop.serve(provider) { provider.facts.workspace == "Work" })
    #expect(provider.facts.focus == .unknown)
  }

  @Test func theFileIsOursAloneAndFollowsNoLink() throws {
    let program = try standIn("kwin on")
    let folder = "\(program.folder)/gesture-bridge"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let victim = "\(program.folder)/victim"
    try "mine".write(toFile: victim, atomically: true, encoding: .utf8)
    for name in ["kwin-2.js", "kwin-2.js.new"] {
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(name)", withDestinationPath: victim)
    }
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    #expect(try program.perform("loaded") == "gesture-bridge 1 600 \(folder)/kwin-2.js")
    #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
    let script = try String(contentsOfFile: "\(folder)/kwin-2.js", encoding: .utf8)
    #expect(script.hasPrefix("// A script in KWin"))
  }

  @Test func aFolderOfOthersIsRefused() throws {
    let program = try standIn("kwin on")
    let folder = "\(program.folder)/gesture-bridge"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    let provider = provider(on: program)
    #expect(
      loop.becomes(
        provider,
        .unavailable(
          "can't write gesture-bridge's script for KWin into the folder XDG_RUNTIME_DIR (open: Operation not permitted (EPERM))"
        )))
  }

  @Test func noOtherProgramTells() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform(#"tell {"app": "kate"}"#)
    #expect(loop.serve(provider) { provider.facts.focus != .nothing })
    let before = provider.facts
    try program.perform(#"forge {"app": "keepassxc"}"#)
    #expect(try loop.serve(provider) { try program.perform("refused") == "1" })
    #expect(provider.facts == before)
  }

  @Test func nonsenseIsRefused() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    let before = provider.facts
    try program.perform("nonsense")
    #expect(try loop.serve(provider) { try program.perform("refused") == "4" })
    #expect(provider.facts == before)
    #expect(provider.reported == [.focus, .workspace])
  }

  @Test func aTitleIsCutOffAtACharacter() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    let long = String(repeating: "€", count: 100_000)
    try program.perform(#"tell {"app": "\#(long)", "title": "a\#(long)"}"#)
    #expect(loop.serve(provider) { provider.facts.focus != .nothing })
    guard case .window(let window) = provider.facts.focus else { return }
    #expect(window.title == "a" + String(repeating: "€", count: 1365))
    #expect(window.app == String(repeating: "€", count: 85))
  }

  @Test func kwinComesBack() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform(#"tell {"app": "kate"}"#)
    #expect(loop.serve(provider) { provider.facts.focus != .nothing })
    try program.perform("kwin off")
    #expect(loop.becomes(provider, .opening))
    #expect(provider.facts == DesktopFacts())
    try program.perform("kwin old")
    #expect(loop.becomesTelling(provider))
    #expect(try program.perform("loaded").hasPrefix("gesture-bridge 2 600 "))
  }

  @Test func theScriptIsUnloadedAtTheEnd() throws {
    let program = try standIn("kwin on")
    var provider: KWinScriptProvider? = provider(on: program)
    if let provider { #expect(loop.becomesTelling(provider)) }
    #expect(try program.perform("loaded").hasPrefix("gesture-bridge 1 "))
    provider = nil
    var isUnloaded = false
    for _ in 0..<100 where !isUnloaded {
      isUnloaded = try program.perform("loaded").hasPrefix("- 1 ")
      usleep(10_000)
    }
    #expect(isUnloaded)
  }

  @Test func whatAnEarlierDaemonLeftIsUnloadedFirst() throws {
    let program = try standIn("kwin on")
    let first = provider(on: program)
    #expect(loop.becomesTelling(first))
    let second = provider(on: program)
    #expect(loop.becomesTelling(second))
    try program.perform(#"tell {"app": "kate"}"#)
    #expect(loop.serve(second) { second.facts.focus != .nothing })
    #expect(first.facts.focus == .nothing)
  }

  @Test func aScriptThatIsGoneIsLoadedAgain() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform("forget")
    provider.check(at: loop.now)
    #expect(try loop.serve(provider) { try program.perform("loaded").hasPrefix("gesture-bridge 2 ") })
    #expect(loop.becomesTelling(provider))
  }

  @Test func kwinThatRefusesIsGivenUp() throws {
    let program = try standIn("kwin on\nrefuse")
    let provider = provider(on: program)
    // The bus has named KWin by then; the clock moves by a second per turn.
    loop.rest(provider, seconds: 0.5)
    #expect(
      loop.serve(provider, within: 600) {
        loop.jump(provider, seconds: 1)
        return provider.state == .unavailable("KWin does not run gesture-bridge's script: log in again")
      })
    #expect(provider.wait == nil)
  }

  @Test func kwinThatHangsIsUnknown() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform("tell {\"app\": \"kate\"}\nhang")
    #expect(loop.serve(provider) { provider.facts.focus != .nothing })
    provider.check(at: loop.now)
    loop.rest(provider)
    #expect(provider.facts.focus != .unknown)
    #expect(loop.serve(provider) { provider.facts == DesktopFacts() })
    try program.perform("go on")
    provider.check(at: loop.now)
    #expect(loop.serve(provider) { provider.facts.focus != .unknown })
    provider.giveUp()
    #expect(provider.state == .unavailable("KWin does not answer"))
    #expect(provider.wait == nil)
  }

  @Test func aBusThatHangsIsGivenUp() throws {
    let program = try standIn("kwin on\nbus freeze")
    let provider = provider(on: program)
    loop.rest(provider)
    #expect(provider.state == .opening)
    loop.jump(provider, seconds: 6)
    #expect(provider.state == .unavailable("the session bus does not answer"))
    #expect(provider.nextDeadline == nil)
    try program.perform("bus thaw")
  }

  @Test func aBusThatEndsIsNoticed() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform("bus off")
    #expect(loop.becomes(provider, .unavailable("the session bus has closed the connection")))
    #expect(provider.facts == DesktopFacts())
  }
}
