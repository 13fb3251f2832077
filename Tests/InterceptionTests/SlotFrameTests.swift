import CInterception
import CLinux
import Glibc
import Testing

/// The events for many slots at once, in frames that are not too long.
@Suite struct SlotFrameTests {
  private static let position = UInt16(ABS_MT_POSITION_X)
  private static let id = UInt16(ABS_MT_TRACKING_ID)

  /// The events that `write` puts into a pipe.
  private func events(_ write: (Int32) -> Void) -> [input_event] {
    var ends: [Int32] = [0, 0]
    #expect(gb_pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    write(ends[1])
    var events = [input_event](repeating: input_event(), count: 2000)
    let size = MemoryLayout<input_event>.stride
    let bytes = read(ends[0], &events, events.count * size)
    return Array(events.prefix(max(0, bytes) / size))
  }

  private func frames(_ events: [input_event]) -> [[input_event]] {
    events.split(omittingEmptySubsequences: false) { $0.type == UInt16(EV_SYN) }.map(Array.init)
  }

  @Test(arguments: [1, 10, 16, 64]) func everySlotInWholeFrames(slots: Int) {
    let written = events { descriptor in
      var frame = gb_frame_for(descriptor, 3)
      for slot in 0..<slots {
        let values = [
          gb_slot_value(code: Self.position, value: Int32(slot) + 1), gb_slot_value(code: Self.id, value: -1),
        ]
        gb_frame_set(&frame, Int32(slot), values, Int32(values.count))
      }
      gb_frame_write(&frame, 1)
    }
    let frames = frames(written)
    #expect(frames.last?.isEmpty == true, "the last one has its end")
    var seen: [Int32] = []
    for frame in frames.dropLast() {
      #expect(frame.count + 1 <= Int(GB_FRAME_EVENTS))
      #expect(frame.last?.code == UInt16(ABS_MT_SLOT) && frame.last?.value == 3, "each ends in the last slot")
      for start in stride(from: 0, to: frame.count - 1, by: 3) {
        #expect(frame[start..<start + 3].map(\.code) == [UInt16(ABS_MT_SLOT), Self.position, Self.id])
        #expect(frame[start + 1].value == frame[start].value + 1)
        seen.append(frame[start].value)
      }
    }
    #expect(seen == (0..<Int32(slots)).map { $0 })
  }

  @Test func keysBesideSlots() {
    let written = events { descriptor in
      var frame = gb_frame_for(descriptor, -1)
      for key in 0..<100 { gb_frame_add(&frame, UInt16(EV_KEY), UInt16(key), 0) }
      gb_frame_write(&frame, 1)
      gb_frame_write(&frame, 1)
    }
    #expect(written.filter { $0.type == UInt16(EV_KEY) }.map(\.code) == (0..<100).map { UInt16($0) })
    #expect(frames(written).map(\.count).max().map { $0 < Int(GB_FRAME_EVENTS) } == true)
    #expect(frames(written).count == 4, "and none is empty")
  }

  @Test func oneThatWaitsHasNoEnd() {
    let written = events { descriptor in
      var frame = gb_frame_for(descriptor, 0)
      gb_frame_write(&frame, 0)
      var value = gb_slot_value(code: Self.position, value: 7)
      gb_frame_set(&frame, 1, &value, 1)
      gb_frame_write(&frame, 0)
    }
    #expect(written.map(\.code) == [UInt16(ABS_MT_SLOT), Self.position, UInt16(ABS_MT_SLOT)])
  }
}
