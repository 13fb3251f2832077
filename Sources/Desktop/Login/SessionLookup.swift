/// Finds the user's session by asking the login manager one question after another.
///
/// The session of XDG_SESSION_ID comes first, then the process's session, then the user's primary session (logind's
/// property `Display`). The first session with a seat is the result. Closing sessions and service managers' sessions
/// are skipped. A session without a seat (ssh) is the last choice.
final class SessionLookup {
  enum Finding: Equatable {
    case session(String, SuspensionReasons)
    case loggedOut
    case unknownUser
    case noLoginManager
    case silence
  }

  private enum SessionKey {
    case name(String)
    case process(UInt32)
    case user(UInt32)
  }

  // The lookup doesn't keep the peer alive; the peer keeps the lookup through pending calls.
  private unowned let manager: BusPeer
  private let finished: (SessionLookup, Finding) -> Void
  private var keys: [SessionKey]
  private var withoutSeat: Finding?

  init(_ manager: BusPeer, _ identity: LoginIdentity, finished: @escaping (SessionLookup, Finding) -> Void) {
    (self.manager, self.finished) = (manager, finished)
    keys = [identity.process.map { .process($0) }, identity.user.map { .user($0) }].compactMap { $0 }
    if let session = identity.session, !session.isEmpty { keys.insert(.name(session), at: 0) }
  }

  /// Asks for the session of the next key, or finishes if no key is left.
  func begin() {
    guard !keys.isEmpty else { return finish(withoutSeat ?? .loggedOut) }
    switch keys.removeFirst() {
    case .name(let name): ask(Login.call("GetSession", [.text(name)])) { self.readSession($0.text("o")) }
    case .process(let process):
      ask(Login.call("GetSessionByPID", [.number(process)])) { self.readSession($0.text("o")) }
    case .user(let user):
      ask(Login.call("GetUser", [.number(user)]), refused: .unknownUser) { self.readUser($0.text("o")) }
    }
  }

  private func readSession(_ path: String?) {
    guard let path, path != "/" else { return begin() }
    ask(Login.properties(of: path, Login.session)) { [self] in
      let session = $0.properties()
      let finding = Finding.session(path, SuspensionReasons(ofSession: session))
      if Self.isOver(session) || Self.isService(session) { return begin() }
      if Self.hasSeat(session) { return finish(finding) }
      withoutSeat = withoutSeat ?? finding
      begin()
    }
  }

  private func readUser(_ path: String?) {
    guard let path else { return begin() }
    ask(Login.properties(of: path, Login.user), refused: .unknownUser) { [self] in
      guard case .named(_, let session) = $0.properties()["Display"] else { return begin() }
      readSession(session)
    }
  }

  private func ask(_ call: BusCall, refused: Finding? = nil, _ next: @escaping (BusMessage) -> Void) {
    manager.call(call, within: Bus.patience) { [self] answer in
      switch answer {
      case .message(let message): next(message)
      case .noService: finish(.noLoginManager)
      case .silence: finish(.silence)
      case .refusal:
        if let refused { finish(withoutSeat ?? refused) } else { begin() }
      }
    }
  }

  private func finish(_ finding: Finding) { finished(self, finding) }

  private static func hasSeat(_ session: [String: BusMessage.Value]) -> Bool {
    guard case .named(let seat, _) = session["Seat"] else { return false }
    return !seat.isEmpty
  }

  private static func isOver(_ session: [String: BusMessage.Value]) -> Bool { session["State"] == .text("closing") }

  private static func isService(_ session: [String: BusMessage.Value]) -> Bool {
    guard case .text(let name) = session["Class"] else { return false }
    return name.hasPrefix("manager")
  }
}

extension SuspensionReasons {
  /// Reads the reasons from a session's properties. Missing properties add no reason.
  init(ofSession properties: [String: BusMessage.Value]) {
    self = []
    if properties["Active"] == .flag(false) { insert(.inactive) }
    if properties["LockedHint"] == .flag(true) { insert(.locked) }
  }
}
