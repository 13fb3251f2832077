import Actions
import Bindings
import Glibc

// The rules file at run time
extension Message {
  static func unchanged(_ path: String) -> String { "\(path) is in order again; the rules are the same as before" }

  static func rulesGone(_ path: String) -> String { "\(path) is gone; the rules stay as they were until it is back" }

  /// The manual page of inotify names both limits.
  static func notWatched(_ path: String, _ code: Int32) -> String {
    let fix =
      switch code {
      case ENOSPC: "raise fs.inotify.max_user_watches, as with `sudo sysctl fs.inotify.max_user_watches=524288`"
      case EMFILE: "raise fs.inotify.max_user_instances, as with `sudo sysctl fs.inotify.max_user_instances=512`"
      default: String(cString: strerror(code))
      }
    return "can't watch \(path) for changes: \(fix); SIGHUP still makes the daemon read its rules again"
  }

  /// "bindings.toml has 2 errors", "bindings.toml and layers/media.toml have 3 errors"
  static func have(_ errors: [Diagnostic]) -> String {
    let files = files(errors)
    return "\(listed(files)) \(files.count == 1 ? "has" : "have") \(count(errors.count, "error"))"
  }

  private static func files(_ errors: [Diagnostic]) -> [String] {
    errors.reduce(into: []) { files, error in
      if !files.contains(error.location.file) { files.append(error.location.file) }
    }
  }

  private static func listed(_ files: [String]) -> String {
    files.count > 2 ? "\(files.count) files" : files.joined(separator: " and ")
  }
}

// On the desktop
extension Message {
  static let mendedTitle = "gesture-bridge: the rules are right again"
  static let refusedTitle = "gesture-bridge: the rules can't be read"
  private static let stay = "The rules of before stay in use."

  static func gestures(_ number: Int, from path: String) -> String { "\(count(number, "gesture")) from \(path)" }

  static func refusedBody(_ problem: String) -> String { "\(problem)\n\(stay)" }

  static func troubleTitle(_ errors: [Diagnostic]) -> String {
    let names = files(errors).map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    return "gesture-bridge: \(count(errors.count, "error")) in \(listed(names))"
  }

  /// The first error: a notification has room for few lines.
  static func troubleBody(_ errors: [Diagnostic]) -> String {
    let first = errors.first.map { error in
      let name = error.location.file.split(separator: "/").last ?? ""
      let place = "\(name):\(error.location.line):\(error.location.column)"
      return ["\(place): \(error.message)", error.fix].compactMap { $0 }
    }
    return ((first ?? []) + [stay]).joined(separator: "\n")
  }
}
