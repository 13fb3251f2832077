import Glibc

/// What lies in a folder of the session, such as sockets of compositors.
package enum SocketListing {
  /// More than anybody runs at once.
  private static let most = 8

  /// The names in a folder that `matches`, in order; none if the path is not absolute or the folder can't be read.
  package static func names(in folder: String, _ matches: (String) -> Bool) -> [String] {
    guard folder.hasPrefix("/"), let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if matches(name) { names.append(name) }
    }
    return Array(names.sorted().prefix(most))
  }
}
