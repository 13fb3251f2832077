/// The part of the page's script that draws the timeline, and tells how each gesture stands at a time.
enum PageTimeline {
  static let text = #"""
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
    """#
}
