/// The handshake of a WebSocket (RFC 6455, 4.2).
enum WebSocketHandshake {
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// 16 bytes in Base64, without the two signs that fill up.
  private static let keyLength = 22

  /// What the answer has beside other headers; nil if the request is none for a WebSocket.
  static func answer(to request: HTTPRequest) -> [String: String]? {
    let connection = (request.headers["connection"] ?? "").lowercased().split(separator: ",").map(\.trimmingBlanks)
    guard request.headers["upgrade"]?.lowercased() == "websocket", connection.contains("upgrade"),
      request.headers["sec-websocket-version"] == "13", let key = request.headers["sec-websocket-key"],
      key.utf8.count == keyLength + 2, key.hasSuffix("=="), key.utf8.dropLast(2).allSatisfy(alphabet.contains)
    else { return nil }
    return ["Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept(key)]
  }

  /// Shows that the server has understood the key.
  static func accept(_ key: String) -> String { base64(digest(Array((key + suffix).utf8))) }

  private static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = (part + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      let digits = (0..<4).map { alphabet[bits >> (18 - 6 * $0) & 0x3F] }
      text += digits.prefix(part.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - part.count)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// SHA-1 (RFC 3174), which the handshake wants; nothing secret depends on it.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var bytes = message + [0x80]
    while bytes.count % 64 != 56 { bytes.append(0) }
    bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: (message.count * 8) >> ($0 * 8)) }
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    for start in stride(from: 0, to: bytes.count, by: 64) {
      var words = stride(from: start, to: start + 64, by: 4).map { place in
        bytes[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
      for index in 16..<80 {
        words.append(turned(words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16], 1))
      }
      var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
      for index in 0..<80 {
        let (mixed, constant): (UInt32, UInt32) =
          switch index / 20 {
          case 0: (b & c | ~b & d, 0x5A82_7999)
          case 1: (b ^ c ^ d, 0x6ED9_EBA1)
          case 2: (b & c | b & d | c & d, 0x8F1B_BCDC)
          default: (b ^ c ^ d, 0xCA62_C1D6)
          }
        let next = turned(a, 5) &+ mixed &+ e &+ constant &+ words[index]
        (a, b, c, d, e) = (next, a, turned(b, 30), c, d)
      }
      for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
    }
    return state.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) } }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word << bits | word >> (32 - bits) }
}

/// Why a WebSocket is closed (RFC 6455, 7.4).
struct CloseCode: Equatable, Sendable {
  static let normal: UInt16 = 1000
  static let goingAway: UInt16 = 1001
  static let protocolError: UInt16 = 1002
  static let unsupported: UInt16 = 1003
  static let notText: UInt16 = 1007
  static let policy: UInt16 = 1008
  static let tooBig: UInt16 = 1009

  let number: UInt16
  let reason: String

  init(_ number: UInt16, _ reason: String = "") {
    self.number = number
    self.reason = reason
  }
}
