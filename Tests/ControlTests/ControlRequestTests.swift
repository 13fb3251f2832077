import Support
import Testing
import Text

@testable import Control

/// The requests that a client can write, and the errors for all other lines.
@Suite struct ControlRequestTests {
  private func request(_ line: String) throws(ControlError) -> ControlRequest {
    try ControlRequest(line: Array(line.utf8))
  }

  private func refusal(_ line: String) -> String {
    do {
      return "\(try request(line))"
    } catch {
      return "\(error)"
    }
  }

  static let all: [(ControlRequest, String)] = [
    (.status, #"{"version":1,"do":"status"}"#), (.reload, #"{"version":1,"do":"reload"}"#),
    (.pause, #"{"version":1,"do":"pause"}"#), (.resume, #"{"version":1,"do":"resume"}"#),
    (.toggle, #"{"version":1,"do":"toggle"}"#),
    (.gestures, #"{"version":1,"do":"gestures"}"#),
    (.mode("a \"b\"\n"), #"{"version":1,"do":"mode","mode":"a \"b\"\n"}"#),
    (.trigger("nächster"), #"{"version":1,"do":"trigger","gesture":"nächster"}"#),
    (.attempts(last: nil), #"{"version":1,"do":"attempts"}"#),
    (.attempts(last: 3), #"{"version":1,"do":"attempts","last":3}"#),
    (.modifier("super", isHeld: true), #"{"version":1,"do":"modifier","modifier":"super","held":true}"#),
    (.subscribe([.mode, .gesture]), #"{"version":1,"do":"subscribe","to":["gesture","mode"]}"#),
    (.subscribe([]), #"{"version":1,"do":"subscribe","to":[]}"#),
  ]

  @Test(arguments: all) func asItIsWrittenItIsRead(_ request: ControlRequest, _ line: String) throws {
    #expect(String(decoding: request.line, as: UTF8.self) == line)
    #expect(try self.request(line) == request)
    #expect(ControlRequest.names.contains(request.name))
  }

  @Test func blanksAndOrderDoNotMatter() throws {
    #expect(try request(" { \"mode\" : \"a\" ,\t\"do\":\"mode\", \"version\":1.0 }\r") == .mode("a"))
    #expect(try request(#"{"version":1,"do":"subscribe"}"#) == .subscribe(.all))
  }

  static let wrong: [(String, String)] = [
    ("", "the line is not complete JSON: write a request such as {\"version\":1,\"do\":\"status\"}"),
    ("rubbish", "the line is not JSON: byte 1 is wrong: write a request such as {\"version\":1,\"do\":\"status\"}"),
    ("[1]", "the line is not a JSON object: write a request such as {\"version\":1,\"do\":\"status\"}"),
    (#"{"do":"status"}"#, "the line has no member \"version\": write \"version\":1"),
    (
      #"{"version":2,"do":"status"}"#,
      "version 2 of the control protocol is not supported, only version 1: use the same version of gesture-bridge for the daemon and its client"
    ),
    (
      #"{"version":"1","do":"status"}"#,
      "version \"1\" of the control protocol is not supported, only version 1: use the same version of gesture-bridge for the daemon and its client"
    ),
    (
      #"{"version":1}"#,
      "the line has no member \"do\" with the name of a request: write a request such as {\"version\":1,\"do\":\"status\"}"
    ),
    (
      #"{"version":1,"do":"stop"}"#,
      "there is no request \"stop\": the requests are status, reload, pause, resume, toggle, mode, subscribe, gestures, trigger, modifier, attempts"
    ),
    (#"{"version":1,"do":"mode"}"#, "the member \"mode\" of the request \"mode\" must be the name of a mode"),
    (#"{"version":1,"do":"mode","mode":3}"#, "the member \"mode\" of the request \"mode\" must be the name of a mode"),
    (
      #"{"version":1,"do":"trigger"}"#,
      "the member \"gesture\" of the request \"trigger\" must be the name of a gesture"
    ),
    (
      #"{"version":1,"do":"modifier","held":true}"#,
      "the member \"modifier\" of the request \"modifier\" must be the name of a modifier"
    ),
    (
      #"{"version":1,"do":"modifier","modifier":"alt"}"#,
      "the member \"held\" of the request \"modifier\" must be true or false"
    ),
    (
      #"{"version":1,"do":"subscribe","to":"mode"}"#,
      "the member \"to\" of the request \"subscribe\" must be a list of topic names"
    ),
    (
      #"{"version":1,"do":"subscribe","to":["mode",1]}"#,
      "the member \"to\" of the request \"subscribe\" must be a list of topic names"
    ),
    (
      #"{"version":1,"do":"subscribe","to":["modes"]}"#,
      "there is no topic \"modes\": "
        + "the topics are gesture, mode, paused, rules, inactive, device, command, overlay, touches"
    ),
    (
      #"{"version":1,"do":"status","mode":"a"}"#,
      "the request \"status\" can't have a member \"mode\": write only the members \"version\" and \"do\""
    ),
    (
      #"{"version":1,"do":"mode","mode":"a","now":true}"#,
      "the request \"mode\" can't have a member \"now\": besides \"version\" and \"do\", the request can have \"mode\""
    ),
    (#"{"version":1,"do":"status","do":"pause"}"#, "an object in the line has the member \"do\" twice"),
  ]

  @Test(arguments: wrong) func mistakesAreReported(_ line: String, _ message: String) {
    #expect(refusal(line) == message)
  }

  @Test func longNamesAreCut() {
    let name = String(repeating: "x", count: 1000)
    let cut = String(repeating: "x", count: 60) + "…"
    #expect(refusal(#"{"version":1,"do":""# + name + #""}"#).hasPrefix("there is no request \"\(cut)\""))
  }

  /// Text from another program must not control the terminal that shows the error.
  @Test(arguments: [
    #"{"version":1,"do":"a\u001b[2Jb\b"}"#, #"{"version":"\u001b[2J\b","do":"status"}"#,
    #"{"version":1,"do":"status","\u001b[2J\b":1}"#, #"{"version":1,"do":"status","[2J\b":1,"[2J\b":1}"#,
    #"{"version":1,"do":"subscribe","to":["\u001b[2J\b"]}"#,
  ]) func whatIsWrongCanBePrinted(_ line: String) {
    let message = refusal(line)
    #expect(message.contains("[2J") && message == message.visible)
  }

  @Test func linesAndLevelsHaveTheirLimits() {
    let blanks = String(repeating: " ", count: ControlProtocol.longestRequest)
    #expect(refusal(blanks + #"{"version":1,"do":"status"}"#).hasPrefix("the line is longer than 65536 bytes"))
    for depth in [20, 60_000] {
      let deep = String(repeating: "[", count: depth)
      #expect(refusal(deep).hasPrefix("the line has more than 16 levels"))
      #expect(refusal("{\"version\":1,\"do\":\(deep)").hasPrefix("the line has more than 16 levels"))
    }
  }

  /// Whatever bytes come, the answer is a request that can be written again, or a reason of one line.
  @Test func anyBytesAreReadOrRefused() {
    var random = SeededRandom(seed: 20)
    let seeds = Self.all.map { Array($0.1.utf8) } + Self.wrong.map { Array($0.0.utf8) }
    for _ in 0..<20_000 {
      var line = seeds[random.below(seeds.count)]
      for _ in 0..<random.below(4) {
        let index = random.below(line.count + 1)
        switch random.below(3) {
        case 0: line.insert(UInt8(random.below(256)), at: index)
        case 1 where index < line.count: line.remove(at: index)
        default: line += line.prefix(index)
        }
      }
      do {
        let request = try ControlRequest(line: line)
        #expect((try? ControlRequest(line: request.line)) == request)
      } catch {
        #expect(!error.message.isEmpty && !"\(error)".contains("\n"))
      }
    }
  }
}
