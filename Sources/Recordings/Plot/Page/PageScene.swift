/// The part of the page's script that draws the surface: the ways of the fingers, and where they are.
enum PageScene {
  static let text = #"""
    const svg = (name, attributes, parent, text) => {
      const node = document.createElementNS('http://www.w3.org/2000/svg', name)
      for (const key in attributes) node.setAttribute(key, attributes[key])
      if (text !== undefined) node.textContent = text
      parent.append(node)
      return node
    }

    // Where a finger is at a time, between the points that are known.
    const placeAt = (trail, time) => {
      const t = trail.t
      let low = 0, high = t.length - 1
      while (high - low > 1) {
        const middle = (low + high) >> 1
        if (t[middle] <= time) low = middle; else high = middle
      }
      const share = t[high] > t[low] ? Math.min(Math.max((time - t[low]) / (t[high] - t[low]), 0), 1) : 0
      return [trail.x[low] + (trail.x[high] - trail.x[low]) * share,
        trail.y[low] + (trail.y[high] - trail.y[low]) * share, low]
    }

    const scene = {
      // Draws an attempt; `near` shows only the part of the surface where the fingers were.
      show(episode, near) {
        const panel = facts.panels[episode.panel], root = $('scene')
        const view = near && episode.focus ? episode.focus : [0, 0, panel.width, panel.height]
        const rim = view[2] * 0.01, room = root.clientWidth || 600
        const px = Math.max((view[2] + 2 * rim) / room, (view[3] + 2 * rim) / (innerHeight * 0.62 - 30))
        const below = 30 * px
        root.setAttribute('viewBox', [view[0] - rim, view[1] - rim, view[2] + 2 * rim, view[3] + 2 * rim + below].join(' '))
        root.setAttribute('aria-label', panel.about + ': ' + episode.summary)
        root.replaceChildren()
        this.surface(panel, view, px, root)
        for (const here of episode.places) {
          const r = 9 * px, x = here.x, y = here.y
          const points = [[x, y - r], [x + r, y], [x, y + r], [x - r, y]].join(' ')
          svg('title', {}, svg('polygon', { class: 'here', points }, root), here.text)
        }
        this.fingers = episode.trails.map(trail => this.trail(trail, px, root))
        this.bar(view, rim, px, root)
      },

      surface(panel, view, px, root) {
        const clip = (x, y, width, height, style) => {
          const left = Math.max(x, view[0]), top = Math.max(y, view[1])
          const right = Math.min(x + width, view[0] + view[2]), bottom = Math.min(y + height, view[1] + view[3])
          if (right <= left || bottom <= top) return
          return svg('rect', { class: style, x: left, y: top, width: right - left, height: bottom - top }, root)
        }
        clip(0, 0, panel.width, panel.height, 'surface')
        clip(...view, 'view')
        const [left, top, right, bottom] = [view[0], view[1], view[0] + view[2], view[1] + view[3]]
        const edge = (x1, y1, x2, y2) => svg('line', { class: 'edge', x1, y1, x2, y2 }, root)
        if (left <= 0) edge(0, top, 0, bottom)
        if (top <= 0) edge(left, 0, right, 0)
        if (right >= panel.width) edge(panel.width, top, panel.width, bottom)
        if (bottom >= panel.height) edge(left, panel.height, right, panel.height)
        const taken = []
        for (const zone of panel.zones) {
          const box = clip(zone.x, zone.y, zone.width, zone.height, 'zone')
          if (!box) continue
          svg('title', {}, box, zone.name)
          const at = name => Number(box.getAttribute(name)), line = 15 * px
          const narrow = zone.name.length * 8 * px > at('width') && at('height') > at('width')
          const room = Math.floor((at(narrow ? 'height' : 'width') / px - 12) / 8)
          if (room < 3 || Math.min(at('width'), at('height')) < line) continue
          const name = zone.name.length > room ? zone.name.slice(0, room - 1) + '…' : zone.name
          const long = name.length * 8 * px, x = at('x') + 5 * px, wide = narrow ? line : long
          const high = narrow ? long : line
          let y = at('y') + 5 * px
          while (taken.some(one => one[0] < x + wide && x < one[2] && one[1] < y + high && y < one[3])) y += line
          if (y + high > at('y') + at('height')) continue
          taken.push([x, y, x + wide, y + high])
          const foot = narrow ? y : y + 11 * px, turn = narrow ? { transform: `rotate(90 ${x} ${y})` } : {}
          svg('text', { x, y: foot, 'font-size': 12 * px, ...turn }, root, name)
        }
      },

      trail(trail, px, root) {
        const points = trail.x.map((x, place) => x + ',' + trail.y[place])
        const style = ' c' + trail.finger % 5 + (trail.palm ? ' palm' : '')
        const end = points.length - 1
        svg('polyline', { class: 'way' + style, points: points.join(' ') }, root)
        svg('circle', { class: 'ring' + style, cx: trail.x[0], cy: trail.y[0], r: 5 * px }, root)
        let from = end
        while (from > 0 && Math.hypot(trail.x[end] - trail.x[from], trail.y[end] - trail.y[from]) < 4 * px) from--
        const angle = Math.atan2(trail.y[end] - trail.y[from], trail.x[end] - trail.x[from])
        if (trail.end === 'cancelled' || Math.hypot(trail.x[end] - trail.x[0], trail.y[end] - trail.y[0]) > 7 * px) {
          const turn = (ahead, aside) => [trail.x[end] + px * (ahead * Math.cos(angle) - aside * Math.sin(angle)),
            trail.y[end] + px * (ahead * Math.sin(angle) + aside * Math.cos(angle))]
          svg('polygon', { class: 'solid' + style, points: [turn(0, 0), turn(-11, 5), turn(-11, -5)].join(' ') }, root)
        }
        const done = svg('polyline', { class: 'done' + style }, root)
        const spot = svg('g', { class: 'finger', 'data-finger': trail.finger + 1 }, root)
        svg('circle', { class: 'solid' + style, r: 11 * px }, spot)
        svg('text', { class: 'number', y: 4.5 * px, 'font-size': 13 * px }, spot, trail.finger + 1)
        return { trail, points, done, spot }
      },

      bar(view, rim, px, root) {
        let step = Math.pow(10, Math.floor(Math.log10(60 * px)))
        step = [1, 2, 5, 10].map(one => one * step).find(one => one >= 60 * px)
        const x = view[0], y = view[1] + view[3] + rim + 14 * px, up = 4 * px
        svg('path', { class: 'scale', d: `M${x},${y - up}v${2 * up}M${x},${y}h${step}M${x + step},${y - up}v${2 * up}` }, root)
        svg('text', { x: x + step + 8 * px, y: y + up, 'font-size': 12 * px }, root, Number(step.toFixed(3)) + ' mm')
      },

      move(time) {
        for (const { trail, points, done, spot } of this.fingers) {
          const last = trail.t.length - 1, began = time >= trail.t[0], isDown = began && time <= trail.t[last]
          const [x, y, place] = placeAt(trail, time)
          spot.style.display = isDown ? '' : 'none'
          spot.setAttribute('transform', `translate(${x} ${y})`)
          done.setAttribute('points', began ? points.slice(0, place + 1).concat(x + ',' + y).join(' ') : '')
        }
      }
    }
    """#
}
