import Synchronization

/// Tells one waiting task that something has changed. Without a waiting task, the next one that waits is told at once.
final class Signal: Sendable {
  private enum State {
    case idle
    case raised
    case waiting(CheckedContinuation<Void, any Error>)
  }

  private let state = Mutex(State.idle)

  func raise() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard case .waiting(let continuation) = state else {
        state = .raised
        return nil
      }
      state = .idle
      return continuation
    }
    waiting?.resume()
  }

  /// - Throws: `CancellationError`.
  func wait() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isRaised = state.withLock { state in
          if case .raised = state {
            state = .idle
            return true
          }
          state = .waiting(continuation)
          return false
        }
        if isRaised { return continuation.resume() }
        if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }
  }

  /// - Returns: whether it was raised in this time.
  func wait(atMost time: Duration, _ loop: ReadinessLoop) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { (try? await self.wait()) != nil }
      group.addTask {
        try? await loop.sleep(for: time)
        return false
      }
      let isRaised = await group.next() ?? false
      group.cancelAll()
      // It was raised while the other one ended.
      return await group.next() ?? false || isRaised
    }
  }

  private func cancel() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard case .waiting(let continuation) = state else { return nil }
      state = .idle
      return continuation
    }
    waiting?.resume(throwing: CancellationError())
  }
}
