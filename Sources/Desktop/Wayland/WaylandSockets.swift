package enum WaylandSockets {
  /// The path of `WAYLAND_DISPLAY`'s socket; if the variable is unset, of the `wayland-*` sockets in `XDG_RUNTIME_DIR`.
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
