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
      throw ImportError(file: file, ImportWording.notText, fix: ImportWording.notTextFix)
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

/// What keeps a file from being imported, with its place and what to do about it.
public struct ImportError: Error, Equatable, CustomStringConvertible, Sendable {
  public let file: String
  /// Nil where it is about the whole file.
  public let line: Int?
  public let message: String
  public let fix: String

  init(file: String, line: Int? = nil, _ message: String, fix: String) {
    self.file = file
    self.line = line
    self.message = message
    self.fix = fix
  }

  public var description: String { "\(place): error: \(message); \(fix)" }

  /// The same for those who say themselves that it is an error.
  public var fact: String { "\(place): \(message); \(fix)" }

  private var place: String { line.map { "\(file):\($0)" } ?? file }
}
