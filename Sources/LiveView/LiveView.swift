import Actions
import Analysis
import Bindings
import GestureCore
import Recordings
import Text

/// The live view of `watch` and `--debug`. It draws only the changed parts of the screen.
public final class LiveView: Watcher {
  /// A key's request to the program that shows the view.
  package enum Request: Equatable {
    case quit
    /// True if commands are only shown, and don't run.
    case dryRun(Bool)
    case copy(String)
  }

  private struct PausedSnapshot {
    let model: LiveViewModel
    let snapshots: [DeviceID: [RecognizerSnapshot]]
    let time: Timestamp
  }

  /// Returns a device's recognizer states. The owner of the rules must set this function.
  public var snapshots: (DeviceID, Timestamp) -> [RecognizerSnapshot] = { _, _ in [] }
  /// Whether the view can look different from the last time it was drawn.
  package private(set) var hasChanges = true
  /// The copied rule changes, printed after the view has closed.
  package private(set) var copied: [String] = []
  /// Whether the screen is frozen. While it is frozen, new lines of the log are only counted.
  package var isPaused: Bool { snapshot != nil }

  private var model: LiveViewModel
  private lazy var attempts = AttemptCollector { [unowned self] in model.finish($0) }
  private var input: ViewInputState
  private var snapshot: PausedSnapshot?
  private let colours: Bool
  private let characters: TerminalCharacters
  private let file: String?
  /// The view as it was last drawn. Nil if the terminal's content is unknown.
  private var screen: Canvas?
  private var extents = Extents()

  /// The greatest size of the drawn view, in cells. A larger terminal has empty space.
  private static let most = (columns: 1000, rows: 500)

  /// `origin` is time 0 in the view. `file` is the shown file name; nil to show the file with the rules' last gesture.
  public init(
    _ rules: Rules, dryRun: Bool, from origin: Timestamp, colours: Bool = true,
    characters: TerminalCharacters = .unicode, file: String? = nil
  ) {
    model = LiveViewModel(rules, from: origin)
    input = ViewInputState(isDry: dryRun)
    (self.colours, self.characters) = (colours, characters)
    self.file = file ?? rules.locations.last?.file
  }

  /// Uses reloaded rules. After this, the caller must add the devices again.
  public func use(_ rules: Rules) { update { $0.use(rules) } }
  public func added(_ device: Device) { update { $0.add(device) } }
  public func removed(_ device: DeviceID, at time: Timestamp) { update { $0.remove(device) } }
  /// Sets the number of touch devices that can't be read.
  public func unreadableDevices(_ unreadable: Int) {
    if unreadable != model.unreadable { update { $0.unreadable = unreadable } }
  }
  public func willProcess(_ frame: GestureCore.Frame) {
    attempts.willProcess(frame)
    update { $0.process(frame) }
  }
  public func observe(_ decision: Decision) {
    attempts.observe(decision)
    update { $0.process(decision) }
  }
  public func happened(_ event: GestureEvent, _ orders: [Order]) {
    attempts.happened(event, orders)
    update { $0.show(event) }
  }
  public func becameIdle(_ device: DeviceID, at time: Timestamp) {
    attempts.becameIdle(device, at: time)
    update { $0.endAttempt(on: device, at: time) }
  }
  public func ignored(_ touch: IgnoredTouch) { update { $0.ignore(touch) } }
  public func entered(_ mode: String, at time: Timestamp) { update { $0.enter(mode, at: time) } }

  public func paused(_ isPaused: Bool, at time: Timestamp) { update { $0.pause(isPaused, at: time) } }

  public func desktop(_ context: Context, at time: Timestamp) { update { $0.setDesktop(context, at: time) } }

  /// Shows why gestures are suspended, or that they work again if `reasons` is empty. `text` is the log's line.
  public func suspended(_ reasons: [String], _ text: String, at time: Timestamp) {
    update { $0.suspend(reasons, text, at: time) }
  }

  public func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {
    update { $0.show(request, event, at: time) }
  }

  public func show(_ action: SkippedAction, at time: Timestamp) { update { $0.show(action, at: time) } }

  private func update(_ change: (inout LiveViewModel) -> Void) {
    let before = model.log.end
    change(&model)
    // While the view is paused, only the count of new lines is updated.
    if snapshot == nil || model.log.end != before { hasChanges = true }
  }

  package func note(_ text: String, at time: Timestamp) { update { $0.note(text, at: time) } }

  /// Returns the text that updates a terminal of this size.
  package func draw(columns: Int, rows: Int, at time: Timestamp) -> String {
    guard columns > 0, rows > 0 else { return "" }
    model.log.stamp(time)
    let state = state(at: time)
    let (canvas, extents) = state.canvas(columns: min(columns, Self.most.columns), rows: min(rows, Self.most.rows))
    self.extents = extents
    input.keepWithin(extents)
    let changes = canvas.changes(from: screen, colours: colours, characters: characters)
    screen = canvas
    hasChanges = state.isMoving
    return changes
  }

  /// Makes the next `draw` return the whole view, because the terminal no longer shows it.
  package func forgetScreen() {
    screen = nil
    hasChanges = true
  }

  private func state(at time: Timestamp) -> ViewState {
    var state = ViewState(
      model: snapshot?.model ?? model, input: input, snapshots: [], time: snapshot?.time ?? time,
      linesSincePause: snapshot.map { model.log.end - $0.model.log.end }, file: file)
    guard let device = state.device?.device.id else { return state }
    state.snapshots = snapshot.map { $0.snapshots[device] ?? [] } ?? snapshots(device, state.time)
    return state
  }

  /// Handles a key. Returns the key's request to the program, or nil.
  package func press(_ key: KeyPress, at time: Timestamp) -> Request? {
    hasChanges = true
    input.notice = nil
    let shown = snapshot?.model ?? model
    switch key {
    case .interrupt: return .quit
    case .character, .backspace, .enter, .escape, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .tab:
      if input.isTyping {
        input.type(key)
      } else if case .character(let character) = key {
        return press(character, shown, at: time)
      } else {
        input.press(key, extents, shown)
      }
      return nil
    }
  }

  private func press(_ character: Character, _ shown: LiveViewModel, at time: Timestamp) -> Request? {
    switch character {
    case "q": return .quit
    case " ", "p": pause(at: time)
    case "d": return toggleDryRun(at: time)
    case "c": return copy(shown, at: time)
    case "n": input.press(.tab, extents, shown)
    case "f", "/": input.isTyping = true
    case "?": input.isHelping.toggle()
    default: break
    }
    return nil
  }

  private func pause(at time: Timestamp) {
    guard snapshot == nil else { return snapshot = nil }
    model.log.stamp(time)
    let all = model.devices.map { ($0.device.id, snapshots($0.device.id, time)) }
    snapshot = PausedSnapshot(model: model, snapshots: Dictionary(all) { first, _ in first }, time: time)
  }

  private func toggleDryRun(at time: Timestamp) -> Request {
    input.isDry.toggle()
    announce(ViewWording.dryRun(input.isDry), at: time)
    return .dryRun(input.isDry)
  }

  private func copy(_ shown: LiveViewModel, at time: Timestamp) -> Request? {
    switch shown.copy(input) {
    case .nothing(let reason):
      announce(reason, at: time)
      return nil
    case .change(let change):
      if copied.last != change.toml { copied.append(change.toml) }
      announce(ViewWording.copied(change), at: time)
      return .copy(change.toml)
    }
  }

  /// Adds a text to the log, and shows it in the bottom line too, because the log may be frozen.
  private func announce(_ text: String, at time: Timestamp) {
    model.note(text, at: time)
    input.notice = text
  }
}
