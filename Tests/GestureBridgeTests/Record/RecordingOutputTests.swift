import Foundation
import Testing

@testable import gesture_bridge

/// Where recordings go: files of whole lines, and pipes that nobody is waited for.
struct RecordingOutputTests {
  @Test func aFileIsNewUnlessItMayBeWrittenOver() throws {
    let folder = try Folder()
    let path = try folder.write("a", "old text")
    #expect(throws: RecordingFailure.exists(path)) { try RecordingOutput(path, replaces: false) }
    #expect(throws: RecordingFailure.exists(folder.url.path)) { try RecordingOutput(folder.url.path, replaces: false) }
    #expect(throws: RecordingFailure.unwritable(folder.url.path, code: EISDIR)) {
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
    #expect(throws: RecordingFailure.unwritable(name, code: EPIPE)) { try output.flush() }
  }

  @Test func aReaderThatNeverReadsIsGivenUp() throws {
    let pipe = Pipe()
    let output = try RecordingOutput("/dev/fd/\(pipe.fileHandleForWriting.fileDescriptor)", replaces: false)
    output.add(String(repeating: "a line of thirty-two characters\n", count: 200_000))
    let name = output.name
    #expect(throws: RecordingFailure.notRead(name)) { try output.flush() }
  }
}
