import Base
import Glibc

/// Gets facts about the desktop from a script in KWin. The script calls this program to report the focus, the virtual
/// desktop and, in KWin 6, the areas of windows and outputs. Tested with KWin 5.27, 6.3 and 6.7.
///
///    asking, pausing, absent -> loading -> started -> reporting; reporting -> loading, if KWin has unloaded the script
///    loading -> pausing, if KWin refuses the script; loading -> reporting, if a report comes before KWin's answer
///    any state -> absent, if KWin ends; any state -> loading, if another process takes over KWin's name
///
/// The `app` of a window is the name of its .desktop file without the ending. If KWin knows no file, `app` is
/// `resourceClass`. For an X11 window, `resourceClass` is the window's class in lower case.
package final class KWinScriptProvider: DesktopProvider, BusUser {
  static let service = "org.kde.KWin"
  static let path = "/org/gesture_bridge/KWin"
  static let interface = "org.gesture_bridge.KWin"
  /// The script's name in KWin. A script that already has this name is unloaded before the script is loaded.
  static let plugin = "gesture-bridge"
  static let offered: DesktopNeeds = [.focus, .workspace, .places]
  /// The connection ends after this number of failed attempts in a row to run the script.
  private static let attempts = 5

  private enum Stage: Equatable {
    case asking
    /// KWin was running and has ended.
    case absent
    /// KWin loads and starts the script. Answers to other attempts are ignored.
    case loading(attempt: Int)
    /// The next attempt begins at `until`, in CLOCK_MONOTONIC microseconds.
    case pausing(until: Int64)
    /// The script runs, and must report something before `until`, in CLOCK_MONOTONIC microseconds.
    case started(until: Int64)
    case reporting
  }

  package let name = "KWin"
  package private(set) var isDesktopRunning = true
  private let needs: DesktopNeeds
  private let folder: String?
  private let clock: () -> Int64
  package let bus: SessionBus
  private var kwin: BusPeer?
  private var stage = Stage.asking
  private var attempt = 0
  private var failures = 0
  private var backoff = Backoff.endless
  private var liveness = Liveness()
  private var knownFacts = DesktopFacts()

  /// The script is written below `folder`. If `folder` is nil or not an absolute path, the provider becomes
  /// unavailable. `address` is nil for the session bus.
  init(
    needs: DesktopNeeds, library: BusLibrary? = BusLibrary.load(), address: String? = nil,
    folder: String? = EnvironmentVariable.value("XDG_RUNTIME_DIR"), clock: @escaping () -> Int64 = MonotonicClock.now
  ) {
    self.needs = needs.intersection(Self.offered)
    (self.folder, self.clock) = (folder, clock)
    bus = SessionBus(library: library, address: address, now: clock())
    guard let connection = bus.connection else {
      isDesktopRunning = false
      return
    }
    kwin = BusPeer(
      Self.service, on: connection, found: { [unowned self] in begin(with: $0) },
      changed: { [unowned self] in change(to: $0) }
    )
    connection.serve(Self.path, Self.interface, KWinScriptFile.method) { [unowned self] in receiveReport($0) }
    connection.serve(Self.path, Self.interface, KWinScriptFile.placesMethod) { [unowned self] in receiveLayout($0) }
  }

  deinit {
    switch stage {
    case .asking, .absent: break
    case .loading, .pausing, .started, .reporting: bus.connection?.send(Self.scripting("unloadScript", [Self.plugin]))
    }
  }

  // MARK: Calls of the owner

  package var state: LinkState {
    if let failure = bus.failure { return .unavailable(failure) }
    return stage == .reporting ? .ready : .opening
  }

  package var provided: DesktopNeeds { knownFacts.layout == nil ? needs.subtracting(.places) : needs }

  package var facts: DesktopFacts {
    bus.failure == nil && stage == .reporting && !liveness.isSilent ? knownFacts : DesktopFacts()
  }

  package var nextDeadline: Int64? {
    guard bus.failure == nil else { return nil }
    let own: Int64? =
      switch stage {
      case .pausing(let until), .started(let until): until
      case .asking, .absent, .loading, .reporting: nil
      }
    return [bus.deadline, own].compactMap { $0 }.min()
  }

  package func advance(to now: Int64) {
    bus.advance(to: now)
    if bus.failure == nil { act(at: now) }
    if bus.failure != nil { bus.process() }
  }

  private func act(at now: Int64) {
    switch stage {
    case .pausing(let until) where until <= now: load()
    case .started(let until) where until <= now:
      bus.fail("KWin runs gesture-bridge's script, but the script reports nothing: log in again")
    case .asking, .absent, .loading, .pausing, .started, .reporting: break
    }
  }

  /// Asks whether the script is still loaded, and loads a missing script again.
  package func check(at now: Int64) {
    guard bus.failure == nil, stage == .reporting, liveness.startQuestion(at: now) else { return }
    let asked = attempt
    call(Self.scripting("isScriptLoaded", [Self.plugin]), within: Liveness.patience) { [unowned self] answer in
      guard asked == attempt else { return }
      guard case .message(let message) = answer else { return liveness.failed() }
      liveness.answered()
      if message.flag() == false { load() }
    }
  }

  // MARK: KWin starts and ends

  private func begin(with owner: BusPeer.Owner) {
    bus.answered()
    switch owner {
    case .unknown: bus.fail("the session bus does not answer")
    case .noProgram:
      isDesktopRunning = false
      bus.fail("KWin is not on the session bus")
    case .program: load()
    }
  }

  private func change(to owner: BusPeer.Owner) {
    (knownFacts, liveness, failures, backoff) = (DesktopFacts(), Liveness(), 0, .endless)
    if case .program = owner { return load() }
    attempt += 1
    stage = .absent
  }

  // MARK: Loading the script

  /// Writes the script's file. Unloads an old script, and runs the new script.
  private func load() {
    guard let service = bus.connection?.uniqueName, let folder, folder.hasPrefix("/") else {
      return bus.fail("the environment variable XDG_RUNTIME_DIR must be an absolute path, usually /run/user/$(id -u)")
    }
    let path: String
    do throws(SystemError) {
      path = try KWinScriptFile.write(in: folder, service: service, needs: needs)
    } catch {
      return bus.fail("can't write gesture-bridge's script for KWin into the folder XDG_RUNTIME_DIR (\(error))")
    }
    attempt += 1
    (knownFacts, liveness) = (DesktopFacts(), Liveness())
    stage = .loading(attempt: attempt)
    callOfAttempt(Self.scripting("unloadScript", [Self.plugin])) { [unowned self] _ in
      callOfAttempt(Self.scripting("loadScript", [path, Self.plugin])) { [unowned self] answer in
        guard case .message(let message) = answer, let number = message.number(), number >= 0 else { return pause() }
        run(number, in: ["/Scripting/Script\(number)", "/\(number)"])
      }
    }
  }

  /// Runs the script `number` at the first path in `paths` that KWin accepts. KWin 5 and KWin 6 use different paths.
  private func run(_ number: Int, in paths: [String]) {
    guard let path = paths.first else { return pause() }
    let call = BusCall(destination: Self.service, path: path, interface: "org.kde.kwin.Script", method: "run")
    callOfAttempt(call) { [unowned self] answer in
      guard case .message = answer else { return run(number, in: Array(paths.dropFirst())) }
      // The script may report something before KWin answers this call.
      if case .loading = stage { stage = .started(until: clock() + Bus.patience) }
    }
  }

  /// Makes a call for the current attempt. Answers to an earlier attempt are ignored.
  private func callOfAttempt(_ call: BusCall, answered: @escaping (BusAnswer) -> Void) {
    let attempt = attempt
    self.call(call) { [unowned self] in if attempt == self.attempt { answered($0) } }
  }

  private func call(
    _ call: BusCall, within patience: Int64 = Bus.patience, answered: @escaping (BusAnswer) -> Void
  ) {
    kwin?.call(call, within: patience, answered: answered)
  }

  private func pause() {
    failures += 1
    guard failures < Self.attempts else { return bus.fail("KWin does not run gesture-bridge's script: log in again") }
    let now = clock()
    stage = .pausing(until: backoff.next(after: now) ?? now)
  }

  private static func scripting(_ method: String, _ arguments: [String]) -> BusCall {
    BusCall(
      destination: service, path: "/Scripting", interface: "org.kde.kwin.Scripting", method: method,
      arguments: arguments.map { .text($0) })
  }

  // MARK: Reports of the script

  private func isOfScript(_ message: BusMessage) -> Bool {
    switch stage {
    case .asking, .absent, .pausing: false
    case .loading, .started, .reporting: kwin?.isOwner(message) ?? false
    }
  }

  private func receiveReport(_ message: BusMessage) -> Bool {
    guard isOfScript(message), let facts = Self.facts(message, needs) else { return false }
    let layout = knownFacts.layout
    (knownFacts, stage, failures, backoff) = (facts, .reporting, 0, .endless)
    knownFacts.layout = layout
    liveness.reported()
    return true
  }

  /// Stores window areas. Returns false if areas aren't needed, or if the message is unreadable or not from the script.
  private func receiveLayout(_ message: BusMessage) -> Bool {
    guard isOfScript(message), needs.contains(.places), let text = message.text(atMost: ScriptedLayout.most),
      let layout = ScriptedLayout.read(text)
    else { return false }
    knownFacts.layout = layout
    liveness.reported()
    return true
  }

  private static func facts(_ message: BusMessage, _ needs: DesktopNeeds) -> DesktopFacts? {
    guard let report = BusText.focus(message) else { return nil }
    var facts = DesktopFacts()
    if needs.contains(.focus) { facts.focus = report.focus }
    if needs.contains(.workspace) { facts.workspace = report.workspace }
    return facts
  }
}
