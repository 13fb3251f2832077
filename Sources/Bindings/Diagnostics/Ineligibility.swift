import GestureCore
import Text

extension Ineligibility {
  /// The reason as a sentence: `the device reports only 3 to 4 fingers`.
  public var reason: String {
    switch self {
    case .otherDevice: Self.forOthers
    case .lacks(let missing): "the device does not report \(missing.words.listed("or"))"
    case .fingers(let fingers):
      fingers.count == 1
        ? "the device reports only \(Measure.fingers(fingers.lowerBound))"
        : "the device reports only \(fingers.lowerBound) to \(fingers.upperBound) fingers"
    case .pointing:
      "on this device, one finger moves the pointer and two fingers scroll; to allow the gesture, add `device = \"touchpad\"` to its section"
    case .noZone(let zone): "the device does not have the zone \"\(zone.visible)\""
    }
  }

  /// The reason if a gesture is not meant for the device.
  public static let forOthers = "the gesture is for other devices"
}

extension Capabilities {
  /// The capabilities in words for messages, in a fixed order.
  public var words: [String] {
    let all: KeyValuePairs<Capabilities, String> = [
      .contacts: "when each finger lands and lifts", .places: "where the fingers are",
      .pressure: "how hard the fingers press", .buttons: "its buttons",
    ]
    return all.filter { contains($0.key) }.map(\.value)
  }
}
