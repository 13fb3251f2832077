/// What the view's parts and keys mean, on a screen of its own.
enum Help {
  private static let keyColumns = 16

  static var lines: [StyledLine] {
    var lines = [StyledLine(" \(ViewWording.helpTitle)", .bold), StyledLine()]
    lines += ViewWording.help.map { key, meaning in
      var line = StyledLine(" ")
      line.add(key, .bold, columns: keyColumns)
      line.add(" \(meaning)")
      return line
    }
    return lines
  }
}
