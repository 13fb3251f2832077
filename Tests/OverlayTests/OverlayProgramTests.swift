import Foundation
import Testing

@testable import Overlay
@testable import OverlayDisplays

/// The built `gesture-bridge overlay` without a display; `contrib/testbed/desktop/test_overlay.py` runs it on real ones.
@Suite struct OverlayProgramTests {
  private static let root = String(SceneFile.folder.dropLast("Tests/OverlayTests/".count))
  private static let program = root + ".build/debug/gesture-bridge"

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.program)
    process.arguments = ["overlay"] + arguments
    process.environment = [:]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  /// A file that is removed at the end.
  private func file(_ name: String, _ text: String? = nil) throws -> String {
    let path = NSTemporaryDirectory() + "/overlay-\(UUID().uuidString)-\(name)"
    if let text { try text.write(toFile: path, atomically: true, encoding: .utf8) }
    return path
  }

  @Test func picture() throws {
    let path = try file("hint.png")
    defer { try? FileManager.default.removeItem(atPath: path) }
    let scene = "\(SceneFile.folder)Scenes/hint.jsonl"
    let done = try run(
      [
        "--picture", path, "--scene", scene, "--width", "320", "--height", "200", "--scale", "1.5", "--background",
        "#102030",
      ])
    #expect(done.status == 0 && done.output.isEmpty && done.errors.isEmpty, "\(done)")
    let image = try #require(CairoImage(try CairoLibrary.load(), file: path))
    #expect(image.width == 480 && image.height == 300)
    #expect(image.pixels.last == 0xFF10_2030)
    #expect(Set(image.pixels).count > 10)
  }

  @Test func whatIsWrongIsSaidInASentence() throws {
    let (none, odd, empty) = (try file("none"), try file("odd", "{}\nnonsense\n"), try file("empty", "\n"))
    defer { for path in [odd, empty] { try? FileManager.default.removeItem(atPath: path) } }
    let wrong: [([String], Int32, String)] = [
      (["--picture", none, "--scene", none], 1, "can't read \(none): No such file or directory"),
      (["--picture", none, "--scene", odd], 1, "line 1: the line has no member \"version\""),
      (["--picture", none, "--scene", empty], 1, "has no scene"),
      (["--picture", none], 2, "use --picture and --scene together"),
      (["--width", "0"], 2, "--width and --height must be from 1 to 16384 logical pixels"),
      (["--scale", "nan"], 2, "--scale must be from 0.25 to 8"),
      (["--socket", none], 1, "the daemon does not listen at \(none)"),
      (
        [], 1,
        "the environment variable XDG_RUNTIME_DIR is not set, so no daemon can be found; set the variable to /run/user/"
      ),
    ]
    for (arguments, status, words) in wrong {
      let done = try run(arguments)
      #expect(done.status == status && done.errors.contains(words) && done.output.isEmpty, "\(arguments): \(done)")
    }
  }

  @Test func resolutionsOfX11() {
    #expect(X11Display.dpi("Xft.antialias:\t1\nXft.dpi:\t192\nXft.hinting:\t1\n") == 192)
    #expect(X11Display.dpi("Xft.dpi: 120.5") == 120.5)
    for wrong in ["", "Xft.dpi", "Xft.dpi:", "Xft.dpi: many", "Xft.dpi: nan", "Xft.dpi: -1", "*Xft.dpi: 96"] {
      #expect(X11Display.dpi(wrong) == nil)
    }
  }
}
