import Bindings
import GestureCore

/// All sentences about examples of drawings.
enum LearningWording {
  static func refusal(_ refusal: ExampleRefusal) -> String {
    switch refusal {
    case .palm: "only a palm touched the surface"
    case .still: "nothing was drawn, as by a tap"
    case .fingers(let count, let wanted): "drawn with \(Measure.fingers(count)) instead of \(wanted)"
    case .noStroke(let reason): reason
    }
  }

  /// What stands above an example in its file: `touchscreen "ELAN", 1 finger`.
  static func remark(_ device: Device, _ fingers: Int) -> String {
    let name = device.name.isEmpty || device.name == device.deviceClass.rawValue ? "" : " \"\(device.name)\""
    return "\(device.deviceClass.rawValue)\(name), \(Measure.fingers(fingers))"
  }

  static func example(_ example: LearnedExample, _ difference: Double?) -> String {
    let seen = "\(Measure.fingers(example.fingers)), \(Measure.mm(example.length)) in \(Measure(example.duration))"
    let likeness = difference.map { ", differs by \(percent($0)) from those before" } ?? ""
    let isOther = difference.map { $0 > LearningWarning.limit } ?? false
    return numbered(example.number, seen + likeness + (isOther ? ": more than 100 % is another drawing" : ""))
  }

  static func leftOut(_ number: Int, _ refusal: ExampleRefusal) -> String { numbered(number, "left out: \(refusal)") }

  private static func numbered(_ number: Int, _ text: String) -> String { "\(rightAligned("\(number)", 4))  \(text)" }

  static func warning(_ warning: LearningWarning) -> String {
    switch warning {
    case .unlike(let number, let percent):
      "example \(number) is unlike the others: it differs by \(self.percent(percent)), and 100 % is as much as is taken "
        + "for the same drawing"
    case .slow(let numbers, let allowed):
      "\(examples(numbers)) took longer than the \(Measure(allowed)) that a stroke may take: draw faster, or give the rule a "
        + "`max-duration`"
    case .differentFingers(let fingers):
      "the examples were drawn with different numbers of fingers, \(fingers.map(String.init).listed("and")): a rule looks "
        + "for the number, or the range, that it says"
    case .straight:
      "it is nearly a straight line: a swipe is recognized sooner and more surely"
    case .like(let other, let percent):
      "\"\(other.visible)\" is like it: they differ by \(self.percent(percent)), and 100 % is as much as is taken for the same "
        + "drawing; of two gestures the nearer one is taken"
    case .alsoRecognized(let gesture, let kind, let isDiscrete, let count, let total, let own):
      "\(count) of \(total) examples are also \"\(gesture.visible)\" (\(kind))"
        + (isDiscrete ? ": with `require-to-fail = [\"\(own.visible)\"]` it waits until it is no drawing" : "")
    }
  }

  private static func examples(_ numbers: [Int]) -> String {
    "example\(numbers.count == 1 ? "" : "s") \(numbers.map(String.init).listed("and"))"
  }

  /// Whole percents are exact enough.
  private static func percent(_ value: Double) -> String { "\(decimal(value, places: 0)) %" }
}

extension Learning {
  /// What there is to say of an example that was just taken, as a line.
  public static func line(_ example: LearnedExample, difference: Double?) -> String {
    LearningWording.example(example, difference)
  }

  /// What there is to say of an attempt that is no example, as a line.
  public static func line(_ number: Int, _ refusal: ExampleRefusal) -> String {
    LearningWording.leftOut(number, refusal)
  }
}
