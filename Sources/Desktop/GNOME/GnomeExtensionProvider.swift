import Base
import GestureCore
import Glibc

/// Reads GNOME Shell's facts from this project's extension, `contrib/desktops/gnome`. Without the extension, the shell
/// doesn't report its windows. Tested with GNOME 43, 48 and 51.
///
///     asking --only the shell is found--> starting
///     asking, starting, absent --the extension is found--> watching --the extension answers--> reporting
///     watching, reporting --the extension or the shell ends--> absent
///
/// The extension sends on the shell's own connection. So only messages of the owner of org.gnome.Shell count. The shell
/// disables extensions while the screen is locked.
///
/// The `app` of a window is the name of its .desktop file without the ending. If no file is known, `app` is the class.
/// The class is a Wayland application id, or the second word of WM_CLASS.
package final class GnomeExtensionProvider: DesktopProvider, BusUser {
  static let shellName = "org.gnome.Shell"
  static let extensionName = "org.gesture_bridge.Desktop1"
  static let path = "/org/gesture_bridge/Desktop1"
  static let offered: DesktopNeeds = [.focus, .workspace, .modifiers, .places]

  private enum Stage: Equatable {
    /// The owners of the shell's and the extension's names are not yet known.
    case asking
    /// The shell is running; its extension must appear before `until`, in CLOCK_MONOTONIC microseconds.
    case starting(until: Int64)
    /// The extension was found, and after this, the extension or the shell has ended.
    case absent
    /// The extension was asked to report changes. The text is the shell's unique name on the bus.
    case watching(String)
    case reporting(String)
  }

  /// How long to wait for the extension after the shell was found, in microseconds.
  private static let startUp: Int64 = 5_000_000

  package let name = "GNOME"
  package let peer = "GNOME's shell"
  package private(set) var isDesktopRunning = true
  private let needs: DesktopNeeds
  private let installer: String
  private let clock: () -> Int64
  package let bus: SessionBus
  private var shell: BusPeer?
  private var `extension`: BusPeer?
  private var stage = Stage.asking
  /// The number of bus names whose owner is not yet known. Initially 2: the shell's name and the extension's name.
  private var pendingOwners = 2
  private var liveness = Liveness()
  private var knownFacts = DesktopFacts()

  /// `address` is nil for the session bus. `installer` is the command that installs the extension.
  init(
    needs: DesktopNeeds, library: BusLibrary? = BusLibrary.load(), address: String? = nil,
    installer: String = ownInstaller(), clock: @escaping () -> Int64 = MonotonicClock.now
  ) {
    self.needs = needs.intersection(Self.offered)
    (self.installer, self.clock) = (installer, clock)
    bus = SessionBus(library: library, address: address, now: clock())
    guard let connection = bus.connection else {
      isDesktopRunning = false
      return
    }
    let shell = peer(Self.shellName, on: connection)
    shell.follow("path='\(Self.path)',interface='\(Self.extensionName)',member='Changed'") { [unowned self] message in
      if isWatching, let state = BusText.focus(message) { apply(state) }
    }
    if self.needs.contains(.places) {
      shell.follow("path='\(Self.path)',interface='\(Self.extensionName)',member='PlacesChanged'") {
        [unowned self] message in
        if isWatching { applyLayout(message) }
      }
    }
    self.shell = shell
    `extension` = peer(Self.extensionName, on: connection)
  }

  private func peer(_ name: String, on connection: BusConnection) -> BusPeer {
    BusPeer(
      name, on: connection,
      found: { [unowned self] _ in
        bus.answered()
        pendingOwners -= 1
        update()
      },
      changed: { [unowned self] _ in update() })
  }

  package static func ownInstaller() -> String {
    InstalledFile.path("gnome/install", X_OK) ?? "contrib/desktops/gnome/install"
  }

  // MARK: Calls of the owner

  package var state: LinkState {
    if let failure = bus.failure { return .unavailable(failure) }
    if case .reporting = stage { return .ready }
    return .opening
  }

  package var provided: DesktopNeeds { knownFacts.layout == nil ? needs.subtracting(.places) : needs }

  package var facts: DesktopFacts {
    guard bus.failure == nil, case .reporting = stage, !liveness.isSilent else { return DesktopFacts() }
    return knownFacts
  }

  package var nextDeadline: Int64? {
    guard bus.failure == nil, case .starting(let until) = stage else { return bus.deadline }
    return min(until, bus.deadline ?? .max)
  }

  package func advance(to now: Int64) {
    bus.advance(to: now)
    if case .starting(let until) = stage, until <= now, let shell, let `extension` {
      bus.fail(failure(shell.owner, `extension`.owner))
    }
    if bus.failure != nil { bus.process() }
  }

  /// Asks for the modifiers, which are unknown until the answer.
  package func check(at now: Int64) {
    guard bus.failure == nil, case .reporting(let program) = stage, liveness.startQuestion(at: now) else { return }
    knownFacts.modifiers = nil
    call("Modifiers", within: Liveness.patience) { [unowned self] answer in
      guard stage == .reporting(program) else { return }
      guard case .message(let message) = answer, let mask = message.number() else { return liveness.failed() }
      liveness.answered()
      if needs.contains(.modifiers) { knownFacts.modifiers = Self.modifiers(mask) }
    }
  }

  // MARK: The shell and its extension start and end

  private func update() {
    guard pendingOwners <= 0, let shell = shell?.owner, let `extension` = `extension`?.owner else { return }
    if case .program(let program) = shell, `extension` == shell {
      if stage != .watching(program), stage != .reporting(program) { watch(program) }
      return
    }
    switch stage {
    case .asking:
      if case .program = shell, `extension` == .noProgram {
        stage = .starting(until: clock() + Self.startUp)
      } else {
        isDesktopRunning = shell != .noProgram
        bus.fail(failure(shell, `extension`))
      }
    case .starting: if shell == .noProgram { bus.fail(failure(shell, `extension`)) }
    case .absent, .watching, .reporting: forget()
    }
  }

  private func failure(_ shell: BusPeer.Owner, _ extension: BusPeer.Owner) -> String {
    switch (shell, `extension`) {
    case (.unknown, _), (_, .unknown): "the session bus does not answer"
    case (.noProgram, _): "GNOME's shell is not on the session bus"
    case (.program, .noProgram): "GNOME's shell lacks gesture-bridge's extension: run `\(installer)`, and log in again"
    case (.program, .program):
      "the bus name \(Self.extensionName) belongs to a program that is not GNOME's shell: end that program"
    }
  }

  private func forget() { (stage, knownFacts, liveness) = (.absent, DesktopFacts(), Liveness()) }

  private func watch(_ program: String) {
    (stage, knownFacts, liveness) = (.watching(program), DesktopFacts(), Liveness())
    call("Watch", within: Bus.patience) { [unowned self] answer in
      guard stage == .watching(program) else { return }
      guard case .message(let message) = answer, let state = BusText.focus(message) else {
        return bus.fail("gesture-bridge's GNOME extension does not answer: run `\(installer)`, and log in again")
      }
      apply(state)
      guard needs.contains(.places) else { return stage = .reporting(program) }
      // An earlier version of the extension doesn't have this method.
      call("WatchPlaces", within: Bus.patience) { [unowned self] answer in
        guard stage == .watching(program) else { return }
        stage = .reporting(program)
        if case .message(let message) = answer { applyLayout(message) }
      }
    }
  }

  private func call(_ method: String, within patience: Int64, answered: @escaping (BusAnswer) -> Void) {
    let call = BusCall(destination: Self.shellName, path: Self.path, interface: Self.extensionName, method: method)
    shell?.call(call, within: patience, answered: answered)
  }

  // MARK: Reports of the extension

  private var isWatching: Bool {
    switch stage {
    case .asking, .starting, .absent: false
    case .watching, .reporting: true
    }
  }

  private func applyLayout(_ message: BusMessage) {
    guard let text = message.text(atMost: ScriptedLayout.most), let layout = ScriptedLayout.read(text) else { return }
    liveness.reported()
    knownFacts.layout = layout
  }

  private func apply(_ state: (focus: DesktopFacts.Focus, workspace: String?)) {
    liveness.reported()
    if needs.contains(.focus) { knownFacts.focus = state.focus }
    if needs.contains(.workspace) { knownFacts.workspace = state.workspace }
  }

  /// Converts the bits of Clutter.ModifierType. Super is reported as Mod4 or with its own bit.
  private static func modifiers(_ mask: Int) -> Modifiers {
    let bits: [(Int, Modifiers)] = [(1, .shift), (1 << 2, .ctrl), (1 << 3, .alt), (1 << 6 | 1 << 26, .super)]
    return bits.reduce(into: []) { held, bit in if mask & bit.0 != 0 { held.insert(bit.1) } }
  }
}
