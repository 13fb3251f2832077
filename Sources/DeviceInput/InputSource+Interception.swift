import GestureCore
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
    guard let node = device.rawNode else { return }
    let id = device.found.device.id
    do throws(Interception.Failure) {
      guard try node.intercept({ [owner] touch in owner.delivery(touch, id) }, now: owner.now) else { return }
      device.awaitsInterception = false
      log.info("\(Wording.intercepted(device.found))")
    } catch {
      device.awaitsInterception = false
      device.found.device.capabilities.remove(.interception)
      log.warning("\(Wording.notIntercepted(device.found, error))")
    }
  }

  /// A device that is not to be intercepted any more is read anew.
  func giveBack(_ device: OpenDevice) {
    guard let reason = device.rawNode?.giveBack, !device.leaving else { return }
    log.warning("\(Wording.givenBack(device.found, reason))")
    var conduct = device.conduct
    conduct.isGivenBack = reason == .wanted
    unplug(device.node.node)
    plug(device.node, conduct)
    if reason == .wanted { owner.gaveBack(device.found.device) }
  }
}
