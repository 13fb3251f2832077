import CLinux
import Foundation
import Testing

@testable import Desktop

/// Which sockets of desktops are tried, and in which order.
struct DesktopSocketsTests {
  /// A folder with sockets, each a second older than the one before it.
  private final class Sockets {
    let folder = FileManager.default.temporaryDirectory.appending(path: "socks-\(UInt32.random(in: 0...UInt32.max))")
    private var listeners: [Int32] = []

    init(_ names: String...) throws {
      for (index, name) in names.enumerated() { try add(name, age: Double(index)) }
    }

    deinit {
      for listener in listeners { close(listener) }
      try? FileManager.default.removeItem(at: folder)
    }

    func add(_ name: String, age: Double) throws {
      let url = folder.appending(path: name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let listener = gb_local_listen(url.path, 4)
      try #require(listener >= 0)
      listeners.append(listener)
      let date = Date(timeIntervalSinceReferenceDate: 700_000_000 - age)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }

    func variable(_ more: [String: String] = [:]) -> (String) -> String? {
      { [folder] name in name == "XDG_RUNTIME_DIR" ? folder.path : more[name] }
    }

    func names(_ paths: [String]) -> [String] {
      paths.map { $0.hasPrefix("\(folder.path)/") ? String($0.dropFirst(folder.path.count + 1)) : $0 }
    }
  }

  @Test func theNewestHyprlandComesFirst() throws {
    let sockets = try Sockets(
      "hypr/b/.socket.sock", "hypr/c/.socket.sock", "hypr/a/.socket.sock", "hypr/d/.socket2.sock")
    try Data("no socket".utf8).write(to: sockets.folder.appending(path: "hypr/file"))
    try FileManager.default.createDirectory(
      at: sockets.folder.appending(path: "hypr/e/.socket.sock"), withIntermediateDirectories: true)
    func found(_ more: [String: String] = [:]) -> [String] {
      sockets.names(DesktopSockets.hyprland(".socket.sock", sockets.variable(more)))
    }
    #expect(found() == ["hypr/b/.socket.sock", "hypr/c/.socket.sock", "hypr/a/.socket.sock"])
    // The socket of the environment, even if its desktop may have ended.
    #expect(
      found(["HYPRLAND_INSTANCE_SIGNATURE": "a"])
        == ["hypr/a/.socket.sock", "hypr/b/.socket.sock", "hypr/c/.socket.sock"])
    #expect(found(["HYPRLAND_INSTANCE_SIGNATURE": "x"]).first == "hypr/x/.socket.sock")
    #expect(DesktopSockets.hyprland(".socket.sock") { _ in nil } == [])
  }

  @Test func thoseOfOthers() throws {
    let sockets = try Sockets(
      "niri.wayland-1.7.sock", "niri.wayland-1.5.sock", "sway-ipc.1000.9.sock", "sway-ipc.1000.3.sock",
      "i3/ipc-socket.4", "other.sock")
    #expect(
      sockets.names(DesktopSockets.niri(sockets.variable())) == ["niri.wayland-1.7.sock", "niri.wayland-1.5.sock"])
    let named = sockets.variable(["NIRI_SOCKET": "/run/x", "SWAYSOCK": "\(sockets.folder.path)/sway-ipc.1000.3.sock"])
    #expect(
      sockets.names(DesktopSockets.niri(named)) == ["/run/x", "niri.wayland-1.7.sock", "niri.wayland-1.5.sock"])
    #expect(sockets.names(DesktopSockets.sway(named)) == ["sway-ipc.1000.3.sock", "sway-ipc.1000.9.sock"])
    #expect(sockets.names(DesktopSockets.i3(named)) == ["i3/ipc-socket.4"])
    #expect(DesktopSockets.sway { $0 == "SWAYSOCK" ? "/a" : nil } == ["/a"])
    #expect(DesktopSockets.niri { _ in nil }.isEmpty)
  }

  /// Hyprlands that crashed leave their folders.
  @Test func amongManyThatHaveEnded() throws {
    let sockets = try Sockets()
    for index in 0..<20 { try sockets.add("hypr/\(index + 10)/.socket.sock", age: Double(100 + index)) }
    try sockets.add("hypr/z/.socket.sock", age: 0)
    let found = DesktopSockets.hyprland(".socket.sock", sockets.variable())
    #expect(found.count == 8 && sockets.names(found).first == "hypr/z/.socket.sock")
  }

  /// Of two that listen only one is asked, so that the workspaces of another session are not mixed in.
  @Test func theFirstThatListensReportsTheWorkspace() throws {
    let sockets = try Sockets("hypr/new/.socket2.sock", "hypr/old/.socket2.sock")
    func providers(_ named: String) -> [any DesktopProvider] {
      let variable = sockets.variable(["HYPRLAND_INSTANCE_SIGNATURE": named])
      return DesktopProviders.first(.workspace, of: [.hyprland], through: WaylandCompositors(), variable: variable)
    }
    #expect(providers("gone").map(\.name) == ["Hyprland"] && providers("old").map(\.name) == ["Hyprland"])
    #expect(providers("gone").allSatisfy { $0.wait != nil })
  }
}
