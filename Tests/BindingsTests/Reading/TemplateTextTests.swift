import GestureCore
import TOML
import Support
import Testing

@testable import Bindings

/// Files of examples, in the form that `learn` writes.
struct TemplateTextTests {
  private static let star: [Vector] = [Vector(10, 20), Vector(11.25, 23.44), Vector(9.96, 20), Vector(10, 5)]

  /// The places of every example, as any reader of TOML has them.
  private func read(_ text: some Sequence<UInt8>) -> [[[Double]]] {
    let document = TOML.parse(Array(text))
    #expect(document.errors.isEmpty)
    guard case .array(let strokes)? = document.root["stroke"]?.value.content else { return [] }
    return strokes.map { stroke in
      guard case .table(let table) = stroke.content, case .array(let points)? = table["points"]?.value.content else {
        return []
      }
      return points.map { point in
        guard case .array(let parts) = point.content else { return [] }
        return parts.map { part in
          switch part.content {
          case .integer(let number): Double(number)
          case .float(let number): number
          case .string, .boolean, .dateTime, .array, .table: .nan
          }
        }
      }
    }
  }

  @Test func aWholeFile() {
    let text = TemplateText([
      .init(points: Self.star, remark: "touchscreen \"ELAN\", 1 finger"), .init(points: [.zero, Vector(-0.04, 3)]),
    ])
    expectSnapshot(text.file("star"), "a whole file")
    #expect(
      read(text.file("star").utf8) == [[[0, 0], [1.3, 3.4], [0, 0], [0, -15]], [[0, 0], [0, 3]]])
  }

  @Test func whatItWritesIsWhatTheReaderOfTheRulesReads() throws {
    let text = TemplateText([.init(points: Self.star)]).file("star")
    let read = TemplateFile.read(text: Array(text.utf8), file: "star.toml", name: "star")
    #expect(read.diagnostics.isEmpty)
    #expect(try #require(read.templates).strokes == [[.zero, Vector(1.3, 3.4), .zero, Vector(0, -15)]])
  }

  @Test func longExamplesAreWrapped() {
    let points = (0..<64).map { Vector(Double($0) * 7.3, Double($0 % 5) * -11.1) }
    let text = TemplateText([.init(points: points)]).file("long")
    let widths = text.split(separator: "\n").map(\.count)
    #expect(widths.allSatisfy { $0 <= 120 } && widths.contains { $0 > 100 })
    #expect(read(text.utf8).first?.count == 64)
  }

  /// A device can have any name.
  @Test func aRemarkIsOneLine() {
    let text = TemplateText([.init(points: Self.star, remark: "touchscreen \"a\n[[stroke]]\u{1B}[2J\"")]).file("star")
    #expect(read(text.utf8).count == 1)
    #expect(text.contains("# touchscreen \"a␊[[stroke]]␛[2J\"\n"))
  }

  @Test(arguments: [
    ("# Mine.\n[[stroke]]\npoints = [[0, 0], [5, 5]]  # short\n", "\n", "\n"),
    ("# Mine.\r\n[[stroke]]\r\npoints = [[0, 0], [5, 5]]\r\n", "\r\n", "\r\n"),
    ("[[stroke]]\npoints = [[0, 0], [5, 5]]", "\n\n", "\n"),
  ])
  func additionsStandBehindWhatIsThere(old: String, gap: String, end: String) {
    let added = TemplateText([.init(points: [.zero, Vector(1, 2)])]).added(to: Array(old.utf8))
    let lines = ["[[stroke]]", "points = [", "  [0, 0], [1, 2],", "]", ""]
    #expect(String(decoding: added, as: UTF8.self) == old + gap + lines.joined(separator: end))
    #expect(read(added) == [[[0, 0], [5, 5]], [[0, 0], [1, 2]]])
  }

  @Test func anEmptyFileGetsNoEmptyLine() {
    let added = TemplateText([.init(points: [.zero, Vector(1, 2)])]).added(to: [])
    #expect(String(decoding: added, as: UTF8.self) == "[[stroke]]\npoints = [\n  [0, 0], [1, 2],\n]\n")
  }
}
