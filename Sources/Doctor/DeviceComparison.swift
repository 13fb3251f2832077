import Bindings
import DeviceInput
import GestureCore

/// Compares the rules with the connected devices.
public struct DeviceComparison {
  /// The result for one device: which of the rules' gestures can be made on it, and which can't.
  public struct DeviceResult {
    public let device: Device
    public let node: String
    public fileprivate(set) var possible: [String] = []
    /// The gestures that can't be made on the device, although their rules allow the device.
    public fileprivate(set) var obstacles: [(gesture: String, reason: String)] = []
    /// The gestures whose rules are for other devices, such as a pen.
    public fileprivate(set) var others: [String] = []
    /// For a pen, gestures in `possible` that fingers can make too, as their rules name no tool. Otherwise empty.
    public fileprivate(set) var alsoByPen: [String] = []

    public var summary: String { DoctorWording.possible(self) }

    public var penRemark: String? { alsoByPen.isEmpty ? nil : DoctorWording.alsoByPen(alsoByPen) }
  }

  /// A warning or a note about a part of the rules that has no effect on the connected devices.
  public struct Warning: CustomStringConvertible {
    /// The part of the rules that has no effect on the connected devices. `nothing` if no device is readable.
    public enum Misfit: Hashable, Sendable {
      case nothing
      /// The name of the device in a gesture's rule.
      case deviceOfGesture
      case gesture
      case section
    }

    public let misfit: Misfit
    public var isNote = false
    public let message: String
    public var fix: String?
    public let file: String
    public var location: FileLocation?

    public var description: String {
      "\(location.map { "\($0)" } ?? file): \(isNote ? "note" : "warning"): \(message)" + (fix.map { "; \($0)" } ?? "")
    }
  }

  public let results: [DeviceResult]
  public let unread: [UnopenableDevice]
  public private(set) var warnings: [Warning] = []

  public init(_ rules: Rules, path: String, _ report: DeviceReport) {
    results = report.found.map { Self.result(of: rules.ruleSet, on: $0) }
    unread = report.unopenable
    guard !results.isEmpty else {
      warnings = [Warning(misfit: .nothing, message: DoctorWording.nothingToCompare, file: path)]
      return
    }
    let present = results.map(\.device.identity) + unread.map(\.expected.identity)
    // The possible gestures are unknown if a device can't be read.
    let possible = unread.isEmpty ? Set(results.flatMap(\.possible)) : nil
    let meant = Set(results.flatMap { $0.possible + $0.obstacles.map(\.gesture) })
    for (index, rule) in rules.ruleSet.gestures.enumerated() {
      let location = rules.locations.indices.contains(index) ? rules.locations[index] : nil
      if case .name(let pattern) = rule.device, !present.contains(where: rule.device.matches) {
        let nearest = Self.nearest(to: pattern, among: present.map(\.name)).map(DoctorWording.didYouMean)
        warnings.append(
          Warning(
            misfit: .deviceOfGesture, message: DoctorWording.fitsNone(rule.name, pattern), fix: nearest, file: path,
            location: location))
      } else if let possible, meant.contains(rule.name), !possible.contains(rule.name) {
        // The gesture is meant for some connected devices, but isn't possible on any device.
        warnings.append(
          Warning(misfit: .gesture, message: DoctorWording.onNoDevice(rule.name), file: path, location: location))
      }
    }
    warnings += Self.sections(of: rules, path: path, matchingNone: present)
  }

  /// Returns a warning for each `[device]` section whose device name matches no present device.
  private static func sections(of rules: Rules, path: String, matchingNone present: [DeviceIdentity]) -> [Warning] {
    rules.ruleSet.devices.filter { $0.match.isByName && !present.contains(where: $0.match.matches) }.map { section in
      let nearest = nearest(to: section.pattern, among: present.map(\.name)).map(DoctorWording.didYouMean)
      return Warning(
        misfit: .section, message: DoctorWording.sectionFitsNone(section.pattern), fix: nearest, file: path)
    }
  }

  /// Returns a note for each `[device]` section whose name matches no present device. Empty if no device is present.
  public static func notes(on rules: Rules, path: String, _ present: () -> [DeviceIdentity]) -> [Warning] {
    guard rules.ruleSet.devices.contains(where: \.match.isByName) else { return [] }
    let present = present()
    guard !present.isEmpty else { return [] }
    return sections(of: rules, path: path, matchingNone: present).map { warning in
      var note = warning
      note.isNote = true
      return note
    }
  }

  private static func result(of rules: RuleSet, on found: FoundDevice) -> DeviceResult {
    var result = DeviceResult(device: found.device, node: found.node)
    for rule in rules.gestures {
      if lacksTool(of: rule, found.device) {
        result.others.append(rule.name)
        continue
      }
      switch rules.obstacle(to: rule, on: found.device) {
      case .otherDevice: result.others.append(rule.name)
      case let obstacle?: result.obstacles.append((rule.name, obstacle.reason))
      case nil:
        if let reported = rules.unreported(rule, on: found.device) {
          result.obstacles.append((rule.name, DoctorWording.reportedFingers(reported)))
        } else {
          result.possible.append(rule.name)
          if found.device.kind == .pen, rule.receive.tool == nil { result.alsoByPen.append(rule.name) }
        }
      }
    }
    return result
  }

  /// Whether the gesture is for a pen and the device isn't a pen.
  private static func lacksTool(of rule: GestureRule, _ device: Device) -> Bool {
    rule.receive.tool == .stylus && device.kind != .pen
  }

  /// Returns the name that, in whole or in its first letters, is most similar to `pattern`. Nil if no name is similar.
  static func nearest(to pattern: String, among names: [String]) -> String? {
    let letters = pattern.filter { $0 != "*" && $0 != "?" }
    guard !letters.isEmpty else { return nil }
    let beginnings = names.map { String($0.prefix(letters.count)) }
    guard let nearest = Nearest.name(to: letters, among: names + beginnings) else { return nil }
    return names.first { $0 == nearest } ?? zip(beginnings, names).first { $0.0 == nearest }?.1
  }
}
