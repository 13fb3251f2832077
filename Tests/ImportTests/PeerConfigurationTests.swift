import Foundation
import Testing

@testable import Importers
@testable import gesture_bridge

/// A configuration of a real user, from GESTURE_BRIDGE_PEER_CONFIGS, which has a folder for each format.
struct PeerConfiguration: CustomTestStringConvertible, Sendable {
  /// The reason that a skipped test prints.
  static let absence: Comment = """
    needs configurations of other programs: set GESTURE_BRIDGE_PEER_CONFIGS to a folder with one folder for each format
    """

  static let all: [PeerConfiguration] = {
    guard let path = ProcessInfo.processInfo.environment["GESTURE_BRIDGE_PEER_CONFIGS"] else { return [] }
    return ImportFormat.allCases.flatMap { format in
      let folder = URL(fileURLWithPath: path).appendingPathComponent(format.rawValue)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.sorted().map { PeerConfiguration(format: format, url: folder.appendingPathComponent($0)) }
    }
  }()

  static var areThere: Bool { !all.isEmpty }

  let format: ImportFormat
  let url: URL

  var testDescription: String { "\(format.rawValue)/\(url.lastPathComponent)" }

  func imported() throws -> ImportResult {
    try ImportResult(format, bytes: [UInt8](try Data(contentsOf: url)), file: url.lastPathComponent)
  }
}

/// Configurations of real users.
@Suite(.enabled(if: PeerConfiguration.areThere, PeerConfiguration.absence)) struct PeerConfigurationTests {
  @Test(arguments: PeerConfiguration.all) func everyLineIsAccountedFor(peer: PeerConfiguration) throws {
    let imported = try peer.imported()
    let bytes = [UInt8](try Data(contentsOf: peer.url))
    #expect(AccountingTests.lost(imported, bytes).isEmpty)
    #expect(AccountingTests.unnamed(imported).isEmpty)
    #expect(AccountingTests.missing(imported).isEmpty)
    #expect(imported.total > 0)
  }

  @Test(arguments: PeerConfiguration.all) func everyConvertedGestureIsProven(peer: PeerConfiguration) throws {
    let imported = try peer.imported()
    for (gesture, verdict) in zip(imported.gestures, ImportProof(imported).verdicts) where gesture.refusal == nil {
      #expect(verdict == .proven, "\(gesture.line): \(gesture.words)")
    }
  }
}
