/// The keys and buttons a node has, as sysfs lists them: `capabilities/key`.
struct KeyBits: Equatable {
  /// Words of the kernel's size, the lowest first.
  private let words: [UInt]

  init(_ text: String) {
    words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
  }

  func has(_ code: Int) -> Bool {
    let word = code / UInt.bitWidth
    return words.indices.contains(word) && words[word] & 1 << UInt(code % UInt.bitWidth) != 0
  }

  /// Whether words or numbers can be typed with it, whatever udev calls it: it calls a keyboard only what has all the
  /// keys of the left half of one.
  var type: Bool {
    Self.digits.contains { $0.allSatisfy(has) } || Self.letters.count(where: has) > Self.letters.count / 2
  }

  /// KEY_1 to KEY_0, and those of the keypad. Source, here and below: linux/input-event-codes.h.
  private static let digits = [Array(2...11), [71, 72, 73, 75, 76, 77, 79, 80, 81, 82]]
  /// KEY_Q to KEY_P, KEY_A to KEY_L, KEY_Z to KEY_M.
  private static let letters = Array(16...25) + Array(30...38) + Array(44...50)
}
