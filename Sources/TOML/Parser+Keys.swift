// Keys, headers and what a key is set to.
extension Parser {
  /// `key = value`
  mutating func keyAndValue() throws(Abandoned) {
    let start = at
    let path = try dottedKey()
    let errorsBefore = errors.count
    do {
      let value = try assignedValue(of: path, depth: tableDepth)
      try endOfValue(value)
      if errors.count == errorsBefore, !hasInvalidBytes(in: start..<at) {
        set(path, to: value, in: table)
        return
      }
    } catch {
      tree.markUnreadable(path[0], in: table)
      throw error
    }
    tree.markUnreadable(path[0], in: table)
  }

  /// The `=` and the value. `depth` is that of the table the key is set in.
  mutating func assignedValue(of path: [Key], depth: Int) throws(Abandoned) -> Value {
    skipBlanks()
    guard peek() == Bytes.equals else {
      let here = isAtLineEnd ? at..<at : characterRange(at: at)
      throw fail(.expectedEquals(after: source(of: path), colon: peek() == Bytes.colon), at: here)
    }
    at += 1
    skipBlanks()
    if isAtLineEnd || peek() == Bytes.hash || peek() == Bytes.comma || peek() == Bytes.closeBrace {
      throw fail(.noValue(source(of: path)), at: at..<at)
    }
    return try value(depth: depth + path.count)
  }

  private func source(of path: [Key]) -> String {
    quoted(path[0].range.lowerBound..<(path.last ?? path[0]).range.upperBound)
  }

  mutating func set(_ path: [Key], to value: Value, in table: Int) {
    do {
      try tree.set(path, to: value, in: table)
    } catch {
      note(error)
    }
  }

  /// `[path]` or `[[path]]`. The keys under a wrong one are read for their errors only.
  mutating func header() throws(Abandoned) {
    let start = at
    do {
      let isElement = peek(1) == Bytes.openBracket
      at += isElement ? 2 : 1
      skipBlanks()
      let path = try dottedKey()
      try endOfHeader(from: start, close: isElement ? "]]" : "]")
      tableDepth = path.count
      let range = start..<at
      table = try open(path, isElement: isElement, range: range)
    } catch {
      table = tree.addTable(.header, range: start..<at)
      throw error
    }
  }

  private mutating func open(_ path: [Key], isElement: Bool, range: Range<Int>) throws(Abandoned) -> Int {
    do {
      return isElement ? try tree.appendTable(path, range: range) : try tree.openTable(path, range: range)
    } catch {
      note(error)
      throw Abandoned()
    }
  }

  /// The closing brackets; where only these are missing the header counts all the same.
  private mutating func endOfHeader(from start: Int, close: String) throws(Abandoned) {
    let last = at
    skipBlanks()
    if text[at...].starts(with: close.utf8) {
      at += close.utf8.count
      return
    }
    let isHalfClosed = peek() == Bytes.closeBracket
    guard isHalfClosed || isAtLineEnd || peek() == Bytes.hash else {
      let word = wordRange(from: at)
      throw fail(.unexpectedInHeader(quoted(word)), at: word)
    }
    at = isHalfClosed ? at + 1 : last
    note(.unterminatedHeader(close: close), at: start..<at)
  }

  /// A key with all its parts; stands right behind it afterwards.
  mutating func dottedKey() throws(Abandoned) -> [Key] {
    var path = [try simpleKey()]
    while true {
      let end = at
      skipBlanks()
      guard peek() == Bytes.dot else {
        at = end
        return path
      }
      at += 1
      skipBlanks()
      path.append(try simpleKey())
      if path.count > TOML.maximumDepth {
        throw fail(.tooDeep, at: path[path.count - 1].range)
      }
    }
  }

  private mutating func simpleKey() throws(Abandoned) -> Key {
    let start = at
    if peek() == Bytes.quote || peek() == Bytes.apostrophe {
      if isAtTripleQuote { throw fail(.multiLineKey, at: at..<at + 3) }
      return Key(name: try string(), range: start..<at)
    }
    while at < text.count, text[at].isBareKey { at += 1 }
    if let byte = peek(), byte != Bytes.dot, byte != Bytes.colon, !byte.isPunctuation {
      throw fail(keyNeedsQuotes(from: start), at: characterRange(at: at))
    }
    guard at > start else {
      try refuseControlCharacter()
      let found = isAtLineEnd ? "the end of the line" : "`\(quoted(characterRange(at: at)))`"
      throw fail(.expectedKey(found), at: isAtLineEnd ? at..<at : characterRange(at: at))
    }
    return Key(name: String(decoding: text[start..<at], as: UTF8.self), range: start..<at)
  }

  private func keyNeedsQuotes(from start: Int) -> Wording {
    var end = at
    while end < text.count, !text[end].isPunctuation, text[end] != Bytes.dot, text[end] != Bytes.colon { end += 1 }
    return .keyNeedsQuotes(quoted(characterRange(at: at)), key: quoted(start..<end))
  }
}
