import Synchronization

/// The one page that has the WebSocket, or had it.
final class CurrentPage: Sendable {
  private enum State {
    case none
    case open(Outbox)
    case gone
  }

  private let loop: ReadinessLoop
  private let state = Mutex(State.none)
  /// A page came or went.
  private let changed = Signal()
  private let released = Signal()

  init(_ loop: ReadinessLoop) { self.loop = loop }

  private var outbox: Outbox? {
    state.withLock { state in
      switch state {
      case .open(let outbox): outbox
      case .none, .gone: nil
      }
    }
  }

  /// The outbox for a new page; nil while there is another one.
  func claim() -> Outbox? {
    let outbox = state.withLock { state -> Outbox? in
      if case .open = state { return nil }
      let outbox = Outbox(loop)
      state = .open(outbox)
      return outbox
    }
    if outbox != nil { changed.raise() }
    return outbox
  }

  /// What `claim` gave is no longer used.
  func release() {
    state.withLock { $0 = .gone }
    changed.raise()
    released.raise()
  }

  /// Sends a line, if there is a page; waits while much has to be sent.
  func send(_ line: [UInt8]) async {
    guard let outbox else { return }
    outbox.put(line)
    await outbox.room()
  }

  /// Closes the page that is there, and waits until it is gone.
  func close(_ code: CloseCode) async {
    guard let outbox else { return }
    outbox.close(code)
    while self.outbox === outbox {
      do { try await released.wait() } catch { return }
    }
  }

  /// Waits until there has been no page for long: `first` for the first one, `stay` for another one.
  ///
  /// - Returns: why that is the end; nil if the task was cancelled.
  func absence(first: Int, stay: Int) async -> String? {
    while !Task.isCancelled {
      let patience: Int? = state.withLock { state in
        switch state {
        case .none: first
        case .open: nil
        case .gone: stay
        }
      }
      guard let patience else {
        try? await changed.wait()
        continue
      }
      if await changed.wait(atMost: .seconds(patience), loop) || Task.isCancelled { continue }
      return patience == first && isNone
        ? "no page was opened within \(first) s" : "the page has been gone for \(stay) s"
    }
    return nil
  }

  private var isNone: Bool {
    state.withLock { state in
      switch state {
      case .none: true
      case .open, .gone: false
      }
    }
  }
}
