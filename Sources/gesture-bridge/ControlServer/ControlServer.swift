import Actions
import Base
import Bindings
import CLinux
import Control
import GestureCore
import Glibc
import Logging
import Recordings
import Runtime
import Text

/// Serves the daemon's socket without waiting: at most one request per client and loop turn. Drops slow subscribers.
final class ControlServer: LoopPart {
  static let mostClients = 32
  /// The maximum number of subscribers. It is below `mostClients`, so that other clients can still connect.
  static let mostSubscribers = 24
  /// The time without a request after which a client that isn't a subscriber is disconnected, in microseconds.
  static let patience: Int64 = 10_000_000
  /// The maximum number of unsent bytes for a subscriber.
  static let longestBacklog = 256 << 10

  /// Answers a request. Must return at once, because the event loop waits for the answer.
  var answer: (ControlRequest) -> ControlAnswer = { _ in .refused("the daemon is not ready yet; try again") }
  /// The first events for a new subscriber, which describe the current state.
  var state: (ControlTopics) -> [ControlEvent] = { _ in [] }

  var topicsChanged: () -> Void = {}
  /// Receives the topics of a subscriber that was dropped for slow reading.
  var dropped: (ControlTopics) -> Void = { _ in }

  private(set) var topics: ControlTopics = [] { didSet { if topics != oldValue { topicsChanged() } } }
  let socket: ControlSocket
  private let loop: EventLoop
  let log: Logger
  private var clients: [ControlClient] = []
  private var hasNews = false
  /// The buffer for the line of a gesture event; reused for each event.
  var line = JSONLine()

  /// When this server was created, in CLOCK_MONOTONIC microseconds.
  let begun = EventLoop.now()

  init(_ socket: ControlSocket, on loop: EventLoop, log: Logger) {
    (self.socket, self.loop, self.log) = (socket, loop, log)
  }

  /// Opens the control socket, and returns its server. Logs a warning and returns nil if the socket can't be opened.
  static func open(_ seat: InstanceLock, on loop: EventLoop, log: Logger) -> ControlServer? {
    do throws(SystemError) {
      return ControlServer(try ControlSocket(seat), on: loop, log: log)
    } catch {
      log.warning("\(Message.noSocket(seat.folder.socket(of: seat.session), error))")
      return nil
    }
  }

  var subscribers: Int { clients.count(where: \.isSubscriber) }

  func begin() throws(SystemError) { try loop.add(socket.descriptor, .reading) { [unowned self] _ in accept() } }

  /// Sends each subscriber a last event, and closes all connections.
  func end() {
    loop.remove(socket.descriptor)
    for client in clients {
      if client.isSubscriber { client.append(ControlEvent.ended.line) }
      client.send()
      unwatch(client)
    }
    clients = []
    topics = []
  }

  // MARK: Clients

  private func accept() {
    switch socket.accept() {
    case .noVisitor: break
    case .turnedAway:
      log.warning(
        "no program can connect: the daemon has too many open files; raise `ulimit -n` and restart the daemon")
    case .otherUser(let descriptor, let user):
      log.warning("user \(user) was refused: the control socket is only for the daemon's own user and root")
      dismiss(descriptor, .refused("this daemon answers only its own user and root"))
    case .client(let descriptor) where clients.count >= Self.mostClients:
      log.warning("\(Message.tooManyClients)")
      dismiss(descriptor, .refused(Message.tooManyClients))
    case .client(let descriptor):
      let client = ControlClient(descriptor)
      client.lastRequest = EventLoop.now()
      clients.append(client)
      watch(client)
    }
  }

  private func dismiss(_ descriptor: Int32, _ answer: ControlAnswer) {
    let client = ControlClient(descriptor)
    client.finish(with: answer.line)
    client.send()
  }

  private func serve(_ client: ControlClient, _ readiness: Readiness) {
    client.send()
    do throws(ControlError) {
      if let line = try client.nextLine() {
        client.lastRequest = EventLoop.now()
        try answer(client, line)
      }
    } catch {
      // The connection closes after a line that is too long, because its rest would be read as a new request.
      let line = ControlAnswer(error).line
      if case .tooLong = error { client.finish(with: line) } else { client.append(line) }
    }
    client.send()
    if client.isSubscriber, !readiness.isDisjoint(with: [.hangUp, .error]) { client.hangUp() }
    if client.isOver { remove(client) } else { watch(client) }
    updateTopics()
  }

  private func answer(_ client: ControlClient, _ line: [UInt8]) throws(ControlError) {
    let request = try ControlRequest(line: line)
    guard case .subscribe(let topics) = request else { return client.append(answer(request).line) }
    guard client.isSubscriber || subscribers < Self.mostSubscribers else {
      log.warning("\(Message.tooManySubscribers)")
      return client.append(ControlAnswer.refused(Message.tooManySubscribers).line)
    }
    client.topics = topics
    client.append(ControlAnswer.done([.init("to", .strings(topics.names))]).line)
    for event in state(topics) { client.append(event.line) }
  }

  private func watch(_ client: ControlClient) {
    let interest = client.interest
    guard client.watched != interest else { return }
    unwatch(client)
    do throws(SystemError) {
      try loop.add(client.descriptor, interest) { [unowned self] in serve(client, $0) }
      client.watched = interest
    } catch {
      log.warning("\(error)")
      clients.removeAll { $0 === client }
    }
  }

  private func unwatch(_ client: ControlClient) {
    if client.watched != nil { loop.remove(client.descriptor) }
    client.watched = nil
  }

  private func remove(_ client: ControlClient) {
    unwatch(client)
    clients.removeAll { $0 === client }
  }

  var nextDeadline: Int64? { clients.isEmpty ? nil : clients.lazy.compactMap(\.deadline).min() }

  func advance(to now: Int64) {
    for client in clients where client.deadline.map({ $0 <= now }) ?? false {
      client.finish(with: ControlAnswer.refused(Message.idleTooLong).line)
      client.send()
      remove(client)
    }
  }

  private func updateTopics() { topics = clients.reduce(into: []) { $0.formUnion($1.topics) } }

  // MARK: News

  /// Appends `line`, which has no line end, to the unsent lines of each subscriber of `topic`. `flush` sends the lines.
  func publish(_ line: some Collection<UInt8>, to topic: ControlTopics) {
    for client in clients where client.topics.contains(topic) { client.append(line) }
    hasNews = true
  }

  /// Sends the appended lines, and drops subscribers with more than `longestBacklog` unsent bytes.
  func flush() {
    guard hasNews else { return }
    hasNews = false
    for client in clients where client.backlog > 0 {
      if client.watched != .writing { client.send() }
      if client.isSubscriber, client.backlog > Self.longestBacklog { drop(client) } else { watch(client) }
    }
    updateTopics()
  }

  private func drop(_ client: ControlClient) {
    let topics = client.topics
    client.drop(with: ControlEvent.dropped.line)
    remove(client)
    log.info("a program was disconnected: it did not read the last \(Self.longestBacklog >> 10) KiB of events")
    dropped(topics)
  }
}

// Events for subscribers. Lines are only written if there is a subscriber.
extension ControlServer {
  private static let gestureHead = ControlEvent.head("gesture")
  private static let commandHead = ControlEvent.head("command")

  func publish(_ event: ControlEvent) {
    if let topic = event.topic, topics.contains(topic) { publish(event.line, to: topic) }
  }

  func publish(_ event: @autoclosure () -> GestureEnvironment) {
    guard topics.contains(.gesture) else { return }
    line.write(event(), after: Self.gestureHead)
    publish(line.bytes.dropLast(), to: .gesture)
  }

  func publish(_ scene: OverlayScene) { publish(scene.line, to: .overlay) }

  func show(_ request: CommandRequest, _ event: CommandEvent) {
    guard topics.contains(.command) else { return }
    let text = JSONValue.object(CommandText.members(request, event)).fixedLine
    publish(Self.commandHead + [UInt8(ascii: ",")] + text.utf8.dropFirst(), to: .command)
  }

  func added(_ device: Device) { publish(.device(.added, name: device.name, deviceClass: device.deviceClass.rawValue)) }

  func removed(_ device: Device) {
    publish(.device(.removed, name: device.name, deviceClass: device.deviceClass.rawValue))
  }
}

/// A client, with the requests that were received but not handled, and the lines that were not sent yet.
final class ControlClient {
  let descriptor: Int32
  var topics: ControlTopics = []
  /// The events for which the loop watches the client; nil if it isn't watched.
  var watched: Interest?
  /// The time of the connection or of the last request, in CLOCK_MONOTONIC microseconds.
  var lastRequest: Int64 = 0
  /// Whether the connection closes once the waiting lines are sent.
  private(set) var isClosing = false
  private var incoming = LineBuffer(limit: ControlProtocol.longestRequest)
  private var outgoing = OutgoingLines()
  /// Whether the client will send nothing more.
  private var isSilent = false
  /// Whether the client will read nothing more.
  private var isDeaf = false

  /// The maximum number of bytes per read. Longer reads would delay gestures.
  private static let piece = 4096

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  var backlog: Int { outgoing.count }

  var isSubscriber: Bool { !topics.isEmpty && !isDeaf }

  /// When the client is disconnected if it sends no request, in CLOCK_MONOTONIC microseconds. Nil for a subscriber.
  var deadline: Int64? { isSubscriber ? nil : lastRequest + ControlServer.patience }

  /// Whether nothing more will be read from the client or sent to it.
  var isOver: Bool { outgoing.isEmpty && (isClosing || isSilent && !incoming.isReady && !isSubscriber) }

  /// The events to watch for. Unsent lines are sent before the next request is handled.
  var interest: Interest {
    if !outgoing.isEmpty { return .writing }
    if incoming.isReady { return .both }
    return isSilent || isClosing ? .hangUp : .reading
  }

  /// Removes and returns the next request line; first reads from the client if no received line is complete. At the end
  /// of the client's data, an incomplete line counts too. Nil if there is still no such line, if lines to the client
  /// are unsent, or if the connection is closing.
  func nextLine() throws(ControlError) -> [UInt8]? {
    guard outgoing.isEmpty, !isClosing else { return nil }
    if !isSilent, !incoming.isReady { read() }
    return try incoming.next() ?? (isSilent ? incoming.removeRemainder() : nil)
  }

  private func read() {
    withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { room in
      let count = gb_local_receive(descriptor, room.baseAddress, room.count)
      if count > 0 { return incoming.append(room.prefix(count)) }
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      isSilent = true
      if count < 0 { isDeaf = true }
    }
  }

  /// Appends `line` (without line end) to the unsent lines, unless the client no longer reads or the connection closes.
  func append(_ line: some Sequence<UInt8>) { if !isDeaf, !isClosing { outgoing.append(line) } }

  func send() { if outgoing.send(to: descriptor) == .gone { hangUp() } }

  /// Drops the subscription and unsent lines of a client that no longer reads. Received requests are still carried out.
  func hangUp() {
    isDeaf = true
    topics = []
    outgoing.clear()
  }

  func finish(with line: [UInt8]) {
    append(line)
    isClosing = true
  }

  /// Replaces the unsent lines by `line`, except the rest of a line that is partly sent, and ends the connection.
  func drop(with line: [UInt8]) {
    outgoing.dropUnsentLines()
    _ = gb_local_resize(descriptor, Self.lastRoom)
    finish(with: line)
    send()
    outgoing.clear()
  }

  /// The size of the send buffer that `drop` requests from the kernel, in bytes, so that the last line fits.
  private static let lastRoom: Int32 = 1 << 20
}

extension OutgoingLines {
  enum Progress {
    case done, full, gone
  }

  /// Sends bytes without waiting. `done`: all are sent. `full`: some are left. `gone`: the socket is no longer usable.
  mutating func send(to descriptor: Int32) -> Progress {
    while !isEmpty {
      let count = unsent.withUnsafeBytes { gb_local_send(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { removeSent(count) } else if errno != EINTR { return errno == EAGAIN ? .full : .gone }
    }
    return .done
  }
}
