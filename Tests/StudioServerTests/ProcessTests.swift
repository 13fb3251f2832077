import Foundation
import Glibc
import Support
import Testing

@testable import gesture_bridge_studio

/// The program as the system sees it: where it listens, its permissions, how it starts.
@Suite struct ProcessTests {
  /// The local addresses of sockets that listen, as /proc/net gives them.
  private func listening(_ table: String, _ port: UInt16) throws -> [String] {
    let text = try String(contentsOfFile: "/proc/net/\(table)", encoding: .utf8)
    let rows: [[Substring]] = text.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    let ending = String(format: ":%04X", port)
    return rows.filter { $0[3] == "0A" && $0[1].hasSuffix(ending) }.map { String($0[1]) }
  }

  @Test func listensOnLoopbackOnly() throws {
    let studio = try StudioProcess()
    #expect(try listening("tcp", studio.port) == [String(format: "0100007F:%04X", studio.port)])
    #expect(try listening("tcp6", studio.port).isEmpty)
    let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(other) }
    #expect(!RawConnection.connect(other, "127.0.0.2", studio.port) && errno == ECONNREFUSED)
  }

  /// Another program can't listen at its port, whatever it asks for.
  @Test func nobodyElseListensThere() throws {
    let studio = try StudioProcess()
    for address in ["127.0.0.1", "0.0.0.0"] {
      for options in [[], [SO_REUSEADDR], [SO_REUSEPORT], [SO_REUSEADDR, SO_REUSEPORT]] {
        let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(other) }
        var yes: Int32 = 1
        for option in options { setsockopt(other, SOL_SOCKET, option, &yes, socklen_t(MemoryLayout<Int32>.size)) }
        let result = RawConnection.withAddress(address, studio.port) { bind(other, $0, $1) }
        // A socket that only has the name gets no connections, and can't listen.
        #expect(result == -1 || listen(other, 1) == -1, "\(address) \(options)")
        #expect(errno == EADDRINUSE)
      }
    }
    #expect(try studio.get("/").status == 403)
  }

  @Test func isConfined() throws {
    let studio = try StudioProcess()
    #expect(try studio.status("NoNewPrivs") == "1")
    #expect(try studio.status("Seccomp") == "2")
    #expect(try studio.status("Threads") == "1")
    // The table of connections is its only open file.
    let folder = "/proc/\(studio.number)/fd/"
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).map {
      try FileManager.default.destinationOfSymbolicLink(atPath: folder + $0)
    }
    #expect(open.filter { $0.hasPrefix("/") } == ["/proc/\(studio.number)/net/tcp"])
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: StudioProcess.program)
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let texts = [output, errors].map { String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) }
    process.waitUntilExit()
    return (process.terminationStatus, texts[0], texts[1])
  }

  @Test func commandLine() throws {
    for wrong in [["--stay", "-1"], ["--stay", "x"], ["--first", "86401"], ["--port", "80"], ["file"]] {
      let done = try run(wrong)
      #expect(done.status == 2 && done.output.isEmpty && !done.errors.isEmpty, "\(wrong): \(done)")
    }
    let help = try run(["--help"])
    #expect(help.status == 0 && help.output.contains("--stay") && help.errors.isEmpty)
  }

  @Test func allProgramsAreOfOneVersion() throws {
    let source = packageRoot.appendingPathComponent("Sources/gesture-bridge/GestureBridge.swift")
    let version = GestureBridgeStudio.configuration.version
    #expect(try String(contentsOf: source, encoding: .utf8).contains("version: \"\(version)\""))
    #expect(try run(["--version"]).output == version + "\n")
  }

  @Test func withoutInputItEnds() throws {
    let done = try run([])
    #expect(done.status == 0 && done.errors.isEmpty)
    let last = #"{"studio":"ended","why":"`gesture-bridge studio` has ended, or the session was locked"}"#
    #expect(done.output.hasSuffix(last + "\n"))
  }
}
