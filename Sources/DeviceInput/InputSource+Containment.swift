import CLibinput
import GestureCore

// Devices that misbehave. Touches that can't be are left out; a device that sends more than can be read is closed, and gets
// another chance later, or at once when it is plugged in anew.
extension InputSource {
  /// The kernel dropped events of a device: its touches are cancelled, and none begins with what libinput has made of the
  /// rest. Returns their readers, which are deaf until `hear`.
  func deafen(_ nodes: [String]) -> [any EventReader] {
    guard !nodes.isEmpty else { return [] }
    let now = owner.now()
    var deaf: [any EventReader] = []
    for node in nodes {
      guard let device = open.first(where: { $0.node.node == node }), case .libinput(_, let reader) = device.source
      else { continue }
      if device.conduct.loses(at: now) { accuse(device, of: .lostEvents) }
      guard !reader.isDeaf else { continue }
      reader.cancel { device.ignoresMotion = !owner.frame($0) }
      reader.isDeaf = true
      deaf.append(reader)
    }
    return deaf
  }

  func hear(_ readers: [any EventReader]) {
    for reader in readers { reader.isDeaf = false }
  }

  /// Reads a device's own slots until it has nothing more to say, or has said too much.
  func read(_ node: RawNode, of device: OpenDevice) {
    let end = node.read { happening in
      switch happening {
      case .frame(let frame):
        if device.conduct.runs(now: owner.now) { accuse(device, of: .flood) }
        device.ignoresMotion = !owner.frame(frame)
      case .losses: if device.conduct.loses(at: owner.now()) { accuse(device, of: .lostEvents) }
      case .fault(let fault): accuse(device, of: fault)
      }
      return !device.leaving
    }
    if end == .gone { return shut(device) }
    intercept(device)
    giveBack(device)
  }

  /// One event more of a device; it may be one too many.
  func count(_ type: libinput_event_type, of device: OpenDevice) {
    guard type == LIBINPUT_EVENT_TOUCH_FRAME || device.node.kind != .touchscreen else { return }
    if device.conduct.runs(now: owner.now) { accuse(device, of: .flood) }
  }

  /// What it did is said, once a spell; what closes it is done when the events at hand are through.
  func accuse(_ device: OpenDevice, of fault: DeviceFault) {
    if fault.closes {
      device.leaving = true
      device.culprit = fault
      hasCulprits = true
    }
    guard device.conduct.isNews(fault, at: owner.now()) else { return }
    log.warning("\(Wording.fault(fault, of: device.found))")
  }

  /// Closes the devices that were accused of something that closes them.
  func closeCulprits() {
    guard hasCulprits else { return }
    hasCulprits = false
    let now = owner.now()
    for device in open where device.culprit != nil {
      var conduct = device.conduct
      let end = conduct.closes(at: now)
      shut(device)
      closed.append(ClosedDevice(node: device.node, conduct: conduct, until: end))
    }
    noteDeadline()
  }

  /// Opens the closed devices whose time has come.
  func reopen(at time: Timestamp) {
    guard closed.contains(where: { $0.until <= time }) else { return }
    let due = closed.filter { $0.until <= time }
    closed.removeAll { $0.until <= time }
    for device in due { plug(device.node, device.conduct) }
  }
}
