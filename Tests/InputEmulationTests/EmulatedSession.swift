import Base
import Bindings
import GestureCore
import Glibc
import Support

@testable import InputEmulation

/// An emulator that is served as in the daemon's loop, with its whole log.
final class EmulatedSession {
  let emulator: InputEmulator
  private let lines: CapturedLog
  /// Why each action was skipped.
  private(set) var skipped: [String] = []
  private(set) var wakeUps = 0
  /// The longest that the emulator has kept the loop, in microseconds.
  private(set) var longestTurn: Int64 = 0

  init(
    dryRun: Bool = false, now: @escaping () -> Int64 = MonotonicClock.now,
    _ openers: @escaping (InputNeeds) -> [EmulationLinks.Opener]
  ) {
    let lines = CapturedLog()
    self.lines = lines
    emulator = InputEmulator(
      dryRun: dryRun, log: lines.logger, now: now, openers: openers)
    emulator.skipped = { [unowned self] in skipped.append($0.reason) }
  }

  var log: [String] { lines.all.withLock { $0 } }

  /// Serves the session until `isSo`, for at most `seconds`; returns whether it became so.
  func serve(within seconds: Double = 10, until isSo: () throws -> Bool) rethrows -> Bool {
    let end = MonotonicClock.now() + Int64(seconds * 1_000_000)
    while try !isSo() {
      let now = MonotonicClock.now()
      guard now < end else { return false }
      turn(until: min(emulator.links.nextDeadline ?? .max, end, now + 20_000))
    }
    return true
  }

  /// Serves the session for this time, without waiting for a result.
  func serve(for seconds: Double) { _ = serve(within: seconds) { false } }

  /// Whether the emulator becomes able to send.
  func becomesReady() -> Bool { serve { emulator.links.readyName != nil } }

  private func turn(until deadline: Int64) {
    let milliseconds = Int32(clamping: max(0, deadline - MonotonicClock.now()) / 1000 + 1)
    var polls = emulator.links.wait.map { [pollfd(fd: $0.descriptor, events: $0.events, revents: 0)] } ?? []
    let isReady = poll(&polls, nfds_t(polls.count), milliseconds) > 0
    let began = MonotonicClock.now()
    if isReady {
      wakeUps += 1
      emulator.links.serve()
    }
    if let deadline = emulator.links.nextDeadline, deadline <= began { emulator.links.advance(to: began) }
    longestTurn = max(longestTurn, MonotonicClock.now() - began)
  }

  // MARK: What gestures ask for

  private let holder = InputRequest.Holder(action: 0, device: 1)

  private func ask(
    _ input: EmulatedInput, _ moment: InputRequest.Moment = .once, by movement: Vector = .zero,
    goesOn: Bool = false, at spot: ScreenSpot? = nil, milliseconds: Int64 = 0, isCancelled: Bool = false
  ) {
    var request = InputRequest(input, moment, holder: holder, rule: "`run` at bindings.toml:3")
    request.movement = movement
    request.isContinuation = goesOn
    request.spot = spot
    request.time = Timestamp(microseconds: milliseconds * 1000)
    request.isCancelled = isCancelled
    emulator.perform(request)
  }

  func keys(_ symbols: [String]...) { ask(.keys(symbols.map(chord))) }

  func type(_ text: String) { ask(.text(text, text.unicodeScalars.compactMap { KeySymbol($0) })) }

  func hold(_ symbols: [String]) { ask(.hold(chord(symbols)), .beginning) }

  func letGo(_ symbols: [String]) { ask(.hold(chord(symbols)), .end) }

  func click(_ button: PointerButton) { ask(.click(button)) }

  func scroll(_ direction: ScrollDirection) { ask(.scroll(direction)) }

  /// Clicks at the place of the fingers.
  func click(_ button: PointerButton, at spot: ScreenSpot?) { ask(.click(button, at: .finger), at: spot) }

  /// A finger begins to drag, moves, or lifts.
  func drag(_ button: PointerButton, _ moment: InputRequest.Moment, at spot: ScreenSpot? = nil) {
    ask(.dragAtFinger(button), moment, at: spot)
  }

  /// Fingers move by this distance in mm.
  func follow(_ follower: FingerFollower, _ x: Double, _ y: Double, goesOn: Bool = false) {
    ask(.follow(follower), by: Vector(x, y), goesOn: goesOn)
  }

  func stopFollowing(_ follower: FingerFollower) { ask(.follow(follower), .end) }

  /// Fingers scroll by `y` mm every 10 ms, from the time 0 for `milliseconds`, and lift after a rest.
  func flick(_ y: Double, for milliseconds: Int64, rest: Int64 = 10, glide: Double? = 100, isCancelled: Bool = false) {
    let input = EmulatedInput.follow(.traditional, glide: glide.map { TimeSpan(milliseconds: $0) })
    for time in stride(from: 10, through: milliseconds, by: 10) {
      ask(input, by: Vector(0, y), goesOn: time > 10, milliseconds: time)
    }
    ask(input, .end, milliseconds: milliseconds + rest, isCancelled: isCancelled)
  }

  private func chord(_ names: [String]) -> KeyChord {
    KeyChord(text: names.joined(separator: "+"), symbols: names.compactMap { KeySymbol(name: $0) })
  }
}
