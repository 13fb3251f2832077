/// Makes the change of a text that gives a key a value.
struct Editor {
  let text: [UInt8]
  /// What the ranges of the text's document count from.
  let start: Int
  let value: String

  func replace(_ range: Range<Int>) -> Edit {
    Edit(range: range.lowerBound - start..<range.upperBound - start, replacement: Array(value.utf8))
  }

  /// Adds what is missing of `path`, the keys `rest`, to the table at `home`.
  func add(_ rest: [String], _ path: [String], in home: Home) -> Edit {
    let line = "\(TOML.key(home.way + rest)) = \(value)"
    switch home.section.kind {
    case .inline: return addEntry(line, to: home)
    case .root, .header, .element:
      // A table below a header gets a header too, unless dotted keys have closed it to these.
      if rest.count == 1 || !home.way.isEmpty { return addLine(line, behind: home) }
    case .implicit, .dotted: break
    }
    return addSection(Array(path.dropLast()), "\(TOML.key(path.suffix(1))) = \(value)")
  }

  private func addEntry(_ entry: String, to home: Home) -> Edit {
    guard let last = home.table.lastEntry else {
      let inside = home.section.range.lowerBound - start + 1
      return insert(text[inside] == Bytes.closeBrace ? " \(entry) " : " \(entry)", at: inside)
    }
    return insert(", \(entry)", at: last.end - start)
  }

  private func addLine(_ line: String, behind home: Home) -> Edit {
    if let last = home.table.lastEntry { return insertLine(line, below: last.start - start, last.end - start) }
    switch home.section.kind {
    case .header, .element:
      return insertLine(line, below: home.section.range.lowerBound - start, home.section.range.upperBound - start)
    case .root, .implicit, .dotted, .inline: return addFirstLine(line)
    }
  }

  /// The root's keys stand before all headers.
  private func addFirstLine(_ line: String) -> Edit {
    let top = text.starts(with: Bytes.byteOrderMark) ? Bytes.byteOrderMark.count : 0
    return insert(line + lineEnd + (top < text.count ? lineEnd : ""), at: top)
  }

  private func addSection(_ path: [String], _ line: String) -> Edit {
    let isWhole = text.isEmpty || text.last == Bytes.lineFeed
    var addition = isWhole ? "" : lineEnd
    if !text.isEmpty { addition += lineEnd }
    addition += "[\(TOML.key(path))]\(lineEnd)\(line)"
    return insert(addition + (isWhole ? lineEnd : ""), at: text.count)
  }

  /// Adds a line below the one that holds what begins at `first` and ends at `end`, which may be some lines further down.
  private func insertLine(_ line: String, below first: Int, _ end: Int) -> Edit {
    let beginning = text[..<first].lastIndex(of: Bytes.lineFeed).map { $0 + 1 } ?? 0
    let indent = String(decoding: text[beginning..<first].prefix(while: \.isBlank), as: UTF8.self)
    guard let feed = text[end...].firstIndex(of: Bytes.lineFeed) else {
      return insert(lineEnd + indent + line, at: text.count)
    }
    return insert(indent + line + lineEnd(at: feed), at: feed + 1)
  }

  private func insert(_ addition: String, at place: Int) -> Edit {
    Edit(range: place..<place, replacement: Array(addition.utf8))
  }

  /// As the first line of the text ends.
  private var lineEnd: String { text.firstIndex(of: Bytes.lineFeed).map(lineEnd) ?? "\n" }

  private func lineEnd(at feed: Int) -> String {
    feed > 0 && text[feed - 1] == Bytes.carriageReturn ? "\r\n" : "\n"
  }
}

extension Table {
  /// Where the last entry that is written in the table's own part of the text begins and ends.
  fileprivate var lastEntry: (start: Int, end: Int)? {
    entries.compactMap { entry in
      if case .table(let table) = entry.value.content, table.kind == .dotted { return table.lastEntry }
      return entry.value.isWritten ? (entry.key.range.lowerBound, entry.value.range.upperBound) : nil
    }.max { $0.end < $1.end }
  }
}
