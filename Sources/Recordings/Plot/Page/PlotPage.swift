/// Writes a picture as a page that needs nothing else: facts as JSON, and a script that draws them at any time.
struct PlotPage {
  let picture: Picture

  var text: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <link rel="icon" href="data:,">
    <title>\(Markup.escaped(picture.title))</title>
    <style>
    \(PageStyle.text)
    </style>
    </head>
    <body>
    <header>
    <h1>\(Markup.escaped(picture.title))</h1>
    <p id="summary" class="muted" aria-live="polite"></p>
    </header>
    <noscript><p>\(PlotWording.needsScript)</p></noscript>
    <main>
    <nav id="attempts" aria-label="\(PlotWording.attempts)"><h2>\(PlotWording.attempts)</h2><ol id="choice"></ol></nav>
    <section id="device" aria-label="\(PlotWording.surface)"><svg id="scene" role="img"></svg></section>
    \(times)
    <section id="list"><h2>\(PlotWording.happened)</h2><ol id="events" aria-label="\(PlotWording.happened)"></ol></section>
    </main>
    <script type="application/json" id="facts">
    \(Self.embedded(PlotFacts(picture: picture).json))
    </script>
    <script>
    'use strict'
    const $ = id => document.getElementById(id)
    const facts = JSON.parse($('facts').textContent)
    \(PageScene.text)
    \(PageTimeline.text)
    \(PageControl.text)
    </script>
    </body>
    </html>

    """
  }

  private var times: String {
    """
    <section id="times" aria-label="\(PlotWording.timeline)">
    <div id="controls">
    <button id="play" type="button" aria-pressed="false" data-play="▶ \(PlotWording.play)" \
    data-pause="❚❚ \(PlotWording.pause)">▶ \(PlotWording.play)</button>
    <output id="now" for="time"></output>
    <label>\(PlotWording.speed) <select id="speed"><option>1</option><option>0.5</option><option selected>0.25</option>\
    <option>0.1</option></select></label>
    <button id="near" type="button" aria-pressed="true">\(PlotWording.near)</button>
    <span class="muted">\(PlotWording.keys)</span>
    </div>
    <input id="time" type="range" step="any" aria-label="\(PlotWording.time)">
    <div id="lanes"><div id="cursor"></div></div>
    <p id="legend" class="muted"></p>
    </section>
    """
  }

  /// Nothing is ever fetched, from anywhere.
  private static let policy =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
    + "form-action 'none'"

  /// JSON that no name can break out of: a `<` stands only within its strings.
  static func embedded(_ json: JSON) -> String { json.compactText.replacing("<", with: "\\u003c") }
}

extension Plot {
  /// The picture as a page with a slider for the time; it is whole in itself.
  public var html: String { PlotPage(picture: picture).text }
}

extension JSON {
  /// On one line, without blanks between values.
  var compactText: String {
    var text = ""
    writeCompact(to: &text)
    return text
  }

  private func writeCompact(to text: inout String) {
    switch self {
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        text += "\(index == 0 ? "" : ",")\(jsonString(member.name)):"
        member.value.writeCompact(to: &text)
      }
      text += "}"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.writeCompact(to: &text)
      }
      text += "]"
    case .string, .integer, .number, .flag, .null: text += self.text
    }
  }
}
