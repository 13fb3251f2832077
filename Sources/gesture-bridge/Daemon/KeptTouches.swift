import Bindings
import GestureCore
import Recordings

/// Keeps the touches that the rules get: in a recording, in memory, and for subscribers.
final class KeptTouches {
  private let file: FileRecorder?
  /// The last attempts; empty unless the rules ask to remember attempts.
  private var recent = RecentTouches()
  private var remembers = false
  private var feed: TouchFeed?
  /// Whether `feed` exists. Each frame checks this flag, because a check of the large `feed` would be slower.
  private var isFollowed = false
  /// The open devices. New touch scripts start with these devices, and with `session`.
  private var devices: [DeviceID: (device: Device, rotation: Rotation)] = [:]
  private var session = Context()

  init(_ file: FileRecorder?) { self.file = file }

  func follow(_ isFollowed: Bool, at time: Timestamp) {
    let known = devices.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { devices[$0] }
    feed = isFollowed ? TouchFeed(known, in: session, at: time) : nil
    self.isFollowed = isFollowed
  }

  /// Returns the script's next piece; nil if not ready. `origin` is time 0 in the script; nil before the first touch.
  func takePiece() -> (origin: Timestamp?, script: String)? { feed?.takePiece() }

  var pieceDeadline: Int64? { isFollowed ? feed?.deadline : nil }

  /// Switches the memory of attempts on or off; switching it off forgets the attempts.
  func remember(_ remembers: Bool, at time: Timestamp) {
    guard remembers != self.remembers else { return }
    self.remembers = remembers
    recent = RecentTouches()
    guard remembers else { return }
    for id in devices.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
      if let entry = devices[id] { recent.add(entry.device, rotation: entry.rotation, at: time) }
    }
    recent.change(to: session, setsMode: true, at: time)
  }

  func forget() { if remembers { recent.forget() } }

  /// A touch script of at most the last `attempts` remembered attempts (nil: all). Nil if attempts aren't remembered.
  func script(last attempts: Int?, remarks: [String]) -> String? {
    remembers ? recent.script(last: attempts, remarks: remarks) : nil
  }

  /// Keeps a frame. Returns the frame that the rules must get; nil if the recording excludes the frame's device.
  func take(_ frame: Frame) -> Frame? {
    guard let shown = file == nil ? frame : file?.record(frame) else { return nil }
    if remembers { recent.record(shown) }
    if isFollowed { feed?.take(shown) }
    return shown
  }

  /// Adds a device. Returns the recording's device if there is a recording, otherwise `device`.
  func add(_ device: Device, rotation: Rotation, at time: Timestamp) -> Device {
    let shown = file?.add(device, rotation: rotation, at: time) ?? device
    devices[device.id] = (shown, rotation)
    if remembers { recent.add(shown, rotation: rotation, at: time) }
    feed?.record { _ = $0.add(shown, rotation: rotation, at: time) }
    return shown
  }

  /// Removes a device; returns the time at which its touches are cancelled.
  func remove(_ device: DeviceID, at time: Timestamp) -> Timestamp {
    let moment = file?.remove(device, at: time) ?? time
    devices[device] = nil
    if remembers { recent.remove(device, at: moment) }
    feed?.record { _ = $0.remove(device, at: moment) }
    return moment
  }

  /// Cancels all touches; returns the time at which they are cancelled.
  func cancelAll(at time: Timestamp) -> Timestamp {
    let moment = file?.cancelAll(at: time) ?? time
    if remembers { recent.cancelAll(at: moment) }
    feed?.record { _ = $0.cancelAll(at: moment) }
    return moment
  }

  /// Keeps a new state of the session. `setsMode` is true if the mode was set without a gesture.
  func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    session = context
    file?.change(to: context, setsMode: setsMode, at: time)
    if remembers { recent.change(to: context, setsMode: setsMode, at: time) }
    feed?.record { $0.change(to: context, setsMode: setsMode, at: time) }
  }

  /// Called when the rules handle a deadline at `time`. Later records in the file get `time` or a later time.
  func reached(_ time: Timestamp) { file?.noteReached(time) }

  var nextDeadline: Timestamp? { file?.nextDeadline }
  func advance(to time: Timestamp) { file?.advance(to: time) }
}
