import Base

/// Reads the focused workspace from Hyprland's event socket. Before the first change, the workspace is unknown.
/// Source: wiki.hypr.land, "IPC": lines `EVENT>>DATA`.
final class HyprlandProvider: DesktopProvider {
  static let socket = ".socket2.sock"
  /// The maximum length of a line in bytes.
  private static let longestLine = 1 << 16
  private static let separator = Array(">>".utf8)

  let name = "Hyprland"
  private(set) var state = LinkState.ready
  let provided: DesktopNeeds = .workspace
  private var workspace: String?
  private var unread: [UInt8] = []
  private var stream: LocalStream?

  init(path: String) {
    do throws(SystemError) {
      stream = try LocalStream(path: path, peer: "Hyprland")
    } catch {
      state = .unavailable("can't connect to Hyprland at \(path): \(error)")
    }
  }

  var wait: (descriptor: Int32, events: Int16)? { stream?.wait }

  var facts: DesktopFacts {
    var facts = DesktopFacts()
    facts.workspace = workspace
    return facts
  }

  func ready() {
    stream?.ready { [unowned self] bytes in
      unread += bytes
      readLines()
    }
    if let ending = stream?.ending { close(ending) }
  }

  private func readLines() {
    var rest = unread[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      handle(rest[..<end])
      rest = rest[(end + 1)...]
    }
    unread = Array(rest)
    if unread.count > Self.longestLine { stream?.end("Hyprland sends lines that are too long") }
  }

  private func handle(_ line: ArraySlice<UInt8>) {
    guard let mark = line.firstIndex(of: Self.separator[0]), line[mark...].starts(with: Self.separator) else { return }
    let data = line[(mark + Self.separator.count)...]
    switch String(decoding: line[..<mark], as: UTF8.self) {
    case "workspace": setWorkspace(data)
    // The data are the monitor and its workspace, separated by a comma; a connector's name has no comma.
    case "focusedmon": setWorkspace(data.drop { $0 != UInt8(ascii: ",") }.dropFirst())
    default: break
    }
  }

  private func setWorkspace(_ name: ArraySlice<UInt8>) {
    workspace = name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }

  func close(_ reason: String) {
    stream = nil
    unread.removeAll()
    workspace = nil
    state = .unavailable(reason)
  }
}
