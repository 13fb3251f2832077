import Foundation

/// The text of another program's configuration, by lines.
struct ConfigText {
  /// As the messages name it.
  let file: String
  let text: String
  /// Without their ends; line 1 is the first.
  let lines: [String]

  /// Refuses what is no text.
  init(_ bytes: [UInt8], file: String) throws(ImportError) {
    self.file = file
    let marked = bytes.starts(with: Self.byteOrderMark)
    guard !bytes.contains(0),
      let text = String(validating: bytes.dropFirst(marked ? Self.byteOrderMark.count : 0), as: UTF8.self)
    else {
      throw ImportError(file: file, Wording.notText, fix: Wording.notTextFix)
    }
    self.text = text.replacingOccurrences(of: "\r\n", with: "\n")
    lines = self.text.components(separatedBy: "\n")
  }

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Numbers of the lines on which something stands.
  var written: [Int] {
    lines.indices.filter { !lines[$0].allSatisfy(\.isWhitespace) }.map { $0 + 1 }
  }

  /// A line without the space around it; empty where there is none.
  func line(_ number: Int) -> String {
    lines.indices.contains(number - 1) ? lines[number - 1].trimmingCharacters(in: .whitespaces) : ""
  }

  func error(_ line: Int?, _ message: String, fix: String) -> ImportError {
    ImportError(file: file, line: line, message, fix: fix)
  }
}
