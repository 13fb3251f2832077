import Actions
import Bindings
import Desktop
import GestureCore
import Recordings

/// The live view of `--debug`: gathers what happens as it comes, and draws it when it is asked to.
///
/// Gathering is cheap and never waits; drawing reads what has been gathered and costs only what has changed on the screen.
final class LiveView: DebugOutput, @unchecked Sendable {
  // One thread does everything; the observer protocol asks for more than this program needs.

  /// What a key asks of the program around the view.
  enum Request: Equatable {
    case quit
    /// From now on commands are only named, or run again.
    case dryRun(Bool)
    /// Put this text into the clipboard.
    case copy(String)
  }

  /// What is shown while the view is paused.
  private struct Stillness {
    let gathered: Gathered
    let standings: [DeviceID: [Standing]]
    let time: Timestamp
  }

  /// Where the recognizers of a device stand at a time; the owner of the rules sets it.
  var standings: (DeviceID, Timestamp) -> [Standing] = { _, _ in [] }
  /// Something has come since it was last drawn, or what is shown moves by itself.
  private(set) var hasNews = true
  /// The rule changes that were copied, for who wants them after the view is gone.
  private(set) var copied: [String] = []
  /// What happens is not shown for now.
  var isPaused: Bool { stillness != nil }

  private var gathered: Gathered
  private var controls: Controls
  private var stillness: Stillness?
  private let colours: Bool
  private let file: String?
  /// What the terminal shows; nil where that is not known.
  private var screen: Canvas?
  private var extents = Extents()

  /// Larger terminals than any are drawn in their upper left part.
  private static let most = (columns: 1000, rows: 500)

  /// Times are counted from `origin`. Without `colours` only bold, dim and reversed text is used. `file` is the rules file;
  /// without it the one in which the last gesture stands is named.
  init(_ rules: Rules, dryRun: Bool, from origin: Timestamp, colours: Bool = true, file: String? = nil) {
    gathered = Gathered(rules, from: origin)
    controls = Controls(isDry: dryRun)
    self.colours = colours
    self.file = file ?? rules.locations.last?.file
  }

  // Gathering

  func use(_ rules: Rules) { gather { $0.use(rules) } }
  func added(_ device: Device) { gather { $0.add(device) } }
  func removed(_ device: DeviceID, at time: Timestamp) { gather { $0.remove(device) } }
  func willProcess(_ frame: GestureCore.Frame) { gather { $0.take(frame) } }
  func observe(_ decision: Decision) { gather { $0.take(decision) } }
  func happened(_ event: GestureEvent, _ orders: [Order]) { gather { $0.take(event) } }
  func rested(_ device: DeviceID, at time: Timestamp) { gather { $0.rest(device, at: time) } }
  func entered(_ mode: String, at time: Timestamp) { gather { $0.enter(mode, at: time) } }
  func absent(_ absence: Absence, at time: Timestamp) { gather { $0.rest(absence, at: time) } }

  func paused(_ isPaused: Bool, at time: Timestamp) { gather { $0.pause(isPaused, at: time) } }

  func show(_ request: CommandRequest, _ event: CommandEvent, at time: Timestamp) {
    gather { $0.take(request, event, at: time) }
  }

  private func gather(_ take: (inout Gathered) -> Void) {
    let before = gathered.log.end
    take(&gathered)
    // While it is paused only the count of what is missed changes.
    if stillness == nil || gathered.log.end != before { hasNews = true }
  }

  /// Something the program has to say, one line.
  func note(_ text: String, at time: Timestamp) { gather { $0.note(text, at: time) } }

  // Drawing

  /// What brings a terminal of this size from what was drawn last to what is so now, as UTF-8 with control sequences.
  func draw(columns: Int, rows: Int, at time: Timestamp) -> String {
    guard columns > 0, rows > 0 else { return "" }
    gathered.stamp(time)
    let state = state(at: time)
    let (canvas, extents) = state.canvas(
      columns: min(columns, Self.most.columns), rows: min(rows, Self.most.rows))
    self.extents = extents
    controls.keepWithin(extents)
    let changes = canvas.changes(from: screen, colours: colours)
    screen = canvas
    hasNews = state.isMoving
    return changes
  }

  /// The terminal does not show what was drawn last: the next drawing draws everything.
  func forgetScreen() {
    screen = nil
    hasNews = true
  }

  private func state(at time: Timestamp) -> ViewState {
    var state = ViewState(
      gathered: stillness?.gathered ?? gathered, controls: controls, standings: [], time: stillness?.time ?? time,
      missed: stillness.map { gathered.log.end - $0.gathered.log.end }, file: file)
    guard let device = state.device?.device.id else { return state }
    state.standings = stillness.map { $0.standings[device] ?? [] } ?? standings(device, state.time)
    return state
  }

  // Keys

  /// A key was pressed; says what is to be done about it outside of the view.
  func press(_ key: Key, at time: Timestamp) -> Request? {
    hasNews = true
    controls.notice = nil
    let shown = stillness?.gathered ?? gathered
    switch key {
    case .interrupt: return .quit
    case .character, .backspace, .enter, .escape, .up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .tab:
      if controls.isTyping {
        controls.type(key)
      } else if case .character(let character) = key {
        return press(character, shown, at: time)
      } else {
        controls.press(key, extents, shown)
      }
      return nil
    }
  }

  private func press(_ character: Character, _ shown: Gathered, at time: Timestamp) -> Request? {
    switch character {
    case "q": return .quit
    case " ", "p": pause(at: time)
    case "d": return toggleDryRun(at: time)
    case "c": return copy(shown, at: time)
    case "n": controls.press(.tab, extents, shown)
    case "f", "/": controls.isTyping = true
    case "?": controls.isHelping.toggle()
    default: break
    }
    return nil
  }

  private func pause(at time: Timestamp) {
    guard stillness == nil else { return stillness = nil }
    gathered.stamp(time)
    let all = gathered.devices.map { ($0.device.id, standings($0.device.id, time)) }
    stillness = Stillness(
      gathered: gathered, standings: Dictionary(all) { first, _ in first }, time: time)
  }

  private func toggleDryRun(at time: Timestamp) -> Request {
    controls.isDry.toggle()
    say(ViewWording.dryRun(controls.isDry), at: time)
    return .dryRun(controls.isDry)
  }

  private func copy(_ shown: Gathered, at time: Timestamp) -> Request? {
    switch shown.copy(controls) {
    case .nothing(let reason):
      say(reason, at: time)
      return nil
    case .change(let change):
      if copied.last != change.toml { copied.append(change.toml) }
      say(ViewWording.copied(change), at: time)
      return .copy(change.toml)
    }
  }

  /// In the log, and at once in the lowest line too: the log may be paused, or too small.
  private func say(_ text: String, at time: Timestamp) {
    gathered.note(text, at: time)
    controls.notice = text
  }
}

/// A key of the terminal.
enum Key: Equatable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace, tab
  /// Ctrl-C.
  case interrupt
}
