import Control
import Text

extension FuzzTarget {
  /// Anything that a client can write to the control socket, or a false daemon back: in pieces of any size, each line a
  /// request, an answer or news. Everything that was understood is written again, and understood as the same.
  static let control = FuzzTarget(name: "control") { bytes in
    let pieces = max(1, Int(bytes.first ?? 1))
    let sent = Array(bytes.dropFirst())
    let whole = lines(sent, pieces: max(1, sent.count))
    expect(lines(sent, pieces: pieces) == whole, "lines do not depend on how they arrive")
    for line in whole {
      if let request = understood({ () throws(ControlError) in try ControlRequest(line: line) }) {
        expect((try? ControlRequest(line: request.line)) == request, "a request is said again: \(request)")
      }
      if let answer = understood({ () throws(ControlError) in try ControlAnswer(line: line) }) {
        expect((try? ControlAnswer(line: answer.line)) == answer, "an answer is said again: \(answer)")
      }
      _ = understood { () throws(ControlError) in try ReceivedEvent(line: line) }
      if case .scene(let scene)? = understood({ () throws(ControlError) in try OverlayLine(line: line) }) {
        // Once rounded, as a line has them, numbers stay.
        let rounded = said(scene)
        expect(rounded != nil && rounded.flatMap(said) == rounded, "a scene is said again: \(scene)")
      }
    }
  }

  private static func said(_ scene: OverlayScene) -> OverlayScene? {
    guard case .scene(let read)? = try? OverlayLine(line: scene.line) else { return nil }
    return read
  }

  /// A refusal has one line.
  private static func understood<Meaning>(_ read: () throws(ControlError) -> Meaning) -> Meaning? {
    do {
      return try read()
    } catch {
      let said = [error.message, error.fix ?? "-"]
      expect(
        said.allSatisfy { !$0.isEmpty && !$0.utf8.contains { $0 < 0x20 } }, "what is wrong can be printed: \(said)")
      return nil
    }
  }

  private static func lines(_ bytes: [UInt8], pieces: Int) -> [[UInt8]] {
    var buffer = LineBuffer(limit: 1000)
    var lines: [[UInt8]] = []
    do throws(ControlError) {
      for start in stride(from: 0, to: bytes.count, by: pieces) {
        buffer.append(bytes[start..<min(start + pieces, bytes.count)])
        while let line = try buffer.next() { lines.append(line) }
      }
      if let rest = buffer.removeRemainder() { lines.append(rest) }
    } catch {
      // A line that is too long: nothing that follows it counts.
    }
    return lines
  }
}
