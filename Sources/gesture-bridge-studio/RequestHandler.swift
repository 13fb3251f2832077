import NIOCore
import NIOHTTP1
import NIOWebSocket

/// Answers a connection's only request, and closes the connection, unless the request opens a WebSocket.
final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// The largest size of a request's address and headers, in bytes.
  static let longestHead = 16_384
  /// The longest time for a request to arrive, and then for the answer to be sent.
  private static let timeout = TimeAmount.seconds(10)
  /// The time from the answer to the connection's close. Without this time, a client that still sends loses the answer.
  private static let closeDelay = TimeAmount.seconds(1)

  private let answers: StudioAnswers
  private let studio: Studio
  private var deadline: Scheduled<Void>?
  private var isAnswered = false

  private init(_ answers: StudioAnswers, _ studio: Studio) { (self.answers, self.studio) = (answers, studio) }

  static func add(to channel: any Channel, _ answers: StudioAnswers, _ studio: Studio) throws {
    let bound = NIOLoopBound((answers, studio), eventLoop: channel.eventLoop)
    let upgrader = NIOWebSocketServerUpgrader(
      maxFrameSize: PageHandler.longest, automaticErrorHandling: false,
      shouldUpgrade: { channel, head in
        let (answers, studio) = bound.value
        guard head.uri == StudioAnswers.socketPath, case .webSocket(let headers) = answers.answer(head, channel),
          studio.claim(channel)
        else {
          return channel.eventLoop.makeSucceededFuture(nil)
        }
        return channel.eventLoop.makeSucceededFuture(headers)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture {
          if let page = bound.value.1.page { try channel.pipeline.syncOperations.addHandler(page) }
        }
      })
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = longestHead
    limits.maxHeaderListSize = longestHead
    let encoder = HTTPResponseEncoder()
    let decoder = ByteToMessageHandler(
      HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes, limitConfiguration: limits))
    let limit = HeadLimit()
    let handler = RequestHandler(answers, studio)
    let upgrade = HTTPServerUpgradeHandler(
      upgraders: [upgrader], httpEncoder: encoder, extraHTTPHandlers: [limit, decoder],
      upgradeCompletionHandler: { $0.pipeline.syncOperations.removeHandler(handler, promise: nil) })
    try channel.pipeline.syncOperations.addHandlers([limit, encoder, decoder, upgrade, handler])
  }

  func handlerAdded(context: ChannelHandlerContext) { wait(Self.timeout, context) { self.refuse(.tooSlow, context) } }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext, _ then: @escaping () -> Void) {
    deadline?.cancel()
    deadline = context.eventLoop.assumeIsolated().scheduleTask(in: time, then)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isAnswered, case .head(let head) = Self.unwrapInboundIn(data) else { return }
    switch answers.answer(head, context.channel) {
    case .response(let response): send(response, context)
    // The connection was not upgraded, because another page has the WebSocket.
    case .webSocket: refuse(.pageOpen, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // The request itself arrives next.
    case is NIOWebSocketUpgradeError: break
    case HTTPParserError.headerOverflow: refuse(.tooLong, context)
    case HTTPParserError.invalidVersion: refuse(.version, context)
    case is HTTPParserError: refuse(.malformed, context)
    case is ByteToMessageDecoderError: break
    default: context.close(promise: nil)
    }
  }

  private func refuse(_ refusal: StudioAnswers.Refusal, _ context: ChannelHandlerContext) {
    send(answers.response(refusal, context.channel), context)
  }

  private func send(_ response: StudioAnswers.Response, _ context: ChannelHandlerContext) {
    guard !isAnswered else { return }
    isAnswered = true
    if !response.isRefusal { studio.setAuthenticated(context.channel) }
    wait(Self.timeout, context) { context.close(promise: nil) }
    let head = HTTPResponseHead(version: .http1_1, status: response.status, headers: response.headers)
    context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
    context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
    context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).assumeIsolated().whenSuccess {
      context.close(mode: .output, promise: nil)
      self.wait(Self.closeDelay, context) { context.close(promise: nil) }
    }
  }
}

/// Refuses requests over `longestHead` bytes. Every byte counts; swift-nio's limits don't count blanks and empty lines.
private final class HeadLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var count = 0

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard count <= RequestHandler.longestHead else { return }
    count += Self.unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    if count > RequestHandler.longestHead { context.fireErrorCaught(HTTPParserError.headerOverflow) }
  }

  /// Resets the count when the connection becomes a WebSocket, so WebSocket data sent with the request doesn't count.
  func handlerRemoved(context: ChannelHandlerContext) { count = 0 }
}
