import NIOCore
import NIOWebSocket
import Text

/// The page's WebSocket. Passes messages between the page and the standard streams.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The maximum size of a message from the page, in bytes.
  static let longest = 1 << 20
  /// The maximum number of bytes that can wait to be sent to the page. Beyond this limit, the studio closes the page.
  static let mostWaiting = 4 << 20
  /// The channel stops being writable above `high` waiting bytes, and becomes writable again below `low`.
  private static let marks = ChannelOptions.Types.WriteBufferWaterMark(low: 1 << 19, high: 1 << 20)
  /// The longest time for the page to answer a close frame.
  private static let closeTimeout = TimeAmount.seconds(3)
  private static let deepest = 32

  private struct Fault: Error {
    let code: WebSocketErrorCode
    let reason: String

    static func protocolError(_ words: String) -> Fault { Fault(code: .protocolError, reason: words) }
    static let unsupported = Fault(code: .unacceptableData, reason: "the studio accepts only text messages")
    static let notText = Fault(code: .dataInconsistentWithMessage, reason: "a text message is not valid UTF-8")
    static let tooBig = Fault(code: .messageTooLarge, reason: "a message is longer than \(longest >> 20) MiB")
    static let noMessage = Fault(
      code: .policyViolation, reason: "a message must be one JSON object on one line, with the key “ask”")
    static let doesNotRead = Fault(
      code: .policyViolation, reason: "the page is too slow (\(mostWaiting >> 20) MiB of messages wait): reload it")
  }

  private let studio: Studio
  private var context: ChannelHandlerContext?
  /// The part of an incomplete message that has arrived; nil between messages.
  private var partialMessage: ByteBuffer?
  private var isClosing = false

  init(_ studio: Studio) { self.studio = studio }

  private(set) var wasOpen = false

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    wasOpen = true
    try? context.channel.syncOptions?.setOption(.writeBufferWaterMark, value: Self.marks)
    studio.opened(self)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    studio.pageIsWritable(context.channel.isWritable || isClosing)
  }

  // MARK: From the page

  /// Starts or stops reading from the page. Reading stops while standard output is full, unless the page is closing.
  func setReading(_ isReading: Bool) {
    try? context?.channel.syncOptions?.setOption(.autoRead, value: isReading || isClosing)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = Self.unwrapInboundIn(data)
    do {
      if !isClosing {
        try receive(frame, context)
      } else if frame.opcode == .connectionClose {
        context.close(promise: nil)
      }
    } catch {
      fail(error)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    case NIOWebSocketError.invalidFrameLength: fail(.tooBig)
    case is NIOWebSocketError: fail(.protocolError("a control frame is too long or fragmented"))
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  private func receive(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) throws(Fault) {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .protocolError("a frame has a reserved bit set") }
    guard frame.maskKey != nil else { throw .protocolError("a frame is not masked") }
    var payload = frame.unmaskedData
    switch frame.opcode {
    case .text, .continuation:
      guard (frame.opcode == .text) == (partialMessage == nil) else {
        throw .protocolError("the frames of a message are out of order")
      }
      var message = partialMessage ?? ByteBuffer()
      message.writeBuffer(&payload)
      guard message.readableBytes <= Self.longest else { throw .tooBig }
      partialMessage = frame.fin ? nil : message
      if frame.fin { try forward(Array(message.readableBytesView)) }
    case .ping: send(.pong, payload)
    case .pong: break
    case .connectionClose:
      guard payload.readableBytes != 1 else { throw .protocolError("a close frame has an incomplete code") }
      let code = payload.readWebSocketErrorCode() ?? .normalClosure
      close(code, "")
      context.close(promise: nil)
    case .binary: throw .unsupported
    default: throw .protocolError("a frame has an unknown kind")
    }
  }

  /// Passes a request of the page to standard output. Throws if it isn't valid.
  private func forward(_ text: [UInt8]) throws(Fault) {
    guard String(validating: text, as: UTF8.self) != nil else { throw .notText }
    let isOneLine = !text.contains { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    guard isOneLine, case .object(let members)? = try? JSONReader.read(text, maxDepth: Self.deepest),
      members.contains(where: { $0.name == "ask" }), !members.contains(where: { $0.name == StudioLine.key })
    else { throw .noMessage }
    studio.write(text)
  }

  // MARK: To the page

  /// Sends a line to the page. If more than `mostWaiting` bytes would then wait, closes the page instead.
  func send(_ line: ByteBuffer) { send(.text, line) }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard let context, !isClosing else { return }
    let waiting = (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    guard waiting + data.readableBytes <= Self.mostWaiting else { return fail(.doesNotRead) }
    context.writeAndFlush(Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: data)), promise: nil)
  }

  private func fail(_ fault: Fault) {
    guard !isClosing else { return }
    StudioLine.fault("the connection to the page is closed: \(fault.reason)")
    close(fault.code, fault.reason)
  }

  /// Sends the close frame, and drops later messages of the page. Closes the connection after at most `closeTimeout`.
  func close(_ code: WebSocketErrorCode, _ reason: String) {
    guard !isClosing, let context else { return }
    isClosing = true
    partialMessage = nil
    var data = ByteBuffer()
    data.write(webSocketErrorCode: code)
    data.writeString(reason)
    let frame = WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
    context.writeAndFlush(Self.wrapOutboundOut(frame), promise: nil)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeTimeout) { context.close(promise: nil) }
    setReading(true)
    studio.pageIsWritable(true)
  }
}
