import Glibc
import TOML

/// Reads files given by name, each one document, and prints the dump of each on a line of its own.
@main
enum TOMLDump {
  static func main() {
    while let name = readLine() {
      print(dump(TOML.parse(contents(of: name))))
    }
  }

  private static func contents(of name: String) -> [UInt8] {
    guard let file = fopen(name, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { return bytes }
      bytes += block[..<count]
    }
  }
}
