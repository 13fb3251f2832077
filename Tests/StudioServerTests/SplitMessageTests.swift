import Support
import Testing

/// Bytes come in pieces of any size, with the same meaning.
@Suite struct SplitMessageTests {
  /// Cuts bytes at random places.
  private func pieces(_ bytes: [UInt8], _ random: inout SeededRandom) -> [[UInt8]] {
    var pieces: [[UInt8]] = []
    var remaining = bytes[...]
    while !remaining.isEmpty {
      let count = Int.random(in: 1...min(remaining.count, 200), using: &random)
      pieces.append(Array(remaining.prefix(count)))
      remaining = remaining.dropFirst(count)
    }
    return pieces
  }

  @Test func messagesInFramesInPieces() throws {
    let studio = try StudioProcess()
    let page = try studio.page(try studio.enter())
    var random = SeededRandom(seed: 7)
    for number in 0..<100 {
      let length = [0, 1, 125, 126, 300, 70_000].randomElement(using: &random) ?? 0
      let text = Array("{\"ask\":\(number),\"filling\":\"\(String(repeating: "x", count: length))\"}".utf8)
      let cut = pieces(text, &random)
      let parts = Bool.random(using: &random) ? [text] : cut.count > 20 ? [text, []] : cut + [[]]
      var bytes: [UInt8] = []
      var pings: [[UInt8]] = []
      for (index, part) in parts.enumerated() {
        let first: UInt8 = (index == 0 ? 1 : 0) | (index == parts.count - 1 ? 0x80 : 0)
        bytes += TestPage.frame(part, first: first)
        guard Bool.random(using: &random) else { continue }
        bytes += TestPage.frame([UInt8(index)], first: 0x89)
        pings.append([UInt8(index)])
      }
      for piece in pieces(bytes, &random) { try page.connection.send(piece) }
      #expect(try studio.line() == String(decoding: text, as: UTF8.self))
      for ping in pings { #expect(try page.next() == TestPage.Frame(opcode: 0xA, payload: ping)) }
    }
  }

  @Test func headsInPieces() throws {
    let studio = try StudioProcess()
    let cookie = try studio.enter()
    var random = SeededRandom(seed: 9)
    let requests = [
      (200, studio.request("/", ["Cookie": cookie])), (403, studio.request("/")), (400, "nonsense\r\n\r\n"),
      (431, studio.request("/" + String(repeating: "x", count: 20_000))),
    ]
    for (status, request) in requests + requests + requests {
      let connection = try RawConnection(studio.port)
      for piece in pieces(Array(request.utf8), &random) { try connection.send(piece) }
      #expect(try Reply(connection.readAll()).status == status)
    }
  }
}
