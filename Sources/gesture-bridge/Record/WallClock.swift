import Glibc

/// The time of day, for people: recordings tell when they were made. Nothing is measured with it.
enum WallClock {
  private static let longest = 64

  /// `2026-03-14 at 15:09 +0100`
  static var moment: String { text("%Y-%m-%d at %H:%M %z") }

  /// `2026-03-14-150926`, for names of files.
  static var name: String { text("%Y-%m-%d-%H%M%S") }

  private static func text(_ format: String) -> String {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    var characters = [CChar](repeating: 0, count: longest)
    let count = strftime(&characters, longest, format, &parts)
    return String(decoding: characters.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
