import DeviceInput
import Glibc

/// Which of its user's sessions a program belongs to: one daemon serves each.
struct SessionName: Equatable, CustomStringConvertible {
  /// A file can be called so.
  let description: String

  static let standard = "default"
  private static let longest = 64

  /// Signs that have no place in a file's name become `_`.
  init(_ name: String) {
    let plain = name.unicodeScalars.prefix(Self.longest).map { Self.isPlain($0) ? Character($0) : "_" }
    description = plain.isEmpty ? Self.standard : String(plain)
  }

  /// As the login says by $XDG_SESSION_ID; a service of the user has none, and serves the session that has a screen.
  static var own: SessionName { SessionName(RulesFile.variable("XDG_SESSION_ID") ?? display() ?? standard) }

  /// The graphical session of the user, as logind and elogind tell.
  static func display(in file: String = "/run/systemd/users/\(geteuid())") -> String? {
    LoginFile.values(file)?["DISPLAY"]
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "-")
  }
}
