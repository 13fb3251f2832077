import Base
import Bindings
import CSystem
import Glibc

/// One reading of the rules on its way to another process: the bytes of each file, in a file without a name.
enum RulesTransfer {
  private static let mostFiles = 4096
  private static let longestPath = 8192
  private static let longestReason = 65_536

  /// An open file with all parts of a reading.
  static func file(of reading: RulesReading) throws(SystemError) -> OwnedDescriptor {
    var message = LinkWriter()
    message.add(UInt32(clamping: reading.parts.count))
    for part in reading.parts {
      message.add(part.path)
      message.add(part.identity)
      switch part.content {
      case .bytes(let bytes):
        message.add(true)
        message.add(bytes)
      case .refused(let error):
        message.add(false)
        message.add(error.message)
        message.add(error.fix)
        message.add(error.isMissing)
        message.add("\(error)")
      }
    }
    let file = try OwnedDescriptor("memfd_create", gb_memory_file())
    if let code = writeAll(message.bytes, to: file.number) { throw SystemError(call: "write", code: code) }
    lseek(file.number, 0, SEEK_SET)
    return file
  }

  /// The reading in a file that `file` has made.
  static func parts(in file: Int32) throws(LinkReader.Malformed) -> [RulesReading.Part] {
    guard let bytes = try? FileContents(open: file, limit: RulesReading.limit * mostFiles).bytes else {
      throw LinkReader.Malformed()
    }
    var message = LinkReader(bytes)
    var parts: [RulesReading.Part] = []
    for _ in 0..<(try message.count(atMost: mostFiles)) {
      let path = try message.text(atMost: longestPath)
      let identity = try message.text(atMost: longestPath)
      parts.append(.init(path: path, identity: identity, content: try content(&message)))
    }
    try message.end()
    return parts
  }

  private static func content(_ message: inout LinkReader) throws(LinkReader.Malformed) -> RulesReading.Part.Content {
    if try message.flag() { return .bytes(try message.bytes(atMost: RulesReading.limit + 1)) }
    let text = try message.text(atMost: longestReason)
    let fix = try message.optionalText(atMost: longestReason)
    let isMissing = try message.flag()
    return .refused(
      .reported(message: text, fix: fix, isMissing: isMissing, description: try message.text(atMost: longestReason)))
  }
}
