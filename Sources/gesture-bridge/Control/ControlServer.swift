import Actions
import Base
import CSystem
import Control
import Glibc
import Logging

/// Serves those who are connected to the daemon's socket, and waits for none of them: one request of each in a turn of the
/// loop, and a subscriber who does not keep up is dropped.
final class ControlServer {
  static let mostClients = 32
  /// So many bytes wait for a subscriber, seconds of ten moving fingers.
  static let longestBacklog = 256 << 10

  /// Answers a request; it must not wait.
  var answer: (ControlRequest) -> ControlAnswer = { _ in .refused(Message.notReady) }
  /// What a new subscriber is told first: how things stand.
  var standing: (ControlTopics) -> [ControlEvent] = { _ in [] }
  /// Something was served.
  var served: () -> Void = {}

  /// What anybody wants to hear of.
  private(set) var topics: ControlTopics = []
  let socket: ControlSocket
  private let loop: EventLoop
  let log: Logger
  private var clients: [ControlClient] = []
  /// Has lines that the system has not been given yet.
  private var hasNews = false
  /// Of a gesture; its memory is used again.
  var line = JSONLine()

  /// When the daemon began, CLOCK_MONOTONIC microseconds.
  let begun = EventLoop.now()

  init(_ socket: ControlSocket, on loop: EventLoop, log: Logger) {
    self.socket = socket
    self.loop = loop
    self.log = log
  }

  /// At the socket of a seat; nil where there can be none, which is said.
  static func open(_ seat: DaemonSeat, on loop: EventLoop, log: Logger) -> ControlServer? {
    do throws(SystemError) {
      return ControlServer(try ControlSocket(seat), on: loop, log: log)
    } catch {
      log.warning("\(Message.noSocket(seat.folder.socket(of: seat.session), error))")
      return nil
    }
  }

  var subscribers: Int { clients.count(where: \.isSubscriber) }

  func begin() throws(SystemError) {
    try loop.add(socket.descriptor, .reading) { [unowned self] _ in
      accept()
      served()
    }
  }

  /// The daemon ends: subscribers are told, as far as they read.
  func end() {
    loop.remove(socket.descriptor)
    for client in clients {
      if client.isSubscriber { client.say(ControlEvent.ended.line) }
      client.send()
      unwatch(client)
    }
    clients = []
    topics = []
  }

  // MARK: Clients

  private func accept() {
    switch socket.accept() {
    case .nobody: break
    case .turnedAway: log.warning("\(Message.noDescriptor)")
    case .stranger(let descriptor, let user):
      log.warning("\(Message.stranger(user))")
      dismiss(descriptor, .refused(Message.onlyForUser))
    case .client(let descriptor) where clients.count >= Self.mostClients:
      log.warning("\(Message.tooManyClients)")
      dismiss(descriptor, .refused(Message.tooManyClients))
    case .client(let descriptor):
      let client = ControlClient(descriptor)
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
      if let line = try client.nextLine() { try answer(client, line) }
    } catch {
      // What comes after a line that is too long can't be told from the rest of it.
      let line = ControlAnswer(error).line
      if case .tooLong = error { client.finish(with: line) } else { client.say(line) }
    }
    client.send()
    if client.isSubscriber, !readiness.isDisjoint(with: [.hangUp, .error]) { client.hangUp() }
    if client.isOver { remove(client) } else { watch(client) }
    settleTopics()
    served()
  }

  private func answer(_ client: ControlClient, _ line: [UInt8]) throws(ControlError) {
    let request = try ControlRequest(line: line)
    guard case .subscribe(let topics) = request else { return client.say(answer(request).line) }
    client.topics = topics
    client.say(ControlAnswer.done([.init("to", .strings(topics.names))]).line)
    for event in standing(topics) { client.say(event.line) }
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

  private func settleTopics() { topics = clients.reduce(into: []) { $0.formUnion($1.topics) } }

  // MARK: News

  /// Puts a line, without its end, where all who have asked for `topic` get it from.
  func tell(_ line: some Collection<UInt8>, of topic: ControlTopics) {
    for client in clients where client.topics.contains(topic) { client.say(line) }
    hasNews = true
  }

  /// Sends what was told; who has not taken too much of what was told before is dropped.
  func flush() {
    guard hasNews else { return }
    hasNews = false
    for client in clients where client.backlog > 0 {
      if client.watched != .writing { client.send() }
      if client.isSubscriber, client.backlog > Self.longestBacklog { drop(client) } else { watch(client) }
    }
    settleTopics()
  }

  private func drop(_ client: ControlClient) {
    client.drop(with: ControlEvent.dropped.line)
    remove(client)
    log.info("\(Message.droppedSubscriber(afterBytes: Self.longestBacklog))")
  }
}
