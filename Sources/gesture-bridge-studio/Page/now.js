// The view of the present: surfaces with fingers, active recognizers, and the recognized gestures.
import { button, byId, counted, eachFrame, make, prose, setText } from './elements.js'
import { connection } from './connection.js'
import { announce } from './messages.js'
import { studio } from './studio.js'
import { Surface } from './surface.js'

const MOST_LINES = 50
// The shortest time in ms between changes of numbers: faster changes can't be read.
const READABLE = 80
const signs = { possible: '○', held: '◐', begun: '▶', began: '▶', changed: '…', succeeded: '✔', recognized: '✔', ended: '■',
  failed: '✘', cancelled: '⊘' }
const words = { possible: 'possible', held: 'waits for others', begun: 'in progress', succeeded: 'recognized', failed: 'failed',
  cancelled: 'cancelled' }
const classes = { touchpad: 'Touchpad', touchscreen: 'Touchscreen', tablet: 'Tablet' }

/** The surface of one device, with its name and the number of fingers on it. */
class DeviceCard {
  constructor(device) {
    const { name, width, height } = device
    this.device = device
    this.canvas = make('canvas', { role: 'img' })
    this.fingers = make('span', { class: 'muted', text: 'no fingers' })
    this.about = `${name}, ${Math.round(width)} × ${Math.round(height)} mm`
    this.canvas.setAttribute('aria-label', this.about + ': fingers are drawn here')
    this.node = make('figure', { class: 'card device' },
      make('figcaption', {},
        make('strong', { text: name }),
        make('span', { class: 'muted', text: `${classes[device.class] || device.class}, ${Math.round(width)} × ${Math.round(height)} mm` }),
        this.fingers),
      this.canvas)
    this.surface = new Surface(this.canvas, device)
  }

  touch(touches) {
    this.surface.setTouches(touches)
    setText(this.fingers, touches.length ? counted(touches.length, 'finger') : 'no fingers')
  }
}

/** One recognizer: its state, its words, and a bar for each of its measures. */
class Row {
  constructor(gesture) {
    this.sign = make('span', { class: 'sign', 'aria-hidden': 'true' })
    this.state = make('span', { class: 'state' })
    this.text = make('p', { class: 'muted' })
    this.gauges = make('div', { class: 'gauges' })
    this.bars = []
    this.node = make('li', {}, make('div', { class: 'line' }, this.sign, make('strong', { text: gesture }), this.state),
      this.text, this.gauges)
  }

  show(row, hasWords) {
    if (this.shownState !== row.state) {
      this.shownState = row.state
      this.node.className = 'row is-' + row.state
      setText(this.sign, signs[row.state] || '·')
      setText(this.state, words[row.state] || row.state)
    }
    if (hasWords) setText(this.text, row.words || '')
    const gauges = row.gauges || []
    gauges.forEach((gauge, index) => this.#measure(gauge, index, hasWords))
    this.bars.forEach(({ node }, index) => { if (node.hidden !== index >= gauges.length) node.hidden = index >= gauges.length })
  }

  #measure(gauge, index, hasWords) {
    if (!this.bars[index]) {
      const words = make('span'), fill = make('i'), node = make('div', { class: 'gauge' }, words, make('span', { class: 'bar' }, fill))
      this.gauges.append(node)
      this.bars.push({ node, words, fill })
    }
    const bar = this.bars[index], { node, words, fill } = bar, isMet = Boolean(gauge.met)
    if (hasWords || bar.isMet !== isMet) {
      setText(words, `${isMet ? '✔ ' : ''}${gauge.name}: ${gauge.words}`)
      node.classList.toggle('met', isMet)
      bar.isMet = isMet
    }
    fill.style.setProperty('transform', `scaleX(${Math.min(Math.max(gauge.fraction || 0, 0), 1).toFixed(3)})`)
  }
}

export class NowView {
  #cards = new Map()
  #rows = new Map()
  #wasTouched = false
  #readAt = 0
  #later = 0
  #news = new Map()

  constructor(root, openAttempts) {
    this.openAttempts = openAttempts
    this.devices = make('div', { class: 'devices' })
    this.list = make('ol', { class: 'rows' })
    this.empty = make('p', { class: 'empty', text: 'Touch a surface: the state of each gesture is shown here live.' })
    this.log = make('ol', { class: 'log', tabindex: 0, 'aria-label': 'What happened' })
    this.quiet = make('p', { class: 'empty', text: 'Nothing yet.' })
    root.append(
      make('div', { class: 'now' },
        make('div', {}, make('h2', { text: 'Surfaces' }), this.devices),
        make('div', { class: 'card work' }, make('h2', { text: 'Active gestures' }), this.empty, this.list),
        make('div', { class: 'card happened' }, make('h2', { text: 'What happened' }), this.quiet, this.log)))
    this.draw = eachFrame(() => this.#draw())
    connection.on('touches', news => { this.#news.set(news.device, news); this.draw() })
    connection.on('event', news => this.#note(news.state, news.gesture, news.words))
    connection.on('command', news => this.#note('command', news.gesture, news.words))
    connection.on('attempt', ({ attempt }) => {
      if (!attempt.recognized.length) this.#note('nothing', 'Nothing', attempt.words, attempt.number)
    })
    studio.watch('devices', () => this.#setDevices())
    studio.watch('draft', () => this.#setZones())
  }

  #setDevices() {
    const { devices, connected, why } = studio.facts
    const kept = new Map()
    for (const device of devices) {
      const old = this.#cards.get(device.name)
      const isSame = old && old.device.width === device.width && old.device.height === device.height
      kept.set(device.name, isSame ? old : new DeviceCard(device))
    }
    this.#cards = kept
    this.devices.replaceChildren(...[...kept.values()].map(card => card.node))
    if (!devices.length) {
      const text = connected ? 'No touchpad, touchscreen or tablet was found. `gesture-bridge devices` shows more.'
        : `The daemon is not connected: ${why || 'start it with `gesture-bridge`.'}`
      this.devices.append(make('p', { class: 'card empty' }, ...prose(text)))
    }
    this.#setZones()
  }

  #setZones() {
    const zones = studio.draft ? studio.draft.zones || [] : []
    for (const [name, card] of this.#cards) card.surface.setZones(zones.filter(zone => !zone.device || zone.device === name))
  }

  /** Called when the view is shown again: draws the latest news. */
  show() { this.draw() }

  #draw() {
    if (byId('now').hidden) return
    for (const [name, news] of this.#news) {
      if (!this.#cards.has(name)) this.#meet(news)
      this.#cards.get(name).touch(news.touches)
      this.#setRows(news)
    }
    this.#news.clear()
  }

  // Adds a device whose fingers were reported before the device itself.
  #meet(news) {
    const { device, width, height } = news
    studio.setDevices([...studio.facts.devices, { name: device, class: news.class, width, height }])
  }

  // Rows stay after the fingers have lifted, so that they can be read, until the next attempt begins.
  #setRows(news) {
    const { touches, rows = [] } = news
    const isTouched = touches.length > 0
    if (isTouched && !this.#wasTouched) {
      this.#rows.clear()
      this.list.replaceChildren()
    }
    this.#wasTouched = isTouched
    const now = performance.now(), hasWords = !isTouched || now - this.#readAt > READABLE
    clearTimeout(this.#later)
    // Fingers at rest send no more news: the numbers follow the bars.
    if (hasWords) this.#readAt = now; else this.#later = setTimeout(() => this.#setRows(news), READABLE)
    for (const row of rows) {
      let shown = this.#rows.get(row.gesture)
      const isNew = !shown
      if (!shown) {
        shown = new Row(row.gesture)
        this.#rows.set(row.gesture, shown)
        this.list.append(shown.node)
      }
      shown.show(row, hasWords || isNew)
    }
    this.empty.hidden = this.#rows.size > 0
  }

  #note(state, gesture, text, attempt) {
    this.quiet.hidden = true
    const time = new Date()
    const item = make('li', { class: 'is-' + state },
      make('time', { datetime: time.toISOString(), text: time.toTimeString().slice(0, 8) }),
      make('span', { class: 'sign', 'aria-hidden': 'true', text: state === 'command' ? '→' : signs[state] || '·' }),
      make('div', {}, make('strong', { text: gesture }), ' ', make('span', {}, ...prose(text || state)),
        attempt !== undefined && button('Show the attempt', () => this.openAttempts(attempt), { class: 'link' })))
    const isAtTop = this.log.scrollTop < 4
    this.log.prepend(item)
    if (isAtTop) this.log.scrollTop = 0
    while (this.log.children.length > MOST_LINES) this.log.lastChild.remove()
    if (!byId('now').hidden && state !== 'changed') announce(`${gesture}: ${String(text || state).replaceAll('`', '')}`)
  }
}
