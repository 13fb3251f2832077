import GestureCore
import Recordings

extension FuzzTarget {
  /// A device as it describes itself, in the form of evemu, with some touches: they are read, and the recording is
  /// written as a script that can be read again, or the error describes the device's fault.
  static let devices = FuzzTarget(name: "devices") { bytes in
    let description = String(decoding: bytes, as: UTF8.self)
    let options = ReadingOptions(description: description, descriptionName: "f")
    do throws(RecordingError) {
      let recording = try Recording.read(text: touches, name: "f", options: options)
      expect(recording.devices.count == 1, "one device is described")
      for device in recording.devices {
        expect(device.size.width > 0 && device.size.height > 0, "a surface has a size: \(device.size)")
        expect(device.size.width.isFinite && device.size.height.isFinite, "a surface has an end: \(device.size)")
      }
      do throws(RecordingError) {
        _ = try Recording.read(text: recording.touchScript, name: "f")
      } catch {
        expect(false, "what is written can be read: \(error)")
      }
    } catch {
      expect(error.line ?? 1 >= 1 && !"\(error)".isEmpty, "what is wrong is said: \(error)")
    }
  }

  /// Two fingers land in the first two slots, move as far as a device can report, and lift.
  private static let touches: String = {
    let frames: [[(Int, Int, Int)]] = [
      [
        (3, 0x2f, 0), (3, 0x39, 1), (3, 0x35, 100), (3, 0x36, 100), (3, 0x2f, 1), (3, 0x39, 2), (3, 0x35, 200),
        (3, 0x36, 200), (1, 0x14a, 1), (3, 0, 100), (3, 1, 100),
      ],
      [(3, 0x35, Int(Int32.max)), (3, 0x36, Int(Int32.min)), (3, 0, Int(Int32.max)), (3, 1, Int(Int32.min))],
      [(3, 0x2f, Int(Int32.min)), (3, 0x39, 3), (3, 0x2f, Int(Int32.max)), (3, 0x39, 4), (3, 0x37, 2)],
      [(3, 0x2f, 0), (3, 0x39, -1), (3, 0x2f, 1), (3, 0x39, -1), (1, 0x14a, 0)],
    ]
    var text = ""
    for (number, frame) in frames.enumerated() {
      for (type, code, value) in frame + [(0, 0, 0)] {
        let words = [String(type, radix: 16), String(code, radix: 16), "\(value)"]
        text += "E: \(number).000000 \(words.joined(separator: " "))\n"
      }
    }
    return text
  }()
}
