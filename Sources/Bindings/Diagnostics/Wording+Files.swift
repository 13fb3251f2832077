// Files that include others
extension Wording {
  static let includeKey = "include"

  static let emptyInclude = Wording(
    "this includes nothing", fix: "write a path, as in `include = [\"layers/media.toml\"]`")

  static let misplacedInclude = Wording(
    "`include` can't stand in a section", fix: "move it to the top of the file, before the first `[section]`")

  static let nullInPath = Wording("no path has a NUL character in it", fix: "remove it")

  static let noHome = Wording("`~` means nothing here: HOME is not set", fix: "write the whole path")

  static func noIncludes(_ path: String) -> Wording {
    Wording("can't read \(path.short): this text comes from no file", fix: "put everything in one")
  }

  static func includedTooDeep(_ most: Int) -> Wording {
    Wording("more than \(most) files include one another", fix: "let one file include them all, side by side")
  }

  static func includeCircle(_ files: [String]) -> Wording {
    Wording(
      files.count == 2 ? "the file includes itself" : "the file includes itself: \(round(files))",
      fix: files.count == 2 ? "remove it" : "remove one of them")
  }

  static func includedAlready(_ path: String, _ first: FileLocation) -> Wording {
    Wording("\(path.quoted) is included already, at \(first)", fix: "remove one of the two")
  }

  static func definedAlready(_ section: String, _ name: String, _ first: FileLocation) -> Wording {
    let more = section == "gesture" ? "; a `[[binding]]` can give it other actions" : ""
    return Wording(
      "there is a \(section) \(name.quoted) already, at \(first)", fix: "rename or remove one of the two\(more)")
  }
}
