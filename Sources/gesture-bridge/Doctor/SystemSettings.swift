import Glibc

/// Settings that only their own programs can read.
enum SystemSettings {
  /// Empty where GNOME's settings can't be read.
  static var gnomeExtensions: String { output(of: "gsettings get org.gnome.shell enabled-extensions 2>/dev/null") }

  /// What a line of shell prints, as far as that is short.
  private static func output(of line: String) -> String {
    guard let stream = popen(line, "r") else { return "" }
    defer { pclose(stream) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = fread(&bytes, 1, bytes.count, stream)
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

extension SettingsFiles {
  /// Those of the machine.
  static var system: SettingsFiles {
    SettingsFiles(
      text: { try? FileContents(path: $0, limit: 1 << 20, onlyFile: true).text }, matching: expanded,
      variable: RulesFile.variable)
  }

  private static func expanded(_ pattern: String) -> [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard Glibc.glob(pattern, 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv?[$0].map { String(cString: $0) } }
  }
}
