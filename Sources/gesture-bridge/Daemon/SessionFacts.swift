import Bindings
import Desktop
import DeviceInput
import GestureCore
import Logging
import Runtime

/// The session's facts for conditions, and the outputs of touchscreens. Once a touchscreen that follows its output has
/// been connected, the desktop is asked for outputs and their power. Once a touchscreen that the rules use has been
/// connected, the desktop is asked where windows are, but only if the rules have conditions on windows or actions that
/// move the pointer to a finger. If the desktop reports where windows are, conditions use the window under the first
/// finger. Otherwise, they use the focused window.
final class SessionFacts {
  private let desktop: DesktopWatch
  /// The switch that reports tablet mode. Nil if the rules don't ask for tablet mode, or if opening the switch fails.
  private var tablet: TabletSwitch?
  private unowned let loop: EventLoop
  private let log: Logger
  private unowned let gestures: LiveGestures
  private var screens = OutputMap()
  private var usedFacts: Set<Fact> = []
  /// Whether the rules have actions that move the pointer to a finger.
  private var needsPlaces = false
  /// Whether a touchscreen that the current rules use has been connected at any time since the rules were loaded.
  private var hasScreen = false
  /// Whether a touchscreen whose gestures need its output or rotation was connected since the rules were loaded.
  private var hasFollower = false
  /// The device touched last, and the place in mm where its first finger landed. Nil before a touch, or if not needed.
  private var landed: (device: Device, position: Vector)?

  init(_ desktop: DesktopWatch, for gestures: LiveGestures, on loop: EventLoop, log: Logger) {
    self.desktop = desktop
    self.loop = loop
    self.log = log
    self.gestures = gestures
    desktop.changed = { [unowned self] in take($0) }
    gestures.facts = self
  }

  func use() {
    let rules = gestures.rules
    usedFacts = rules.sessionFacts
    needsPlaces = rules.inputNeeds.contains(.place)
    hasScreen = gestures.knownDevices.contains { rules.ruleSet.usesScreen($0) }
    hasFollower = gestures.knownDevices.contains { rules.ruleSet.follows($0) }
    followTablet(usedFacts.contains(Conditions.tabletMode))
    landed = nil
    ask()
    publish()
  }

  var lines: [String] { desktop.lines + [tablet?.problem].compactMap(\.self) }

  private func followTablet(_ isNeeded: Bool) {
    guard isNeeded != (tablet != nil) else { return }
    if let tablet {
      loop.remove(tablet.descriptor)
      self.tablet = nil
      return
    }
    do {
      let tablet = try TabletSwitch()
      try loop.add(tablet.descriptor, .reading) { [unowned self, unowned tablet] _ in
        if tablet.read() { publish() }
      }
      self.tablet = tablet
      if let problem = tablet.problem { log.warning("\(problem)") }
    } catch {
      log.error("\(error)")
    }
  }

  func added(_ device: Device) {
    let rules = gestures.rules.ruleSet
    let isNew = !hasScreen && rules.usesScreen(device) || !hasFollower && rules.follows(device)
    guard isNew else { return }
    hasScreen = true
    hasFollower = hasFollower || rules.follows(device)
    ask()
  }

  private func ask() {
    let windows: DesktopNeeds = hasScreen && (asksForWindow || needsPlaces) ? [.outputs, .places] : []
    desktop.use(DesktopNeeds(usedFacts), wishing: windows.union(hasFollower ? [.outputs, .power] : []))
  }

  private var asksForWindow: Bool { !usedFacts.isDisjoint(with: Conditions.windowFacts) }

  private func take(_ facts: DesktopFacts) {
    if facts.outputs != nil || screens != OutputMap() {
      screens.take(facts.outputs)
      gestures.follow(screens)
    }
    publish()
  }

  /// Called when fingers land: reads the desktop's pending reports, or searches for the desktop again.
  func fingersLand() { desktop.catchUp() }

  /// Returns the point in the desktop's layout at `share` (0 to 1) of the output's width and height. Nil if unknown.
  func point(_ share: Vector, on output: String) -> Vector? { desktop.facts.layout?.point(share, on: output) }

  /// Notes the position in mm where the first finger lands, for conditions. Called before recognizers get the touch.
  func firstFingerLands(on device: Device, at position: Vector) {
    let asksForOrientation = usedFacts.contains(Conditions.orientation)
    guard asksForOrientation || asksForWindow else { return }
    landed = (device, position)
    if asksForOrientation || desktop.facts.layout != nil { publish() }
  }

  /// Passes the current facts to the gestures, for the device that was touched last.
  private func publish() {
    let place = landed.flatMap { gestures.place(of: $0.device) }
    var facts = desktop.facts
    if let landed, let place, let layout = facts.layout {
      let rotation = gestures.rules.ruleSet.rotation(of: landed.device)
      let spot = DesktopLayout.share(landed.position, on: landed.device, turned: rotation)
      facts.focus = layout.window(at: spot, on: place.output) ?? facts.focus
    }
    var context = Context(facts)
    if usedFacts.contains(Conditions.orientation) {
      context[Conditions.orientation] = (place ?? screens.main)?.orientation.map { .text($0.rawValue) }
    }
    context[Conditions.tabletMode] = tablet?.isTablet.map { .text("\($0)") }
    gestures.know(context)
  }
}
