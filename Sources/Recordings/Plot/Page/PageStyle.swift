/// How the page looks: from a phone's width on, in light and in dark. The colours are those of `SVGStyle`.
enum PageStyle {
  static let text = """
    :root { color-scheme: light dark; --back: #fff; --ink: #1f2328; --muted: #59636e; --line: #d1d9e0; --soft: #f0f2f5;
      --surface: #f6f8fa; --edge: #818b98; --f0: #0072b2; --f1: #c25100; --f2: #007a59; --f3: #a3407b; --f4: #57606a;
      --possible: #aac4e0; --awaiting: #dbe6f2; --hatch: #d98600; --hatched: #fdf0d5; --held: #b26a00; --begun: #5fbf9f;
      --good: #00684c; --bad: #b83300; --gone: #8b3068; --chosen: #dbe9f7 }
    @media (prefers-color-scheme: dark) {
      :root { --back: #0d1117; --ink: #e6edf3; --muted: #9da7b3; --line: #2d333b; --soft: #1a2028; --surface: #161b22;
        --edge: #7d8590; --f0: #56b4e9; --f1: #f0a030; --f2: #2fc79a; --f3: #e39bc7; --f4: #b6bec8; --possible: #3a587a;
        --awaiting: #1d2e42; --hatch: #b87d00; --hatched: #33270f; --held: #e69f00; --begun: #14775a; --good: #2fc79a;
        --bad: #ff8d60; --gone: #e39bc7; --chosen: #1c3350 }
    }
    * { box-sizing: border-box }
    body { margin: 0 auto; padding: 16px; max-width: 1240px; background: var(--back); color: var(--ink);
      font: 15px/1.45 system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", Arial, sans-serif }
    h1 { font-size: 1.4rem; margin: 0; overflow-wrap: anywhere }
    h2 { font-size: 1rem; margin: 0 0 6px }
    p { margin: 4px 0 }
    .muted { color: var(--muted) }
    main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(260px, 22rem); gap: 16px 20px; margin-top: 12px }
    main { grid-template-areas: "attempts attempts" "device list" "times times" }
    #attempts { grid-area: attempts } #device { grid-area: device } #list { grid-area: list } #times { grid-area: times }
    @media (max-width: 760px) {
      main { grid-template: "attempts" "device" "times" "list" / minmax(0, 1fr) }
      body { padding: 10px }
    }
    ol { list-style: none; margin: 0; padding: 0; overflow-y: auto; border: 1px solid var(--line); border-radius: 8px }
    #attempts ol { max-height: 11rem }
    #events { max-height: 26rem; position: relative }
    @media (max-width: 760px) { #events { max-height: 12rem } }
    li button { display: block; width: 100%; text-align: left; border: 0; border-radius: 0; padding: 5px 10px;
      background: none; overflow-wrap: anywhere; white-space: pre-wrap }
    button[aria-pressed=true] { background: var(--chosen) }
    li button[aria-current] { background: var(--chosen) }
    .later { color: var(--muted) }
    .event { font-weight: 600 }
    .order { padding-left: 26px }
    button, select { font: inherit; color: inherit; background: var(--soft); border: 1px solid var(--line);
      border-radius: 6px; padding: 5px 12px; min-height: 34px }
    li button { min-height: 0 }
    :focus-visible { outline: 3px solid var(--f0); outline-offset: 1px }
    #controls { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; margin-bottom: 6px }
    #play { min-width: 6.5rem }
    #now { font-variant-numeric: tabular-nums; font-weight: 600; min-width: 6.5rem }
    #time { display: block; width: 100%; height: 26px; margin: 0; accent-color: var(--f0) }
    #lanes { position: relative; margin: 0 8px; cursor: pointer; touch-action: pan-y }
    #cursor { position: absolute; top: 0; bottom: 0; width: 0; border-left: 2px solid var(--ink); pointer-events: none }
    .fingers { position: relative; height: 8px; margin-bottom: 3px }
    .fingers i, .track i { position: absolute; top: 0; bottom: 0; min-width: 1px; border-radius: 2px }
    .words, .gauge, #lanes p { position: relative; z-index: 1; background: var(--back) }
    .words { padding-top: 10px; overflow-wrap: anywhere }
    .words b { margin-right: .6em }
    .words .state { float: right; margin-left: 1em }
    .track { position: relative; height: 18px; background: var(--soft); border-radius: 3px }
    .landing { border: 1px dashed var(--edge) }
    .possible { background: var(--possible) }
    .awaiting { background: var(--awaiting); border: 1px dotted var(--f0) }
    .held { border: 1px solid var(--held);
      background: repeating-linear-gradient(135deg, var(--hatched) 0 5px, var(--hatch) 5px 8px) }
    .begun { background: var(--begun) }
    .track .change { width: 1px; top: 60%; background: var(--ink); opacity: .5 }
    .track .mark { top: -3px; bottom: auto; width: 22px; height: 24px; margin-left: -11px; text-align: center;
      font: 700 16px/24px "DejaVu Sans", "Segoe UI Symbol", sans-serif; text-shadow: 0 0 3px var(--back), 0 0 2px var(--back) }
    .mark.recognized, .mark.began, .mark.ended, .good { color: var(--good) }
    .mark.failed, .bad { color: var(--bad) }
    .mark.cancelled, .mark.passed, .gone { color: var(--gone) }
    .gauge { display: grid; grid-template-columns: minmax(0, 1fr) 30%; gap: 10px; align-items: center; font-size: .87em }
    .gauge.off > * { visibility: hidden }
    .gauge div { height: 7px; border-radius: 4px; background: var(--soft); border: 1px solid var(--line) }
    .gauge i { display: block; height: 100%; border-radius: 3px; background: var(--f0) }
    .gauge .over { background: var(--bad) }
    .gauge .reached { background: var(--good) }
    #scene { display: block; width: 100%; max-height: 62vh; touch-action: pan-y }
    #scene * { vector-effect: non-scaling-stroke }
    .surface { fill: var(--surface) }
    .edge { fill: none; stroke: var(--edge); stroke-width: 1.5 }
    .view { fill: none; stroke: var(--muted); stroke-dasharray: 2 3 }
    #legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 16px 8px 0; font-size: .87em }
    #legend .sample { display: inline-block; width: 22px; height: 13px; margin-right: 6px; border-radius: 2px;
      vertical-align: -1px }
    .zone { fill: var(--f0); fill-opacity: .07; stroke: var(--muted); stroke-dasharray: 5 3 }
    #scene text { fill: var(--muted) }
    #scene .number { fill: var(--back); font-weight: 700; text-anchor: middle }
    .way { fill: none; stroke-width: 2; opacity: .38; stroke-linejoin: round; stroke-linecap: round }
    .done { fill: none; stroke-width: 3; stroke-linejoin: round; stroke-linecap: round }
    .palm { stroke-dasharray: 3 4 }
    .ring { fill: var(--surface); stroke-width: 2 }
    .here { fill: var(--surface); stroke: var(--ink); stroke-width: 1.6 }
    .scale { fill: none; stroke: var(--ink); stroke-width: 1.5 }
    .c0 { --c: var(--f0) } .c1 { --c: var(--f1) } .c2 { --c: var(--f2) } .c3 { --c: var(--f3) } .c4 { --c: var(--f4) }
    .way, .done, .ring { stroke: var(--c) }
    .solid { fill: var(--c) }
    .fingers i { background: var(--c) }
    """
}
