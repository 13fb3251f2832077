import Base
import Glibc
import Interception

/// The switch SW_TABLET_MODE of a convertible laptop. A keyboard's node isn't opened, even if it has this switch.
public final class TabletSwitch {
  private struct Node {
    let path: String
    let descriptor: Int32
    let device: EvdevDevice
    let loan: NodeOpener.Loan?
  }

  private let monitor: DeviceMonitor
  private let opener: NodeOpener
  private let ready: ReadySet
  private var nodes: [Node] = []
  private var refused: [String: Refusal] = [:]

  /// - Throws: if udev is not available, or descriptors have run out.
  public init(seat: String = InputSource.sessionSeat) throws(InputFailure) {
    monitor = try DeviceMonitor(seat: seat)
    opener = try NodeOpener()
    do throws(SystemError) { ready = try ReadySet() } catch { throw .dispatch(error.code) }
    ready.add(monitor.fd)
    for path in monitor.tabletSwitches() { plug(path) }
  }

  deinit { for node in nodes { Glibc.close(node.descriptor) } }

  /// A descriptor that is readable when `read` has something to read.
  public var descriptor: Int32 { ready.descriptor }

  /// Whether any switch reports use as a tablet; nil if no switch is open.
  public var isTablet: Bool? { nodes.isEmpty ? nil : nodes.contains { $0.device.isTablet } }

  /// Why the tablet mode is unknown; nil if at least one switch can be read.
  public var problem: String? { nodes.isEmpty ? Wording.noTabletSwitch(refused) : nil }

  /// Reads pending events without waiting; returns whether `isTablet` has changed.
  public func read() -> Bool {
    let before = isTablet
    var isPlugged = false
    ready.serveReady { descriptor in
      if descriptor == monitor.fd { isPlugged = true } else { read(descriptor) }
    }
    if isPlugged {
      monitor.changes { _ in }
      let present = monitor.tabletSwitches()
      for node in nodes where !present.contains(node.path) { close(node) }
      for path in present where !nodes.contains(where: { $0.path == path }) { plug(path) }
    }
    return isTablet != before
  }

  private func read(_ descriptor: Int32) {
    guard let node = nodes.first(where: { $0.descriptor == descriptor }) else { return }
    while true {
      switch node.device.next() {
      case .event: continue
      case .lost: node.device.catchUp { _ in }
      case .nothing: return
      case .gone: return close(node)
      }
    }
  }

  private func plug(_ path: String) {
    do throws(Refusal) {
      let opened = try opener.open(path)
      let (descriptor, loan) = (opened.descriptor, opened.loan)
      do throws(SystemError) {
        nodes.append(Node(path: path, descriptor: descriptor, device: try EvdevDevice(descriptor), loan: loan))
        ready.add(descriptor)
        refused[path] = nil
      } catch {
        Glibc.close(descriptor)
        throw .notUnderstood
      }
    } catch {
      refused[path] = error
    }
  }

  private func close(_ node: Node) {
    ready.remove(node.descriptor)
    Glibc.close(node.descriptor)
    nodes.removeAll { $0.path == node.path }
  }
}

extension EvdevDevice {
  fileprivate var isTablet: Bool { state(of: SwitchCodes.type, SwitchCodes.tabletMode) != 0 }
}

/// EV_SW and SW_TABLET_MODE of linux/input-event-codes.h.
enum SwitchCodes {
  static let type: UInt16 = 5
  static let tabletMode: UInt16 = 1
}
