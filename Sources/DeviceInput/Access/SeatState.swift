import Glibc

/// Who is logged in at a seat, as logind or elogind keeps it for libsystemd, which reads the same file (sd-login(3)).
public struct SeatState: Equatable, Sendable {
  /// The user of the session that has the screen; nil where none has it.
  public var active: uid_t?
  /// Everybody with a session there.
  public var users: Set<uid_t>

  /// Nil where nobody keeps it.
  public init?(of seat: String) {
    guard let text = Self.text(of: "/run/systemd/seats/\(seat)") else { return nil }
    self.init(text)
  }

  init(_ text: String) {
    var values: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    active = values["ACTIVE_UID"].flatMap { uid_t($0) }
    users = Set((values["UIDS"] ?? "").split(separator: " ").compactMap { uid_t($0) })
    if let active { users.insert(active) }
  }

  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    // It has a line for each of a dozen facts.
    var bytes = [UInt8](repeating: 0, count: 1 << 14)
    let count = read(descriptor, &bytes, bytes.count)
    return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }
}
