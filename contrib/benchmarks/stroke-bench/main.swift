// How well drawn gestures are told apart. `contrib/bench strokes` builds and runs it, and explains its output.

import GestureCore
import Glibc

func fail(_ text: String, status: Int32) -> Never {
  let line = "stroke-bench: \(text)\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(status)
}

let options: Options
do throws(Options.Problem) {
  options = try Options(Array(CommandLine.arguments.dropFirst()))
} catch {
  fail(error.text, status: 2)
}
var samples: [Sample] = []
do throws(StrokeFile.Problem) {
  for file in options.files { samples += try StrokeFile.read(file) }
} catch {
  fail(error.text, status: 1)
}
let contacts = samples.filter { $0.label == nil }
let study = Study(samples)
print("\(samples.count - contacts.count) strokes of \(study.classes.count) classes by \(study.subjects.count) subjects")
print("\(contacts.count) contacts that are no drawings; seed \(options.seed), \(options.rounds) rounds")
guard study.classes.count > 1 else { fail("needs strokes of at least two classes", status: 1) }
Shapes(samples: samples, options: options).report()
if options.isOfShapes { exit(0) }
Accuracy(study: study, options: options).report()
Rejection(study: study, contacts: contacts, options: options).report()
