import GestureCore
import Glibc

/// What it takes to find the most similar of 144 templates.
struct Timing {
  let study: Study

  private static let templates = 144
  private static let rounds = 15
  private static let candidates = 48

  func report() {
    let all = study.bySubject.flatMap { classes in
      classes.enumerated().flatMap { kind, samples in samples.map { StudyEntry(sample: $0, kind: kind) } }
    }
    let templates = (0..<Self.templates).map { all[$0 * all.count / Self.templates] }
    let candidates = (0..<Self.candidates).map { all[($0 * 2 + 1) * all.count / (2 * Self.candidates)].sample }
    var whole = Library()
    whole.prunes = false
    var times: [[Double]] = [[], [], []]
    for _ in 0..<Self.rounds {
      times[0].append(time(Library(), templates, candidates))
      times[1].append(time(whole, templates, candidates))
      times[2].append(time(Dollar(), templates, candidates))
    }
    print("\n\(Self.templates) templates                                          ms     ratio")
    for (name, index) in [("here", 0), ("here, each compared to the end", 1), ("$1", 2)] {
      let ratio = median(zip(times[index], times[0]).map { $0 / $1 })
      print(
        "\(left(name, 48)) \(right(decimal(median(times[index]), places: 3, padded: true), 8))"
          + " \(right(decimal(ratio, places: 1, padded: true), 8))")
    }
  }

  /// In milliseconds for one candidate.
  private func time(_ matcher: some Matcher, _ templates: [StudyEntry], _ candidates: [Sample]) -> Double {
    var matcher = matcher
    let began = nanoseconds()
    for candidate in candidates { _ = matcher.nearest(candidate, templates) }
    return Double(nanoseconds() - began) / Double(candidates.count) / 1e6
  }
}

/// CPU time of this process: what others do on the machine is not in it.
private func nanoseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
