import Foundation
import Support
import Testing

/// A page in a real browser, driven by `contrib/testbed/browser.py`.
struct Browser {
  /// The results of the steps.
  struct Visit {
    let results: [Any]
    /// The messages on the console; a page without errors has none.
    let console: [String]
    let requests: [String]

    /// A step's value, or nil if it isn't a number.
    func number(_ step: Int) -> Double? { results.indices.contains(step) ? results[step] as? Double : nil }

    func text(_ step: Int) -> String? { results.indices.contains(step) ? results[step] as? String : nil }

    /// How many colours a screenshot had, and which one most of it is.
    func colours(_ step: Int) -> (count: Int, most: [Int])? {
      guard results.indices.contains(step), let shot = results[step] as? [String: Any],
        let count = shot["colours"] as? Int, let most = shot["most"] as? [Int]
      else { return nil }
      return (count, most)
    }
  }

  /// The reason that a skipped test prints; if all tests are required, none is skipped.
  static let absence: Comment = "needs chromium and chromedriver: `contrib/setup` installs them"

  static let isThere: Bool = {
    let environment = ProcessInfo.processInfo.environment
    let isFound = (environment["PATH"] ?? "").split(separator: ":").contains { folder in
      FileManager.default.isExecutableFile(atPath: "\(folder)/chromedriver")
    }
    return isFound || TestbedProgram.isAllRequired
  }()

  /// Opens a page of `folder` and does these steps, each with the key that browser.py knows it by.
  static func visit(
    _ page: String, in folder: Folder, size: String = "1200x900", isDark: Bool = false, _ steps: [[String: Any]]
  ) throws -> Visit {
    let process = Process()
    process.executableURL = packageRoot.appendingPathComponent("contrib/testbed/browser.py")
    process.arguments = [folder.path(page), "--size", size] + (isDark ? ["--dark"] : [])
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: JSONSerialization.data(withJSONObject: steps))
    try input.fileHandleForWriting.close()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "browser.py: \(said)")
    let facts = try #require(JSONSerialization.jsonObject(with: answer) as? [String: Any])
    return Visit(
      results: facts["results"] as? [Any] ?? [], console: facts["console"] as? [String] ?? ["nothing was said"],
      requests: facts["requests"] as? [String] ?? [])
  }
}
