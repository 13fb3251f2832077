/// 256 random bits from the system, as text for an address or a cookie.
struct Secret: Sendable {
  private static let digits = Array("0123456789abcdef".utf8)
  private static let words = 4

  let text: String

  init() {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<Self.words).flatMap { _ in withUnsafeBytes(of: random.next(), Array.init) }
    text = String(decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 0xF)]] }, as: UTF8.self)
  }

  /// Whether this text equals `other`. The time depends only on the lengths, not on the characters.
  func isSame(as other: some StringProtocol) -> Bool {
    let (own, guess) = (Array(text.utf8), Array(other.utf8))
    guard own.count == guess.count else { return false }
    var difference: UInt8 = 0
    for index in own.indices { difference |= own[index] ^ guess[index] }
    return difference == 0
  }
}
