import Glibc

/// Reads variables of this process's environment.
public enum EnvironmentVariable {
  /// The value of a variable. Nil if the variable isn't set or is empty.
  public static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
