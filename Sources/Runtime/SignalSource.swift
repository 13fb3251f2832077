import Base
import CLinux
import Glibc

/// Signals that are read from a descriptor, and that are blocked while this object exists.
final class SignalSource {
  let descriptor: Int32
  private var previous = sigset_t()

  init(_ signals: [Int32]) throws(SystemError) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    let code = pthread_sigmask(SIG_BLOCK, &mask, &previous)
    guard code == 0 else { throw SystemError(call: "pthread_sigmask", code: code) }
    descriptor = gb_signalfd_create(&mask)
    guard descriptor >= 0 else { throw SystemError(call: "signalfd", code: errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }

  func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    guard read(descriptor, &info, size) == size else { return nil }
    return Int32(bitPattern: info.ssi_signo)
  }
}
