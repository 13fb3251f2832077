import Foundation
import Support

@testable import GestureCore

/// The strokes of the $1 recognizer's study, and contacts of a touchpad that aren't drawings.
enum ReferenceStrokes {
  struct Stroke {
    let name: String
    let subject: Int
    let speed: String
    let points: [Vector]
    let form: StrokeForm

    /// The stroke in the size in which users draw on a touchpad, in mm from its beginning.
    func sized(_ size: Double) -> [Vector] {
      ReferenceStrokes.sized(points, size / max(1, ReferenceStrokes.size(points)))
    }
  }

  static let subjects: [[Stroke]] = (1...6).map { subject in
    lines("subject-0\(subject).txt").compactMap { words in
      guard words.count > 5, let count = Int(words[4]) else { return nil }
      let numbers = words.dropFirst(5).compactMap { Double($0) }
      let points = (0..<count).map { Vector(numbers[3 * $0], numbers[3 * $0 + 1]) }
      return StrokeForm(points).map {
        Stroke(name: String(words[0]), subject: subject, speed: String(words[2]), points: points, form: $0)
      }
    }
  }

  /// In mm, of a touchpad with 40 units per mm.
  static let contacts: [[Vector]] = lines("touchpad-contacts.txt").map { words in
    let numbers = words.compactMap { Double($0) }
    let points = (0..<numbers.count / 2).map { Vector(numbers[2 * $0], numbers[2 * $0 + 1]) }
    return sized(points, 1.0 / 40)
  }

  static let classes = Set(subjects.flatMap { $0 }.map(\.name)).sorted()

  private static func lines(_ name: String) -> [[Substring]] {
    let file = ReferenceData.folder.appendingPathComponent("unistrokes/\(name)")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  private static func sized(_ points: [Vector], _ scale: Double) -> [Vector] {
    points.map { ($0 - (points.first ?? .zero)) * scale }
  }

  private static func size(_ points: [Vector]) -> Double {
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return max((xs.max() ?? 0) - (xs.min() ?? 0), (ys.max() ?? 0) - (ys.min() ?? 0))
  }
}

/// The result of a drawing that is shown a whole stroke.
struct Drawn {
  let status: DrawingStatus
  /// The number of places after which it was given up before the fingers lifted, or nil.
  let early: Int?

  static let pad = Size(width: 100, height: 60)

  init(_ points: [Vector], _ drawing: inout TemplateDrawing, on surface: Size = pad) {
    drawing.reset()
    drawing.fit(on: surface)
    drawing.begin(at: points.first ?? .zero)
    for (index, point) in points.enumerated().dropFirst() {
      let status = drawing.move(to: point)
      guard status == .possible else {
        (self.status, early) = (status, index)
        return
      }
    }
    (status, early) = (drawing.lift(), nil)
  }
}
