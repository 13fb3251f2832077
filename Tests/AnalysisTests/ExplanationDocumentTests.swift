import Bindings
import Foundation
import GestureCore
import Recordings
import Support
import Testing

@testable import Analysis

/// The exact form of an explanation for programs.
@Suite struct ExplanationDocumentTests {
  private func json(_ script: String, only gesture: Int? = nil) throws -> String {
    let read = try TouchScript.read(script, name: "t")
    let rules = Rules(ruleSet: try #require(read.rules))
    return try Explanation(read.recording, rules: rules, only: gesture.map { GestureID($0) }).json(recording: "t").text
  }

  @Test func theWholeDocument() throws {
    let document = try json(
      """
      gestures
        double = tap taps=2 max-interval=250ms
        single = tap require-to-fail=double
      touches
        0ms    down a 50,50
        60ms   up a
      """, only: 1)
    #expect(document == Self.single)
  }

  @Test func aNearMissWithItsChange() throws {
    let document = try json(
      """
      gestures
        it = swipe fingers=3 direction=left
      touches
        0ms    down a 150,90 b 165,85 c 180,90
        40ms   move a,b,c by -20,2 over 330ms
        400ms  up a,b,c
      """)
    #expect(document.contains(Self.nearMiss))
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(document.utf8)) }
  }

  @Test func whatTookNoPart() throws {
    let gestures = "zones\nknob = edge=left band=5mm\ngestures\nit = tap zone=knob\nhard = force-press\n"
    let document = try json("\(gestures)touches\n0ms down a 50,50\n60ms up a")
    #expect(document.contains("\"result\": \"skipped\""))
    #expect(document.contains("\"reason\": \"the touch began outside the zone knob\""))
    #expect(document.contains("\"reason\": \"the device does not report how hard the fingers press\""))
    let palm = try json("gestures\nit = tap\ntouches\n0ms down a 50,50; palm a\n60ms up a")
    #expect(palm.contains("\"result\": \"none\""))
    #expect(palm.contains("\"reason\": \"palms are never part of a gesture\""))
    #expect(palm.contains("\"fingers\": 0,\n      \"palms\": 1,"))
  }

  private static let nearMiss = """
              "result": "failed",
              "atMs": 400,
              "endedMs": null,
              "reason": "moved at 61 mm/s, needs 80 mm/s (min-speed)",
              "near": true,
              "failure": {
                "what": "moved at",
                "measured": 60.908,
                "setting": "min-speed",
                "limit": 80,
                "unit": "mm/s",
                "needed": 60.908
              },
              "change": {
                "setting": "min-speed",
                "class": "touchscreen",
                "value": 54,
                "unit": "mm/s",
                "toml": "[gesture.it.touchscreen]\\nmin-speed = \\"54 mm/s\\"  # was 80 mm/s",
                "effect": "recognized",
                "reason": null
              },
              "elsewhere": null,
              "waits": [],
              "tries": 1
    """

  private static let single = """
    {
      "recording": "t",
      "gesture": "single",
      "devices": [
        {
          "name": "touchscreen",
          "class": "touchscreen",
          "obstacles": []
        }
      ],
      "attempts": [
        {
          "number": 1,
          "device": "touchscreen",
          "beganMs": 0,
          "endedMs": 310,
          "fingers": 1,
          "palms": 0,
          "unreleased": 0,
          "dxMm": 0,
          "dyMm": 0,
          "spreadMm": 0,
          "turnedDeg": 0,
          "gestures": [
            {
              "gesture": "single",
              "kind": "tap",
              "result": "recognized",
              "atMs": 310,
              "endedMs": null,
              "reason": null,
              "near": false,
              "failure": null,
              "change": null,
              "elsewhere": null,
              "waits": [
                {
                  "for": "failures",
                  "gestures": ["double"],
                  "beganMs": 60,
                  "endedMs": 310
                }
              ],
              "tries": 1,
              "steps": [
                {
                  "tMs": 0,
                  "decision": "tracking",
                  "reason": null
                },
                {
                  "tMs": 60,
                  "decision": "held",
                  "reason": "waits for double to fail"
                },
                {
                  "tMs": 310,
                  "decision": "released",
                  "reason": "double failed"
                },
                {
                  "tMs": 310,
                  "decision": "recognized",
                  "reason": "1 finger at 50.0,50.0, 1 tap"
                },
                {
                  "tMs": 310,
                  "decision": "ready",
                  "reason": null
                }
              ]
            }
          ]
        }
      ],
      "ignored": []
    }
    """
}
