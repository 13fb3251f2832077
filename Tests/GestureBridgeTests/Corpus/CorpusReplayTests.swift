import Foundation
import Support
import Testing

/// Every input that the fuzzer keeps is given to its reader: no crash, an error that names a place, a bound on time and
/// memory.
struct CorpusReplayTests {
  /// Of a target: its folders, and how many files they have at least.
  struct Inputs: CustomTestStringConvertible, Sendable {
    let target: String
    var others: [String] = []
    let least: Int

    var testDescription: String { target }

    var files: [String] {
      (["contrib/fuzz/corpus/\(target)"] + others).flatMap { folder in
        let path = packageRoot.appendingPathComponent(folder).path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { "\(path)/\($0)" }.filter {
          var isFolder: ObjCBool = false
          return FileManager.default.fileExists(atPath: $0, isDirectory: &isFolder) && !isFolder.boolValue
        }
      }
    }
  }

  private static let inputs = [
    Inputs(target: "toml", least: 150), Inputs(target: "rules", least: 190), Inputs(target: "recording", least: 250),
    Inputs(
      target: "importers", others: ["Tests/Fixtures/import", "Tests/Fixtures/import/broken"], least: 90),
    Inputs(target: "devices", least: 100), Inputs(target: "bus", least: 50), Inputs(target: "frames", least: 90),
    Inputs(target: "control", least: 40),
  ]
  /// The limits: seconds of the processor for one file, and memory for all files. Unoptimized code takes ten times as
  /// long as optimized code.
  private static let seconds = 20
  private static let megabytes = 400
  private static let replay = packageRoot.appendingPathComponent(".build/debug/replay-corpus").path

  @Test(arguments: inputs) func nothingHappens(_ inputs: Inputs) throws {
    let files = inputs.files
    #expect(files.count >= inputs.least)
    let outcome = try Program.launch(
      Self.replay, [inputs.target, "\(Self.seconds)", "\(Self.megabytes)"] + files, in: nil, [:])
    let last = outcome.output.split(separator: "\n").suffix(3).joined(separator: "\n")
    #expect(outcome.status == 0, "\(last)\n\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n").count == files.count, "\(last)")
  }
}
