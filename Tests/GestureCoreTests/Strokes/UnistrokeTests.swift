import Foundation
import Support
import Testing

@testable import GestureCore

/// Drawings that six people made with a pen, and contacts of touchpads that weren't drawings; see the README of the
/// data.
enum Unistrokes {
  struct Stroke {
    let name: String
    let subject: Int
    let points: [Vector]
  }

  /// Half a mm for each pixel makes the figures about 50 mm high.
  static let scale = 0.5
  /// Touchpads of these recordings have 20 to 45 units for each mm.
  static let unitsPerMM = 31.0

  static func subject(_ number: Int) throws -> [Stroke] {
    try lines("subject-0\(number).txt").map { words in
      let numbers = words.dropFirst(5).compactMap { Double($0) }
      let points = stride(from: 0, to: numbers.count - 2, by: 3).map { Vector(numbers[$0], numbers[$0 + 1]) * scale }
      return Stroke(name: String(words[0]), subject: number, points: points)
    }
  }

  static func contacts() throws -> [[Vector]] {
    try lines("touchpad-contacts.txt").map { words in
      let numbers = words.compactMap { Double($0) }
      return stride(from: 0, to: numbers.count - 1, by: 2).map {
        Vector(numbers[$0], numbers[$0 + 1]) * (1 / unitsPerMM)
      }
    }
  }

  private static func lines(_ file: String) throws -> [[Substring]] {
    let url = ReferenceData.folder.appendingPathComponent("unistrokes/\(file)")
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map { $0.split(separator: " ") }
  }
}

/// Paths for the figures of subjects 2 to 6, whose strokes were not used to choose any setting.
@Suite(.enabled(if: ReferenceData.isThere, ReferenceData.absence)) struct UnistrokeTests {
  /// A path, whose figure it is, how many of the 150 drawn are found at least, and of the 2250 others at most; of the 640
  /// contacts at most.
  private static let paths: [(path: String, name: String, found: Int, wrong: Int, contacts: Int)] = [
    ("down-right:1 up-right:2", "check", 133, 30, 2),
    ("up-right:1 down-right:1", "caret", 146, 180, 3),
    // A user who tried a pad drew circles on it.
    ("circle-ccw", "circle", 140, 2, 6),
    ("circle-cw", "none", 0, 4, 20),
    ("left down right", "left_sq_bracket", 142, 120, 3),
    ("right down left", "right_sq_bracket", 144, 60, 5),
    ("down right up left", "rectangle", 148, 4, 3),
    ("down-left right up-left", "triangle", 147, 4, 4),
  ]

  @Test func figuresAreFound() throws {
    let strokes = try (2...6).flatMap(Unistrokes.subject)
    #expect(strokes.count == 2400)
    for (text, name, found, wrong, _) in Self.paths {
      var drawing = PathDrawing(try StrokePath(text), PathOutcome.settings())
      var counts = (right: 0, wrong: 0)
      for stroke in strokes where PathOutcome(stroke.points, &drawing).isDone {
        if stroke.name == name { counts.right += 1 } else { counts.wrong += 1 }
      }
      #expect(counts.right >= found && counts.wrong <= wrong, "\(text): \(counts)")
    }
  }

  @Test func contactsDrawNothing() throws {
    let contacts = try Unistrokes.contacts()
    #expect(contacts.count == 640)
    for (text, _, _, _, most) in Self.paths {
      var drawing = PathDrawing(try StrokePath(text), Settings(Stroke.kind, for: .touchpad))
      let count = contacts.filter { PathOutcome($0, &drawing).isDone }.count
      #expect(count <= most, "\(text): \(count)")
    }
  }
}
