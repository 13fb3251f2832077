/// What two texts differ by, line by line, as `diff -u` shows it.
struct LineDifference {
  private struct Line {
    let mark: Character
    let text: String
  }

  /// So many lines that stay are shown around one that does not.
  private static let context = 2

  private let lines: [Line]

  init(_ before: [UInt8], _ after: [UInt8]) {
    let (old, new) = (Self.lines(before), Self.lines(after))
    var removed: Set<Int> = []
    var added: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): added.insert(offset)
      }
    }
    var lines: [Line] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if left < old.count, removed.contains(left) {
        lines.append(Line(mark: "-", text: old[left]))
        left += 1
      } else if right < new.count, added.contains(right) {
        lines.append(Line(mark: "+", text: new[right]))
        right += 1
      } else {
        lines.append(Line(mark: " ", text: old[left]))
        left += 1
        right += 1
      }
    }
    self.lines = lines
  }

  /// The lines with what stands around them, below the file's name; empty if nothing differs.
  func text(_ file: String) -> String {
    let changed = lines.indices.filter { lines[$0].mark != " " }
    guard !changed.isEmpty else { return "" }
    var result = "--- \(file)\n+++ \(file)\n"
    var numbers = (1, 1)
    var isOpen = false
    for (index, line) in lines.enumerated() {
      let isShown = changed.contains { abs($0 - index) <= Self.context }
      if isShown, !isOpen { result += "@@ -\(numbers.0) +\(numbers.1) @@\n" }
      if isShown { result += "\(line.mark)\(line.text)\n" }
      isOpen = isShown
      if line.mark != "+" { numbers.0 += 1 }
      if line.mark != "-" { numbers.1 += 1 }
    }
    return result
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
  }
}
