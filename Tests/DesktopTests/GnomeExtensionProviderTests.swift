import Foundation
import GestureCore
import Support
import Testing

@testable import Desktop

/// GNOME's extension on a real dbus-daemon; a stand-in for the shell obeys the test's commands.
@Suite(.enabled(if: LoginBus.isThere, LoginBus.absence), .serialized) struct GnomeExtensionProviderTests {
  private let loop = ProviderLoop()

  private func standIn(_ commands: String) throws -> TestbedProgram {
    let program = try TestbedProgram("desktop/stand-in.py") { ["\($0)/bus"] }
    try program.perform(commands)
    return program
  }

  private func provider(
    on program: TestbedProgram, needs: DesktopNeeds = [.focus, .workspace, .modifiers]
  ) -> GnomeExtensionProvider {
    GnomeExtensionProvider(
      needs: needs, library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus", installer: "install",
      clock: { [loop] in loop.now })
  }

  @Test func withoutTheShellItIsUnavailable() throws {
    let program = try standIn("kwin on")
    let provider = provider(on: program)
    #expect(loop.becomes(provider, .unavailable("GNOME's shell is not on the session bus")))
    #expect(provider.wait == nil)
  }

  @Test func withoutTheExtensionItSaysWhatToRun() throws {
    let program = try standIn("gnome plain")
    let provider = provider(on: program)
    // Extensions come after the shell.
    loop.rest(provider)
    #expect(provider.state == .opening)
    loop.jump(provider, seconds: 6)
    #expect(
      loop.becomes(
        provider, .unavailable("GNOME's shell lacks gesture-bridge's extension: run `install`, and log in again")))
  }

  @Test func theExtensionMayComeAfterTheShell() throws {
    let program = try standIn("gnome plain")
    let provider = provider(on: program)
    loop.rest(provider)
    try program.perform("extension own")
    #expect(loop.becomesTelling(provider))
  }

  @Test func theExtensionOfAnotherProgramIsNone() throws {
    let program = try standIn("gnome plain\nextension other")
    let provider = provider(on: program)
    #expect(
      loop.becomes(
        provider,
        .unavailable(
          "the bus name org.gesture_bridge.Desktop1 belongs to a program that is not GNOME's shell: end that program")))
    #expect(try program.perform("watched") == "0")
  }

  @Test func theInstallerIsThatOfTheSources() {
    #expect(GnomeExtensionProvider.ownInstaller().hasSuffix("gnome/install"))
  }

  @Test func itTellsWhatTheExtensionTells() throws {
    let program = try standIn("gnome on")
    try program.perform(#"tell {"app": "org.gnome.Nautilus", "class": "n", "title": "Ä", "workspace": "Work"}"#)
    let provider = provider(on: program)
    #expect(loop.reports(provider, [.focus, .workspace, .modifiers]))
    #expect(
      provider.facts.focus
        == .window(.init(app: "org.gnome.Nautilus", title: "Ä", isFullscreen: false, output: nil)))
    #expect(provider.facts.workspace == "Work")
    try program.perform(#"tell {"class": "XTerm", "title": "x", "full": true, "output": "eDP-1"}"#)
    #expect(loop.shows(provider, .init(app: "XTerm", title: "x", isFullscreen: true, output: "eDP-1")))
    try program.perform("tell")
    #expect(loop.serve(provider) { provider.facts.focus == .nothing })
  }

  @Test func modifiersAreThoseOfTheLastLanding() throws {
    let program = try standIn("gnome on\nmodifiers \(1 | 4 | 2 | 16)")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    #expect(provider.facts.modifiers == nil)
    provider.check(at: loop.now)
    #expect(loop.serve(provider) { provider.facts.modifiers == [.shift, .ctrl] })
    try program.perform("modifiers \(8 | 64)")
    provider.check(at: loop.now)
    #expect(provider.facts.modifiers == nil)
    #expect(loop.serve(provider) { provider.facts.modifiers == [.alt, .super] })
  }

  @Test func noOtherProgramTells() throws {
    let program = try standIn("gnome on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform(#"forge {"app": "keepassxc"}"#)
    loop.rest(provider)
    #expect(provider.facts.focus == .nothing)
    try program.perform(#"tell {"app": "kate"}"#)
    #expect(loop.serve(provider) { provider.facts.focus != .nothing })
  }

  @Test func nonsenseIsIgnored() throws {
    let program = try standIn("gnome on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform("nonsense")
    loop.rest(provider)
    #expect(provider.facts.focus == .nothing)
    #expect(provider.reported == [.focus, .workspace, .modifiers])
  }

  @Test func theShellComesBack() throws {
    let program = try standIn("gnome on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform(#"tell {"app": "kate"}"#)
    #expect(loop.serve(provider) { provider.facts.focus != .nothing })
    try program.perform("gnome off")
    #expect(loop.becomes(provider, .opening))
    #expect(provider.facts == DesktopFacts())
    // The screen is locked: the shell is back before its extensions are.
    try program.perform("gnome plain")
    loop.rest(provider)
    #expect(provider.state == .opening)
    try program.perform("gnome on")
    #expect(loop.becomesTelling(provider))
    #expect(try program.perform("watched") == "2")
  }

  @Test func aShellThatHangsIsUnknown() throws {
    let program = try standIn("gnome on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform("hang")
    provider.check(at: loop.now)
    #expect(loop.serve(provider) { provider.facts == DesktopFacts() })
    try program.perform("go on")
    provider.check(at: loop.now)
    #expect(loop.serve(provider) { provider.facts.focus == .nothing })
    provider.giveUp()
    #expect(provider.state == .unavailable("GNOME's shell does not answer"))
  }

  @Test func aShellThatHangsAtTheStartIsGivenUp() throws {
    let program = try standIn("gnome on\nhang")
    let provider = provider(on: program)
    loop.rest(provider)
    #expect(provider.state == .opening)
    #expect(
      loop.becomes(
        provider,
        .unavailable("gesture-bridge's GNOME extension does not answer: run `install`, and log in again")))
  }

  @Test func aBusThatEndsIsNoticed() throws {
    let program = try standIn("gnome on")
    let provider = provider(on: program)
    #expect(loop.becomesTelling(provider))
    try program.perform("bus off")
    #expect(loop.becomes(provider, .unavailable("the session bus has closed the connection")))
  }
}
