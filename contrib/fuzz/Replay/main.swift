// Gives files to one of the fuzzer's targets, one after another, and looks at the time and memory that each takes.
//
// usage: replay-corpus TARGET SECONDS MEGABYTES FILE...
//
// The name of each file is printed before it is looked at, so that the last one is known if the program ends with it. Exit
// status 1 if a file took more time or memory than it may.
import FuzzTargets
import Glibc

/// At once, because the next input can end the program.
func say(_ text: String) {
  let line = Array("\(text)\n".utf8)
  _ = write(STDOUT_FILENO, line, line.count)
}

let words = CommandLine.arguments.dropFirst()
guard words.count > 3, let seconds = Double(words[2]), let megabytes = Int(words[3]) else {
  say("usage: replay-corpus TARGET SECONDS MEGABYTES FILE...")
  exit(2)
}

func readFile(_ path: String) -> [UInt8]? {
  guard let file = fopen(path, "r") else { return nil }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&piece, 1, piece.count, file), count > 0 { bytes += piece[..<count] }
  return bytes
}

func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func mostMegabytes() -> Int {
  var usage = rusage()
  getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  return usage.ru_maxrss >> 10
}

let target = FuzzTarget.named(words[1])
target.begin()
let before = mostMegabytes()
var isTooMuch = false
for path in words.dropFirst(3) {
  say(path)
  guard let bytes = readFile(path) else {
    say("can't be read")
    exit(1)
  }
  let start = processorSeconds()
  target.look(at: bytes)
  let took = processorSeconds() - start
  if took > seconds {
    say("took \(took) s of the processor")
    isTooMuch = true
  }
}
if mostMegabytes() - before > megabytes {
  say("they took \(mostMegabytes() - before) MB")
  isTooMuch = true
}
exit(isTooMuch ? 1 : 0)
