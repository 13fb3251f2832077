import Yams

/// A recording of `libinput record` as the text of an evemu file: each touch device's description and its events.
///
/// The version of the format is 1, as its manual page has it; keys it does not name are passed over. Every event stands on
/// the line of the text that it has in the recording, so that what is said of a line is true of both.
public struct LibinputRecording {
  /// The evemu text; a line `N:` begins each device.
  public let evemu: String

  static let version: Int64 = 1
  /// More devices than any machine has.
  private static let deviceLimit = 256

  private let file: String
  private let lines: RecordedLines

  /// Reads `bytes`, which come from the file called `file`.
  ///
  /// Throws if they are no recording of that kind, or one of no touch device.
  public init(bytes: [UInt8], file: String) throws(ImportError) {
    self.file = file
    lines = RecordedLines(bytes)
    guard !bytes.contains(0), let text = String(validating: lines.text, as: UTF8.self) else {
      throw ImportError(file: file, Wording.notText, fix: LibinputWording.fileFix)
    }
    let root = try Self.root(text, file)
    guard root.mapping != nil, let version = root["version"] else {
      throw ImportError(file: file, LibinputWording.noVersion, fix: LibinputWording.fileFix)
    }
    guard version.whole == Self.version else {
      throw ImportError(
        file: file, line: version.mark?.line, LibinputWording.otherVersion(version.scalar?.string ?? ""),
        fix: LibinputWording.otherVersionFix)
    }
    evemu = try Self.text(root, file, lines)
  }

  private static func root(_ text: String, _ file: String) throws(ImportError) -> Yams.Node {
    do {
      // Numbers stay what is written: resolving each would take most of the time.
      if let root = try Yams.Parser(yaml: text, resolver: .basic).singleRoot() { return root }
    } catch {
      throw LibinputWording.translated(error, file)
    }
    throw ImportError(file: file, LibinputWording.noVersion, fix: LibinputWording.fileFix)
  }

  private static func text(_ root: Yams.Node, _ file: String, _ lines: RecordedLines) throws(ImportError) -> String {
    guard let nodes = root["devices"]?.sequence, !nodes.isEmpty else {
      throw ImportError(
        file: file, line: root["devices"]?.mark?.line, LibinputWording.noDevices, fix: LibinputWording.fileFix)
    }
    guard nodes.count <= deviceLimit else {
      throw ImportError(file: file, LibinputWording.manyDevices(nodes.count), fix: LibinputWording.fileFix)
    }
    var text = LinedText()
    var others: [String] = []
    var isAnyTouched = false
    for node in nodes {
      let device = try LibinputDevice(node, file)
      guard device.isTouch else {
        others.append(device.name)
        continue
      }
      isAnyTouched = true
      for line in device.description { text.add(line, at: node.mark?.line ?? 1) }
      try device.events(lines) { text.add($0, at: $1) }
    }
    guard isAnyTouched else {
      throw ImportError(file: file, LibinputWording.noTouchDevice(others), fix: LibinputWording.noTouchDeviceFix)
    }
    return text.text
  }
}

/// Text of which each line has a place, as far as those before it leave it free.
private struct LinedText {
  private(set) var text = ""
  private var line = 1

  mutating func add(_ content: String, at place: Int) {
    while line < place {
      text += "\n"
      line += 1
    }
    text += content + "\n"
    line += 1
  }
}

extension Yams.Node {
  /// A whole number as it is written in decimals.
  var whole: Int64? { scalar.flatMap { Int64($0.string) } }
}
