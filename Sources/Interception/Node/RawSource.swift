import Base
import Evdev
import GestureCore

/// The devices whose slots are read directly, behind one descriptor.
package final class RawSource {
  private var nodes: [RawNode] = []
  private let descriptorSet: ReadySet
  /// The nodes with something to read.
  private var ready: [RawNode] = []
  private var givenBack: [DeviceEvent] = []

  /// - Throws: when descriptors have run out.
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

  /// Intercepts a device; false if something touches it.
  package func intercept(_ id: DeviceID) throws(InterceptionFailure) -> Bool {
    guard let node = self[id] else { return false }
    guard try node.intercept() else { return false }
    if let watched = node.guardDescriptor { descriptorSet.add(watched) }
    return true
  }

  /// Sets for all devices whether applications get cancels; see `RuleSet.passesCancel`.
  package func setPassesCancel(_ passes: Bool) {
    for node in nodes { node.passesCancel = passes }
  }

  /// The node of a device; nil if its slots aren't read directly.
  package subscript(id: DeviceID) -> RawNode? { nodes.first { $0.id == id } }

  // MARK: As a source

  package var descriptor: Int32 { descriptorSet.descriptor }

  package func read() {
    descriptorSet.serveReady { ready in
      for node in nodes where node.descriptor == ready || node.guardDescriptor == ready {
        if node.guardDescriptor == ready { node.hearGuard() }
        self.ready.append(node)
      }
    }
  }

  package func next() -> DeviceEvent? {
    if !givenBack.isEmpty { return givenBack.removeFirst() }
    guard let node = ready.first else { return nil }
    let event = node.next()
    switch event {
    case .frame, .fault, .unreleased, .lostEvents: break
    case .allRead, .givenBack, .gone: ready.removeFirst()
    }
    return event
  }

  package var nextDeadline: Timestamp? { nodes.lazy.compactMap { $0.deadline }.min() }

  package func advance(to time: Timestamp) {
    for node in nodes {
      if let reason = node.advance(to: time) { givenBack.append(.givenBack(node.id, reason)) }
    }
  }
}
