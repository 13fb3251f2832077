import Foundation
import Support
import Testing

/// A bed whose daemon is at work, and what it and its commands have done by then.
extension Bed {
  /// What the commands of rules write into `$RAN`, in single quotes for TOML.
  static func notes(_ text: String) -> String { "'echo \(text) >> \"$RAN\"'" }

  /// With the devices plugged in (`touchscreen event0, touchpad event1`) and the daemon ready.
  static func started(_ rules: String, _ devices: String = "touchscreen event0") throws -> Bed {
    let bed = try Bed(rules: rules, arguments: ["--debug=plain", "--log-level", "info"])
    for device in devices.split(separator: ",") { try bed.perform("add \(device)") }
    try bed.perform("start\nawait ready: within=15s")
    return bed
  }

  /// Writes the rules in place, as an editor does, and waits until the daemon says `answer`.
  func save(_ rules: String, as name: String = "bindings.toml", answer: String = "reloaded:") throws {
    try folder.write(name, rules)
    try perform("await '\(answer)'")
  }

  /// Plays `lines`, waits until there are as many notes as `notes` more than before, and a little for one too many.
  func expect(_ notes: [String], after lines: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let before = ran.count
    try perform(lines)
    try awaitNotes(before + notes.count)
    #expect(Array(ran.dropFirst(before)) == notes, Comment(rawValue: log), sourceLocation: sourceLocation)
  }

  /// Waits for so many notes in all, five seconds at most.
  func awaitNotes(_ count: Int) throws {
    for _ in 0..<100 where ran.count < count { try perform("wait 50ms") }
    try perform("wait 120ms")
  }

  /// The daemon's process.
  func daemon() throws -> Int32 {
    try #require(try perform("status").split(separator: "=").last.flatMap { Int32($0) })
  }

  /// The daemon's children that nobody has asked how they ended.
  func zombies() throws -> [String] {
    let daemon = try daemon()
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int32($0) != nil }.filter { process in
      // 7 (the name) Z 1: the state and the parent follow the name, which may have blanks.
      let text = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)) ?? ""
      let words = text.split(separator: ")").last?.split(separator: " ") ?? []
      return words.count > 1 && words[0] == "Z" && Int32(words[1]) == daemon
    }
  }
}
