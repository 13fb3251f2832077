import Bindings
import Desktop
import GestureCore

/// What conditions may ask of the session, and where touchscreens lie: by the desktop, and by the switch of a tablet.
///
/// It asks for what the rules at work need, and for the outputs as soon as there is a touchscreen that they are for.
final class SessionFacts {
  private let desktop: DesktopWatch
  private let tablet: TabletSwitchWatch
  private unowned let gestures: LiveGestures
  /// It can't ask later: it asks for what a device would need that has yet to come.
  private let foresees: Bool
  private var screens = OutputMap()
  /// What the conditions of the rules ask for.
  private var asked: Set<Fact> = []
  /// There is, or was, a touchscreen whose output matters to these rules.
  private var hasScreen = false

  init(_ desktop: DesktopWatch, _ tablet: TabletSwitchWatch, for gestures: LiveGestures, foresees: Bool) {
    self.desktop = desktop
    self.tablet = tablet
    self.gestures = gestures
    self.foresees = foresees
    desktop.changed = { [unowned self] in take($0) }
    tablet.changed = { [unowned self] in tell(on: nil) }
    gestures.landing = { [unowned self] in prepareLanding(on: $0) }
  }

  /// The rules of the gestures are others.
  func use() {
    let rules = gestures.rules
    asked = rules.sessionFacts
    hasScreen =
      foresees && rules.ruleSet.mayFollow || gestures.knownDevices.contains { rules.ruleSet.follows($0) }
    tablet.use(asked.contains(Conditions.tabletMode))
    ask()
    tell(on: nil)
  }

  /// A device has come.
  func added(_ device: Device) {
    guard !hasScreen, gestures.rules.ruleSet.follows(device) else { return }
    hasScreen = true
    ask()
  }

  private func ask() { desktop.use(DesktopNeeds(asked), wishing: hasScreen ? .outputs : []) }

  private func take(_ facts: DesktopFacts) {
    if facts.outputs != nil || screens != OutputMap() {
      screens.take(facts.outputs)
      gestures.follow(screens)
    }
    tell(on: nil)
  }

  /// Only fingers on a screen that stands another way than the first one change anything here.
  private func prepareLanding(on device: Device) {
    desktop.catchUp()
    if asked.contains(Conditions.orientation) { tell(on: device) }
  }

  /// The facts for a device, or for those on no screen.
  private func tell(on device: Device?) {
    var context = Context(desktop.facts)
    if asked.contains(Conditions.orientation) {
      let place = device.flatMap { gestures.place(of: $0) } ?? screens.main
      context[Conditions.orientation] = place?.orientation.map { .text($0.rawValue) }
    }
    context[Conditions.tabletMode] = tablet.isTablet.map { .text("\($0)") }
    gestures.know(context)
  }
}
