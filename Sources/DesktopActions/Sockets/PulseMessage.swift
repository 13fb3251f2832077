import Desktop

/// Messages of PulseAudio's native protocol. Five numbers come first, then the command, a tag and values. A byte before
/// the command, the tag and each value gives the type; a flag has only this byte. Numbers are big-endian. Source:
/// src/pulsecore/native-common.h, tagstruct.c and pstream.c of PulseAudio.
enum PulseMessage {
  enum Value {
    case number(UInt32)
    case text(String)
    case flag(Bool)
    case bytes([UInt8])
    case volumes([UInt32])
    case properties([(name: String, text: String)])
  }

  private static let headLength = 20
  /// The maximum length of an answer in bytes, without its header. Real answers are much shorter.
  private static let mostBytes = 1 << 20
  /// The number of the channel for commands.
  private static let control = UInt32.max
  static let error: UInt32 = 0
  static let reply: UInt32 = 2

  /// Returns the message of a command. The server's answer has the same `tag`.
  static func bytes(_ command: UInt32, tag: UInt32, _ values: [Value]) -> [UInt8] {
    var body: [UInt8] = []
    for value in [.number(command), .number(tag)] + values { append(value, to: &body) }
    return [UInt32(body.count), control, 0, 0, 0].flatMap(bytes) + body
  }

  private static func append(_ value: Value, to body: inout [UInt8]) {
    switch value {
    case .number(let number): body += [Tag.number] + bytes(number)
    case .text(let text): body += [Tag.text] + Array(text.utf8) + [0]
    case .flag(let flag): body.append(flag ? Tag.yes : Tag.no)
    case .bytes(let some): body += [Tag.bytes] + bytes(UInt32(some.count)) + some
    case .volumes(let volumes): body += [Tag.volumes, UInt8(clamping: volumes.count)] + volumes.flatMap(bytes)
    case .properties(let properties):
      body.append(Tag.properties)
      for property in properties {
        let text = Array(property.text.utf8) + [0]
        append(.text(property.name), to: &body)
        append(.number(UInt32(text.count)), to: &body)
        append(.bytes(text), to: &body)
      }
      body.append(Tag.noText)
    }
  }

  private static func bytes(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  static func next(in inbox: inout MessageInbox) throws(InvalidMessage) -> PulseAnswer? {
    let message = try inbox.next(header: headLength) { bytes throws(InvalidMessage) in
      let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard length <= mostBytes else { throw InvalidMessage() }
      return headLength + length
    }
    return message.map { PulseAnswer($0.dropFirst(headLength)) }
  }

  fileprivate enum Tag {
    static let number = UInt8(ascii: "L")
    static let text = UInt8(ascii: "t")
    static let noText = UInt8(ascii: "N")
    static let (yes, no) = (UInt8(ascii: "1"), UInt8(ascii: "0"))
    static let bytes = UInt8(ascii: "x")
    static let volumes = UInt8(ascii: "v")
    static let properties = UInt8(ascii: "P")
    /// The tag of a sound format. Six bytes follow the tag.
    static let format = UInt8(ascii: "a")
    static let channels = UInt8(ascii: "m")
  }
}

/// An answer of the server. Its values are read one after another.
struct PulseAnswer {
  private var rest: ArraySlice<UInt8>

  fileprivate init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func number() throws(InvalidMessage) -> UInt32 {
    try expect(PulseMessage.Tag.number)
    return try word()
  }

  mutating func skipText() throws(InvalidMessage) {
    if rest.first == PulseMessage.Tag.noText {
      rest.removeFirst()
      return
    }
    try expect(PulseMessage.Tag.text)
    guard let end = rest.firstIndex(of: 0) else { throw InvalidMessage() }
    rest = rest[(end + 1)...]
  }

  mutating func skipFormat() throws(InvalidMessage) {
    try expect(PulseMessage.Tag.format)
    _ = try take(6)
  }

  mutating func skipChannels() throws(InvalidMessage) {
    try expect(PulseMessage.Tag.channels)
    _ = try take(Int(try take(1).first ?? 0))
  }

  mutating func volumes() throws(InvalidMessage) -> [UInt32] {
    try expect(PulseMessage.Tag.volumes)
    var volumes: [UInt32] = []
    for _ in 0..<(try take(1).first ?? 0) { volumes.append(try word()) }
    return volumes
  }

  mutating func flag() throws(InvalidMessage) -> Bool {
    switch try take(1).first {
    case PulseMessage.Tag.yes: return true
    case PulseMessage.Tag.no: return false
    default: throw InvalidMessage()
    }
  }

  private mutating func word() throws(InvalidMessage) -> UInt32 { try take(4).reduce(0) { $0 << 8 | UInt32($1) } }

  private mutating func expect(_ tag: UInt8) throws(InvalidMessage) {
    guard try take(1).first == tag else { throw InvalidMessage() }
  }

  private mutating func take(_ count: Int) throws(InvalidMessage) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw InvalidMessage() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
