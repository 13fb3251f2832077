import Glibc

public enum FolderNames {
  /// The sorted names in a folder, with `.` and `..`. Empty if the folder can't be opened.
  public static func all(in folder: String) -> [String] {
    guard let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      names.append(
        withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
    }
    return names.sorted()
  }
}
