import Analysis
import Bindings
import GestureCore
import Recordings
import Text

/// The latest attempts, each with a number. They can be tried again with other thresholds.
public struct KeptAttempts: Sendable {
  public struct Kept: Sendable {
    public let sample: GestureSample
    public let began: Timestamp
    public let duration: TimeSpan
    public let fingers: Int
    /// The size of the surface as the user sees it, in mm.
    public let surface: Size
    /// The paths of the first 10 touches: positions in mm as the user sees them, and times since the attempt's start.
    public let strokes: [[(position: Vector, time: TimeSpan)]]
    /// The names of the gestures that were recognized or began, each listed once, in the order of their first events.
    public let recognized: [String]
    /// `movement` is a sentence about the movement; `words` also has the result.
    public let movement: String
    public let words: String

    public var number: Int { sample.number }
  }

  public static let most = 200
  /// Limits for the points of a path and for the paths of an attempt, so that all attempts fit into one message.
  private static let mostPoints = 64
  private static let mostStrokes = 10
  /// The longest time between two taps that are joined into one attempt.
  private static let pause = TimeSpan(milliseconds: 500)
  /// The least movement, in mm, that isn't a tap.
  private static let tapMovement = 4.0

  public private(set) var all: [Kept] = []
  private var count = 0

  public init() {}

  /// The kept attempts with these numbers, oldest first. Numbers of other attempts are ignored.
  public func samples(_ numbers: [Int]) -> [GestureSample] {
    let wanted = Set(numbers)
    return all.lazy.filter { wanted.contains($0.number) }.map(\.sample)
  }

  /// Keeps an attempt and returns it, or nil if its device is unknown. A tap soon after another tap joins the earlier
  /// attempt, and the joined attempt is returned.
  public mutating func add(
    _ attempt: Attempt, of devices: [Device], under rules: RuleSet, in context: Context
  ) -> Kept? {
    guard let device = devices.first(where: { $0.id == attempt.device }),
      var sample = GestureSample(attempt, number: count + 1, of: devices, in: context)
    else { return nil }
    let surface = Surface(rules, of: device)
    var (began, recognized): (Timestamp, [String]) = (attempt.began, [])
    if let last = all.last, last.isFollowed(by: sample, on: surface, within: Self.pause, Self.tapMovement) {
      sample = last.sample.joined(with: sample)
      (began, recognized) = (last.began, last.recognized)
      all.removeLast()
    } else {
      count += 1
    }
    for dispatched in attempt.events {
      let name = rules.gestures[dispatched.event.gesture.rawValue].name
      guard dispatched.event.state == .recognized || dispatched.event.state == .began, !recognized.contains(name) else {
        continue
      }
      recognized.append(name)
    }
    let duration = (sample.frames.last?.time ?? attempt.ended) - began
    let movement = StudioWording.movement(HandMotion(sample.frames, on: surface), duration: duration)
    let kept = Kept(
      sample: sample, began: began, duration: duration,
      fingers: attempt.fingers, surface: surface.size, strokes: Self.strokes(sample.frames, from: began, on: surface),
      recognized: recognized, movement: movement, words: Self.words(movement, attempt, recognized, device, rules))
    all.append(kept)
    if all.count > Self.most { all.removeFirst() }
    return kept
  }

  private static func strokes(
    _ frames: [Frame], from began: Timestamp, on surface: Surface
  ) -> [[(position: Vector, time: TimeSpan)]] {
    var strokes: [[(position: Vector, time: TimeSpan)]] = []
    var strokeIndices: [Int32: Int] = [:]
    for frame in frames {
      for touch in frame.touches where touch.position.isFinite && !touch.isCountedOnly {
        if touch.phase == .began, strokes.count < mostStrokes {
          strokeIndices[touch.id] = strokes.count
          strokes.append([])
        }
        guard let index = strokeIndices[touch.id] else { continue }
        strokes[index].append((surface.rotated(touch.position), frame.time - began))
        if touch.phase == .ended || touch.phase == .cancelled { strokeIndices[touch.id] = nil }
      }
    }
    return strokes.map { stroke in
      guard stroke.count > mostPoints else { return stroke }
      let interval = Double(stroke.count - 1) / Double(mostPoints - 1)
      return (0..<mostPoints).map { stroke[Int((Double($0) * interval).rounded())] }
    }
  }

  private static func words(
    _ movement: String, _ attempt: Attempt, _ recognized: [String], _ device: Device, _ rules: RuleSet
  ) -> String {
    guard recognized.isEmpty else { return "\(movement): \(recognized.map(\.visible).listed("and"))" }
    let names = Names(rules, devices: [device])
    guard let miss = NearMissRanking(attempt, rules, on: device).entries.first?.miss else {
      return "\(movement): no gesture"
    }
    let reason = names.text(.own(attempt.whole(miss.failure, decidedAt: miss.time)))
    return "\(movement): near miss of \(names.gesture(miss.gesture).visible) (\(reason))"
  }
}

extension KeptAttempts.Kept {
  /// Whether fingers hardly move in both attempts, as in taps, and `next` follows on the same device within `pause`.
  fileprivate func isFollowed(
    by next: GestureSample, on surface: Surface, within pause: TimeSpan, _ tapMovement: Double
  ) -> Bool {
    guard sample.device.id == next.device.id, let last = sample.frames.last?.time, let first = next.frames.first?.time,
      first >= last, first - last <= pause
    else { return false }
    return [sample.frames, next.frames].allSatisfy { frames in
      let motion = HandMotion(frames, on: surface)
      return motion.farthest.length < tapMovement && motion.spread.magnitude < tapMovement
    }
  }
}
