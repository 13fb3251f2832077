import CLinux
import Foundation
import Glibc
import Support
import Testing

@testable import Desktop

/// Which compositors are known to report cancelled touches to windows.
@Suite struct CompositorTests {
  private static let new: Set<String> = ["wl_compositor", "wp_cursor_shape_manager_v1"]

  private func compositor(_ program: String?, _ interfaces: Set<String>? = CompositorTests.new) -> Compositor {
    let passing = [PassingCompositor("sway", since: "wp_cursor_shape_manager_v1"), PassingCompositor("niri")]
    return Compositor(program: program, interfaces: interfaces, passing: passing)
  }

  @Test func whatIsNotKnownDoesNot() {
    #expect(!compositor("sway", nil).passesCancel, "it has not answered")
    #expect(!compositor(nil).passesCancel, "its process is gone")
    #expect(!Compositors([]).passCancel, "as on X11")
  }

  @Test func allMustDo() {
    let sway = compositor("sway")
    let cage = compositor("cage")
    #expect(Compositors([sway]).passCancel && Compositors([sway, sway]).passCancel)
    #expect(!Compositors([sway, cage]).passCancel)
  }

  @Test func theirSentences() {
    let sway = compositor("sway")
    let niri = compositor("niri", [])
    let shell = compositor("gnome-shell", [])
    let silent = compositor("sway", nil)
    let nameless = compositor(nil, nil)
    let all = [[], [sway], [sway, niri], [shell], [sway, shell], [silent], [nameless]].map { Compositors($0).text }
    expectSnapshot(all, "their sentences")
  }
}

/// The list of interfaces as it comes over the wire.
@Suite struct WaylandGlobalsTests {
  private static let answer = global("wl_seat") + global("wl_compositor") + done

  private static func words(_ words: UInt32...) -> [UInt8] {
    words.flatMap { word in withUnsafeBytes(of: word, Array.init) }
  }

  private static let done = words(3, 12 << 16, 7)

  private static func global(_ name: String) -> [UInt8] {
    let text = Array(name.utf8) + [0]
    let padded = text + [UInt8](repeating: 0, count: (4 - text.count % 4) % 4)
    return words(2, UInt32(20 + padded.count) << 16, 1, UInt32(text.count)) + padded + words(4)
  }

  private struct Outcome {
    var interfaces: [String] = []
    var isListed = false
    var isBroken = false
  }

  /// The result of a connection after these pieces, one after another.
  private func list(_ pieces: [[UInt8]]) throws -> Outcome {
    let compositor = try StandInCompositor()
    let connection = try WaylandConnection(path: compositor.path)
    var outcome = Outcome()
    connection.sync {
      outcome.isListed = true
      outcome.interfaces = connection.globals.map(\.interface)
    }
    try compositor.read()
    for piece in pieces where connection.wait != nil {
      compositor.say(bytes: piece)
      connection.ready()
    }
    outcome.isBroken = connection.ending != nil
    return outcome
  }

  @Test func namesUntilTheEnd() throws {
    let outcome = try list([Self.answer])
    #expect(outcome.interfaces == ["wl_seat", "wl_compositor"] && outcome.isListed && !outcome.isBroken)
  }

  @Test func byteByByte() throws {
    let pieces = Self.answer.map { [$0] }
    #expect(try !list(pieces.dropLast()).isListed)
    #expect(try list(pieces).interfaces == ["wl_seat", "wl_compositor"])
  }

  @Test(arguments: [
    words(1, 20 << 16, 1, 1, 0), words(2, 4 << 16), words(2, 9 << 16), words(2, 16 << 16, 1, 0),
    words(2, 20 << 16, 1, 1000, 0), words(2, 20 << 16, 1, 0, 0), words(2, 12 << 16, 1),
  ])
  func whatMakesNoSense(bytes: [UInt8]) throws {
    let outcome = try list([bytes + Self.answer])
    #expect(outcome.isBroken && !outcome.isListed)
  }

  @Test func noEnd() throws {
    let outcome = try list(Array(repeating: Self.global("wl_output"), count: 4000))
    #expect(outcome.isBroken)
  }
}

/// Asking sockets, with this very process at their other end.
@Suite struct CompositorProbeTests {
  private let folder = RuntimeFolder()

  private func listen(_ name: String) -> Int32 { gb_local_listen(folder.path(name), 4) }

  private func probe(_ variables: [String: String] = [:]) -> CompositorProbe {
    let all = ["XDG_RUNTIME_DIR": folder.url.path].merging(variables) { $1 }
    return CompositorProbe(passing: []) { all[$0] }
  }

  /// Serves one client: its question, then this answer.
  private func serve(_ listener: Int32, _ answer: [UInt8]) -> Int32 {
    let client = gb_local_accept(listener)
    var question = [UInt8](repeating: 0, count: 100)
    #expect(gb_local_receive(client, &question, question.count) == 24)
    #expect(gb_local_send(client, answer, answer.count) == answer.count)
    return client
  }

  private static let empty: [UInt8] = [3, 12 << 16, 7].flatMap { (word: UInt32) in withUnsafeBytes(of: word, Array.init)
  }

  private static let ownName = try? String(contentsOfFile: "/proc/self/comm", encoding: .utf8)
    .trimmingCharacters(in: .newlines)

  @Test func oneThatAnswers() {
    let listener = listen("wayland-7")
    defer { close(listener) }
    let probe = probe(["WAYLAND_DISPLAY": "wayland-7"])
    #expect(!probe.isDone && probe.waits.count == 1)
    let client = serve(listener, Self.empty)
    defer { close(client) }
    probe.wait(within: 30_000_000)
    #expect(probe.isDone && probe.waits.isEmpty)
    #expect(probe.compositors.all == [Compositor(program: Self.ownName, interfaces: [], passing: [])])
  }

  @Test func oneThatDoesNot() {
    let listener = listen("wayland-0")
    defer { close(listener) }
    let probe = probe()
    probe.wait(within: 20_000)
    #expect(!probe.isDone)
    #expect(probe.compositors.all == [Compositor(program: Self.ownName, interfaces: nil, passing: [])])
  }

  @Test func oneThatEnds() {
    let listener = listen("wayland-0")
    let probe = probe()
    close(listener)
    probe.wait(within: 30_000_000)
    #expect(probe.isDone && !probe.compositors.passCancel)
  }

  @Test func allOfTheFolder() throws {
    let listeners = ["wayland-0", "wayland-1", "other"].map(listen)
    defer { listeners.forEach { close($0) } }
    close(listen("wayland-2"))  // of a compositor that was killed
    try Data().write(to: folder.url.appendingPathComponent("wayland-0.lock"))
    #expect(probe().waits.count == 2)
    #expect(probe(["WAYLAND_DISPLAY": folder.path("other")]).waits.count == 1)
    #expect(probe(["WAYLAND_DISPLAY": "wayland-2"]).compositors.all.isEmpty)
  }

  @Test func nothingThere() {
    #expect(CompositorProbe(passing: []) { _ in nil }.compositors.all.isEmpty)
    #expect(probe().compositors.all.isEmpty && probe().isDone)
  }
}

/// A folder for sockets, until the test is over.
private final class RuntimeFolder {
  let url: URL

  init() {
    // A socket's path has little room.
    url = URL(fileURLWithPath: "/tmp").appendingPathComponent("gb-\(UUID().uuidString.prefix(8))")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
