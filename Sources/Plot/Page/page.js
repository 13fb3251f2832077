'use strict'
const $ = id => document.getElementById(id)
const facts = JSON.parse($('facts').textContent)
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
const html = (name, attributes, parent, text) => {
  const node = document.createElement(name)
  for (const key in attributes) node.setAttribute(key, attributes[key])
  if (text !== undefined) node.textContent = text
  parent.append(node)
  return node
}
const signs = { recognized: '✔', began: '▶', ended: '■', cancelled: '⊘', failed: '✘', passed: '○', met: '⚑' }
const round = (value, places) => String(Number(value.toFixed(places)))
const milliseconds = time => round(time, 1) + ' ms'

const timeline = {
  show(episode) {
    const root = $('lanes'), cursor = $('cursor')
    root.replaceChildren()
    this.episode = episode
    const share = time => (time - episode.from) / Math.max(episode.to - episode.from, 0.001) * 100
    this.share = share
    const place = (node, from, to) => {
      node.style.left = share(from) + '%'
      if (to !== undefined) node.style.width = share(to) - share(from) + '%'
    }
    const fingers = 1 + Math.max(-1, ...episode.trails.map(trail => trail.finger))
    for (let finger = 0; finger < fingers; finger++) {
      const row = html('div', { class: 'fingers c' + finger % 5 }, root)
      for (const trail of episode.trails.filter(one => one.finger === finger)) {
        place(html('i', { title: trail.about }, row), trail.t[0], trail.t[trail.t.length - 1])
      }
    }
    this.lanes = episode.lanes.map(lane => {
      const words = html('div', { class: 'words' }, root)
      const state = html('span', { class: 'state muted' }, words)
      html('b', {}, words, lane.name)
      html('span', { class: 'muted' }, words, lane.kind + ' ')
      html('span', { class: lane.tone }, words, lane.verdict)
      const track = html('div', { class: 'track' }, root)
      for (const span of lane.spans) place(html('i', { class: span.state, title: span.text }, track), span.from, span.to)
      for (const time of lane.changes) place(html('i', { class: 'change' }, track), time)
      for (const mark of lane.marks) {
        place(html('i', { class: 'mark ' + mark.event, title: mark.text }, track, signs[mark.event]), mark.time)
      }
      return { lane, state, gauges: lane.gauges.map(gauge => this.gauge(gauge, root)) }
    })
    for (const text of episode.absent) html('p', { class: 'muted' }, root, text)
    root.append(cursor)
  },

  explain() {
    const used = (kind, key) => facts.episodes.some(one => one.lanes.some(lane => lane[kind].some(it => it[key[0]] === key[1])))
    for (const state in facts.states) {
      if (!used('spans', ['state', state])) continue
      const entry = html('span', {}, $('legend'))
      html('i', { class: 'sample ' + state }, entry)
      entry.append(facts.states[state])
    }
    for (const event in facts.events) {
      if (used('marks', ['event', event])) html('span', {}, $('legend'), `${signs[event]} ${facts.events[event]}`)
    }
  },

  gauge(gauge, root) {
    const row = html('div', { class: 'gauge' }, root)
    const words = html('span', {}, row)
    const meter = html('div', { role: 'meter', 'aria-label': gauge.setting, 'aria-valuemin': 0 }, row)
    return { gauge, row, words, meter, bar: html('i', {}, meter) }
  },

  move(time) {
    $('cursor').style.left = this.share(time) + '%'
    for (const { lane, state, gauges } of this.lanes) {
      state.textContent = this.stateAt(lane, time)
      for (const one of gauges) this.measure(one, time)
    }
  },

  stateAt(lane, time) {
    const span = lane.spans.find(one => one.from <= time && time < one.to)
    if (span) return span.note || facts.states[span.state]
    const mark = lane.marks.filter(one => one.time <= time && one.event !== 'met').pop()
    return mark ? facts.events[mark.event] : ''
  },

  measure({ gauge, row, words, meter, bar }, time) {
    let place = -1
    while (place + 1 < gauge.t.length && gauge.t[place + 1] <= time) place++
    const before = place < 0 ? null : gauge.measured[place]
    // Its room stays, so that nothing jumps about.
    row.classList.toggle('off', before === null)
    if (before === null) return
    const after = gauge.measured[place + 1], from = gauge.t[place], limit = gauge.limit[place]
    const isBetween = typeof after === 'number' && gauge.limit[place + 1] === limit
    const measured = isBetween ? before + (after - before) * (time - from) / (gauge.t[place + 1] - from) : before
    const isMet = gauge.reach ? measured >= limit : measured <= limit
    words.textContent = `${gauge.what} ${round(measured, 1)}${gauge.unit}, ${gauge.setting} ${round(limit, 1)}${gauge.unit}`
    const share = limit > 0 ? Math.max(measured, 0) / limit : 0
    bar.style.width = Math.min(share, 1) * 100 + '%'
    bar.className = isMet ? (gauge.reach ? 'reached' : '') : gauge.reach ? '' : 'over'
    meter.setAttribute('aria-valuemax', round(limit, 3))
    meter.setAttribute('aria-valuenow', round(Math.min(Math.max(measured, 0), limit), 3))
    meter.setAttribute('aria-valuetext', words.textContent)
  }
}
const control = {
  place: 0, time: 0, playing: false, near: true,

  get episode() { return facts.episodes[this.place] },

  choose(place, time) {
    this.place = place
    const episode = this.episode, slider = $('time')
    slider.min = episode.from
    slider.max = episode.to
    $('summary').textContent = episode.heading + ': ' + episode.summary
    $('near').hidden = !episode.focus
    ;[...$('choice').children].forEach((item, index) => this.mark(item.firstChild, index === place, $('choice')))
    timeline.show(episode)
    $('events').replaceChildren()
    this.events = episode.moments.map(moment => {
      const button = html('button', { type: 'button', class: moment.kind }, html('li', {}, $('events')))
      button.textContent = milliseconds(moment.time) + '  ' + moment.text
      button.onclick = () => this.go(moment.time)
      return button
    })
    this.draw()
    this.go(time === undefined ? episode.from : time)
  },

  draw() {
    scene.show(this.episode, this.near)
    scene.move(this.time)
  },

  go(time) {
    const episode = this.episode, slider = $('time')
    this.time = Math.min(Math.max(time, episode.from), episode.to)
    slider.value = this.time
    slider.setAttribute('aria-valuetext', milliseconds(this.time))
    $('now').textContent = milliseconds(this.time)
    scene.move(this.time)
    timeline.move(this.time)
    let current = -1
    episode.moments.forEach((moment, index) => {
      if (moment.time <= this.time) current = index
      this.events[index].classList.toggle('later', moment.time > this.time)
    })
    this.events.forEach((button, index) => this.mark(button, index === current, $('events')))
  },

  mark(button, isCurrent, list) {
    if (!isCurrent) return button.removeAttribute('aria-current')
    button.setAttribute('aria-current', 'true')
    const top = button.parentNode.offsetTop - list.firstChild.offsetTop
    const isSeen = top >= list.scrollTop && top + button.offsetHeight <= list.scrollTop + list.clientHeight
    if (!isSeen) list.scrollTop = top - list.clientHeight / 2
  },

  // Any moment of the recording: in the attempt it belongs to, else in the last one before it.
  jump(time) {
    let place = 0
    facts.episodes.forEach((episode, index) => { if (episode.from <= time) place = index })
    this.choose(place, time)
  },

  play(isOn) {
    this.playing = isOn
    $('play').textContent = $('play').dataset[isOn ? 'pause' : 'play']
    $('play').setAttribute('aria-pressed', isOn)
    if (!isOn) return
    if (this.time >= this.episode.to) this.go(this.episode.from)
    let before = performance.now()
    const step = () => {
      if (!this.playing) return
      const now = performance.now()
      this.go(this.time + (now - before) * Number($('speed').value))
      before = now
      if (this.time >= this.episode.to) this.play(false); else requestAnimationFrame(step)
    }
    requestAnimationFrame(step)
  },

  key(event) {
    const field = event.target.tagName
    if (field === 'SELECT' || event.ctrlKey || event.altKey || event.metaKey) return
    const step = Math.max((this.episode.to - this.episode.from) / 100, 1) * (event.shiftKey ? 10 : 1)
    const keys = {
      ArrowLeft: () => this.go(this.time - step), ArrowRight: () => this.go(this.time + step),
      Home: () => this.go(this.episode.from), End: () => this.go(this.episode.to)
    }
    if (field !== 'BUTTON') keys[' '] = () => this.play(!this.playing)
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]()
  },

  followHash() {
    const found = /^#t=([0-9.]+)$/.exec(location.hash)
    if (found) this.jump(Number(found[1]))
    return found
  },

  start() {
    facts.episodes.forEach((episode, index) => {
      const button = html('button', { type: 'button' }, html('li', {}, $('choice')))
      button.textContent = `${episode.number}  ${episode.outcome}`
      button.onclick = () => { this.play(false); this.choose(index) }
    })
    $('attempts').hidden = facts.episodes.length < 2
    $('time').oninput = () => this.go(Number($('time').value))
    $('play').onclick = () => this.play(!this.playing)
    $('near').onclick = () => {
      this.near = !this.near
      $('near').setAttribute('aria-pressed', this.near)
      this.draw()
    }
    const point = event => {
      const box = $('lanes').getBoundingClientRect(), share = (event.clientX - box.left) / box.width
      this.go(this.episode.from + share * (this.episode.to - this.episode.from))
    }
    $('lanes').onpointerdown = event => { $('lanes').setPointerCapture(event.pointerId); point(event) }
    $('lanes').onpointermove = event => { if ($('lanes').hasPointerCapture(event.pointerId)) point(event) }
    addEventListener('keydown', event => this.key(event))
    addEventListener('hashchange', () => this.followHash())
    addEventListener('resize', () => this.draw())
    timeline.explain()
    if (!this.followHash()) this.choose(0)
  }
}
control.start()
