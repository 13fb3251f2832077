import Base
import Bindings
import Desktop

/// Changes the volume of the sound output through PulseAudio's socket, which PipeWire has too.
///
///     authentication -> the client's name -> ready -> the output's volume -> the changed volume
///
/// The link asks for the volume before each change. Waiting changes are combined.
final class SoundLink: ActionLink {
  private enum Command {
    static let authenticate: UInt32 = 8
    static let nameClient: UInt32 = 9
    static let getSink: UInt32 = 21
    static let setVolume: UInt32 = 36
    static let setMute: UInt32 = 39
  }

  /// The version of the protocol. PulseAudio 5 and later have it.
  private static let version: UInt32 = 29
  /// The server's default sound output: no index, but a name that every server knows.
  private static let output: [PulseMessage.Value] = [.number(.max), .text("@DEFAULT_SINK@")]
  /// A volume of 100 %.
  private static let whole = 65536.0
  private static let cookieLength = 256
  /// The maximum wait for the volume of the sound output, in microseconds. A slower server counts as hung.
  private static let patience: Int64 = 3_000_000

  private typealias Request = (change: LevelChange, refused: (String) -> Void)
  /// A command's callback, which gets nil for an error, and the requests that the command carries out.
  private typealias Pending = (answered: (inout PulseAnswer?) throws(InvalidMessage) -> Void, requests: [Request])

  let name = "PulseAudio's socket"
  private(set) var state = LinkState.opening
  private var stream: LocalStream?
  private var inbox = MessageInbox()
  private var lastTag: UInt32 = 0
  /// The pending commands, by tag.
  private var awaited: [UInt32: Pending] = [:]
  /// The requests that wait for the output's volume, until `nextDeadline`.
  private var requests: [Request] = []
  private(set) var nextDeadline: Int64?

  /// `path` is nil if no variable names the socket. `cookie` can be empty.
  init(path: String?, cookie: [UInt8] = []) {
    guard let path else {
      state = .unavailable("the sound server can't be found: set XDG_RUNTIME_DIR, usually to /run/user/$(id -u)")
      return
    }
    do throws(SystemError) {
      stream = try LocalStream(path: path, peer: "the sound server")
      begin(cookie)
    } catch {
      state = .unavailable("can't connect to the sound server at \(path): \(error)")
    }
  }

  static func path(_ variable: (String) -> String?) -> String? {
    let named = variable("PULSE_SERVER")?.split(separator: " ").lazy.compactMap { word -> String? in
      // A server may be preceded by the name of a machine in braces.
      let word = word.hasPrefix("{") ? word.drop { $0 != "}" }.dropFirst() : word
      if word.hasPrefix("unix:") { return String(word.dropFirst("unix:".count)) }
      return word.hasPrefix("/") ? String(word) : nil
    }.first
    return named ?? variable("PULSE_RUNTIME_PATH").map { "\($0)/native" }
      ?? variable("XDG_RUNTIME_DIR").map { "\($0)/pulse/native" }
  }

  /// Reads the cookie that a sound server of another user asks for. Empty if there is no complete cookie file.
  static func cookie(_ variable: (String) -> String?) -> [UInt8] {
    let folder = variable("XDG_CONFIG_HOME") ?? variable("HOME").map { "\($0)/.config" }
    guard let path = variable("PULSE_COOKIE") ?? folder.map({ "\($0)/pulse/cookie" }),
      let bytes = SmallFile.bytes(path, atMost: cookieLength), bytes.count == cookieLength
    else { return [] }
    return bytes
  }

  var wait: (descriptor: Int32, events: Int16)? { stream?.wait }

  func ready() {
    stream?.ready { [unowned self] in inbox.append($0) }
    do throws(InvalidMessage) {
      while stream?.ending == nil, let message = try PulseMessage.next(in: &inbox) { try handle(message) }
    } catch {
      stream?.end("the sound server sends invalid messages")
    }
    if let ending = stream?.ending { close(ending) }
  }

  func advance(to now: Int64) {
    if let nextDeadline, nextDeadline <= now { close("the sound server does not answer") }
  }

  func perform(_ action: DesktopAction, refused: @escaping (String) -> Void) {
    guard case .level(.volume, let change) = action else { return }
    requests.append((change, refused))
    if requests.count == 1 { askVolume() }
    if let ending = stream?.ending { close(ending) }
  }

  // MARK: The protocol

  private func begin(_ cookie: [UInt8]) {
    let cookie = cookie.count == Self.cookieLength ? cookie : [UInt8](repeating: 0, count: Self.cookieLength)
    ask(Command.authenticate, [.number(Self.version), .bytes(cookie)]) { [unowned self] answer in
      guard answer != nil else { return close("the sound server refuses the connection") }
      ask(Command.nameClient, [.properties([("application.name", "gesture-bridge")])]) { [unowned self] answer in
        if answer == nil { close("the sound server refuses the connection") } else { state = .ready }
      }
    }
  }

  private func askVolume() {
    nextDeadline = MonotonicClock.now() + Self.patience
    ask(Command.getSink, Self.output) { [unowned self] answer throws(InvalidMessage) in
      nextDeadline = nil
      guard var sink = answer else { return refuseRequests("the sound server has no sound output") }
      _ = try sink.number()
      for _ in 0..<2 { try sink.skipText() }
      try sink.skipFormat()
      try sink.skipChannels()
      _ = try sink.number()
      let (volumes, isMuted) = (try sink.volumes(), try sink.flag())
      let pending = requests
      requests = []
      change(volumes, isMuted: isMuted, pending)
    }
  }

  private func refuseRequests(_ reason: String) {
    let refused = requests
    requests = []
    for request in refused { request.refused(reason) }
  }

  private func change(_ volumes: [UInt32], isMuted: Bool, _ requests: [Request]) {
    guard let loudest = volumes.max() else { return }
    let before = Double(loudest) * 100 / Self.whole
    let after = requests.reduce(before) { $1.change.level(after: $0) }
    let refused: (inout PulseAnswer?) -> Void = { answer in
      if answer == nil { requests.first?.refused("the sound server refuses the change") }
    }
    if after != before {
      // The balance of the channels stays the same.
      let factor = loudest > 0 ? after / before : 0
      let changed = volumes.map { volume in
        UInt32(loudest > 0 ? (Double(volume) * factor).rounded() : after / 100 * Self.whole)
      }
      ask(Command.setVolume, Self.output + [.volumes(changed)], for: requests, refused)
    }
    // Raising the volume also unmutes the output.
    let isToBeMuted = requests.reduce(isMuted) { isMuted, request in
      switch request.change {
      case .mute: !isMuted
      case .by(let percent): percent > 0 ? false : isMuted
      case .to: isMuted
      }
    }
    if isToBeMuted != isMuted { ask(Command.setMute, Self.output + [.flag(isToBeMuted)], for: requests, refused) }
  }

  private func ask(
    _ command: UInt32, _ values: [PulseMessage.Value], for requests: [Request] = [],
    _ answered: @escaping (inout PulseAnswer?) throws(InvalidMessage) -> Void
  ) {
    lastTag &+= 1
    awaited[lastTag] = (answered, requests)
    stream?.send(PulseMessage.bytes(command, tag: lastTag, values))
  }

  private func handle(_ message: PulseAnswer) throws(InvalidMessage) {
    var message = message
    let command = try message.number()
    guard command == PulseMessage.reply || command == PulseMessage.error,
      let pending = awaited.removeValue(forKey: try message.number())
    else { return }
    var answer: PulseAnswer? = command == PulseMessage.reply ? message : nil
    try pending.answered(&answer)
  }

  func close(_ reason: String) {
    requests += awaited.values.flatMap(\.requests)
    (stream, awaited, nextDeadline) = (nil, [:], nil)
    state = .unavailable(reason)
    refuseRequests(ActionWording.unanswered(reason))
  }
}
