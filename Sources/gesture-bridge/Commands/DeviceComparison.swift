import Bindings
import DeviceInput
import GestureCore

/// The rules beside the devices that are there: what can be made on which, and what fits none.
struct DeviceComparison {
  /// How the rules stand on one device.
  struct Stand {
    let device: Device
    let node: String
    /// The names of the gestures that can be made there.
    var possible: [String] = []
    /// Those that can't, though nothing says that they are for other devices.
    var obstacles: [(gesture: String, reason: String)] = []
    /// Those that are for other devices.
    var others: [String] = []
    /// Of a pen those that it makes although they do not say so.
    var unasked: [String] = []
  }

  /// Something in the rules that no device fits.
  struct Warning: CustomStringConvertible {
    let message: String
    var fix: String?
    let file: String
    var location: FileLocation?

    var description: String {
      "\(location.map { "\($0)" } ?? file): warning: \(message)" + (fix.map { "; \($0)" } ?? "")
    }
  }

  let stands: [Stand]
  let unread: [UnopenableDevice]
  private(set) var warnings: [Warning] = []

  init(_ rules: Rules, path: String, _ report: DeviceReport) {
    stands = report.found.map { Self.stand(of: rules.ruleSet, on: $0) }
    unread = report.unopenable
    guard !stands.isEmpty else {
      warnings = [Warning(message: Message.nothingToCompare, file: path)]
      return
    }
    let names = stands.map(\.device.name) + unread.map(\.name)
    for (index, rule) in rules.ruleSet.gestures.enumerated() {
      let location = rules.locations.indices.contains(index) ? rules.locations[index] : nil
      if case .name(let pattern) = rule.device, !names.contains(where: { glob(pattern, matches: $0) }) {
        let nearest = Self.nearest(to: pattern, among: names).map(Message.didYouMean)
        warnings.append(
          Warning(message: Message.fitsNone(rule.name, pattern), fix: nearest, file: path, location: location))
      } else if isImpossible(rule) {
        warnings.append(Warning(message: Message.onNoDevice(rule.name), file: path, location: location))
      }
    }
    for section in rules.ruleSet.devices where !names.contains(where: { glob(section.pattern, matches: $0) }) {
      let nearest = Self.nearest(to: section.pattern, among: names).map(Message.didYouMean)
      warnings.append(Warning(message: Message.sectionFitsNone(section.pattern), fix: nearest, file: path))
    }
  }

  /// Whether it is for some of the devices, and can be made on none of these. What may not be read is not known.
  private func isImpossible(_ rule: GestureRule) -> Bool {
    guard unread.isEmpty else { return false }
    let meant = stands.filter { !$0.others.contains(rule.name) }
    return !meant.isEmpty && !meant.contains { $0.possible.contains(rule.name) }
  }

  private static func stand(of rules: RuleSet, on found: FoundDevice) -> Stand {
    var stand = Stand(device: found.device, node: found.node)
    for rule in rules.gestures {
      if lacksTool(of: rule, found.device) {
        stand.others.append(rule.name)
        continue
      }
      switch rules.obstacle(to: rule, on: found.device) {
      case .otherDevice: stand.others.append(rule.name)
      case let obstacle?: stand.obstacles.append((rule.name, obstacle.reason))
      case nil:
        if let reported = rules.unreported(rule, on: found.device) {
          stand.obstacles.append((rule.name, Message.reportedFingers(reported)))
        } else {
          stand.possible.append(rule.name)
          if found.device.kind == .pen, rule.receive.tool == nil { stand.unasked.append(rule.name) }
        }
      }
    }
    return stand
  }

  /// Whether the gesture is a pen's, and the device none: libinput has each pen as a device of its own.
  private static func lacksTool(of rule: GestureRule, _ device: Device) -> Bool {
    rule.receive.tool == .stylus && device.kind != .pen
  }

  /// The device whose name, or the beginning of it, is most like what the pattern spells out.
  static func nearest(to pattern: String, among names: [String]) -> String? {
    let letters = pattern.filter { $0 != "*" && $0 != "?" }
    guard !letters.isEmpty else { return nil }
    let beginnings = names.map { String($0.prefix(letters.count)) }
    guard let nearest = Nearest.name(to: letters, among: names + beginnings) else { return nil }
    return names.first { $0 == nearest } ?? zip(beginnings, names).first { $0.0 == nearest }?.1
  }
}
