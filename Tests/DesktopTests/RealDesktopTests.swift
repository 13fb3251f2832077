import Foundation
import GestureCore
import Support
import Testing

@testable import Desktop

/// The real KWin and the real shell of GNOME, of Debian, without a screen: `contrib/testbed/desktop/desktop.py`.
@Suite(.serialized) struct RealDesktopTests {
  /// A desktop whose folder was made before: `contrib/testbed/desktop/bus-root KIND`.
  enum Kind: String {
    case kwin, gnome

    static let absence: Comment = """
      needs root, dbus-daemon, and a desktop of `contrib/testbed/desktop/bus-root kwin` and `gnome`
      """

    /// The releases of Debian whose desktop is installed; in nightly runs KWin 5.27, 6.3 and 6.7 and GNOME 43, 48 and
    /// 51.
    var suites: [String] {
      guard getuid() == 0, LoginBus.isThere else { return [] }
      let wanted = TestbedProgram.isNightly ? ["bookworm", "trixie", "sid"] : ["trixie"]
      return wanted.filter { TestbedProgram.isAllRequired || root($0, cached: true) != nil }
    }

    private func root(_ suite: String, cached: Bool) -> String? {
      let option = cached ? "--cached " : ""
      return TestbedProgram.output(of: "contrib/testbed/desktop/bus-root \(option)\(rawValue) \(suite)")
    }

    /// The desktop after these commands.
    func desktop(of suite: String, _ commands: String) throws -> TestbedProgram {
      let made = try #require(root(suite, cached: false))
      let program = try TestbedProgram("desktop/desktop.py") { [rawValue, made, $0] }
      try program.perform(commands)
      return program
    }
  }

  private static let one = DesktopStory.one
  private static let two = DesktopStory.two
  private let loop = ProviderLoop()

  private func kwin(on program: TestbedProgram) -> KWinScriptProvider {
    KWinScriptProvider(
      needs: [.focus, .workspace], library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus",
      folder: program.folder)
  }

  private func gnome(on program: TestbedProgram) -> GnomeExtensionProvider {
    GnomeExtensionProvider(
      needs: [.focus, .workspace, .modifiers], library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus",
      installer: "install")
  }

  /// The places of windows: the focused window is above the others.
  private func placeWindows(_ provider: any DesktopProvider, on program: TestbedProgram, output: String) throws {
    func apps() -> [String] { provider.facts.layout?.surfaces.compactMap { $0.window?.app } ?? [] }
    func window(_ x: Double, _ y: Double) -> DesktopFacts.Window? {
      guard case .window(let window) = provider.facts.layout?.window(at: .init(x, y), on: output) else {
        return nil
      }
      return window
    }
    try program.perform("open \(Self.one) one\nopen \(Self.two) two")
    #expect(loop.serve(provider) { apps() == [Self.two, Self.one] }, "\(provider.facts)")
    let screen = DesktopLayout.Screen(output, .init(left: 0, top: 0, width: 1280, height: 800))
    #expect(loop.serve(provider) { provider.facts.layout?.screens == [screen] }, "\(provider.facts)")
    try program.perform("focus \(Self.one)")
    #expect(loop.serve(provider) { apps() == [Self.one, Self.two] }, "\(provider.facts)")
    let area = try #require(provider.facts.layout?.surfaces.first { $0.window?.app == Self.one }?.area)
    #expect(area.width >= 400 && area.width < 500 && area.height >= 300 && area.height < 400, "\(area)")
    let middle = ((area.left + area.width / 2) / 1280, (area.top + area.height / 2) / 800)
    #expect(window(middle.0, middle.1) == DesktopStory.window(Self.one, "one", on: output))
    #expect(window(0.001, 0.999) == nil)
    try program.perform("title \(Self.two) other\nfullscreen \(Self.two)\nfocus \(Self.two)")
    let full = DesktopStory.window(Self.two, "other", on: output, full: true)
    #expect(loop.serve(provider) { window(0.001, 0.999) == full }, "\(provider.facts)")
    try program.perform("close \(Self.two)")
    #expect(loop.serve(provider) { apps() == [Self.one] && window(0.001, 0.999) == nil }, "\(provider.facts)")
    try program.perform("close \(Self.one)")
    #expect(loop.serve(provider) { apps().isEmpty }, "\(provider.facts)")
  }

  @Test(
    .enabled(if: !Kind.kwin.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)),
    arguments: Kind.kwin.suites.filter { $0 != "bookworm" })
  func windowsOfKWin(_ suite: String) throws {
    let program = try Kind.kwin.desktop(of: suite, "desktop on")
    let provider = KWinScriptProvider(
      needs: [.focus, .places], library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus",
      folder: program.folder)
    try #require(loop.reports(provider, [.focus, .places]))
    try placeWindows(provider, on: program, output: "Virtual-0")
  }

  @Test(.enabled(if: !Kind.gnome.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.gnome.suites)
  func windowsOfGNOME(_ suite: String) throws {
    let program = try Kind.gnome.desktop(of: suite, "desktop on")
    let provider = GnomeExtensionProvider(
      needs: [.focus, .places], library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus",
      installer: "install")
    try #require(loop.reports(provider, [.focus, .places]))
    try placeWindows(provider, on: program, output: "Meta-0")
  }

  private func wayland(on program: TestbedProgram) -> WaylandProvider {
    WaylandProvider(path: "\(program.folder)/wayland-0", needs: [.outputs, .power])
  }

  private func turn(_ provider: WaylandProvider, on program: TestbedProgram, output: String) throws {
    #expect(provider.facts.outputs == [DesktopOutput(name: output, rotation: Rotation.none, isTall: false)])
    let turns: [(Int, Rotation)] = [(1, .quarter), (2, .half), (3, .threeQuarters), (0, .none)]
    for (transform, rotation) in turns {
      try program.perform("turn \(transform)")
      let turned = DesktopOutput(name: output, rotation: rotation, isTall: false)
      #expect(loop.serve(provider) { provider.facts.outputs == [turned] }, "\(transform): \(provider.facts)")
    }
  }

  @Test(.enabled(if: !Kind.kwin.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.kwin.suites)
  func outputsOfKWin(_ suite: String) throws {
    let program = try Kind.kwin.desktop(of: suite, "desktop on")
    let provider = wayland(on: program)
    try #require(loop.reports(provider, [.outputs, .power]))
    try turn(provider, on: program, output: "Virtual-0")
  }

  /// KWin's output can't sleep without a screen, but in a window of another compositor.
  @Test(
    .enabled(if: !Kind.kwin.suites.isEmpty && RealCompositorTests.Kind.sway.isThere, Kind.absence),
    .timeLimit(.minutes(5)),
    arguments: Kind.kwin.suites)
  func outputsOfKWinSleep(_ suite: String) throws {
    let around = try #require(RealCompositorTests.Kind.sway.root(cached: false))
    let program = try Kind.kwin.desktop(of: suite, "desktop within \(around)")
    let provider = wayland(on: program)
    try #require(loop.reports(provider, [.outputs, .power]))
    for (word, isOn) in [("sleep", false), ("wake", true)] {
      try program.perform(word)
      #expect(loop.serve(provider) { provider.facts.outputs?.map(\.isOn) == [isOn] }, "\(provider.facts)")
    }
  }

  @Test(.enabled(if: !Kind.gnome.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.gnome.suites)
  func outputsOfGNOME(_ suite: String) throws {
    let program = try Kind.gnome.desktop(of: suite, "desktop bare")
    let provider = wayland(on: program)
    // The outputs of GNOME 43 have no names, so that they are unknown.
    let hasNames = suite != "bookworm"
    if hasNames {
      try #require(loop.reports(provider, .outputs))
      try turn(provider, on: program, output: "Meta-0")
    } else {
      #expect(loop.serve(provider) { provider.state != .opening } && provider.facts.outputs == nil)
    }
    let power = MutterPowerProvider(library: BusLibrary.load(), address: "unix:path=\(program.folder)/bus")
    try #require(loop.reports(power, .power))
    #expect(power.facts.isDark == false)
    for (word, isDark) in [("sleep", true), ("wake", false), ("sleep", true)] {
      try program.perform(word)
      #expect(loop.serve(power) { power.facts.isDark == isDark }, "\(power.facts)")
    }
    let facts = provider.facts.completed(by: power.facts).withSleepingOutputsOff()
    #expect(facts.outputs?.map(\.isOn) == (hasNames ? [false] : nil))
    try program.perform("desktop off")
    #expect(loop.becomes(power, .opening) && power.facts == DesktopFacts())
    try program.perform("desktop bare")
    #expect(loop.reports(power, .power) && power.facts.isDark == false)
  }

  /// The desktop is killed, and starts again.
  private func restart(_ provider: any DesktopProvider, on program: TestbedProgram, output: String) throws {
    try program.perform("desktop off")
    #expect(loop.becomes(provider, .opening))
    #expect(provider.facts == DesktopFacts())
    try program.perform("desktop on")
    #expect(loop.becomesTelling(provider))
    try program.perform("open \(Self.two) again")
    #expect(loop.shows(provider, DesktopStory.window(Self.two, "again", on: output)))
  }

  @Test(.enabled(if: !Kind.kwin.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.kwin.suites)
  func kwin(_ suite: String) throws {
    let program = try Kind.kwin.desktop(of: suite, "desktop on")
    var provider: KWinScriptProvider? = kwin(on: program)
    if let provider {
      try #require(loop.reports(provider, [.focus, .workspace]))
      #expect(provider.facts.focus == .nothing)
      #expect(provider.facts.workspace == "Desktop 1")
      try DesktopStory(loop).play(provider, on: program, output: "Virtual-0")
      try restart(provider, on: program, output: "Virtual-0")
      #expect(provider.facts.workspace == "Desktop 1")
      provider.check(at: loop.now)
      loop.rest(provider)
      #expect(provider.reported == [.focus, .workspace])
    }
    #expect(try program.perform("scripts") == "yes")
    provider = nil
    var isThere = true
    for _ in 0..<100 where isThere {
      isThere = try program.perform("scripts") == "yes"
      usleep(10_000)
    }
    #expect(!isThere)
  }

  /// KWin 6's protocols of Wayland, if it gives them to the program.
  @Test(
    .enabled(if: !Kind.kwin.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)),
    arguments: Kind.kwin.suites.filter { $0 != "bookworm" })
  func protocolsOfKWin(_ suite: String) throws {
    let program = try Kind.kwin.desktop(of: suite, "desktop free")
    let windows = WaylandProvider(path: "\(program.folder)/wayland-0", needs: .focus)
    try #require(loop.reports(windows, .focus))
    try DesktopStory(loop).play(windows, on: program, output: nil)
    let keys = WaylandProvider(path: "\(program.folder)/wayland-0", needs: .modifiers)
    try #require(loop.reports(keys, .modifiers))
    #expect(keys.facts.modifiers == [])
    // Left Shift and Control, then Alt and Super.
    try program.perform("hold 42\nhold 29")
    #expect(loop.serve(keys) { keys.facts.modifiers == [.shift, .ctrl] }, "\(keys.facts)")
    try program.perform("release 42\nrelease 29\nhold 56\nhold 125")
    #expect(loop.serve(keys) { keys.facts.modifiers == [.alt, .super] }, "\(keys.facts)")
    try program.perform("release 56\nrelease 125")
    #expect(loop.serve(keys) { keys.facts.modifiers == [] }, "\(keys.facts)")
  }

  @Test(.enabled(if: !Kind.gnome.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.gnome.suites)
  func gnome(_ suite: String) throws {
    let program = try Kind.gnome.desktop(of: suite, "desktop bare")
    let early = gnome(on: program)
    #expect(
      loop.becomes(
        early, .unavailable("GNOME's shell lacks gesture-bridge's extension: run `install`, and log in again")))
    try program.perform("desktop off\ndesktop early")
    #expect(try program.perform("watchers") == "0")
    let provider = gnome(on: program)
    try #require(loop.reports(provider, [.focus, .workspace, .modifiers]))
    #expect(provider.facts.focus == .nothing)
    #expect(provider.facts.workspace == "Workspace 1")
    try DesktopStory(loop).play(provider, on: program, output: "Meta-0")
    // Left Shift, and left Control.
    try program.perform("hold 42\nhold 29")
    #expect(
      loop.serve(provider) {
        provider.check(at: loop.now)
        loop.rest(provider, seconds: 0.05)
        return provider.facts.modifiers == [.shift, .ctrl]
      })
    try program.perform("release 42\nrelease 29")
    #expect(
      loop.serve(provider) {
        provider.check(at: loop.now)
        loop.rest(provider, seconds: 0.05)
        return provider.facts.modifiers == []
      })
    try restart(provider, on: program, output: "Meta-0")
  }

  /// The extension follows nothing and sends nothing while no program listens.
  @Test(.enabled(if: !Kind.gnome.suites.isEmpty, Kind.absence), .timeLimit(.minutes(5)), arguments: Kind.gnome.suites)
  func theExtensionRests(_ suite: String) throws {
    let program = try Kind.gnome.desktop(of: suite, "desktop on\nopen \(Self.one) one\nopen \(Self.two) two")
    #expect(try program.perform("watchers") == "0")
    var provider: GnomeExtensionProvider? = gnome(on: program)
    if let provider {
      try #require(loop.shows(provider, DesktopStory.window(Self.two, "two", on: "Meta-0")))
      #expect(try program.perform("watchers") != "0")
      try program.perform("focus \(Self.one)")
      #expect(loop.shows(provider, DesktopStory.window(Self.one, "one", on: "Meta-0")))
    }
    provider = nil
    try program.perform("rest")
    let told = try #require(Int(program.perform("told")))
    #expect(told > 0)
    try program.perform(
      "focus \(Self.two)\ntitle \(Self.two) other\nfullscreen \(Self.two)\nfocus \(Self.one)\nclose \(Self.one)")
    usleep(300_000)
    #expect(try program.perform("told") == "\(told)" && program.perform("watchers") == "0")
  }
}
