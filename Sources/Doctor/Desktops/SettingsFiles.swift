import Glibc
import Text

/// Access to a desktop's settings files and to environment variables; tests use texts instead of files.
public struct SettingsFiles {
  /// Returns the text of a file, or nil if it can't be read.
  var text: (String) -> String?
  /// Returns the existing files that match a shell pattern, sorted by path.
  var matching: (String) -> [String]
  /// Returns the value of an environment variable, or nil if the variable is unset or empty.
  var variable: (String) -> String?

  /// Returns the existing files that match `pattern`, in which `~/` at the start, `$HOME` and `$XDG_CONFIG_HOME` are
  /// replaced first. A relative pattern begins at the folder of `file`.
  func paths(_ pattern: String, from file: String) -> [String] {
    var pattern = pattern
    if pattern.hasPrefix("~/") { pattern = "$HOME" + pattern.dropFirst() }
    for name in ["XDG_CONFIG_HOME", "HOME"] {
      guard let value = variable(name) else { continue }
      pattern = pattern.replacing(each: "${\(name)}", by: value).replacing(each: "$\(name)", by: value)
    }
    if !pattern.hasPrefix("/") {
      pattern = String(file.prefix(through: file.lastIndex(of: "/") ?? file.startIndex)) + pattern
    }
    return matching(pattern)
  }

  var home: String? { variable("XDG_CONFIG_HOME") ?? variable("HOME").map { $0 + "/.config" } }

  public static func system(
    text: @escaping (String) -> String?, variable: @escaping (String) -> String?
  ) -> SettingsFiles {
    SettingsFiles(text: text, matching: expanded, variable: variable)
  }

  private static func expanded(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard Glibc.glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv?[$0].map { String(cString: $0) } }
  }
}

/// The gestures of a desktop, and the files that configure them.
public struct DesktopGestures: Equatable {
  var gestures: [OwnGesture] = []
  var files: [String] = []

  package init(gestures: [OwnGesture] = [], files: [String] = []) { (self.gestures, self.files) = (gestures, files) }
}

extension DesktopGestures {
  /// GNOME's enabled extensions as gsettings prints them. Empty if the settings can't be read.
  package static var gnomeExtensions: String {
    guard let stream = popen("gsettings get org.gnome.shell enabled-extensions 2>/dev/null", "r") else { return "" }
    defer { pclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
