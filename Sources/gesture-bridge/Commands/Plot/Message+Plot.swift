import Glibc

// What `plot` says.
extension Message {
  static func unknownPictureFormat(_ output: String) -> String {
    output == "-"
      ? "say with --format what to write: svg or html"
      : "\"\(output)\" ends neither with .svg nor with .html; --format says what to write"
  }

  static func cannotWrite(_ error: PictureFileError) -> String {
    switch error {
    case .exists(let path): "\(path) is there already; --force replaces it"
    case .unwritable(let path, let code): "can't write \(path): \(String(cString: strerror(code)))"
    }
  }
}
