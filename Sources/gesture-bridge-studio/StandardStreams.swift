import CLinux
import Glibc
import NIOCore
import Text

/// Cuts input into lines, and passes on each line without its line end.
final class LineReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let longest: Int
  private let forward: (ByteBuffer) -> Void
  private var unread = ByteBuffer()
  private var isSkipping = false

  /// Lines of more than `longest` bytes, and lines that aren't UTF-8, are dropped.
  init(longest: Int, _ forward: @escaping (ByteBuffer) -> Void) { (self.longest, self.forward) = (longest, forward) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var input = Self.unwrapInboundIn(data)
    while let end = input.readableBytesView.firstIndex(of: UInt8(ascii: "\n")) {
      append(input.readSlice(length: end - input.readerIndex))
      input.moveReaderIndex(forwardBy: 1)
      finish()
    }
    append(input)
  }

  private func append(_ part: ByteBuffer?) {
    guard !isSkipping, var part else { return }
    unread.writeBuffer(&part)
    guard unread.readableBytes > longest else { return }
    StudioLine.fault("a line of standard input is longer than \(longest >> 20) MiB, and is dropped")
    isSkipping = true
  }

  private func finish() {
    let line = unread
    unread = ByteBuffer()
    if isSkipping {
      isSkipping = false
    } else if String(validating: line.readableBytesView, as: UTF8.self) == nil {
      StudioLine.fault("a line of standard input is not UTF-8, and is dropped")
    } else {
      forward(line)
    }
  }
}

/// Reads signals from a signalfd, and passes on the name of each signal, such as `SIGTERM`.
final class SignalReader: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let forward: (String) -> Void

  init(_ forward: @escaping (String) -> Void) { self.forward = forward }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var input = Self.unwrapInboundIn(data)
    // The number is the first field of signalfd_siginfo.
    guard let number = input.readInteger(endianness: .host, as: UInt32.self) else { return }
    if let name = gb_signal_name(Int32(clamping: number)) { forward("SIG" + String(cString: name)) }
  }
}

/// Reports whether standard output can take more bytes.
final class OutputWatch: ChannelInboundHandler {
  typealias InboundIn = Never

  private let changed: (Bool) -> Void

  init(_ changed: @escaping (Bool) -> Void) { self.changed = changed }

  func channelWritabilityChanged(context: ChannelHandlerContext) { changed(context.channel.isWritable) }
}

/// The program's own lines: JSON for standard output, and sentences for standard error.
enum StudioLine {
  /// The key in each JSON line of the program. Messages of the page can't have this key.
  static let key = "studio"

  static let opened = JSONValue.object([.init(key, "opened")]).line()
  static let closed = JSONValue.object([.init(key, "closed")]).line()

  static func listening(_ address: String) -> [UInt8] {
    JSONValue.object([.init(key, "listening"), .init("address", .string(address))]).line()
  }

  static func ended(_ reason: String) -> [UInt8] {
    JSONValue.object([.init(key, "ended"), .init("why", .string(reason))]).line()
  }

  static func fault(_ words: String) {
    let line = Array("gesture-bridge-studio: \(words.visible)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
  }
}
