import CSystem
import Control
import Glibc

/// One who is connected to the daemon: what came from there in part, and what it has not taken yet.
final class ControlClient {
  let descriptor: Int32
  /// What it wants to hear of.
  var topics: ControlTopics = []
  /// What the loop waits for, if for anything.
  var watched: Interest?
  /// After what waits now it is over.
  private(set) var isClosing = false
  private var incoming = LineBuffer(limit: ControlProtocol.longestRequest)
  private var outgoing = OutgoingLines()
  /// It sends nothing more.
  private var isSilent = false
  /// It reads nothing more.
  private var isDeaf = false

  /// So much is read at once: nobody's requests keep gestures waiting.
  private static let piece = 4096

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// How many bytes wait.
  var backlog: Int { outgoing.count }

  var isSubscriber: Bool { !topics.isEmpty && !isDeaf }

  /// Nothing more will come of it.
  var isOver: Bool {
    outgoing.isEmpty && (isClosing || isSilent && !incoming.isReady && !isSubscriber)
  }

  /// What there is to wait for: requests are read once the answers before them are taken.
  var interest: Interest {
    if !outgoing.isEmpty { return .writing }
    if incoming.isReady { return .both }
    return isSilent || isClosing ? .hangUp : .reading
  }

  /// The next line that is whole; nil where none is, or where an answer still waits to be taken.
  func nextLine() throws(ControlError) -> [UInt8]? {
    guard outgoing.isEmpty, !isClosing else { return nil }
    if !isSilent, !incoming.isReady { read() }
    return try incoming.next() ?? (isSilent ? incoming.rest() : nil)
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

  /// `line` is without its end.
  func say(_ line: some Sequence<UInt8>) {
    if !isDeaf, !isClosing { outgoing.append(line) }
  }

  /// Sends what is taken without waiting.
  func send() {
    while !outgoing.isEmpty {
      let count = outgoing.waiting.withUnsafeBytes { gb_local_send(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        outgoing.took(count)
      } else if errno != EINTR {
        if errno != EAGAIN { hangUp() }
        return
      }
    }
  }

  /// Nobody reads any more. What it has sent before is still read: it may ask for something and go.
  func hangUp() {
    isDeaf = true
    topics = []
    outgoing.clear()
  }

  /// Ends it with a last line.
  func finish(with line: [UInt8]) {
    say(line)
    isClosing = true
  }

  /// Ends it, although it does not take what waits: the system makes room for one line that says so.
  func drop(with line: [UInt8]) {
    outgoing.leaveOutTheRest()
    _ = gb_local_resize(descriptor, Self.lastRoom)
    finish(with: line)
    send()
    outgoing.clear()
  }

  /// The system grants no more than it allows, which is more than a socket has at first.
  private static let lastRoom: Int32 = 1 << 20
}
