import GestureCore

// Why a gesture can't be made on a device, for everyone who has to say so.

extension Obstacle {
  /// As a fact about the device or the gesture: `the device tells of 3 to 4 fingers only`.
  public var reason: String {
    switch self {
    case .otherDevice: Self.forOthers
    case .lacks(let missing): "the device does not tell \(missing.words.listed("and"))"
    case .fingers(let fingers):
      fingers.count == 1
        ? "the device tells of \(Measure.fingers(fingers.lowerBound)) only"
        : "the device tells of \(fingers.lowerBound) to \(fingers.upperBound) fingers only"
    case .pointing:
      "one and two fingers point and scroll on it; `device = \"touchpad\"` says that it is meant all the same"
    case .noZone(let zone): "the zone \"\(zone.visible)\" is not on it"
    case .noPart(let part): "\"\(part.visible)\" can't be a part of it"
    }
  }

  /// The reason of a gesture that is not meant for the device.
  public static let forOthers = "it is for other devices"
}

extension Capabilities {
  /// What a device tells, in a fixed order.
  public var words: [String] {
    let all: KeyValuePairs<Capabilities, String> = [
      .contacts: "of every touch from down to up", .places: "where on it the fingers are",
      .pressure: "how hard they press",
    ]
    return all.filter { contains($0.key) }.map(\.value)
  }
}
