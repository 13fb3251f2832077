import Glibc

/// Who is logged in at a seat.
public struct SeatState: Equatable, Sendable {
  /// The user of the session that has the screen; nil where none has it.
  public var active: uid_t?
  /// Everybody with a session there.
  public var users: Set<uid_t>

  /// Nil where nobody keeps it.
  public init?(of seat: String) {
    guard let values = LoginFile.values("/run/systemd/seats/\(seat)") else { return nil }
    self.init(values)
  }

  init(_ text: String) { self.init(LoginFile.values(in: text)) }

  private init(_ values: [String: String]) {
    active = values["ACTIVE_UID"].flatMap { uid_t($0) }
    users = Set((values["UIDS"] ?? "").split(separator: " ").compactMap { uid_t($0) })
    if let active { users.insert(active) }
  }
}

/// A file in which logind or elogind keeps what it knows, for libsystemd, which reads the same (sd-login(3)): `NAME=value`.
public enum LoginFile {
  /// What stands in it; nil where nobody keeps it.
  public static func values(_ path: String) -> [String: String]? { text(of: path).map(values(in:)) }

  static func values(in text: String) -> [String: String] {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    return values
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
