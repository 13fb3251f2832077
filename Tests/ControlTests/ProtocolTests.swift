import Control
import Testing

@Suite struct ProtocolTests {
  @Test func versionIsStated() { #expect(ControlProtocol.version == 1) }
}
