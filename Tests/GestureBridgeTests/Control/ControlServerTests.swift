import CLinux
import Control
import Foundation
import Logging
import Runtime
import Support
import Testing

@testable import gesture_bridge

/// A client that connects and asks for nothing is disconnected.
@Suite struct ControlServerTests {
  @Test func anIdleConnectionMakesRoomAndASubscriberStays() throws {
    let folder = try Folder()
    let lock = try InstanceLock.take(SessionName("test"), in: folder.url.path)
    let runtime = try Runtime(signals: [])
    let log = Logger(label: "", factory: { _ in SwiftLogNoOpLogHandler() })
    let server = try #require(ControlServer.open(lock, on: runtime.loop, log: log))
    try server.begin()
    let path = lock.folder.socket(of: lock.session)
    let idle = try ControlConnection(path)
    runtime.onIdle = { [unowned runtime, unowned server] in if server.nextDeadline != nil { runtime.stop(0) } }
    #expect(try runtime.run() == 0)
    let deadline = try #require(server.nextDeadline)
    #expect((9_000_000...10_000_000).contains(deadline - EventLoop.now()))
    server.advance(to: deadline - 1)
    #expect(server.nextDeadline == deadline)
    server.advance(to: deadline)
    #expect(server.nextDeadline == nil)
    let last = String(decoding: try idle.nextLineWhileRead() ?? [], as: UTF8.self)
    #expect(last.contains("there was no request for 10 s, so this connection ends"))

    let subscriber = gb_local_connect(path)
    try #require(subscriber >= 0)
    defer { close(subscriber) }
    let line = ControlRequest.subscribe(.all).line + [UInt8(ascii: "\n")]
    #expect(gb_local_send(subscriber, line, line.count) == line.count)
    runtime.onIdle = { [unowned runtime, unowned server] in if server.subscribers > 0 { runtime.stop(0) } }
    #expect(try runtime.run() == 0)
    #expect(server.nextDeadline == nil)
    server.end()
  }
}
