import Glibc

/// The variables of this process's environment.
public enum EnvironmentVariable {
  /// The value of a variable that is set and not empty.
  public static func value(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}
