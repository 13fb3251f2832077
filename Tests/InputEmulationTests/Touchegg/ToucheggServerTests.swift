import Base
import CLibraries
import GestureCore
import Glibc
import Support
import Testing

@testable import Bindings
@testable import Desktop
@testable import InputEmulation

/// Clients of touchegg by GDBus, as Cinnamon is one: `contrib/testbed/desktop/touchegg.py`.
@Suite(.serialized, .enabled(if: LoginBus.isThere, "needs dbus-daemon and python3-gi"), .timeLimit(.minutes(1)))
final class ToucheggServerTests {
  private let address = "gesture-bridge-touchegg-\(getpid())-\(UInt32.random(in: 0..<UInt32.max))"
  private let lines = CapturedLog()
  private let server: ToucheggServer
  private let program: TestbedProgram
  private let gesture = NativeGesture(kind: .swipe, fingers: 3)
  private let clock: VirtualClock

  init() throws {
    let clock = VirtualClock()
    server = ToucheggServer(address: address, log: lines.logger, now: { clock.now })
    program = try TestbedProgram("desktop/touchegg.py") { [address] _ in [address] }
    self.clock = clock
  }

  private final class VirtualClock { var now: Int64 = 1_000_000 }
  private var log: [String] { lines.all.withLock { $0 } }

  /// Serves it until `isSo`.
  private func serve(until isSo: () throws -> Bool) rethrows -> Bool {
    let end = MonotonicClock.now() + 10_000_000
    while try !isSo() {
      guard MonotonicClock.now() < end else { return false }
      var polls = server.wait.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? []
      if poll(&polls, nfds_t(polls.count), 20) > 0 { server.ready() }
    }
    return true
  }

  private func connect(_ client: String) throws {
    try program.perform("connect \(client)")
    try #require(serve { try program.perform("state \(client)") != "connecting" })
  }

  private func send(
    _ moment: InputRequest.Moment, _ movement: Vector = .zero, isCancelled: Bool = false, action: Int = 0
  ) {
    var request = InputRequest(
      .announced(gesture), moment, holder: .init(action: action, device: 1), rule: "`began` at bindings.toml:3")
    (request.movement, request.fingers, request.isCancelled) = (movement, 3, isCancelled)
    clock.now += 10_000
    server.perform(request, gesture)
  }

  /// The signals that a client has got, once there are `count`.
  private func heard(_ client: String, _ count: Int) throws -> [String] {
    var all: [String] = []
    _ = try serve {
      all += try program.perform("heard \(client)").split(separator: " ").map(String.init)
      return all.count >= count
    }
    return all
  }

  @Test func aSwipeIsToldFromBeginningToEnd() throws {
    server.use(true)
    try connect("one")
    try connect("two")
    send(.beginning)
    send(.movement, Vector(0, -5))
    send(.movement, Vector(1, -5))
    send(.end)
    let expected = [
      "OnGestureBegin(1,1,20.0,3,1,10)(uudiut)", "OnGestureUpdate(1,1,40.0,3,1,20)(uudiut)",
      "OnGestureEnd(1,1,40.0,3,1,30)(uudiut)",
    ]
    #expect(try heard("one", 3) == expected)
    #expect(try heard("two", 3) == expected)
    send(.movement, Vector(0, -5))
    send(.beginning)
    send(.movement, Vector(5, 0))
    send(.end, isCancelled: true)
    #expect(
      try heard("one", 3) == [
        "OnGestureBegin(1,4,20.0,3,1,10)(uudiut)", "OnGestureUpdate(1,4,0.0,3,1,20)(uudiut)",
        "OnGestureEnd(1,4,0.0,3,1,20)(uudiut)",
      ])
  }

  /// One gesture at a time: the next one cancels it.
  @Test func rulesThatGoCancelIt() throws {
    server.use(true)
    try connect("one")
    send(.beginning)
    send(.movement, Vector(0, -5))
    send(.beginning, action: 1)
    send(.movement, Vector(0, 5))
    send(.movement, Vector(0, 5), action: 1)
    server.suspension = .locked
    let signals = try heard("one", 6).map { $0.prefix { $0 != "(" }.dropFirst("OnGesture".count) }
    #expect(signals == ["Begin", "Update", "End", "Begin", "Update", "End"])
    server.use(false)
    #expect(server.wait == nil)
    #expect(try serve { try program.perform("state one") == "closed" })
  }

  /// touchegg itself has its address, until it ends.
  @Test func whereAnotherProgramHasTheAddress() throws {
    let other = ToucheggServer(address: address, log: lines.logger, now: { 0 })
    other.use(true)
    server.use(true)
    send(.beginning)
    send(.end)
    #expect(log.filter { $0.contains("uses touchegg's address") }.count == 1, "\(log)")
    #expect(server.wait == nil)
    other.use(false)
    send(.beginning)
    #expect(server.wait != nil)
    try connect("one")
    #expect(server.clientCount == 1)
  }

  @Test func anOldLibraryIsNamed() throws {
    var old = try #require(BusLibrary.load())
    old.get_n_queued_write = nil
    server.library = old
    server.use(true)
    #expect(server.wait == nil && log.count == 1)
    #expect(log.first?.contains("the D-Bus library is too old") == true, "\(log)")
  }

  /// The client is disconnected, and no other client waits for it.
  @Test func aClientThatReadsNothing() throws {
    server.use(true)
    try program.perform("deaf")
    try connect("one")
    #expect(server.clientCount == 2)
    send(.beginning)
    for _ in 0..<100 { send(.movement, Vector(0.25, 0)) }
    send(.end)
    #expect(server.clientCount == 1)
    #expect(try heard("one", 98).count == 98)
    for number in 2...20 { try program.perform("connect \(number)") }
    _ = try serve { try (2...20).allSatisfy { try program.perform("state \($0)") != "connecting" } }
    #expect(server.clientCount == ToucheggServer.mostClients)
    try program.perform("close one")
    #expect(serve { server.clientCount == ToucheggServer.mostClients - 1 })
  }
}
