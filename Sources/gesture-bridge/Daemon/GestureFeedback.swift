import Bindings
import Control
import GestureCore

/// Draws gestures in the overlay, and reports gestures, hints, modes and changes of screens to `delegate`. Shows modes,
/// desktop facts and switched-off screens in the output of `--debug`.
final class GestureFeedback {
  /// The receiver of the reports; it must outlive this object.
  unowned var delegate: (any GestureFeedbackDelegate)?
  /// Called with each scene to draw; nil if nothing is drawn.
  var draw: ((OverlayScene) -> Void)? { didSet { restartOverlay() } }
  private var rules: Rules
  private var hints: HintTexts
  private var overlay: OverlayFeed?
  /// The mode that was last reported.
  private var mode = Context.defaultMode
  private let debug: (any DebugOutput)?

  init(_ rules: Rules, debug: (any DebugOutput)?) {
    (self.rules, self.debug) = (rules, debug)
    hints = HintTexts(rules)
  }

  func use(_ rules: Rules) {
    self.rules = rules
    hints = HintTexts(rules)
    restartOverlay()
    debug?.use(rules)
  }

  func hints(of event: GestureEvent, on device: Device?) -> [GestureHint] { hints.hints(of: event, on: device) }

  // MARK: What happens

  func show(_ frame: Frame, on device: Device) { overlay?.take(frame, on: device) }

  /// Reports an event to `delegate`. Called before the event's orders are performed.
  func report(_ event: GestureEvent, on device: Device?) {
    if event.state == .began, !event.values.hints.isEmpty, draw == nil, rules.overlay.isShown, rules.overlay.showsHints
    {
      delegate?.hinted(hints(of: event, on: device).map(\.name))
    }
    delegate?.happened {
      GestureEnvironment(
        event, rules.ruleSet.gestures[event.gesture.rawValue], device: device?.name ?? "",
        hints: hints(of: event, on: device))
    }
  }

  /// Shows an event in the overlay. Called after the event's orders are performed.
  func show(_ event: GestureEvent, _ orders: ArraySlice<Order>, on device: Device) {
    overlay?.take(event, orders, on: device)
  }

  func entered(_ mode: String, at time: Timestamp) {
    guard mode != self.mode else { return }
    self.mode = mode
    debug?.entered(mode, at: time)
    delegate?.entered(mode)
  }

  func changed(_ context: Context, at time: Timestamp) { debug?.desktopChanged(context, at: time) }

  func moved(_ device: Device, isOff: Bool, at time: Timestamp) {
    if isOff { debug?.screenOff(of: device.id, at: time) }
    delegate?.moved(device, isOff: isOff)
  }

  func removed(_ device: DeviceID) {
    hints.forget(device)
    if let draw { overlay?.blank(device, draw) }
  }

  // MARK: The overlay

  var nextDeadline: Timestamp { overlay?.deadline ?? .never }

  func advance(to time: Timestamp) { overlay?.advance(to: time) }

  /// Draws the overlay's scenes. Called after all orders are performed, so that drawing doesn't delay commands.
  func drawScenes(snapshots: (DeviceID) -> [RecognizerSnapshot], output: (Device) -> String?) {
    if let draw { overlay?.updateScenes(snapshots: snapshots, output: output, draw) }
  }

  func blank() { if let draw { overlay?.blank(draw) } }

  private func restartOverlay() {
    blank()
    overlay = draw == nil ? nil : OverlayFeed(rules)
  }
}

protocol GestureFeedbackDelegate: AnyObject {
  /// Called when a touchscreen has turned, or its screen was switched off or on.
  func moved(_ device: Device, isOff: Bool)
  func entered(_ mode: String)
  /// Called when a hint should be drawn, but no overlay runs. `gestures` has the names of the gestures in the hint.
  func hinted(_ gestures: [String])
  /// Called for each gesture event, before the event's orders are performed.
  func happened(_ gesture: () -> GestureEnvironment)
}
