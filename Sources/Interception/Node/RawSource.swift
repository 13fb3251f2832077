import Base
import Evdev
import GestureCore

/// All devices whose slots are read directly, as one source with one descriptor.
package final class RawSource {
  private var nodes: [RawNode] = []
  private let descriptorSet: ReadySet
  private var ready: [RawNode] = []
  /// Events from `advance` that `next` hasn't returned yet.
  private var events: [DeviceEvent] = []

  /// - Throws: if descriptors have run out.
  package init() throws(SystemError) { descriptorSet = try ReadySet() }

  package func add(_ node: RawNode) {
    nodes.append(node)
    descriptorSet.add(node.descriptor)
  }

  package func close(_ id: DeviceID) {
    for node in nodes where node.id == id {
      descriptorSet.remove(node.descriptor)
      if let watched = node.guardDescriptor { descriptorSet.remove(watched) }
    }
    nodes.removeAll { $0.id == id }
    ready.removeAll { $0.id == id }
  }

  /// Intercepts a device. False if the device is unknown, or must wait.
  package func intercept(_ id: DeviceID) throws(InterceptionFailure) -> Bool {
    guard let node = self[id] else { return false }
    guard try node.intercept() else { return false }
    watchGuard(of: node)
    return true
  }

  private func watchGuard(of node: RawNode) {
    if let watched = node.guardDescriptor { descriptorSet.add(watched) }
  }

  package func setPassesCancel(_ passes: Bool) { for node in nodes { node.passesCancel = passes } }

  /// The node of a device; nil if the device's slots aren't read directly.
  package subscript(id: DeviceID) -> RawNode? { nodes.first { $0.id == id } }

  // MARK: As a source

  package var descriptor: Int32 { descriptorSet.descriptor }

  package func read() {
    descriptorSet.serveReady { ready in
      for node in nodes where node.descriptor == ready || node.guardDescriptor == ready {
        if node.guardDescriptor == ready { node.noteGuardEvent() }
        self.ready.append(node)
      }
    }
  }

  package func next() -> DeviceEvent? {
    if !events.isEmpty { return events.removeFirst() }
    while let node = ready.first {
      switch node.next() {
      case .some(.intercepted(let id)):
        watchGuard(of: node)
        return .intercepted(id)
      case .some(let event):
        if event.endsReading { ready.removeFirst() }
        return event
      case nil: ready.removeFirst()
      }
    }
    return nil
  }

  package var nextDeadline: Timestamp? { nodes.lazy.compactMap { $0.deadline }.min() }

  package func advance(to time: Timestamp) {
    for node in nodes {
      guard let event = node.advance(to: time) else { continue }
      if case .intercepted = event { watchGuard(of: node) }
      events.append(event)
    }
  }
}
