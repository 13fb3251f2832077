import Testing

@testable import gesture_bridge_studio

/// Bytes come in pieces of any size; what they mean is the same.
@Suite struct PieceTests {
  /// Cuts bytes at random places.
  private func pieces(_ bytes: [UInt8], _ random: inout Seeded) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...min(rest.count, 200), using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }

  /// All messages, and the fault after which there are none.
  private func messages(_ pieces: [[UInt8]]) -> (messages: [FrameReader.Message], fault: PageFault?) {
    var reader = FrameReader()
    var messages: [FrameReader.Message] = []
    for piece in pieces {
      reader.append(piece)
      do throws(PageFault) {
        while let message = try reader.next() { messages.append(message) }
      } catch {
        return (messages, error)
      }
    }
    return (messages, nil)
  }

  @Test func messagesInFramesInPieces() {
    var random = Seeded(state: 7)
    for _ in 0..<100 {
      var bytes: [UInt8] = []
      var wanted: [FrameReader.Message] = []
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let length = [0, 1, 125, 126, 300, 70_000].randomElement(using: &random) ?? 0
        let text = (0..<length).map { UInt8(truncatingIfNeeded: $0) }
        let parts = Bool.random(using: &random) ? [text] : pieces(text, &random).suffix(20) + [[]]
        for (index, part) in parts.enumerated() {
          let first: UInt8 = (index == 0 ? 1 : 0) | (index == parts.count - 1 ? 0x80 : 0)
          bytes += TestPage.frame(part, first: first)
          if index == parts.count - 1 { wanted.append(.text(Array(parts.joined()))) }
          guard Bool.random(using: &random) else { continue }
          bytes += TestPage.frame([UInt8(index & 0x7F)], first: 0x89)
          wanted.append(.ping([UInt8(index & 0x7F)]))
        }
      }
      let found = messages(pieces(bytes, &random))
      #expect(found.messages == wanted && found.fault == nil)
    }
  }

  @Test func anyBytes() {
    var random = Seeded(state: 8)
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        [0x81, 0x01, 0x80, 0x88, 0x89, 0xFE, 0xFF, 0x00, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random) ?? 0
      }
      let (whole, cut) = (messages([bytes]), messages(pieces(bytes, &random)))
      #expect(whole.messages == cut.messages && whole.fault == cut.fault, "\(bytes)")
    }
  }

  @Test func headsOfRequests() {
    var random = Seeded(state: 9)
    let letters = Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n\r\r\n\n\t\u{0}\u{7F}".utf8) + [0xC3]
    for _ in 0..<5000 {
      let bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in letters.randomElement(using: &random) ?? 0 }
      let whole = Result { () throws(RequestHead.Failure) in try RequestHead.end(in: bytes, from: 0) }
      var come: [UInt8] = []
      var cut: Result<Int?, RequestHead.Failure> = .success(nil)
      for piece in pieces(bytes, &random) where cut == .success(nil) {
        let place = come.count
        come += piece
        cut = Result { () throws(RequestHead.Failure) in try RequestHead.end(in: come, from: place) }
      }
      // What comes after a head may be wrong in one, and not be looked at in the other.
      #expect(whole == cut, "\(bytes)")
      if case .success(let end?) = whole {
        let request = Result { () throws(RequestHead.Failure) in try RequestHead.request(bytes[..<end]) }
        if case .success(let request) = request { #expect(!request.method.isEmpty && request.path.first == "/") }
      }
    }
  }
}

/// What the handshake of a WebSocket is made of.
@Suite struct HandshakeTests {
  private func hexadecimal(_ text: String) -> String {
    WebSocketHandshake.digest(Array(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The examples of RFC 3174, and lengths around the end of a block, by `sha1sum`.
  @Test func digests() {
    #expect(hexadecimal("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      hexadecimal("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "84983e441c3bd26ebaae4aa1f95129e5e54670f1")
    #expect(hexadecimal("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    #expect(hexadecimal(String(repeating: "a", count: 55)) == "c1c8bbdc22796e28c0e15163d20899b65621d65a")
    #expect(hexadecimal(String(repeating: "a", count: 64)) == "0098ba824b5c16427bd7a1122a5a442a25ec644d")
    #expect(hexadecimal(String(repeating: "a", count: 1_000_000)) == "34aa973cd4c4daa4f61eeb2bdbad27316534016f")
  }

  /// RFC 6455, 1.3
  @Test func answer() {
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
  }
}

/// The same numbers each time (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
