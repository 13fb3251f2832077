import CLinux
import Glibc
import NIOCore
import NIOPosix

/// The studio's server, on one event loop.
///
///     browser -> RequestHandler -> answers: files of the page
///             -> PageHandler    -> standard output
///     standard input -> PageHandler -> browser
final class Studio {
  /// The longest time to close the page and write the last line.
  private static let closeTimeout = TimeAmount.seconds(5)
  /// The maximum number of open connections. A browser opens at most six.
  private static let mostConnections = 64
  private static let backlog: Int32 = 256
  /// The pause after a system error, before the server accepts the next connection.
  private static let pause = TimeAmount.milliseconds(100)
  /// The longest time for which the studio doesn't read standard input because the page is slow.
  private static let slowPageTimeout = TimeAmount.seconds(2)

  /// The trust in a connection. If `mostConnections` are open, a new connection closes the oldest with the least trust.
  private enum Trust: Int {
    case unknown
    /// A request had the studio's cookie, or the token in the address that opens the studio.
    case authenticated
    case page
  }

  private struct Connection {
    let channel: any Channel
    var trust = Trust.unknown
  }

  private let loop: any EventLoop
  private let answers: StudioAnswers
  private let firstPageTimeout: Int
  private let pageTimeout: Int
  private let output: any Channel
  private let signals: CInt
  /// The connections, the oldest first.
  private var connections: [Connection] = []
  private var server: (any Channel)?
  private var input: (any Channel)?
  /// The page that has the WebSocket; nil if no page has the WebSocket.
  private(set) var page: PageHandler?
  /// The timer that ends the studio if no page is open, or that ends the process if closing takes `closeTimeout`.
  private var deadline: Scheduled<Void>?
  private var inputPause: Scheduled<Void>?
  private var reasonOfEnd: String?

  private init(
    _ output: any Channel, _ signals: CInt, _ owners: ConnectionOwners, firstPageTimeout: Int, pageTimeout: Int
  ) {
    loop = output.eventLoop
    self.output = output
    self.signals = signals
    self.firstPageTimeout = firstPageTimeout
    self.pageTimeout = pageTimeout
    answers = StudioAnswers(owners)
  }

  // MARK: Start

  /// Starts the server, then calls `started`. The process exits if the server ends or fails. Timeouts are in seconds.
  static func start(
    on loop: any EventLoop, _ owners: ConnectionOwners, firstPageTimeout: Int, pageTimeout: Int,
    _ started: @escaping () -> Void
  ) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGINT, SIGTERM] { sigaddset(&mask, signal) }
    sigprocmask(SIG_BLOCK, &mask, nil)
    let signals = gb_signalfd_create(&mask)
    guard isPollable(STDOUT_FILENO) else { fail("standard output must be a pipe, a socket or a terminal") }
    NIOPipeBootstrap(group: loop).takingOwnershipOfDescriptor(output: STDOUT_FILENO)
      .assumeIsolated().map {
        Studio($0, signals, owners, firstPageTimeout: firstPageTimeout, pageTimeout: pageTimeout)
      }
      .flatMapThrowing { studio in
        try studio.output.pipeline.syncOperations.addHandler(OutputWatch { studio.page?.setReading($0) })
        try studio.listen().assumeIsolated().whenComplete { result in
          switch result {
          case .success(let server):
            started()
            studio.serve(server)
          case .failure(let error): fail("can't listen on 127.0.0.1: \(error)")
          }
        }
      }
      .whenFailure { fail("can't write to standard output: \($0)") }
  }

  /// Whether epoll(7) accepts a descriptor; epoll refuses files and /dev/null.
  private static func isPollable(_ descriptor: CInt) -> Bool {
    let poller = epoll_create1(0)
    defer { close(poller) }
    var event = epoll_event()
    return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0
  }

  private static func fail(_ words: String) -> Never {
    StudioLine.fault("error: \(words)")
    exit(EXIT_FAILURE)
  }

  /// Listens at a free port of 127.0.0.1. No other program can listen there: SO_REUSEADDR and SO_REUSEPORT aren't set.
  private func listen() throws -> EventLoopFuture<any Channel> {
    let studio = NIOLoopBound(self, eventLoop: loop)
    return ServerBootstrap(group: loop)
      .serverChannelOption(.backlog, value: Self.backlog)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptBackoffHandler { _ in Self.pause })
        }
      }
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try studio.value.add(channel) }
      }
      .bind(to: try SocketAddress(ipAddress: "127.0.0.1", port: 0))
  }

  private func serve(_ server: any Channel) {
    self.server = server
    write(StudioLine.listening(answers.address(port: server.localAddress?.port ?? 0)))
    output.closeFuture.assumeIsolated().whenComplete { _ in self.end("standard output is closed") }
    wait(firstPageTimeout, "no page was opened within \(firstPageTimeout) s")
    let lines = LineReader(longest: PageHandler.mostWaiting) { self.page?.send($0) }
    open(STDIN_FILENO, lines, "`gesture-bridge studio` has ended, or the session was locked") { self.input = $0 }
    open(signals, SignalReader { self.end($0) }, "the program could not wait for signals") { _ in }
  }

  /// Reads a descriptor on the loop. The end of its input ends the studio.
  private func open(
    _ descriptor: CInt, _ reader: some ChannelInboundHandler, _ reason: String,
    _ opened: @escaping (any Channel) -> Void
  ) {
    guard Self.isPollable(descriptor) else { return end(reason) }
    let handler = NIOLoopBound(reader, eventLoop: loop)
    NIOPipeBootstrap(group: loop)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(handler.value) }
      }
      .takingOwnershipOfDescriptor(input: descriptor)
      .assumeIsolated().whenComplete { result in
        guard case .success(let channel) = result else { return self.end(reason) }
        opened(channel)
        channel.closeFuture.assumeIsolated().whenComplete { _ in self.end(reason) }
      }
  }

  // MARK: Connections

  private func add(_ channel: any Channel) throws {
    if connections.count >= Self.mostConnections,
      let least = connections.indices.min(by: { connections[$0].trust.rawValue < connections[$1].trust.rawValue })
    {
      connections.remove(at: least).channel.close(promise: nil)
    }
    connections.append(Connection(channel: channel))
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.connections.removeAll { $0.channel === channel } }
    try RequestHandler.add(to: channel, answers, self)
  }

  private func setTrust(_ trust: Trust, _ channel: any Channel) {
    guard let index = connections.firstIndex(where: { $0.channel === channel }) else { return }
    connections[index].trust = trust
  }

  func setAuthenticated(_ channel: any Channel) { setTrust(.authenticated, channel) }

  // MARK: The page

  /// Gives the WebSocket to the page on `channel`. Returns false if another page has it, or if the studio is ending.
  func claim(_ channel: any Channel) -> Bool {
    guard page == nil, reasonOfEnd == nil else { return false }
    let handler = PageHandler(self)
    page = handler
    deadline?.cancel()
    setTrust(.page, channel)
    channel.closeFuture.assumeIsolated().whenComplete { _ in self.release(handler) }
    return true
  }

  func opened(_ handler: PageHandler) {
    write(StudioLine.opened)
    handler.setReading(output.isWritable)
  }

  private func release(_ handler: PageHandler) {
    page = nil
    if handler.wasOpen { write(StudioLine.closed) }
    setInputReading(true)
    if let reasonOfEnd { finish(reasonOfEnd) } else { wait(pageTimeout, "the page was closed \(pageTimeout) s ago") }
  }

  /// Writes a line to standard output; `line` has no line end.
  @discardableResult func write(_ line: [UInt8]) -> EventLoopFuture<Void> {
    output.writeAndFlush(ByteBuffer(bytes: line + [UInt8(ascii: "\n")]))
  }

  /// Reads standard input if the page can take bytes. Otherwise stops reading for at most `slowPageTimeout`.
  func pageIsWritable(_ isWritable: Bool) {
    setInputReading(isWritable)
    guard !isWritable else { return }
    inputPause = loop.assumeIsolated().scheduleTask(in: Self.slowPageTimeout) { self.setInputReading(true) }
  }

  private func setInputReading(_ isReading: Bool) {
    inputPause?.cancel()
    try? input?.syncOptions?.setOption(.autoRead, value: isReading)
  }

  // MARK: End

  private func wait(_ seconds: Int, _ reason: String) {
    deadline = loop.assumeIsolated().scheduleTask(in: .seconds(Int64(seconds))) { self.end(reason) }
  }

  /// Closes the page, writes the reason as the last line, and ends the process. Later calls do nothing.
  private func end(_ reason: String) {
    guard reasonOfEnd == nil else { return }
    reasonOfEnd = reason
    server?.close(promise: nil)
    deadline?.cancel()
    deadline = loop.assumeIsolated().scheduleTask(in: Self.closeTimeout) { exit(EXIT_SUCCESS) }
    if let page { page.close(.goingAway, "the studio has ended: \(reason)") } else { finish(reason) }
  }

  private func finish(_ reason: String) { write(StudioLine.ended(reason)).whenComplete { _ in exit(EXIT_SUCCESS) } }
}
