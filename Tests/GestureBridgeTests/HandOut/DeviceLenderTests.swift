import Base
import CLinux
import DeviceInput
import Foundation
import Runtime
import Support
import Testing

@testable import gesture_bridge

/// The service that hands out devices, with files in place of devices; the kernel bed tests it with real ones.
@Suite struct DeviceLenderTests {
  /// The state of the machine, as the service sees it.
  private final class Machine {
    var user: uid_t? = getuid()
    var lock = SeatHolder.Lock.unlocked
    var now: Int64 = 0
    var revoked = 0
    /// How often the service read the axes of a device, and set them.
    var looked = 0
    var restored = 0
    var isDevice = true
    var log = ""
  }

  private let folder: Folder
  private let machine = Machine()
  private let loop: EventLoop
  private let lender: DeviceLender
  private let socket: String

  init() throws {
    folder = try Folder()
    loop = try EventLoop(signals: [])
    socket = folder.path("s")
    let listener = gb_packets_listen(socket, 16)
    try #require(listener >= 0)
    // As systemd hands it over.
    try #require(fcntl(listener, F_SETFL, 0) == 0)
    let (folder, machine) = (folder, machine)
    lender = try DeviceLender(
      listener, mayEnd: true, on: loop,
      .init(
        open: { (path) throws(LendingRefusal) in
          let opened = open(folder.path(path), O_RDONLY | O_CLOEXEC)
          guard opened >= 0 else { throw .failed }
          return OwnedDescriptor(owning: opened)
        },
        seat: { $0 == "screen" ? "seat0" : nil },
        holder: { seat in machine.user.flatMap { seat == "seat0" ? SeatHolder(user: $0, lock: machine.lock) : nil } },
        users: { Set([machine.user].compactMap { $0 }) }, isDevice: { _ in machine.isDevice },
        axes: {
          machine.looked += 1
          return AxisRanges(of: $0)
        },
        restore: { _, _ in machine.restored += 1 }, revoke: { _ in machine.revoked += 1 }, now: { machine.now }),
      log: .standardError(.notice, MessageStream { machine.log += $0 }))
    try folder.write("screen", "touches")
    try folder.write("keyboard", "keys")
  }

  /// Serves the requests that have arrived.
  private func serve() throws {
    // A connection that is accepted in one turn is read in the next.
    for _ in 0..<3 {
      loop.onTimer = { [unowned loop] _ in loop.stop(0) }
      loop.arm(at: EventLoop.now())
      _ = try loop.run()
    }
  }

  private final class Client {
    let connection: OwnedDescriptor
    var word: String?
    var descriptor: Int32 = -1

    init(_ socket: String) throws {
      let number = gb_packets_connect(socket)
      try #require(number >= 0)
      connection = OwnedDescriptor(owning: number)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func ask(_ path: String) {
      let bytes = Array(path.utf8)
      _ = gb_packets_send(connection.number, bytes, bytes.count, -1)
    }

    /// The answer: nil while there is none, empty when the connection is closed.
    func answer() -> String? {
      var bytes = [UInt8](repeating: 0, count: 64)
      let count = gb_packets_receive(connection.number, &bytes, bytes.count, &descriptor)
      return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }

  private func client(_ path: String) throws -> Client {
    let client = try Client(socket)
    client.ask(path)
    try serve()
    return client
  }

  @Test func theUserAtTheSeatGetsADescriptorThatReads() throws {
    let client = try client("screen")
    #expect(client.answer() == "lent")
    #expect(fcntl(client.descriptor, F_GETFL) & O_ACCMODE == O_RDONLY)
    #expect(fcntl(client.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    var text = [UInt8](repeating: 0, count: 7)
    #expect(read(client.descriptor, &text, 7) == 7 && text == Array("touches".utf8))
    #expect(lender.count == 1 && machine.revoked == 0)
  }

  @Test func whoIsNotAtTheSeatGetsNothing() throws {
    for user in [getuid() + 1, nil] {
      machine.user = user
      let client = try client("screen")
      #expect(client.answer() == "not-active")
      #expect(client.descriptor == -1)
      #expect(client.answer() == "")
    }
    #expect(lender.count == 0)
  }

  /// It doesn't take the place of a user who is at the seat either.
  @Test func whoIsNotAtTheSeatDoesNotCount() throws {
    machine.user = getuid() + 1
    let strangers = try (0..<DeviceLender.mostOfUser).map { _ in
      let stranger = try Client(socket)
      try serve()
      return stranger
    }
    #expect(strangers.allSatisfy { $0.answer() == "not-active" && $0.answer() == "" })
    #expect(lender.nextDeadline == DeviceLender.idleTime)
    machine.user = getuid()
    #expect(try client("screen").answer() == "lent")
  }

  /// A client that is refused before it has asked gets the answer, and not the error that its request is not read.
  @Test func aLateRequestIsNoError() throws {
    machine.user = nil
    let client = try Client(socket)
    try serve()
    client.ask("screen")
    #expect(client.answer() == "not-active")
  }

  @Test(arguments: ["keyboard", "nothing", "../screen", "", "x y"]) func nothingButTouchDevices(_ path: String) throws {
    let client = try client(path)
    let answer = client.answer()
    #expect(answer == "no-touch-device" || answer == "failed" || answer == "", "\(answer ?? "nothing")")
    #expect(client.descriptor == -1 && lender.count == 0)
  }

  /// Another device may have got the node meanwhile.
  @Test func aDeviceThatIsGoneIsNotLent() throws {
    machine.isDevice = false
    #expect(try client("screen").answer() == "no-touch-device")
  }

  @Test func aLoanEndsWithTheConnection() throws {
    do {
      let client = try client("screen")
      #expect(client.answer() == "lent")
    }
    try serve()
    #expect(lender.count == 0 && machine.revoked == 1)
  }

  /// A daemon does this if the service was slow to start: it closes its request and asks again.
  @Test func aBorrowerThatHasLeftIsNotTakenForADeviceThatIsShut() throws {
    do {
      let client = try Client(socket)
      client.ask("screen")
    }
    try serve()
    #expect(lender.count == 0 && machine.revoked == 1)
    #expect(
      machine.log == """
        gesture-bridge: notice: "screen" is not lent to user \(getuid()): the program that requested the device has \
        ended

        """)
    try FileManager.default.removeItem(atPath: folder.path("screen"))
    #expect(try client("screen").answer() == "failed")
    #expect(machine.log.hasSuffix("\"screen\" is not lent to user \(getuid()): it can't be opened\n"))
  }

  @Test func aLoanEndsWhenAnotherSessionHasTheSeat() throws {
    let client = try client("screen")
    #expect(client.answer() == "lent")
    lender.seatsChanged()
    #expect(lender.count == 1)
    machine.user = getuid() + 1
    lender.seatsChanged()
    #expect(lender.count == 0 && machine.revoked == 1)
    #expect(client.answer() == "")
    machine.user = getuid()
    #expect(try self.client("screen").answer() == "lent")
  }

  @Test func aLoanEndsWhenTheSessionIsLocked() throws {
    let client = try client("screen")
    #expect(client.answer() == "lent")
    machine.lock = .locked
    lender.seatsChanged()
    #expect(lender.count == 0 && machine.revoked == 1 && client.answer() == "")
    let late = try self.client("screen")
    #expect(late.answer() == "locked" && late.descriptor == -1)
    machine.lock = .unlocked
    lender.seatsChanged()
    #expect(try self.client("screen").answer() == "lent")
  }

  @Test func aLoanEndsWhenNobodyKnowsWhetherTheSessionIsLocked() throws {
    let client = try client("screen")
    #expect(client.answer() == "lent")
    machine.lock = .unknown
    lender.seatsChanged()
    #expect(lender.count == 0 && machine.revoked == 1 && client.answer() == "")
  }

  @Test(arguments: [(SeatHolder.Lock.unlocked, "lent"), (.locked, "locked")])
  func aRequestWaitsUntilItIsKnownWhetherTheSessionIsLocked(lock: SeatHolder.Lock, word: String) throws {
    machine.lock = .unknown
    let client = try client("screen")
    #expect(client.answer() == nil && lender.count == 0)
    lender.seatsChanged()
    #expect(client.answer() == nil && lender.count == 0)
    machine.lock = lock
    lender.seatsChanged()
    #expect(client.answer() == word && lender.count == (word == "lent" ? 1 : 0))
  }

  @Test func aRequestDoesNotWaitForEver() throws {
    machine.lock = .unknown
    let client = try client("screen")
    #expect(lender.nextDeadline == DeviceLender.patience)
    lender.advance(to: DeviceLender.patience)
    #expect(client.answer() == "" && client.descriptor == -1)
    #expect(
      machine.log == """
        gesture-bridge: notice: "screen" is not lent to user \(getuid()): logind has not reported that the session \
        is unlocked

        """)
  }

  /// After the last borrower has left, the device has the state again that the first borrower found.
  @Test func whatBorrowersDoToADeviceIsUndone() throws {
    let first = try client("screen")
    #expect(first.answer() == "lent" && machine.looked == 1 && machine.restored == 0)
    do {
      let second = try client("screen")
      #expect(second.answer() == "lent" && machine.looked == 1 && machine.restored == 1)
    }
    try serve()
    #expect(machine.restored == 2)
    machine.user = getuid() + 1
    lender.seatsChanged()
    #expect(machine.restored == 3 && machine.revoked == 2)
    machine.user = getuid()
    #expect(try client("screen").answer() == "lent")
    #expect(machine.looked == 2 && machine.restored == 3)
  }

  @Test func aDeviceThatIsUnpluggedIsNotRestored() throws {
    let client = try client("screen")
    #expect(client.answer() == "lent")
    machine.isDevice = false
    lender.end()
    #expect(machine.restored == 0 && machine.revoked == 1)
  }

  @Test func oneLoanAConnection() throws {
    let client = try client("screen")
    #expect(client.answer() == "lent")
    client.ask("screen")
    try serve()
    #expect(client.answer() == "" && lender.count == 0 && machine.revoked == 1)
  }

  @Test func oneUserGetsSoManyAndNoMore() throws {
    let clients = try (0..<DeviceLender.mostOfUser).map { _ in try client("screen") }
    #expect(clients.allSatisfy { $0.answer() == "lent" })
    #expect(try client("screen").answer() == "too-many")
    #expect(lender.count == DeviceLender.mostOfUser)
  }

  @Test func whoSaysNothingIsNotWaitedForAndAtLastItEnds() throws {
    var ended = 0
    lender.isIdle = { ended += 1 }
    let client = try Client(socket)
    try serve()
    #expect(lender.nextDeadline == DeviceLender.patience)
    machine.now = DeviceLender.patience
    lender.advance(to: machine.now)
    #expect(client.answer() == "" && ended == 0)
    #expect(lender.nextDeadline == machine.now + DeviceLender.idleTime)
    machine.now += DeviceLender.idleTime
    lender.advance(to: machine.now)
    #expect(ended == 1)
  }

  @Test func nothingStaysLentAtTheEnd() throws {
    let clients = try [client("screen"), client("screen")]
    #expect(clients.allSatisfy { $0.answer() == "lent" })
    lender.end()
    #expect(machine.revoked == 2 && clients.allSatisfy { $0.answer() == "" })
  }
}
