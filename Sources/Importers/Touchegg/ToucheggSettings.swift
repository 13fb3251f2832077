/// Touchégg's distances, which depend on the device's shorter side, in mm.
///
/// Source: `calculateTouchpadThreshold` and `calculateTouchscreenThreshold` in touchégg's libinput-device-handler.cpp.
enum ToucheggMeasure {
  /// The shorter side of a touchpad of 100 x 60 mm. Touchégg reckons in libinput's units as if they were thousandths of an
  /// inch, of which libinput makes larger ones.
  private static let touchpadSide = 60.0 * Yardstick.libinputUnit / (25.4 / 1000)

  /// How far the fingers must go for a percentage of the gesture.
  static func touchpad(_ percent: Double) -> Double { touchpadSide * (0.02 + 0.10 * percent / 100) }
  static func touchscreen(_ percent: Double) -> Double { Yardstick.screen.height * (0.05 + 0.25 * percent / 100) }

  /// A tenth of the gesture, on touchpads.
  static let step = touchpadSide * 0.10 / 10
  /// The same of a pinch.
  static let pinchStep = 10.0
}

/// The `<property>`s of touchégg.
enum ToucheggSettings {
  static func items(of property: XMLElement) -> [ImportedItem] {
    let name = property.attributes["name"] ?? ""
    let words = "\(name) \(property.text)".trimmingCharacters(in: .whitespaces)
    func remark(_ reason: String) -> [ImportedItem] {
      [ImportedItem(property.lines, .notCarried(Remark(text: words, reason: reason)))]
    }
    switch name {
    case "action_execute_threshold":
      guard let percent = Double(property.text), (0...100).contains(percent) else {
        return remark(ToucheggWording.noPercentage)
      }
      return [("touchpad", ToucheggMeasure.touchpad(percent)), ("touchscreen", ToucheggMeasure.touchscreen(percent))]
        .map { device, distance in
          ImportedItem(
            property.lines,
            .setting(
              ImportedSetting(
                section: "defaults.\(device)", key: "swipe.min-distance", value: Quantity.millimetres(distance),
                words: words, conversion: ToucheggWording.threshold(device))))
        }
    case "animation_delay", "color", "borderColor": return remark(ToucheggWording.noAnimations)
    default: return remark(ToucheggWording.noSuchProperty)
    }
  }
}
