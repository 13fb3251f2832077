import Foundation
import GestureCore
import Support
import Testing

@testable import Desktop

/// Real compositors of wlroots, of Debian, without a screen: `contrib/testbed/desktop/headless.py`.
@Suite(.serialized) struct RealCompositorTests {
  /// A compositor of a release of Debian, whose folder was made before: `contrib/testbed/desktop/root NAME SUITE`.
  struct Kind: Equatable, CustomTestStringConvertible {
    let name: String
    let suite: String

    static let absence: Comment = "needs a compositor of `contrib/testbed/desktop/root`"

    static let sway = Kind(name: "sway", suite: "trixie")
    static let labwc = Kind(name: "labwc", suite: "trixie")
    private static let newest = ["sway", "labwc", "wayfire", "phoc"].map { Kind(name: $0, suite: "sid") }

    /// The compositors that are installed; in nightly runs all of them are required.
    static let all = (TestbedProgram.isNightly ? [sway, labwc] + newest : [sway]).filter(\.isThere)

    /// The installed compositors with ext_workspace_v1; in nightly runs all of them are required.
    static let withWorkspaces = (TestbedProgram.isNightly ? [labwc] + newest.prefix(2) : [labwc]).filter(\.isThere)

    var testDescription: String { "\(name) of \(suite)" }

    var isThere: Bool { TestbedProgram.isAllRequired || root(cached: true) != nil }

    func root(cached: Bool) -> String? {
      TestbedProgram.output(of: "contrib/testbed/desktop/root \(cached ? "--cached " : "")\(name) \(suite)")
    }

    func desktop() throws -> TestbedProgram {
      let made = try #require(root(cached: false))
      let program = try TestbedProgram("desktop/headless.py") { [name, made, $0] }
      try program.perform("desktop on")
      return program
    }
  }

  private let loop = ProviderLoop()

  private func wayland(on program: TestbedProgram, _ needs: DesktopNeeds) throws -> WaylandProvider {
    WaylandProvider(path: try program.perform("socket"), needs: needs)
  }

  @Test(.enabled(if: !Kind.all.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.all)
  func windows(_ kind: Kind) throws {
    let program = try kind.desktop()
    let provider = try wayland(on: program, [.focus])
    try #require(loop.reports(provider, .focus))
    #expect(provider.facts.focus == .nothing)
    try DesktopStory(loop).play(provider, on: program, output: "HEADLESS-1")
    try program.perform("desktop off")
    #expect(loop.becomes(provider, .unavailable("the compositor has closed the connection")))
    #expect(provider.facts == DesktopFacts())
  }

  @Test(.enabled(if: !Kind.all.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.all)
  func theOutputTurns(_ kind: Kind) throws {
    let program = try kind.desktop()
    let provider = try wayland(on: program, [.outputs])
    try #require(loop.reports(provider, .outputs))
    let turns: [(Int, Rotation)] = [(1, .quarter), (2, .half), (3, .threeQuarters), (0, .none)]
    for (transform, rotation) in turns {
      try program.perform("turn \(transform)")
      #expect(
        loop.serve(provider) {
          provider.facts.outputs == [DesktopOutput(name: "HEADLESS-1", rotation: rotation, isTall: false)]
        },
        "\(transform): \(provider.facts)")
    }
  }

  /// No protocol of wlroots reports modifiers.
  @Test(.enabled(if: !Kind.all.isEmpty, Kind.absence), arguments: Kind.all)
  func modifiersAreNotTold(_ kind: Kind) throws {
    let program = try kind.desktop()
    let provider = try wayland(on: program, [.modifiers])
    #expect(loop.becomes(provider, .unavailable("the compositor has no protocol that reports modifier keys")))
  }

  @Test(
    .enabled(if: !Kind.withWorkspaces.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.withWorkspaces)
  func workspacesByTheProtocol(_ kind: Kind) throws {
    let program = try kind.desktop()
    let provider = try wayland(on: program, [.workspace])
    try #require(loop.reports(provider, .workspace))
    #expect(loop.serve(provider) { provider.facts.workspace == "1" }, "\(provider.facts)")
    var wrong = 0
    for turn in 0..<(TestbedProgram.isNightly ? 200 : 50) {
      let name = ["mail", "3", "1"][turn % 3]
      try program.perform("show \(name)")
      if !loop.serve(provider, until: { provider.facts.workspace == name }) { wrong += 1 }
    }
    #expect(wrong == 0)
    try program.perform("desktop off")
    #expect(loop.becomes(provider, .unavailable("the compositor has closed the connection")))
    #expect(provider.facts == DesktopFacts())
  }

  @Test(.enabled(if: Kind.all.contains(.sway), Kind.absence), .timeLimit(.minutes(5)))
  func workspacesOfSway() throws {
    let program = try Kind.sway.desktop()
    let provider = SwayProvider(path: "\(program.folder)/sway.sock")
    try #require(loop.reports(provider, .workspace))
    #expect(provider.facts.workspace == "1")
    var wrong = 0
    // All but the first are empty.
    try program.perform("open \(DesktopStory.one) one")
    for turn in 0..<(TestbedProgram.isNightly ? 200 : 50) {
      let name = ["1", "2", "3: web \u{1F98A}"][turn % 3]
      try program.perform("say workspace \"\(name)\"")
      if !loop.serve(provider, until: { provider.facts.workspace == name }) { wrong += 1 }
    }
    #expect(wrong == 0)
    try program.perform("say workspace \"3\"\nsay rename workspace to films")
    #expect(loop.serve(provider) { provider.facts.workspace == "films" }, "\(provider.facts)")
    #expect(provider.facts.focus == .unknown)
    // The compositor hangs, and continues.
    try program.perform("hang")
    provider.check(at: loop.now)
    loop.rest(provider)
    #expect(provider.facts.workspace == "films")
    provider.check(at: loop.now + 1_000_000)
    #expect(provider.facts.workspace == nil && provider.reported == .workspace)
    try program.perform("go on")
    #expect(loop.serve(provider) { provider.facts.workspace == "films" })
    try program.perform("desktop off")
    #expect(loop.becomes(provider, .unavailable("sway has closed the connection")))
    #expect(provider.facts == DesktopFacts() && provider.wait == nil)
  }

  /// All facts and actions that rules need on sway, each with the program that provides it; the missing desktops are
  /// not mentioned.
  @Test(.enabled(if: Kind.all.contains(.sway), Kind.absence), .timeLimit(.minutes(5)))
  func allOfSway() throws {
    let program = try Kind.sway.desktop()
    let socket = try program.perform("socket")
    let variables = [
      "WAYLAND_DISPLAY": socket, "XDG_RUNTIME_DIR": program.folder, "SWAYSOCK": "\(program.folder)/sway.sock",
    ]
    let links = DesktopLinks([.focus, .workspace, .modifiers], of: [.sway], now: loop.now) { variables[$0] }
    links.wait(within: 5_000_000)
    #expect(links.providers.map(\.name) == ["sway", "Wayland"])
    #expect(links.missing == .modifiers && links.problems.isEmpty)
    #expect(links.facts.focus == .nothing && links.facts.workspace == "1")
  }
}
