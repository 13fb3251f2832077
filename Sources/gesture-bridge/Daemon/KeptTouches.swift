import Bindings
import GestureCore
import Recordings

/// Keeps the touches that the rules are shown: in a file, if a recording is asked for, the last attempts in memory, and as a script for
/// subscribers of the topic `touches`.
final class KeptTouches {
  private let file: FileRecorder?
  /// Empty where the rules want nothing remembered.
  private var recent = RecentTouches()
  private var remembers = false
  /// Nil while no one follows.
  private var feed: TouchFeed?
  /// Whether there is one: it is large, and this is looked at with each frame.
  private var isFollowed = false
  /// The devices that are there, and the session, for a memory that begins later.
  private var devices: [DeviceID: (device: Device, rotation: Rotation)] = [:]
  private var session = Context()

  init(_ file: FileRecorder?) { self.file = file }

  /// Begins a new script for subscribers, or ends it.
  func follow(_ isFollowed: Bool, at time: Timestamp) {
    let known = devices.keys.sorted { $0.rawValue < $1.rawValue }.compactMap { devices[$0] }
    feed = isFollowed ? TouchFeed(known, in: session, at: time) : nil
    self.isFollowed = isFollowed
  }

  /// The next piece of the script for subscribers: see `TouchFeed.takePiece`.
  func takePiece() -> (origin: Timestamp?, script: String)? { feed?.takePiece() }

  /// When they are to be told something; nil while there is nothing.
  var pieceDeadline: Int64? { isFollowed ? feed?.deadline : nil }

  /// Whether attempts are remembered from now on. What was remembered is forgotten where that ends.
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

  /// Forgets what hands did.
  func forget() { if remembers { recent.forget() } }

  /// A touch script of the last `attempts`, or of all that are remembered; nil where nothing is to be remembered, and empty where there was
  /// no attempt.
  func script(last attempts: Int?, remarks: [String]) -> String? {
    remembers ? recent.script(last: attempts, remarks: remarks) : nil
  }

  /// Returns the frame for the rules; nil if the file can't hold it.
  func take(_ frame: Frame) -> Frame? {
    guard let shown = file == nil ? frame : file?.take(frame) else { return nil }
    if remembers { recent.take(shown) }
    if isFollowed { feed?.take(shown) }
    return shown
  }

  /// From now on `device` sends frames. Returns the device as the rules must have it.
  func add(_ device: Device, rotation: Rotation, at time: Timestamp) -> Device {
    let shown = file?.add(device, rotation: rotation, at: time) ?? device
    devices[device.id] = (shown, rotation)
    if remembers { recent.add(shown, rotation: rotation, at: time) }
    feed?.record { _ = $0.add(shown, rotation: rotation, at: time) }
    return shown
  }

  /// Returns when the touches of a device that is gone are cancelled.
  func remove(_ device: DeviceID, at time: Timestamp) -> Timestamp {
    let moment = file?.remove(device, at: time) ?? time
    devices[device] = nil
    if remembers { recent.remove(device, at: moment) }
    feed?.record { _ = $0.remove(device, at: moment) }
    return moment
  }

  /// Returns when all touches are cancelled.
  func cancelAll(at time: Timestamp) -> Timestamp {
    let moment = file?.cancelAll(at: time) ?? time
    if remembers { recent.cancelAll(at: moment) }
    feed?.record { _ = $0.cancelAll(at: moment) }
    return moment
  }

  /// The session is another one. `setsMode` is for a mode that no gesture has switched on.
  func change(to context: Context, setsMode: Bool, at time: Timestamp) {
    session = context
    file?.change(to: context, setsMode: setsMode, at: time)
    if remembers { recent.change(to: context, setsMode: setsMode, at: time) }
    feed?.record { $0.change(to: context, setsMode: setsMode, at: time) }
  }

  /// The rules serve a deadline now.
  func reached(_ time: Timestamp) { file?.reached(time) }

  var nextDeadline: Timestamp? { file?.nextDeadline }
  func advance(to time: Timestamp) { file?.advance(to: time) }
}
