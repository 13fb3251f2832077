import Bindings
import Foundation
import Importers
import Testing

/// `check` accepts imported rules.
@Suite struct RoundTripTests {
  /// The errors of a rules file.
  static func errors(_ rules: String) -> [String] {
    Rules.load(text: Array(rules.utf8), file: "bindings.toml").diagnostics.filter { $0.severity == .error }
      .map(\.description)
  }

  @Test(arguments: Fixture.all) func importedRulesHaveNoErrors(fixture: Fixture) throws {
    #expect(Self.errors(try fixture.imported().rules) == [])
  }

  @Test(.enabled(if: PeerConfiguration.areThere, PeerConfiguration.absence), arguments: PeerConfiguration.all)
  func importedConfigurationsOfPeopleHaveNoErrors(peer: PeerConfiguration) throws {
    #expect(Self.errors(try peer.imported().rules) == [])
  }
}
