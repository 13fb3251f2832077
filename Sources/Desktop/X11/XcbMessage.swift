/// A reply or an event of an X server, or what it says of itself, in the byte order of this machine. What lies outside it
/// reads as nil.
///
/// Offsets are those of the X11 protocol's encoding, and of RandR's and XKB's.
package struct XcbMessage {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Copies a reply: 32 bytes and as many more as it says, which libxcb has reserved for it.
  init(reply: UnsafeRawPointer) {
    let more = reply.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    self.init([UInt8](UnsafeRawBufferPointer(start: reply, count: 32 + Int(more) * 4)))
  }

  /// Copies the first 32 bytes of an event; most have no more.
  init(event: UnsafeRawPointer) { self.init([UInt8](UnsafeRawBufferPointer(start: event, count: 32))) }

  /// Copies what the server has said of itself: 8 bytes and as many more as it says.
  init(setup: UnsafeRawPointer) {
    let more = setup.loadUnaligned(fromByteOffset: 6, as: UInt16.self)
    self.init([UInt8](UnsafeRawBufferPointer(start: setup, count: 8 + Int(more) * 4)))
  }

  /// The number of an event, whether the server or a client has sent it; 0 is an error.
  package var type: UInt8 { (byte(0) ?? 0) & 0x7f }

  package func byte(_ offset: Int) -> UInt8? { number(offset) }
  package func half(_ offset: Int) -> UInt16? { number(offset) }
  package func signedHalf(_ offset: Int) -> Int16? { number(offset) }
  package func word(_ offset: Int) -> UInt32? { number(offset) }

  /// This many bytes from there on; nil if there are fewer.
  package func bytes(_ offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count, count <= bytes.count - offset else { return nil }
    return bytes[offset..<offset + count]
  }

  /// This many words of four bytes from there on; nil if there are fewer.
  package func words(_ offset: Int, count: Int) -> [UInt32]? {
    guard count >= 0, bytes(offset, count: count * 4) != nil else { return nil }
    return (0..<count).compactMap { word(offset + $0 * 4) }
  }

  /// Where each screen in the setup begins, and each of the screen's depths. They lie behind the vendor's name and the formats.
  package var screens: [(place: Int, depths: [Int])]? {
    guard byte(0) == 1, let vendor = half(24), let count = byte(28), let formats = byte(29) else { return nil }
    var place = 40 + (Int(vendor) + 3) / 4 * 4 + Int(formats) * 8
    var screens: [(place: Int, depths: [Int])] = []
    for _ in 0..<count {
      guard let depths = byte(place + 39) else { return nil }
      screens.append((place, []))
      place += 40
      for _ in 0..<depths {
        guard let visuals = half(place + 2) else { return nil }
        screens[screens.count - 1].depths.append(place)
        place += 8 + Int(visuals) * 24
      }
    }
    return screens
  }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number? {
    guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }
}

/// A property of a window, out of the reply to GetProperty.
package struct X11Property {
  /// The atom of its type; 0 if there is no such property.
  package let type: UInt32
  private let format: UInt8
  private let bytes: ArraySlice<UInt8>

  /// Nil for an error, or a reply that makes no sense.
  package init?(_ reply: XcbMessage?) {
    guard let reply, let format = reply.byte(1), let type = reply.word(8), let count = reply.word(16),
      let bytes = reply.bytes(32, count: Int(count) * Int(format / 8))
    else { return nil }
    self.type = type
    self.format = format
    self.bytes = bytes
  }

  /// Its numbers of 32 bits; none of a property that has others.
  package var words: [UInt32] {
    guard format == 32 else { return [] }
    return stride(from: bytes.startIndex, to: bytes.endIndex - 3, by: 4).map { start in
      bytes[start..<start + 4].withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }
  }

  /// Its texts, which a zero separates; none of a property of numbers.
  var texts: [String] {
    guard format == 8 else { return [] }
    var pieces = bytes.split(separator: 0, omittingEmptySubsequences: false)
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    return pieces.map(Self.text)
  }

  /// UTF-8, or Latin-1, which is X11's older STRING.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
