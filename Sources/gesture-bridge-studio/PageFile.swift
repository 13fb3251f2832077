/// A file of the page, as it is served.
struct PageFile: Sendable {
  /// As in the folder `Page`; a test compares it with `all`.
  let name: String
  let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  static let all = [
    PageFile("index.html", PackageResources.index_html)
  ]

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  var type: String { Self.types[name.split(separator: ".").last.map(String.init) ?? ""] ?? "application/octet-stream" }

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ("/" + $0.name, $0) })

  /// The file of a path, letter by letter: nothing in it is decoded, and nothing leads out of the list.
  static func at(_ path: String) -> PageFile? { byPath[path == "/" ? "/index.html" : path] }
}
