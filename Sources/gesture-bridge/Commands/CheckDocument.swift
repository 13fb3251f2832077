import Bindings
import Doctor
import GestureCore
import Recordings

/// What `check` says to programs: one JSON document.
struct CheckDocument {
  let json: JSON

  init(_ result: CheckResult) {
    var members = [
      JSON.Member("file", .optional(result.path)), JSON.Member("ok", .flag(result.errors == 0)),
      JSON.Member("errors", .integer(result.errors)), JSON.Member("warnings", .integer(result.warnings)),
      JSON.Member("diagnostics", .array(Self.diagnostics(result))),
      JSON.Member("gestures", .array(result.rules.map(Self.gestures) ?? [])),
      JSON.Member("waits", .array(result.waits.map(Self.wait))),
    ]
    if let comparison = result.comparison { members.append(JSON.Member("devices", Self.devices(comparison))) }
    json = .object(members)
  }

  private static func diagnostics(_ result: CheckResult) -> [JSON] {
    let failure = result.failure.map { [place("error", "\($0)", fix: nil, file: result.path, nil)] } ?? []
    let warnings = result.comparison?.warnings ?? []
    return failure + result.diagnostics.map(diagnostic)
      + warnings.map { place("warning", $0.message, fix: $0.fix, file: $0.location?.file ?? $0.file, $0.location) }
  }

  private static func diagnostic(_ diagnostic: Diagnostic) -> JSON {
    place(
      diagnostic.severity.rawValue, diagnostic.message, fix: diagnostic.fix, file: diagnostic.location.file,
      diagnostic.location, end: diagnostic.end, range: diagnostic.range)
  }

  private static func place(
    _ severity: String, _ message: String, fix: String?, file: String?, _ start: FileLocation?,
    end: FileLocation? = nil, range: Range<Int>? = nil
  ) -> JSON {
    [
      "severity": .string(severity), "message": .string(message), "fix": .optional(fix), "file": .optional(file),
      "line": .optional(start?.line), "column": .optional(start?.column),
      "endLine": .optional(end?.line), "endColumn": .optional(end?.column),
      "offset": .optional(range?.lowerBound), "length": .optional(range?.count),
    ]
  }

  private static func gestures(_ rules: Rules) -> [JSON] {
    rules.ruleSet.gestures.enumerated().map { index, rule in
      let location = rules.locations.indices.contains(index) ? rules.locations[index] : nil
      return [
        "name": .string(rule.name), "kind": .string(rule.kind.name), "file": .optional(location?.file),
        "line": .optional(location?.line),
      ]
    }
  }

  private static func wait(_ wait: CheckResult.Wait) -> JSON {
    let delay =
      switch wait.delay {
      case .atMost(let span): JSON.Member("atMostMs", .number(span.milliseconds))
      case .untilLift: JSON.Member("until", "lift")
      case .beyondLift: JSON.Member("until", "after-lift")
      }
    return .object([
      JSON.Member("gesture", .string(wait.gesture)), JSON.Member("waitsFor", .string(wait.requirement)), delay,
    ])
  }

  private static func devices(_ comparison: DeviceComparison) -> JSON {
    let found: [JSON] = comparison.stands.map { stand in
      [
        "name": .string(stand.device.name), "class": .string(stand.device.deviceClass.rawValue),
        "tool": .string(stand.device.kind.tool), "node": .string(stand.node), "read": true,
        "gestures": .strings(stand.possible),
        "obstacles": .array(
          stand.obstacles.map { ["gesture": .string($0.gesture), "reason": .string($0.reason)] }
            + stand.others.map { ["gesture": .string($0), "reason": .string(Message.otherDevice)] }),
      ]
    }
    let unread: [JSON] = comparison.unread.map { device in
      [
        "name": .string(device.name), "class": .string(device.deviceClass.rawValue),
        "tool": .string(device.kind.tool), "node": .string(device.node), "read": false, "gestures": [], "obstacles": [],
      ]
    }
    return .array(found + unread)
  }
}
