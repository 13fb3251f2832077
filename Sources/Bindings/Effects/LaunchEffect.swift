/// `launch = "firefox.desktop"`: starts an application, as the desktop's menu does.
struct LaunchEffect: KeyedEffect {
  static let key = "launch"
  private static let example = "firefox.desktop"
  private static let ending = ".desktop"

  let manual = """
    An application to start, by the name of its .desktop file, such as `"firefox.desktop"`; see `WINDOWS AND WORKSPACES`.
    """
  let form = EffectForm.text(
    summary: "The application to start, by the name of its .desktop file.", example: Self.example)

  func read(_ reader: inout TableReader, into section: inout ActionSection) -> Effect.Part? {
    guard let name = reader.string(key, example: Self.example) else { return nil }
    guard name.value.isPlainName, name.value.hasSuffix(Self.ending), !name.value.contains("/") else {
      reader.problems.error(
        at: name.range, "\(name.value.quoted) is not the name of a .desktop file",
        fix: "write the name of a file in a folder such as /usr/share/applications: `launch = \"firefox.desktop\"`")
      return nil
    }
    return .launch(name.value)
  }
}

extension Rules {
  /// The names of the .desktop files in `launch`, each with the location of the first action that has this name.
  public var applications: [(name: String, location: FileLocation)] {
    firstUses { $0.parts.compactMap { if case .launch(let name) = $0 { name } else { nil } } }
      .map { (name: $0, location: $1) }
  }
}
