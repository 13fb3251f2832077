import Bindings
import Glibc
import Support
import Testing

@testable import Desktop
@testable import InputEmulation

/// Which keymap the virtual keyboard gets at which time, on a seat that takes it over.
struct KeymapTests {
  private let keymaps: [String]
  private let seat: EchoingSeat
  private let session: EmulatedSession

  init() throws {
    keymaps = try Self.keymaps()
    seat = try EchoingSeat(keymaps[0])
    session = Self.session(seat)
    try settle()
    try #require(session.emulator.links.readyName != nil, "\(session.emulator.links.problems)")
    #expect(seat.made == 2)
  }

  private static func session(_ seat: EchoingSeat, onlyAsks: Bool = false) -> EmulatedSession {
    let path = seat.path
    let session = EmulatedSession { needs in [{ VirtualInputLink(path: path, needs: needs, onlyAsks: onlyAsks) }] }
    session.emulator.use([.keyboard, .pointer])
    return session
  }

  /// The usual keymap, and five others in each of which the key A has changed places with another one.
  private static func keymaps() throws -> [String] {
    let library = try #require(XkbLibrary.load())
    let usual = try #require(XkbKeymap(usualOf: library)).text
    return try [usual]
      + (39...43).map { other in
        let fresh = usual.replacing("= 38;", with: "= A;").replacing("= \(other);", with: "= 38;")
          .replacing("= A;", with: "= \(other);")
        try #require(XkbKeymap(fresh, library)?.layout != XkbKeymap(usual, library)?.layout)
        return fresh
      }
  }

  /// Serves both sides as often as a few messages need.
  private func settle(_ session: EmulatedSession? = nil) throws {
    for _ in 0..<6 {
      try seat.serve()
      (session ?? self.session).emulator.links.serve()
    }
  }

  /// Five other virtual keyboards take turns: a keymap is sent only before keys, and then once.
  @Test func anEchoIsNotAnswered() throws {
    var asked = 1
    #expect(seat.keymaps.count == 1)
    for round in 0..<100 {
      // The compositor's own keymap for a new keyboard, and then that of the client.
      try seat.announce(keymaps[0])
      try seat.announce(keymaps[round % 5 + 1])
      try settle()
      #expect(seat.keymaps.count == asked)
      guard round % 7 == 6 else { continue }
      session.keys(["a"], ["a"])
      try settle()
      asked += 1
      #expect(seat.keymaps.count == asked && seat.keymaps.last == keymaps[round % 5 + 1])
      // xkb counts from 8 on.
      #expect(seat.pressed.suffix(2) == [UInt32(round % 5) + 31, UInt32(round % 5) + 31])
      session.keys(["a"])
      try settle()
      #expect(seat.keymaps.count == asked, "it has the seat's keymap")
    }
  }

  /// A minute in real time, in which each of five other virtual keyboards types every tenth of a second: no keymap is sent without keys,
  /// and reading theirs takes less than a hundredth of a processor.
  @Test(.enabled(if: TestbedProgram.isNightly))
  func aMinuteOfEchoesCostsNothing() throws {
    var spent: Duration = .zero
    var presses = 0
    let end = ContinuousClock.now + .seconds(60)
    for round in 0... {
      guard ContinuousClock.now < end else { break }
      try seat.announce(keymaps[round % 5 + 1])
      let began = Self.processorTime
      session.emulator.links.serve()
      spent += Self.processorTime - began
      if round % 500 == 499 {
        session.keys(["a"])
        presses += 1
      }
      try seat.serve()
      usleep(20_000)
    }
    #expect(presses >= 3)
    #expect(seat.keymaps.count <= 1 + presses)
    #expect(spent < .milliseconds(600), "\(spent) of a processor in a minute")
  }

  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// A pressed key belongs to the keymap with which it was pressed.
  @Test func whatIsHeldStaysWhenTheKeymapChanges() throws {
    session.hold(["Alt"])
    try seat.announce(keymaps[1])
    try settle()
    session.keys(["a"])
    try settle()
    #expect(seat.keymaps.count == 1 && seat.pressed == [56, 30])
    session.letGo(["Alt"])
    session.keys(["a"])
    try settle()
    #expect(seat.keymaps.count == 2 && seat.pressed == [56, 30, 31])
  }

  /// Asks for missing keys only, as `doctor` does.
  @Test func whoOnlyAsksMakesNoKeyboard() throws {
    let seat = try EchoingSeat(keymaps[0])
    let session = Self.session(seat, onlyAsks: true)
    for _ in 0..<6 {
      try seat.serve()
      session.emulator.links.serve()
    }
    #expect(session.emulator.links.readyName == "zwp_virtual_keyboard_v1")
    let foreign = KeyChord(text: "ж", symbols: [try #require(KeySymbol("ж"))])
    #expect(session.emulator.lacking(of: [.keys([foreign])]).map(\.name) == ["\"ж\""])
    #expect(seat.made == 0 && seat.keymaps.isEmpty)
  }
}
