import CLinux
import Glibc
import Overlay

/// Pixels in memory that can be shared with another program, and a canvas that draws into them.
final class SharedPixels {
  let descriptor: Int32
  let byteCount: Int
  private let width: Int
  /// The canvas, which must be freed before the memory that it draws into.
  private(set) var canvas: CairoCanvas?
  private let memory: UnsafeMutableRawPointer

  init?(_ library: CairoLibrary, _ text: PangoText, width: Int, height: Int, scale: Double) {
    self.width = width
    byteCount = width * height * 4
    descriptor = gb_memory_file()
    guard descriptor >= 0 else { return nil }
    guard ftruncate(descriptor, byteCount) == 0,
      let memory = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else {
      Glibc.close(descriptor)
      return nil
    }
    guard let canvas = CairoCanvas(library, text, pixels: memory, width: width, height: height, scale: scale) else {
      munmap(memory, byteCount)
      Glibc.close(descriptor)
      return nil
    }
    (self.memory, self.canvas) = (memory, canvas)
  }

  func row(_ row: Int, _ left: Int, _ count: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: (memory + (row * width + left) * 4).assumingMemoryBound(to: UInt32.self), count: count)
  }

  deinit {
    canvas = nil
    munmap(memory, byteCount)
    Glibc.close(descriptor)
  }
}
