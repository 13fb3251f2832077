package enum WaylandSockets {
  /// The socket of `WAYLAND_DISPLAY`; if that is not set, as for a service that was started too early, all in
  /// `XDG_RUNTIME_DIR`. `variable` gives a variable that is set and not empty.
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
