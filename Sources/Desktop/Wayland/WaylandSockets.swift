package enum WaylandSockets {
  /// Returns the path of the socket that `WAYLAND_DISPLAY` names. If the variable is unset, returns the paths of the
  /// first eight `wayland-*` sockets in `XDG_RUNTIME_DIR`, by name. Empty if `XDG_RUNTIME_DIR` is needed, but unset.
  package static func paths(_ variable: (String) -> String?) -> [String] {
    let folder = variable("XDG_RUNTIME_DIR")
    if let display = variable("WAYLAND_DISPLAY") {
      if display.hasPrefix("/") { return [display] }
      return folder.map { ["\($0)/\(display)"] } ?? []
    }
    guard let folder else { return [] }
    return SocketListing.names(in: folder) { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }.map {
      "\(folder)/\($0)"
    }
  }
}
