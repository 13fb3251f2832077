import Bindings
import GestureCore
import Text

/// The words of a line in a script, which are read one after another.
struct Tokens {
  private let all: [String]
  private var position = 0

  init(_ all: [String]) { self.all = all }

  var count: Int { all.count }
  var peek: String? { position < all.count ? all[position] : nil }

  mutating func next() -> String? {
    guard let token = peek else { return nil }
    position += 1
    return token
  }

  mutating func next(_ part: RecordingError.Part) throws(RecordingError.Reason) -> String {
    guard let token = next(), token != ";" else { throw .expected(part, found: nil) }
    return token
  }

  /// Returns the next word; nil before a `;` and at the end of the line.
  fileprivate mutating func nextOfAction() -> String? { peek == ";" ? nil : next() }

  mutating func skip(_ word: String) -> Bool {
    guard peek == word else { return false }
    position += 1
    return true
  }

  func end() throws(RecordingError.Reason) {
    if let token = peek { throw .expected(.endOfLine, found: token) }
  }
}

/// Splits a line into words at blanks and at `;`. A `;` is itself a word. `#` begins a comment. Text in quotes isn't
/// split, and can have the escapes `\"`, `\\`, `\n` and `\u001B`. Throws if a closing quote is missing.
func tokenize(_ line: Substring) throws(RecordingError.Reason) -> [String] {
  var tokens: [String] = []
  var token: String?
  var isQuoted = false
  var isEscaped = false
  var remaining = line.unicodeScalars[...]
  while let character = remaining.popFirst() {
    if isEscaped {
      token =
        (token ?? "")
        + (character == "n" ? "\n" : String(character == "u" ? readEscapedCharacter(&remaining) : character))
      isEscaped = false
    } else if character == "\"" {
      isQuoted.toggle()
      token = token ?? ""
    } else if isQuoted {
      if character == "\\" { isEscaped = true } else { token?.unicodeScalars.append(character) }
    } else if character == "#" {
      break
    } else if character == " " || character == "\t" || character == ";" {
      if let finished = token { tokens.append(finished) }
      token = nil
      if character == ";" { tokens.append(";") }
    } else {
      token = (token ?? "") + String(character)
    }
  }
  guard !isQuoted else { throw .unclosedQuote }
  if let token { tokens.append(token) }
  return tokens
}

/// Removes four hexadecimal digits and returns the character with this code. Keeps other text, and then returns `u`.
private func readEscapedCharacter(_ remaining: inout Substring.UnicodeScalarView) -> Unicode.Scalar {
  let digits = remaining.prefix(numberLength)
  guard digits.count == numberLength, digits.allSatisfy(\.properties.isASCIIHexDigit),
    let scalar = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init)
  else { return "u" }
  remaining = remaining.dropFirst(numberLength)
  return scalar
}

private let numberLength = 4

/// Returns `text` in quotes, in the form that `tokenize` reads. Escapes quotes, backslashes and control characters.
func quotedToken(_ text: String) -> String {
  var result = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case scalar.visible: result.unicodeScalars.append(scalar)
    default: result += "\\u" + hexadecimal(scalar.value, digits: numberLength, uppercase: true)
    }
  }
  return result + "\""
}

/// Whether the text has only letters, digits, `-` and `_`, and isn't empty.
func isName(_ text: String) -> Bool {
  !text.isEmpty
    && text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "-" || $0 == "_"
    }
}

/// Splits `key=value`. Nil if the `=`, the key or the value is missing.
func assignment(_ token: String) -> (name: String, value: String)? {
  let parts = token.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
  return (String(parts[0]), String(parts[1]))
}

func position(_ text: String) throws(RecordingError.Reason) -> Vector {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count == 2, let x = number(parts[0]), let y = number(parts[1]) else { throw .badPosition(text) }
  return Vector(x, y)
}

func millisecondsText(_ microseconds: Int64) -> String { decimal(Double(microseconds) / 1000, places: 3) + "ms" }

/// The names and the last written states of a device's touches.
struct TouchNames: Sendable {
  private struct NamedTouch {
    let name: String
    var touch: Touch
  }

  private var touches: [Int32: NamedTouch] = [:]
  /// The names of touches that ended in this frame. Later frames can use these names again.
  private var ended: Set<String> = []

  mutating func endFrame() { ended = [] }

  /// Returns a touch's actions, such as `down a 50,50`. Empty if the touch rests unchanged or has no written landing.
  mutating func actions(_ touch: Touch) -> [String] {
    let isNew = touch.phase == .began
    if isNew {
      let letter = freeLetter(ended.union(touches.values.map(\.name)))
      touches[touch.id] = NamedTouch(name: letter, touch: Touch(id: touch.id, phase: .began))
    }
    guard let written = touches[touch.id] else { return [] }
    let name = written.name
    if touch.isOver {
      // A touch ends at its last position, so the position of the end is not written.
      ended.insert(name)
      touches[touch.id] = nil
      return [touch.phase == .ended ? "up \(name)" : touch.isUnreleased ? "lost \(name)" : "cancel \(name)"]
    }
    var actions: [String] = []
    if isNew { actions.append("down \(name) \(Self.positionText(touch.position))") }
    if isNew, touch.isCountedOnly { actions.append("counted \(name)") }
    if !isNew, touch.position != written.touch.position {
      actions.append("move \(name) to \(Self.positionText(touch.position))")
    }
    if touch.tool != written.touch.tool { actions.append("\(touch.tool.word) \(name)") }
    if let pressure = touch.pressure, pressure != written.touch.pressure {
      actions.append("pressure \(name) \(decimal(pressure, places: 4))")
    }
    if touch.phase == .moved, actions.isEmpty { actions.append("move \(name) to \(Self.positionText(touch.position))") }
    touches[touch.id]?.touch = touch
    return actions
  }

  private static func positionText(_ position: Vector) -> String {
    "\(decimal(position.x, places: 3)),\(decimal(position.y, places: 3))"
  }
}

extension String {
  /// The text after `prefix`; nil without `prefix`. Compares bytes, as Swift joins an accent to the character before.
  func after(_ prefix: String) -> String? {
    utf8.starts(with: prefix.utf8) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
  }
}

// The state of the session in a touch script, such as `app firefox`. The word `app` alone means an unknown application.

extension Fact {
  func read(_ tokens: inout Tokens, _ context: inout Context) throws(RecordingError.Reason) {
    if self == .mode {
      let name = try tokens.next(.mode)
      guard isName(name) else { throw .badName(name) }
      context.mode = name
    } else if let text = tokens.nextOfAction() {
      do {
        context[self] = try Conditions.value(of: self, text)
      } catch {
        throw .badCondition(error)
      }
    } else {
      context[self] = nil
    }
  }
}

extension ContextChange {
  func actions(from old: Context) -> [String] {
    Conditions.sessionFacts.compactMap { fact in
      if fact == .mode { return setsMode || context.mode != old.mode ? "mode \(context.mode)" : nil }
      guard context[fact] != old[fact] else { return nil }
      guard let text = context[fact].flatMap({ Conditions.text(of: fact, $0) }) else { return fact.name }
      return "\(fact.name) \(isName(text.replacing(each: "+", by: "")) ? text : quotedToken(text))"
    }
  }
}
