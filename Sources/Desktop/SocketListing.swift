import Base
import Glibc

/// Lists the names in a folder, or the user's sockets in a folder, such as sockets of compositors.
package enum SocketListing {
  /// The maximum number of names that are returned by default, and of sockets that are returned in addition to `named`.
  package static let most = 8

  /// Returns the first `most` sorted names that `matches` accepts. Empty if `folder` is relative or unreadable.
  package static func names(in folder: String, atMost most: Int = most, _ matches: (String) -> Bool) -> [String] {
    Array(allNames(in: folder).filter(matches).prefix(most))
  }

  /// Returns `named` if not nil, and then up to `most` other sockets of the user in `folder`, the newest first. For
  /// each name in `folder`, `path` returns the socket's path relative to `folder`, or nil to skip the name.
  package static func sockets(named: String?, in folder: String?, _ path: (String) -> String?) -> [String] {
    let named = named.map { [$0] } ?? []
    guard let folder else { return named }
    let others = allNames(in: folder).compactMap(path).map { "\(folder)/\($0)" }.filter { !named.contains($0) }
    let sockets = others.compactMap { other in time(of: other).map { (path: other, time: $0) } }
    return named + sockets.sorted { ($0.time, $0.path) > ($1.time, $1.path) }.prefix(most).map(\.path)
  }

  /// Returns the modification time of the user's socket at `path`, in nanoseconds. Nil for any other file.
  private static func time(of path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK, status.st_uid == geteuid() else { return nil }
    return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
  }

  private static func allNames(in folder: String) -> [String] {
    folder.hasPrefix("/") ? FolderNames.all(in: folder) : []
  }
}

/// The sockets of desktops with their own protocol.
package enum DesktopSockets {
  package static func sway(_ variable: (String) -> String?) -> [String] {
    SocketListing.sockets(named: variable("SWAYSOCK"), in: variable("XDG_RUNTIME_DIR")) {
      $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") ? $0 : nil
    }
  }

  package static func i3(_ variable: (String) -> String?) -> [String] {
    SocketListing.sockets(named: variable("I3SOCK"), in: variable("XDG_RUNTIME_DIR").map { "\($0)/i3" }) {
      $0.hasPrefix("ipc-socket.") ? $0 : nil
    }
  }

  package static func niri(_ variable: (String) -> String?) -> [String] {
    SocketListing.sockets(named: variable("NIRI_SOCKET"), in: variable("XDG_RUNTIME_DIR")) {
      $0.hasPrefix("niri.") && $0.hasSuffix(".sock") ? $0 : nil
    }
  }

  /// Returns the paths of Hyprland's sockets with the file name `name`. Each running Hyprland has a folder of sockets.
  package static func hyprland(_ name: String, _ variable: (String) -> String?) -> [String] {
    guard let folder = variable("XDG_RUNTIME_DIR").map({ "\($0)/hypr" }) else { return [] }
    let named = variable("HYPRLAND_INSTANCE_SIGNATURE").map { "\(folder)/\($0)/\(name)" }
    return SocketListing.sockets(named: named, in: folder) { "\($0)/\(name)" }
  }
}
