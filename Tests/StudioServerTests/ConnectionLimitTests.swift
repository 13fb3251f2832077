import Foundation
import Glibc
import Testing

@testable import gesture_bridge_studio

/// Clients that come in numbers, or take their time.
@Suite struct ConnectionLimitTests {
  /// The test holds the other ends.
  private static let hasDescriptors: Bool = {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(7), &limit)
    limit.rlim_cur = min(limit.rlim_max, 4096)
    setrlimit(__rlimit_resource_t(7), &limit)
    return limit.rlim_cur >= 2048
  }()

  /// Waits until it holds no more than this.
  private func awaitDescriptors(_ studio: StudioProcess, _ count: Int) throws {
    let end = ContinuousClock.now + .seconds(30)
    while try studio.descriptors() > count {
      try #require(ContinuousClock.now < end, "more than \(count) descriptors are open")
      usleep(10_000)
    }
  }

  @Test(.enabled(if: hasDescriptors)) func aThousandConnectionsThatSayNothing() throws {
    let studio = try StudioProcess()
    let idle = try studio.descriptors()
    let cookie = try studio.enter()
    let page = try studio.page(cookie)
    var crowd: [RawConnection] = []
    for number in 0..<1000 {
      crowd.append(try RawConnection(studio.port))
      if number % 100 == 99 {
        // The browser is served, and the page stays connected.
        #expect(try studio.get("/", ["Cookie": cookie]).status == 200)
        try page.send("{\"ask\":\(number)}")
        #expect(try studio.line() == "{\"ask\":\(number)}")
      }
    }
    #expect(try studio.descriptors() <= idle + 65)
    #expect(try studio.memory() < 100_000)
    for connection in crowd { connection.close() }
    try page.closeAsBrowser()
    try awaitDescriptors(studio, idle)
  }

  @Test func requestsLeaveNothingBehind() throws {
    let studio = try StudioProcess()
    let idle = try studio.descriptors()
    let cookie = try studio.enter()
    for number in 0..<300 {
      #expect(try studio.get("/", number % 3 == 0 ? [:] : ["Cookie": cookie]).status == (number % 3 == 0 ? 403 : 200))
    }
    let after = try studio.memory()
    for _ in 0..<300 { _ = try studio.get("/", ["Cookie": cookie]) }
    // In kB.
    #expect(try studio.memory() < after + 300)
    try awaitDescriptors(studio, idle)
  }

  @Test func slowClientsAreNotWaitedForLong() throws {
    let studio = try StudioProcess()
    let idle = try studio.descriptors()
    let start = ContinuousClock.now
    let silent = try RawConnection(studio.port)
    let slow = try RawConnection(studio.port)
    let request = Array(studio.request("/" + String(repeating: "x", count: 4000)).utf8)
    let trickle = TestThread {
      for byte in request where slow.sendSome([byte]) == 1 { usleep(50_000) }
    }
    #expect(try Reply(silent.readAll()).status == 408)
    #expect(try Reply(slow.readAll()).status == 408)
    #expect(ContinuousClock.now - start < .seconds(25))
    slow.close()
    try trickle.wait()
    try awaitDescriptors(studio, idle)
  }

  /// Clients that send without end and read nothing: they are disconnected, and delay no other client.
  @Test func clientsThatNeverStop() throws {
    let studio = try StudioProcess()
    let idle = try studio.descriptors()
    let cookie = try studio.enter()
    let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    let ping = TestPage.frame(Array(repeating: 1, count: 125), first: 0x89)
    let pings = Array(repeatElement(ping, count: 500).joined())
    let page = try studio.page(cookie)
    let others = try (0..<3).map { _ in
      let connection = try RawConnection(studio.port)
      return TestThread { try connection.send(Array("nonsense\r\n\r\n".utf8), then: chunk) }
    }
    let flood = TestThread { try page.connection.send([], then: pings) }
    for _ in 0..<20 { #expect(try studio.get("/", ["Cookie": cookie]).status == 200) }
    for other in others + [flood] { try other.wait() }
    #expect(try studio.line() == #"{"studio":"closed"}"#)
    #expect(try studio.memory() < 100_000)
    page.connection.close()
    try awaitDescriptors(studio, idle)
  }

  /// Connections that are accepted and closed at once, some with a reset.
  @Test func clientsThatLeaveAtOnce() throws {
    let studio = try StudioProcess()
    let idle = try studio.descriptors()
    for number in 0..<1000 {
      let connection = try RawConnection(studio.port)
      if number % 2 == 0 { connection.set(SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }
      if number % 3 == 0 { _ = connection.sendSome(Array("GET / HT".utf8)) }
      connection.close()
    }
    #expect(try studio.get("/").status == 403)
    try awaitDescriptors(studio, idle)
  }
}
