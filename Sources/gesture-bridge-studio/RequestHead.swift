/// Reads the head of a request, up to the empty line; it takes no more than this server needs, and nothing that could be read in two ways.
///
/// FlyingFox's own reader has no limit for a line or their number, and of two headers of one name keeps the last.
enum RequestHead {
  /// Bytes of a request with all its headers; browsers send less than 2 KiB to this server.
  static let longest = 16_384
  private static let end = Array("\r\n\r\n".utf8)

  enum Failure: Error, Equatable {
    case malformed
    case version
    /// It announces a body.
    case body
  }

  /// What decides may stand there once only.
  private static let single: Set<String> = [
    "host", "origin", "cookie", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest", "upgrade", "connection",
    "sec-websocket-key", "sec-websocket-version", "content-length", "transfer-encoding",
  ]

  /// Where the head ends in what has come; nil if it does not yet. `place` is how far it was looked at before.
  static func end(in bytes: [UInt8], from place: Int) throws(Failure) -> Int? {
    for index in place..<bytes.count {
      let byte = bytes[index]
      let before: UInt8? = index > 0 ? bytes[index - 1] : nil
      // No letters beyond ASCII are in what counts here; lines end in two bytes, which come together.
      guard 0x20..<0x7F ~= byte || byte == 0x09 || byte == 0x0D || byte == 0x0A,
        (before == 0x0D) == (byte == 0x0A)
      else { throw .malformed }
      if byte == 0x0A, bytes[..<(index + 1)].suffix(end.count).elementsEqual(end) { return index + 1 }
    }
    return nil
  }

  /// `bytes` are those up to `end`.
  static func request(_ bytes: some Collection<UInt8>) throws(Failure) -> HTTPRequest {
    var lines = String(decoding: bytes.dropLast(end.count), as: UTF8.self).split(
      separator: "\r\n" as Character, omittingEmptySubsequences: false)
    let words = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, isToken(words[0]), words[1].first == "/", words[2].hasPrefix("HTTP/") else {
      throw .malformed
    }
    guard words[2] == "HTTP/1.1" else { throw .version }
    let headers = try headers(lines)
    guard headers["transfer-encoding"] == nil, headers["content-length"] ?? "0" == "0" else { throw .body }
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return HTTPRequest(
      method: String(words[0]), path: String(target[0]), query: target.count > 1 ? String(target[1]) : "",
      headers: headers)
  }

  /// Of several with one name the first, where they don't decide anything.
  private static func headers(_ lines: [Substring]) throws(Failure) -> [String: String] {
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, isToken(parts[0]) else { throw .malformed }
      let name = parts[0].lowercased()
      if headers[name] == nil {
        headers[name] = String(parts[1].trimmingBlanks)
      } else if single.contains(name) {
        throw .malformed
      }
    }
    return headers
  }

  /// RFC 9110, 5.6.2
  private static func isToken(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "!#$%&'*+-.^_`|~".utf8.contains(byte)
      }
  }
}

extension Substring {
  /// Without the blanks and tabs around it.
  var trimmingBlanks: Substring {
    let isBlank = { (letter: Character) in letter == " " || letter == "\t" }
    var rest = drop(while: isBlank)
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    return rest
  }
}
