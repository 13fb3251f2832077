import FuzzTargets

/// What libFuzzer calls once, before anything else: the target that the environment names has to be sound itself.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzBegin(
  _ count: UnsafeMutablePointer<CInt>?,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  FuzzTarget.chosen.begin()
  return 0
}

/// What libFuzzer calls with every input; 0 asks it to keep those that reach something new.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.chosen.look(at: Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
