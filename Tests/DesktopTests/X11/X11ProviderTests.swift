import Foundation
import GestureCore
import Support
import Testing

@testable import Desktop

/// Real X servers, window managers and windows.
@Suite(.enabled(if: X11Desktop.isThere, X11Desktop.absence), .serialized, .timeLimit(.minutes(5)))
struct X11ProviderTests {
  private static let managers = ["openbox", "i3"]
  private static let switches = TestbedProgram.isNightly ? 200 : 50

  private func watch(_ desktop: X11Desktop, _ needs: DesktopNeeds) -> WatchedProvider {
    WatchedProvider(X11Provider(display: desktop.display, needs: needs))
  }

  /// Two windows, the second one in front.
  private func twoWindows(_ manager: String) throws -> (X11Desktop, WatchedProvider) {
    let desktop = try X11Desktop(manager)
    let watched = watch(desktop, .focus)
    try desktop.open("Firefox", title: "one")
    #expect(watched.serve { watched.window?.app == "Firefox" }, "\(watched.facts) \(watched.provider.state)")
    try desktop.open("Foot", title: "two")
    #expect(watched.serve { watched.window?.app == "Foot" }, "\(watched.facts)")
    return (desktop, watched)
  }

  @Test(arguments: managers) func theFocusOfManySwitches(manager: String) throws {
    let (desktop, watched) = try twoWindows(manager)
    #expect(watched.provider.reported == .focus)
    #expect(watched.window?.output == "screen" && watched.window?.isFullscreen == false)
    let one = DesktopFacts.Window(app: "Firefox", title: "one", isFullscreen: false, output: "screen")
    let two = DesktopFacts.Window(app: "Foot", title: "two", isFullscreen: false, output: "screen")
    let before = watched.focuses.count
    for turn in 0..<Self.switches {
      let next = turn.isMultiple(of: 2) ? one : two
      try desktop.run("wmctrl -a \(next.title ?? "")")
      #expect(watched.serve { watched.facts.focus == .window(next) }, "switch \(turn): \(watched.facts)")
    }
    let wrong = watched.focuses[before...].filter { ![.window(one), .window(two), .nothing].contains($0) }
    #expect(wrong.isEmpty, "a window with properties of another")
    #expect(watched.focuses[before...].filter { $0 == .window(one) }.count == Self.switches / 2)
  }

  @Test(arguments: managers) func titleAndFullscreen(manager: String) throws {
    let (desktop, watched) = try twoWindows(manager)
    try desktop.run("wmctrl -r two -T 'zwei \u{1F98A}'")
    #expect(watched.serve { watched.window?.title == "zwei \u{1F98A}" }, "\(watched.facts)")
    try desktop.run("wmctrl -r zwei -b add,fullscreen")
    #expect(watched.serve { watched.window?.isFullscreen == true })
    try desktop.run("wmctrl -r zwei -b remove,fullscreen")
    #expect(watched.serve { watched.window?.isFullscreen == false })
    // The title of a window that is not in front wakes nothing.
    try desktop.run("wmctrl -r one -T eins")
    watched.serve(for: 0.3)
    let before = watched.wakeUps
    try desktop.run("wmctrl -r eins -T uno")
    watched.serve(for: 0.3)
    #expect(watched.wakeUps == before && watched.window?.app == "Foot")
  }

  /// i3 shows one of two tabs; openbox has one window above the other.
  @Test(arguments: managers) func whichWindowIsUnderAFinger(manager: String) throws {
    let desktop = try X11Desktop(manager)
    let watched = watch(desktop, .places)
    func app(_ x: Double = 0.5, _ y: Double = 0.5) -> String? {
      switch watched.facts.layout?.window(at: .init(x, y), on: "screen") {
      case .window(let window): window.app
      case .nothing: "nothing"
      case .unknown, nil: nil
      }
    }
    #expect(watched.serve { watched.provider.reported == .places && app() == "nothing" }, "\(watched.facts)")
    try desktop.open("Firefox", title: "one")
    #expect(watched.serve { watched.facts.layout?.surfaces.count == 1 }, "\(watched.facts)")
    try desktop.open("Foot", title: "two")
    try desktop.wait(for: "wmctrl -a two")
    for turn in 0..<Self.switches {
      let (title, wanted) = turn.isMultiple(of: 2) ? ("one", "Firefox") : ("two", "Foot")
      try desktop.run("wmctrl -a \(title)")
      if manager == "openbox" {
        // The windows overlap, and the raised one is visible.
        try desktop.run("wmctrl -r \(title) -e 0,500,500,600,600")
      }
      #expect(watched.serve { app() == wanted }, "turn \(turn): \(watched.facts)")
    }
    #expect(watched.facts.focus == .unknown)
    try desktop.run("wmctrl -r two -b add,fullscreen; wmctrl -a two")
    #expect(watched.serve { app(0.001, 0.999) == "Foot" }, "\(watched.facts)")
    try desktop.run("kill $one $two")
    #expect(watched.serve { app() == "nothing" }, "\(watched.facts)")
  }

  @Test func aTitleOfOldClients() throws {
    let (desktop, watched) = try twoWindows("openbox")
    try desktop.run("xprop -name two -remove _NET_WM_NAME; xprop -name two -f WM_NAME 8s -set WM_NAME old")
    #expect(watched.serve { watched.window?.title == "old" }, "\(watched.facts)")
  }

  @Test(arguments: managers) func theLastWindowCloses(manager: String) throws {
    let (desktop, watched) = try twoWindows(manager)
    try desktop.run("kill $two")
    #expect(watched.serve { watched.window?.title == "one" }, "\(watched.facts)")
    try desktop.run("kill $one")
    #expect(watched.serve { watched.facts.focus == .nothing }, "\(watched.facts)")
    watched.serve(for: 0.3)
    #expect(watched.facts.focus == .nothing && watched.provider.reported == .focus)
    // A provider that connects later sees the same, whatever properties the window manager has left behind.
    let late = watch(desktop, .focus)
    #expect(late.serve { late.provider.state != .opening } && late.facts.focus == .nothing, "\(late.facts)")
    try desktop.open("Firefox", title: "three")
    #expect(watched.serve { watched.window?.title == "three" }, "\(watched.facts)")
  }

  @Test func aWindowThatIsHiddenAndComesBack() throws {
    let desktop = try X11Desktop("openbox")
    let watched = watch(desktop, .focus)
    try desktop.open("Firefox", title: "one")
    #expect(watched.serve { watched.window?.app == "Firefox" })
    try desktop.run("xdotool windowminimize $(xdotool getactivewindow)")
    #expect(watched.serve { watched.facts.focus == .nothing }, "\(watched.facts)")
    try desktop.run("wmctrl -a one")
    #expect(watched.serve { watched.window?.app == "Firefox" }, "\(watched.facts)")
  }

  @Test func workspaces() throws {
    let desktop = try X11Desktop("i3")
    let watched = watch(desktop, .workspace)
    #expect(watched.serve { watched.facts.workspace == "1" }, "\(watched.facts)")
    try desktop.run("i3-msg workspace '2: web'")
    #expect(watched.serve { watched.facts.workspace == "2: web" }, "\(watched.facts)")
    #expect(watched.provider.reported == .workspace && watched.facts.focus == .unknown)
  }

  @Test func workspacesWithoutNames() throws {
    let desktop = try X11Desktop()
    let watched = watch(desktop, .workspace)
    try desktop.run("xprop -root -f _NET_CURRENT_DESKTOP 32c -set _NET_CURRENT_DESKTOP 2")
    #expect(watched.serve { watched.facts.workspace == "3" }, "\(watched.facts)")
    try desktop.run("xprop -root -f _NET_DESKTOP_NAMES 8s -set _NET_DESKTOP_NAMES one")
    try desktop.run("xprop -root -f _NET_CURRENT_DESKTOP 32c -set _NET_CURRENT_DESKTOP 0")
    #expect(watched.serve { watched.facts.workspace == "one" }, "\(watched.facts)")
  }

  @Test func modifiers() throws {
    let desktop = try X11Desktop()
    let watched = watch(desktop, .modifiers)
    #expect(watched.serve { watched.facts.modifiers == [] } && watched.provider.reported == .modifiers)
    try desktop.run("xdotool keydown Super_L")
    #expect(watched.serve { watched.facts.modifiers == .super }, "\(watched.facts)")
    try desktop.run("xdotool keydown Shift_L keydown Control_L keydown Alt_L")
    #expect(watched.serve { watched.facts.modifiers == [.super, .shift, .ctrl, .alt] }, "\(watched.facts)")
    let late = watch(desktop, .modifiers)
    #expect(late.serve { late.facts.modifiers == [.super, .shift, .ctrl, .alt] }, "\(late.facts)")
    try desktop.run("xdotool keyup Shift_L keyup Control_L keyup Alt_L keyup Super_L")
    #expect(watched.serve { watched.facts.modifiers == [] })
    watched.serve(for: 0.2)
    let before = watched.wakeUps
    try desktop.run("xdotool key a key b")
    watched.serve(for: 0.3)
    #expect(watched.wakeUps == before, "other keys wake nothing")
  }

  @Test func rotation() throws {
    let desktop = try X11Desktop()
    let inner = ":\(Int(desktop.display.dropFirst()).map { $0 + 1 } ?? 0)"
    try desktop.run("Xephyr \(inner) -noreset -screen 1280x800 & export DISPLAY=\(inner)")
    try desktop.wait(for: "xprop -root >/dev/null")
    try desktop.start("openbox")
    let watched = WatchedProvider(X11Provider(display: inner, needs: [.focus, .outputs]))
    #expect(
      watched.serve {
        watched.facts.outputs == [DesktopOutput(name: "default", rotation: Rotation.none, isTall: false)]
      })
    try desktop.open("Firefox", title: "one")
    #expect(watched.serve { watched.window?.output == "default" }, "\(watched.facts)")
    let turns: [(String, Rotation)] = [
      ("left", .quarter), ("inverted", .half), ("right", .threeQuarters), ("normal", .none),
    ]
    for (name, turn) in turns {
      try desktop.run("xrandr -o \(name)")
      #expect(watched.serve { watched.facts.outputs?.first?.rotation == turn }, "\(name): \(watched.facts)")
      #expect(watched.facts.outputs?.first?.isTall == false, "that is how it is built")
    }
    #expect(watched.facts.modifiers == nil && watched.facts.workspace == nil, "nothing else was asked for")
    try desktop.run("xrandr -x")
    #expect(watched.serve { watched.facts.outputs == [DesktopOutput(name: "default", rotation: nil)] }, "mirrored")
  }

  @Test func aWindowManagerThatComesLater() throws {
    let desktop = try X11Desktop()
    let watched = watch(desktop, [.focus, .workspace])
    #expect(
      watched.serve { watched.provider.state == .ready && watched.provider.reported == [] }
        && watched.facts.focus == .unknown)
    try desktop.start("openbox")
    try desktop.open("Firefox", title: "one")
    #expect(watched.serve { watched.window?.app == "Firefox" && watched.facts.workspace == "desktop 1" })
    #expect(watched.provider.reported == [.focus, .workspace])
  }

  @Test func aServerThatIsKilled() throws {
    let (desktop, watched) = try twoWindows("openbox")
    try desktop.run("kill -9 $server")
    #expect(watched.serve { watched.unavailability == "the X server has closed the connection" })
    #expect(watched.facts == DesktopFacts() && watched.provider.wait == nil && watched.provider.nextDeadline == nil)
    watched.provider.ready()
  }

  @Test func aServerThatHangs() throws {
    let (desktop, watched) = try twoWindows("openbox")
    try desktop.run("wmctrl -a one; kill -STOP $server")
    watched.serve(for: 0.5)
    #expect(watched.longestTurn < 1_000_000 && watched.window != nil)
    let late = watch(desktop, .focus)
    late.serve(for: 0.3)
    #expect(late.provider.state == .opening && late.longestTurn < 200_000)
    try desktop.run("kill -CONT $server")
    #expect(watched.serve { watched.window?.title == "one" } && late.serve { late.window?.title == "one" })
  }
}
