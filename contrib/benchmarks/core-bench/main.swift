// What a frame costs in the core by itself. `contrib/bench micro` builds and runs it, and explains its columns.

import GestureCore
import Glibc

guard let counter = AllocationCounter() else {
  print("core-bench: nobody counts allocations; run it through contrib/bench micro")
  exit(1)
}

let isQuick = CommandLine.arguments.contains("--quick")
var bench = Bench(rounds: isQuick ? 3 : 15, touches: isQuick ? [1, 2, 10] : Array(1...10), counter: counter)
try bench.measureAllMatching(.moves)
try bench.measureAllMatching(.gestures)
try bench.measureFewMatching(.moves)
try bench.measureFewMatching(.gestures)
try bench.measureFewMatching(.taps)
try bench.measureBindings(.moves)
try bench.measureBindings(.gestures)
try bench.measureDrawings()

func verdict(_ text: String, _ measured: Double, goal: Double) {
  let word = measured <= goal ? "met   " : "missed"
  print("\(word)  \(text): \(decimal(measured, places: 3)), goal \(decimal(goal, places: 3))")
}

print("")
verdict("Moving fingers: allocations per frame, at most", bench.steadyAllocations, goal: 0)
for (work, worst) in bench.ratios {
  verdict("\(work.rawValue): 1,000 rules of which 10 match against the 10 alone, at most", worst, goal: 3)
}
