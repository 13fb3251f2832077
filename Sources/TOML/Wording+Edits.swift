// Why a key can't be set
extension EditRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .brokenText: "the file has errors"
    case .otherText: "the file is not the one that was read"
    case .noKey: "no key is named"
    case .notAValue(let text): "`\(Wording.clipped(text))` is no value"
    case .notATable(let key): "`\(Wording.clipped(key))` is not a single table"
    case .isSection(let key): "`\(Wording.clipped(key))` is a section"
    }
  }
}
