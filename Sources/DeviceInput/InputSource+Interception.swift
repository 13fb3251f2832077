import GestureCore
import Glibc
import Logging

// Devices whose touches others get from us.
extension InputSource {
  /// What gestures have decided since the last frame goes out to those who read the clones.
  public func settle() {
    var isSettled = false
    for device in open where device.rawNode?.settle() ?? false { isSettled = true }
    if isSettled { noteDeadline() }
  }

  /// Whether a device is to be intercepted.
  func isIntercepted(_ node: TouchNode, _ conduct: Conduct) -> Bool {
    owner.mayIntercept && !conduct.isGivenBack && owner.rules()?.intercepts(deviceNamed: node.name) ?? false
  }

  /// Stands between a device and those who read it, unless something touches it just now.
  func intercept(_ device: OpenDevice) {
    guard let node = device.rawNode, device.awaitsInterception, !device.leaving else { return }
    let id = device.found.device.id
    do throws(Interception.Failure) {
      guard try node.intercept({ [owner] touch in owner.delivery(touch, id) }, now: owner.now) else {
        // Where a guard has it, a lift is not heard.
        _ = awaitsGuard(of: device)
        return
      }
      device.awaitsInterception = false
      log.info("\(Wording.intercepted(device.found))")
    } catch {
      if error == .notGrabbed(EBUSY), awaitsGuard(of: device) { return }
      device.awaitsInterception = false
      log.warning("\(Wording.notIntercepted(device.found, error))")
      device.found.device.capabilities.remove(.interception)
      device.conduct.isGivenBack = true
      // The owner has been told of an intercepted device.
      if open.contains(where: { $0 === device }) { reopen(device) }
    }
  }

  /// The guard of a daemon that has just ended keeps a device until the fingers on it have lifted. Whether there is still
  /// time for that; another program would keep it for longer.
  private func awaitsGuard(of device: OpenDevice) -> Bool {
    let now = owner.now()
    let end = device.busyUntil ?? now + Self.guardPatience
    device.busyUntil = end
    device.grabDeadline = now + Self.grabInterval
    noteDeadline()
    return now < end
  }

  /// More than a guard keeps a device.
  private static let guardPatience = TimeSpan(milliseconds: 10_000)
  private static let grabInterval = TimeSpan(milliseconds: 250)

  /// Tries once more to intercept what another process had to itself.
  func intercept(_ device: OpenDevice, at time: Timestamp) {
    guard let deadline = device.grabDeadline, deadline <= time else { return }
    device.grabDeadline = nil
    intercept(device)
  }

  private func reopen(_ device: OpenDevice) {
    let conduct = device.conduct
    unplug(device.node.node)
    plug(device.node, conduct)
  }

  /// A device that is not to be intercepted any more is read anew.
  func giveBack(_ device: OpenDevice) {
    guard let reason = device.rawNode?.giveBack, !device.leaving else { return }
    log.warning("\(Wording.givenBack(device.found, reason))")
    device.conduct.isGivenBack = reason == .wanted
    reopen(device)
    if reason == .wanted { owner.gaveBack(device.found.device) }
  }
}
