import Text

/// What all lines of the control socket have in common: an object that tells its version.
enum ControlLine {
  /// The members of the object that a line is, once its version is known to be ours.
  static func members(_ line: [UInt8], limit: Int) throws(ControlError) -> [JSONValue.Member] {
    guard line.count <= limit else { throw .tooLong(limit: limit) }
    let value: JSONValue
    do throws(JSONReader.Failure) {
      value = try JSONReader.read(line, deepest: ControlProtocol.deepest)
    } catch {
      throw ControlError(error)
    }
    guard let members = value.members else { throw .notAnObject }
    guard let version = value["version"] else { throw .noVersion }
    guard version.count == ControlProtocol.version else {
      throw .otherVersion(String(decoding: version.line(), as: UTF8.self))
    }
    return members
  }

  /// An object with these members behind its version, without the line's end.
  static func line(_ members: [JSONValue.Member]) -> [UInt8] {
    JSONValue.object([.init("version", .integer(ControlProtocol.version))] + members).line()
  }
}
