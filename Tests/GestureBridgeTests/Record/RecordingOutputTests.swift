import Foundation
import Testing

@testable import gesture_bridge

/// The places for recordings: files of whole lines, and pipes, whose readers are not waited for.
struct RecordingOutputTests {
  @Test func aFileIsNewUnlessItMayBeWrittenOver() throws {
    let folder = try Folder()
    let path = try folder.write("a", "old text")
    #expect(throws: CommandError.recordingExists(path)) { try RecordingOutput(path, replaces: false) }
    #expect(throws: CommandError.unwritable(folder.url.path, code: EISDIR)) {
      try RecordingOutput(folder.url.path, replaces: false)
    }
    #expect(throws: CommandError.unwritable(folder.url.path, code: EISDIR)) {
      try RecordingOutput(folder.url.path, replaces: true)
    }
    let output = try RecordingOutput(path, replaces: true)
    output.add("one\n")
    #expect(output.isWaiting && folder.text("a") == "")
    try output.flush()
    output.add("two\n")
    try output.flush(isLast: true)
    #expect(!output.isWaiting && folder.text("a") == "one\ntwo\n")
  }

  /// A name that another user has given to a file of yours must not have it overwritten.
  @Test func aFileThatIsReplacedKeepsItsText() throws {
    let folder = try Folder()
    let path = try folder.write("a", "precious")
    try FileManager.default.linkItem(atPath: path, toPath: folder.path("b"))
    try #require(chmod(path, 0o644) == 0)
    let output = try RecordingOutput(folder.path("b"), replaces: true)
    output.add("one\n")
    try output.flush(isLast: true)
    #expect(folder.text("a") == "precious" && folder.text("b") == "one\n")
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path("b"))[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a", "b"])
  }

  @Test(arguments: [true, false]) func nothingIsWrittenThroughALink(replaces: Bool) throws {
    let folder = try Folder()
    try folder.write("a", "precious")
    for (name, target) in ["link": "a", "dangling": "none"] {
      let path = folder.path(name)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      #expect(throws: CommandError.isLink(path)) { try RecordingOutput(path, replaces: replaces) }
    }
    #expect(folder.text("a") == "precious")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == ["a", "dangling", "link"])
    #expect("\(CommandError.isLink("x"))" == "x is a link: use the path of the file that the link leads to")
  }

  @Test func aPipeIsWrittenAsFarAsItIsRead() throws {
    let pipe = Pipe()
    let output = try RecordingOutput("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)", replaces: false)
    let lines = String(repeating: "a line of thirty-two characters\n", count: 10_000)
    output.add(lines)
    try output.flush()
    #expect(output.isWaiting)
    var read = Data()
    while read.count < lines.utf8.count {
      read += pipe.fileHandleForReading.availableData
      try output.flush()
    }
    #expect(!output.isWaiting && String(decoding: read, as: UTF8.self) == lines)
  }

  @Test func aReaderThatIsGoneIsAnErrorAndNoSignal() throws {
    let pipe = Pipe()
    let output = try RecordingOutput("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)", replaces: false)
    try pipe.fileHandleForReading.close()
    output.add("lost\n")
    let name = output.name
    #expect(throws: CommandError.unwritable(name, code: EPIPE)) { try output.flush() }
  }

  @Test func aReaderThatNeverReadsIsGivenUp() throws {
    let pipe = Pipe()
    let output = try RecordingOutput("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)", replaces: false)
    output.add(String(repeating: "a line of thirty-two characters\n", count: 200_000))
    let name = output.name
    #expect(throws: CommandError.notRead(name)) { try output.flush() }
  }
}
