/// How drawings look. Without variables and scripts, since few programs that show SVG know them; where dark style is
/// ignored, the light one is whole by itself.
enum SVGStyle {
  /// The colours of fingers are Okabe and Ito's, which colour-blind people can tell apart too.
  static let text = """
    text { font: 12px system-ui, "Segoe UI", "Liberation Sans", "DejaVu Sans", Arial, sans-serif; fill: #1f2328 }
    .title { font-size: 20px; font-weight: 600 }
    .head { font-size: 14px; font-weight: 600 }
    .name { font-weight: 600 }
    .small { font-size: 11px }
    .tiny { font-size: 10px }
    .muted { fill: #59636e }
    .page { fill: #fff }
    .surface { fill: #f6f8fa }
    .edge { stroke: #818b98; stroke-width: 2; stroke-linecap: square }
    .view { fill: none; stroke: #59636e; stroke-dasharray: 2 3 }
    .zone { fill: #0072b2; fill-opacity: .06; stroke: #59636e; stroke-dasharray: 5 3 }
    .bar { stroke: #1f2328; stroke-width: 1.5; fill: none }
    .grid { stroke: #d1d9e0 }
    .event { stroke: #007a59; stroke-dasharray: 3 3 }
    .trail { fill: none; stroke-width: 2.2; stroke-linejoin: round; stroke-linecap: round }
    .thin { stroke-width: 1.4 }
    .palm { stroke-dasharray: 3 4 }
    .f0 { stroke: #0072b2 } .e0 { fill: #0072b2 }
    .f1 { stroke: #c25100 } .e1 { fill: #c25100 }
    .f2 { stroke: #007a59 } .e2 { fill: #007a59 }
    .f3 { stroke: #a3407b } .e3 { fill: #a3407b }
    .f4 { stroke: #57606a } .e4 { fill: #57606a }
    .ring { fill: #f6f8fa; stroke-width: 2 }
    .here { fill: #f6f8fa; stroke: #1f2328; stroke-width: 1.8 }
    .track { fill: #f0f2f5 }
    .landing { fill: none; stroke: #818b98; stroke-dasharray: 3 2 }
    .possible { fill: #aac4e0 }
    .awaiting { fill: #dbe6f2; stroke: #0072b2; stroke-dasharray: 1 2 }
    .held { fill: url(#hatch); stroke: #b26a00 }
    .hatch { stroke: #d98600; stroke-width: 3 }
    .hatched { fill: #fdf0d5 }
    .begun { fill: #5fbf9f }
    .change { stroke: #00543d }
    .good { fill: #007a59; stroke: #fff }
    .tick { fill: none; stroke: #fff; stroke-width: 1.8 }
    .bad { fill: none; stroke: #d03b00; stroke-width: 2.6; stroke-linecap: round }
    .gone { fill: #fff; stroke: #a3407b; stroke-width: 2 }
    .met { stroke: #1f2328; stroke-width: 1.6; fill: #1f2328 }
    .tgood { fill: #00684c } .tbad { fill: #b83300 } .tgone { fill: #8b3068 }
    @media (prefers-color-scheme: dark) {
      text { fill: #e6edf3 }
      .muted { fill: #9da7b3 }
      .page { fill: #0d1117 }
      .surface { fill: #161b22 }
      .edge { stroke: #7d8590 }
      .view { stroke: #9da7b3 }
      .zone { fill: #56b4e9; fill-opacity: .1; stroke: #9da7b3 }
      .bar { stroke: #e6edf3 }
      .grid { stroke: #2d333b }
      .event { stroke: #2fc79a }
      .f0 { stroke: #56b4e9 } .e0 { fill: #56b4e9 }
      .f1 { stroke: #f0a030 } .e1 { fill: #f0a030 }
      .f2 { stroke: #2fc79a } .e2 { fill: #2fc79a }
      .f3 { stroke: #e39bc7 } .e3 { fill: #e39bc7 }
      .f4 { stroke: #b6bec8 } .e4 { fill: #b6bec8 }
      .ring { fill: #161b22 }
      .here { fill: #161b22; stroke: #e6edf3 }
      .track { fill: #1a2028 }
      .landing { stroke: #7d8590 }
      .possible { fill: #3a587a }
      .awaiting { fill: #1d2e42; stroke: #56b4e9 }
      .held { stroke: #e69f00 }
      .hatch { stroke: #b87d00 }
      .hatched { fill: #33270f }
      .begun { fill: #14775a }
      .change { stroke: #8fe3c8 }
      .good { fill: #2fc79a; stroke: #0d1117 }
      .tick { stroke: #0d1117 }
      .bad { stroke: #ff7b47 }
      .gone { fill: #0d1117; stroke: #e39bc7 }
      .met { stroke: #e6edf3; fill: #e6edf3 }
      .tgood { fill: #2fc79a } .tbad { fill: #ff8d60 } .tgone { fill: #e39bc7 }
    }
    """

  /// So many colours are told apart at a glance; further fingers take them again.
  static let fingerColours = 5
}
