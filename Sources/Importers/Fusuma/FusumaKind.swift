/// A kind of gesture in fusuma.
enum FusumaKind: String {
  case swipe, pinch, rotate, hold

  /// The directions it can have; the moments a gesture can be at are named beside them.
  var directions: [String] {
    switch self {
    case .swipe: ["left", "right", "up", "down"]
    case .pinch: ["in", "out"]
    case .rotate: ["clockwise", "counterclockwise"]
    case .hold: []
    }
  }

  var form: GestureForm {
    switch self {
    case .swipe: .swipe
    case .pinch: .pinch
    case .rotate: .rotation
    case .hold: .longPress
    }
  }

  /// The gesture that fusuma recognizes once.
  func shape(_ fingers: ClosedRange<Int>, _ direction: String?, device: String) -> GestureShape {
    GestureShape(form, fingers: fingers, device: device, direction: direction)
  }

  /// The gesture that lasts, of which fusuma tells every movement.
  func lasting(_ fingers: ClosedRange<Int>, device: String) -> GestureShape {
    GestureShape(self == .swipe ? .pan : form, fingers: fingers, device: device)
  }

  /// The same, begun in one direction only.
  func lasting(_ fingers: ClosedRange<Int>, _ direction: String, device: String) -> GestureShape {
    guard self == .swipe, let way = ImportedAction.Way(rawValue: direction) else {
      return shape(fingers, direction, device: device)
    }
    var shape = GestureShape.drag(fingers: fingers, towards: way)
    shape.device = device
    return shape
  }

  /// How far from one command to the next where fusuma repeats it with every event.
  var step: String? {
    switch self {
    case .swipe: Quantity.millimetres(FusumaMeasure.swipeStep)
    case .pinch: Quantity.percent(FusumaMeasure.pinchStep)
    case .rotate: Quantity.degrees(FusumaMeasure.rotateStep)
    case .hold: nil
    }
  }

  /// The settings a threshold stands for: fusuma's are factors of its own.
  func thresholds(_ factor: Double) -> [(key: String, value: String)] {
    switch self {
    case .swipe:
      [
        ("min-distance", Quantity.millimetres(TouchpadDefault.swipeDistance * factor)),
        ("min-speed", Quantity.speed(TouchpadDefault.swipeSpeed * factor)),
      ]
    case .pinch:
      [
        ("min-change", Quantity.millimetres(TouchpadDefault.pinchChange * factor, within: FusumaMeasure.changes)),
        ("min-scale", Quantity.percent(TouchpadDefault.pinchScale * factor)),
      ]
    case .rotate:
      [("min-angle", Quantity.degrees(TouchpadDefault.rotationAngle * factor, within: Quantity.turns))]
    case .hold: [("min-duration", Quantity.milliseconds(FusumaMeasure.hold * factor, within: Quantity.holds))]
    }
  }
}

/// Fusuma's own figures, and ours for what it measures otherwise.
enum FusumaMeasure {
  /// How long a hold takes, in ms. Source: `BASE_THERESHOLD` in fusuma's hold_detector.rb.
  static let hold = 700.0
  /// Fusuma repeats a command with each event, some 100 times a second: a step that is a tenth of a middling swipe.
  static let swipeStep = 5.0
  static let pinchStep = 5.0
  static let rotateStep = 10.0
  /// What `pinch.min-change` allows.
  static let changes = 0.0...100.0
}
