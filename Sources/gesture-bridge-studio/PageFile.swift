/// A file of the page, as the server sends it.
struct PageFile: Sendable {
  /// The file's name in the folder `Page`; a test compares the folder with `all`.
  let name: String
  let bytes: [UInt8]

  private init(_ name: String, _ bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  static let all = [
    PageFile("attempts.js", PackageResources.attempts_js),
    PageFile("connection.js", PackageResources.connection_js),
    PageFile("diagnostics.js", PackageResources.diagnostics_js),
    PageFile("difference.js", PackageResources.difference_js),
    PageFile("draft.js", PackageResources.draft_js),
    PageFile("editor.js", PackageResources.editor_js),
    PageFile("elements.js", PackageResources.elements_js),
    PageFile("forms.js", PackageResources.forms_js),
    PageFile("gestures.js", PackageResources.gestures_js),
    PageFile("graph.js", PackageResources.graph_js),
    PageFile("index.html", PackageResources.index_html),
    PageFile("keys.js", PackageResources.keys_js),
    PageFile("latest.js", PackageResources.latest_js),
    PageFile("messages.js", PackageResources.messages_js),
    PageFile("new.js", PackageResources.new_js),
    PageFile("now.js", PackageResources.now_js),
    PageFile("page.js", PackageResources.page_js),
    PageFile("picture.js", PackageResources.picture_js),
    PageFile("schema.js", PackageResources.schema_js),
    PageFile("studio.js", PackageResources.studio_js),
    PageFile("style.css", PackageResources.style_css),
    PageFile("surface.js", PackageResources.surface_js),
    PageFile("tabs.js", PackageResources.tabs_js),
    PageFile("threshold.js", PackageResources.threshold_js),
    PageFile("tiles.js", PackageResources.tiles_js),
    PageFile("toml.js", PackageResources.toml_js),
    PageFile("units.js", PackageResources.units_js),
    PageFile("views.css", PackageResources.views_css),
  ]

  private static let types = [
    "css": "text/css; charset=utf-8", "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  var type: String { Self.types[name.split(separator: ".").last.map(String.init) ?? ""] ?? "application/octet-stream" }

  private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ("/" + $0.name, $0) })

  /// Returns the file at the path of a request, or nil. `/` gives `index.html`. Percent escapes aren't decoded.
  static func at(_ path: String) -> PageFile? { byPath[path == "/" ? "/index.html" : path] }
}
