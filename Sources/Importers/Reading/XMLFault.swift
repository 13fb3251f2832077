/// Why a text is no well-formed XML.
enum XMLFault: Equatable {
  case noElement
  case noQuotes
  case endsEarly
  case noName
  case crossed
  case openTag
  case goesOn
  case other

  /// Numbers of `expat.h`.
  private enum Code {
    static let syntax: Int32 = 2
    static let noElements: Int32 = 3
    static let invalidToken: Int32 = 4
    static let unclosedToken: Int32 = 5
    static let tagMismatch: Int32 = 7
    static let junkAfterElement: Int32 = 9
    static let unclosedCDATA: Int32 = 20
  }

  /// expat's error of this number, at a place among the bytes of the text.
  init(_ code: Int32, at place: Int, of text: [UInt8], isWithinElement: Bool) {
    self =
      switch code {
      case Code.noElements: isWithinElement ? .endsEarly : .noElement
      case Code.syntax: .noElement
      case Code.unclosedCDATA: .endsEarly
      case Code.tagMismatch: .crossed
      case Code.junkAfterElement: .goesOn
      case Code.unclosedToken, Code.invalidToken:
        text.indices.contains(place)
          ? Self.inTag(text, at: place, isUnclosed: code == Code.unclosedToken, isWithinElement) : .other
      default: .other
      }
  }

  /// expat has one number for most of what can be wrong in a tag.
  private static func inTag(_ text: [UInt8], at place: Int, isUnclosed: Bool, _ isWithinElement: Bool) -> XMLFault {
    if isUnclosed { return unclosed(text[place...], isWithinElement) }
    guard let start = text[..<place].lastIndex(of: UInt8(ascii: "<")) else { return .noElement }
    let tag = text[(start + 1)..<place]
    switch tag.first {
    case nil: return .noName
    case UInt8(ascii: "!"), UInt8(ascii: "?"): return .other
    case UInt8(ascii: "/"): return isWithinElement ? .openTag : .noName
    default: break
    }
    var quote: UInt8?
    var isClosed = false
    for byte in tag {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        isClosed = true
      }
    }
    guard quote == nil, !isClosed, let last = tag.last(where: { !isSpace($0) }) else { return .other }
    if last == UInt8(ascii: "=") { return .noQuotes }
    if last == UInt8(ascii: "/") || text[place] == UInt8(ascii: "<") { return .openTag }
    let words = tag.split(whereSeparator: isSpace)
    return words.count > 1 && last != UInt8(ascii: "\"") && last != UInt8(ascii: "'") ? .noQuotes : .other
  }

  /// The file ends within a tag, a comment or the like.
  private static func unclosed(_ rest: ArraySlice<UInt8>, _ isWithinElement: Bool) -> XMLFault {
    switch rest.dropFirst().first {
    case nil: isWithinElement ? .endsEarly : .noElement
    case UInt8(ascii: "!"), UInt8(ascii: "?"): .other
    default: rest.first == UInt8(ascii: "<") ? .openTag : .other
    }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  var text: String {
    switch self {
    case .noElement: "the file does not begin with an element"
    case .noQuotes: "a value has no quotes"
    case .endsEarly: "the file ends before its elements do"
    case .noName: "a name must follow this <"
    case .crossed: "this closes another element than the one that is open"
    case .openTag: "a tag is not closed"
    case .goesOn: "the file continues after its outermost element"
    case .other: "this is not well-formed XML"
    }
  }

  var fix: String {
    switch self {
    case .noElement: XMLWording.noElementFix
    case .noQuotes: "write names and values as `name=\"value\"`"
    case .endsEarly, .crossed: "close each element by its own name, the innermost first"
    case .noName: "in a text, write < as &lt;"
    case .openTag: "end each tag with >"
    case .goesOn: "write all elements within one, `<touchégg>`"
    case .other: "look at the names, the quotes, < and > there"
    }
  }
}

/// An `&` that begins no entity of XML and no number of a character.
enum LooseEntities {
  private static let names = ["amp", "lt", "gt", "quot", "apos"].map { Array("\($0);".utf8) }

  /// The text with `&amp;` in place of each of them.
  static func escaped(_ text: String) -> [UInt8] {
    var escaped: [UInt8] = []
    escaped.reserveCapacity(text.utf8.count)
    var rest = text[...].utf8
    while let byte = rest.popFirst() {
      escaped.append(byte)
      if byte == UInt8(ascii: "&"), !beginsEntity(rest) { escaped += "amp;".utf8 }
    }
    return escaped
  }

  private static func beginsEntity(_ rest: Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: "#") else { return names.contains { rest.starts(with: $0) } }
    let number = rest.dropFirst()
    let isHexadecimal = number.first == UInt8(ascii: "x")
    let digits = (isHexadecimal ? number.dropFirst() : number).prefix { isDigit($0, isHexadecimal) }
    return !digits.isEmpty && digits.endIndex < rest.endIndex && rest[digits.endIndex] == UInt8(ascii: ";")
  }

  private static func isDigit(_ byte: UInt8, _ isHexadecimal: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): isHexadecimal
    default: false
    }
  }
}

/// Texts about XML.
enum XMLWording {
  static let noLibrary = "expat, which reads XML, is missing"
  static let noLibraryFix = "Debian's package libexpat1 brings it, Arch's and Fedora's package expat"
  static let noXML = "this is not XML"
  static let noElementFix = "touchegg.conf begins with `<touchégg>`"
  static let tooDeepFix = "close each element that ends before the next one begins"

  static func tooDeep(_ deepest: Int) -> String { "more than \(deepest) elements stand inside one another" }
}
