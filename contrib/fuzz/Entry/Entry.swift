import FuzzTargets
import Glibc

/// The function that libFuzzer calls with every input; 0 asks it to keep inputs that reach something new.
@_cdecl("LLVMFuzzerTestOneInput")
public func look(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.look(at: Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// All of libFuzzer, which makes the inputs and ends as its options say.
@_silgen_name("LLVMFuzzerRunDriver")
func runLibFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ look: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Programs of debug builds are linked with a `main` of their own, which does here what libFuzzer's does.
@main
enum Entry {
  static func main() {
    // The target that the environment names has to be sound itself.
    FuzzTarget.chosen.begin()
    var count = CommandLine.argc
    var words = CommandLine.unsafeArgv
    exit(runLibFuzzer(&count, &words, look))
  }
}
