import Glibc

/// Where the session's Wayland compositors listen.
package enum WaylandSockets {
  /// More than anybody runs at once.
  private static let mostSockets = 8

  /// The socket of `WAYLAND_DISPLAY`; if that is not set, as for a service that was started too early, all in
  /// `XDG_RUNTIME_DIR`. `variable` gives a variable that is set and not empty.
  package static func paths(_ variable: (String) -> String?) -> [String] {
    let folder = variable("XDG_RUNTIME_DIR")
    if let display = variable("WAYLAND_DISPLAY") {
      if display.hasPrefix("/") { return [display] }
      return folder.map { ["\($0)/\(display)"] } ?? []
    }
    guard let folder, folder.hasPrefix("/"), let entries = opendir(folder) else { return [] }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name.hasPrefix("wayland-"), !name.hasSuffix(".lock") { names.append(name) }
    }
    return names.sorted().prefix(mostSockets).map { "\(folder)/\($0)" }
  }
}
