import Bindings
import Glibc
import GestureCore

/// What a frame costs.
struct Cost {
  var nanoseconds: Double
  var allocations: Double
}

/// One rule set under measurement; several are measured in turns, so that what else the machine does hits all alike.
final class Candidate {
  /// What is done again and again.
  enum Work: String {
    case moves = "Moving fingers"
    case gestures = "Whole gestures"
    case taps = "Taps"
    /// Only the movements between landing and lift count.
    case drawing = "Drawing"
  }

  private var hand: BenchHand
  private let work: Work
  private let counter: AllocationCounter
  private var frames = 0
  private var rounds: [Cost] = []

  /// Frames in a round: short enough that an interruption spoils few rounds, long enough for the clock.
  private static let roundNanoseconds = 4e6
  private static let warmUp = 64

  init(
    _ rules: RuleSet, _ bindings: [Binding] = [], fingers: Int, _ work: Work, _ counter: AllocationCounter
  ) throws {
    hand = try BenchHand(rules, bindings, fingers: fingers)
    self.work = work
    self.counter = counter
    if work == .moves { hand.land() }
    frames = Self.warmUp
    let first = measure()
    frames = max(Self.warmUp, Int(Self.roundNanoseconds / max(first.nanoseconds, 1)))
  }

  func round() { rounds.append(measure()) }

  /// Of a frame, the median of all rounds; allocations are the most any round has seen.
  var cost: Cost {
    Cost(
      nanoseconds: median(rounds.map(\.nanoseconds)), allocations: rounds.map(\.allocations).max() ?? 0)
  }

  /// How many times as long a frame takes as one of `base`, the median over rounds.
  func ratio(to base: Candidate) -> Double {
    median(zip(rounds, base.rounds).map { $0.nanoseconds / $1.nanoseconds })
  }

  /// Gesture events that went out, to show that something was done.
  var events: Int { hand.events }
  var orders: Int { hand.orders }

  private func measure() -> Cost {
    if work == .drawing { return measureDrawing() }
    let allocationsBefore = counter.count
    let began = nanoseconds()
    let count = perform()
    let ended = nanoseconds()
    return Cost(
      nanoseconds: Double(ended - began) / Double(count),
      allocations: Double(counter.count - allocationsBefore) / Double(count))
  }

  private func measureDrawing() -> Cost {
    var sum = Cost(nanoseconds: 0, allocations: 0)
    let drawings = max(1, frames / BenchHand.movesOfAGesture)
    for _ in 0..<drawings {
      hand.land()
      let allocationsBefore = counter.count
      let began = nanoseconds()
      hand.move(BenchHand.movesOfAGesture)
      sum.nanoseconds += Double(nanoseconds() - began)
      sum.allocations += Double(counter.count - allocationsBefore)
      hand.finish()
    }
    let count = Double(drawings * BenchHand.movesOfAGesture)
    return Cost(nanoseconds: sum.nanoseconds / count, allocations: sum.allocations / count)
  }

  /// Does it for about as many frames as a round has; returns how many there were.
  private func perform() -> Int {
    switch work {
    case .moves:
      hand.move(frames)
      return frames
    case .gestures: return makeGestures(moves: BenchHand.movesOfAGesture)
    case .taps, .drawing: return makeGestures(moves: 0)
    }
  }

  private func makeGestures(moves: Int) -> Int {
    let each = hand.frames(ofAGestureWith: moves)
    let gestures = max(1, frames / each)
    for _ in 0..<gestures { hand.makeGesture(moves: moves) }
    return gestures * each
  }
}

/// Reads how often this process has allocated from the file that `preload-allocations.so` keeps.
struct AllocationCounter {
  private let file: Int32

  /// Nil where the library is not loaded.
  init?() {
    guard let path = getenv("GESTURE_ALLOCATIONS") else { return nil }
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0, numbers.process == UInt64(getpid()) else { return nil }
  }

  var count: UInt64 { numbers.allocations }

  private var numbers: (process: UInt64, allocations: UInt64) {
    var numbers: (process: UInt64, allocations: UInt64) = (0, 0)
    return pread(file, &numbers, 16, 0) == 16 ? numbers : (0, 0)
  }
}

/// CPU time of this process: what others do on the machine is not in it.
private func nanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  guard !sorted.isEmpty else { return 0 }
  let middle = sorted.count / 2
  return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
