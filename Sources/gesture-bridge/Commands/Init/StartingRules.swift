import Bindings
import Doctor
import GestureCore

/// A first rules file for the devices and the desktop of a machine.
struct StartingRules {
  let desktop: Desktop
  private let rules: FirstRules
  /// The classes of the connected devices; both classes if no device was found.
  let classes: Set<DeviceClass>
  let hasDevices: Bool

  init(_ desktop: Desktop, devices: Set<DeviceClass>) {
    self.desktop = desktop
    rules = desktop.firstRules ?? .forAnyDesktop
    hasDevices = !devices.isEmpty
    classes = hasDevices ? devices : Set(DeviceClass.allCases)
  }

  func missingPrograms(_ variable: (String) -> String?) -> [String] {
    let rules = Rules.load(text: Array(text(withSchema: false).utf8), file: "bindings.toml").rules
    return MissingProgram.all(in: rules, variable: variable).map(\.program)
  }

  /// The text of the file. `withSchema` adds a line that names the schema file.
  func text(withSchema: Bool) -> String {
    var parts = [InitText.header(desktop, hasDevices: hasDevices)]
    for section in sections {
      parts += [InitText.section(section.title, section.remark)] + section.gestures.map(\.active)
    }
    parts += [InitText.examples] + examples.map(\.example) + [InitText.more, InitText.pause]
    if classes.contains(.touchpad) { parts.append(InitText.flicks) }
    parts.append(InitText.tuning)
    return (withSchema ? "\(InitText.schemaLine)\n" : "") + parts.joined(separator: "\n\n") + "\n"
  }

  private struct Section {
    let title: String
    let classes: Set<DeviceClass>
    let remark: [String]
    let gestures: [StartingRule]
  }

  private var sections: [Section] {
    [
      Section(
        title: InitText.title(of: classes), classes: classes, remark: rules.remark(classes), gestures: shared),
      Section(title: "Touchpads only", classes: [.touchpad], remark: ownRemark(.touchpad), gestures: touchpad),
      Section(
        title: "Touchscreens only", classes: [.touchscreen], remark: ownRemark(.touchscreen), gestures: touchscreen),
    ].filter { !$0.gestures.isEmpty && !$0.classes.isDisjoint(with: classes) }
  }

  /// The lines about the desktop's own gestures on this class of devices. Empty if the shared section has these lines.
  private func ownRemark(_ deviceClass: DeviceClass) -> [String] {
    rules.leavesSwipes ? [] : rules.remark([deviceClass])
  }

  private var shared: [StartingRule] {
    rules.leavesSwipes ? swipes(device: nil) + [InitText.volume, pinchIn(device: nil)] : []
  }

  private var touchpad: [StartingRule] { rules.leavesSwipes ? [] : [pinchIn(device: .touchpad), InitText.volumeKnob] }

  private var touchscreen: [StartingRule] {
    guard !rules.leavesSwipes else { return [] }
    return rules.swipes.contains(.touchscreen) ? swipes(device: .touchscreen) : [InitText.doubleTap, InitText.tap]
  }

  /// The rules that are written as comments, for users to turn on.
  private var examples: [StartingRule] {
    let pinchDevice: DeviceClass? = rules.leavesSwipes ? nil : .touchpad
    let pinchOut = pinch(rules.pinchOut, "out", device: pinchDevice)
    let inOneApplication = rules.leavesSwipes ? InitText.volumeInOneApplication : InitText.knobInOneApplication
    var examples: [StartingRule] = []
    if rules.leavesSwipes || classes.contains(.touchpad) { examples += [pinchOut, inOneApplication] }
    if classes.contains(.touchpad) { examples.append(InitText.hold) }
    guard classes.contains(.touchscreen) else { return examples }
    examples.append(InitText.back)
    if rules.leavesSwipes || rules.swipes.contains(.touchscreen) { examples += [InitText.doubleTap, InitText.tap] }
    return examples + [InitText.checkMark]
  }

  private func swipes(device: DeviceClass?) -> [StartingRule] {
    let directions: KeyValuePairs = ["left": rules.left, "right": rules.right, "up": rules.up, "down": rules.down]
    return directions.compactMap { direction, command in
      command.map { gesture($0, InitText.swipe(direction, $0.text), kind: "swipe", device, fingers: 3, direction) }
    }
  }

  private func pinchIn(device: DeviceClass?) -> StartingRule { pinch(rules.pinchIn, "in", device: device) }

  private func pinch(_ command: SuggestedCommand, _ direction: String, device: DeviceClass?) -> StartingRule {
    gesture(command, InitText.pinch(direction, command.text), kind: "pinch", device, fingers: 4, direction)
  }

  private func gesture(
    _ command: SuggestedCommand, _ comment: String, kind: String, _ device: DeviceClass?, fingers: Int,
    _ direction: String
  ) -> StartingRule {
    StartingRule(
      comment,
      """
      [gesture.\(command.name)]
      kind = "\(kind)"
      \(device.map { "device = \"\($0.rawValue)\"\n" } ?? "")fingers = \(fingers)
      direction = "\(direction)"
      run = \(command.run)
      """)
  }
}
