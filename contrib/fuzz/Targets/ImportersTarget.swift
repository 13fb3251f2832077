import Importers

extension FuzzTarget {
  /// The configuration of another program, read by every importer, and as a recording of `libinput record`: the result
  /// is rules, or an error with its place and a fix.
  static let importers = FuzzTarget(name: "importers") { bytes in
    for format in ImportFormat.allCases {
      do throws(ImportError) {
        let result = try ImportResult(format, bytes: bytes, file: "f")
        expect(0...result.total ~= result.converted, "no more gestures are converted than there are")
        expect(!result.rules.isEmpty, "what was imported is written")
        for remark in result.remarks { expect(remark.hasPrefix("f:"), "a remark says where: \(remark)") }
      } catch {
        check(error)
      }
    }
    do throws(ImportError) { _ = try LibinputRecording(bytes: bytes, file: "f") } catch { check(error) }
  }

  private static func check(_ error: ImportError) {
    expect(error.description.hasPrefix("f:"), "an error says where: \(error)")
    expect(error.line ?? 1 >= 1, "lines count from 1: \(error)")
    expect(!error.message.isEmpty && !error.fix.isEmpty, "an error says what is wrong and what to do: \(error)")
    expect(error.description.utf8.count < 1000, "an error says not too much: \(error)")
  }
}
