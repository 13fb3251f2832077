// A threshold as a line in the histogram of the measured values: you can drag it, or move it with arrow keys.
import { counted, draw, make, prose, setText } from './elements.js'
import { readable, rounded, roundIncrement } from './units.js'

const BINS = 36
const HEIGHT = 84

export class ThresholdLine {
  #facts
  #from = 0
  #to = 1
  #increment = 1
  #value = 0
  #outcome = ''
  #wishes = new Map()
  #moved

  /** `moved` is called with each new value. */
  constructor(facts, moved) {
    this.#facts = facts
    this.#moved = moved
    this.#value = facts.value
    this.plot = draw('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none', viewBox: `0 0 ${BINS} ${HEIGHT}` })
    this.passing = make('div', { class: 'passing' })
    this.line = make('div', {
      class: 'line', role: 'slider', tabindex: 0, 'aria-label': facts.name, 'aria-orientation': 'horizontal',
      keydown: event => this.#key(event),
    }, make('span', { class: 'grip', 'aria-hidden': 'true' }))
    this.stage = make('div', { class: 'stage', pointerdown: event => this.#grab(event) }, this.passing, this.plot, this.line)
    this.axis = make('div', { class: 'axis', 'aria-hidden': 'true' })
    this.output = make('output')
    this.about = make('p', { class: 'muted small' })
    this.node = make('article', { class: 'threshold card' },
      make('header', {}, make('h3', { text: facts.name }), this.output),
      make('p', { class: 'muted small' }, ...prose(facts.title)),
      this.stage, this.axis, this.about)
    this.update(facts)
  }

  get name() { return this.#facts.name }
  get unit() { return this.#facts.unit }
  get value() { return this.#value }
  get ruleValue() { return this.#facts.value }
  get isMoved() { return this.#value !== this.#facts.value }

  /** Sets new measured values; the line keeps its position. */
  update(facts) {
    this.#facts = facts
    this.#scale()
    this.#drawBars()
    this.#positionLine()
  }

  /** Sets the mark of each attempt: a map from its number to `yes` or `no`. */
  setWishes(wishes) {
    this.#wishes = wishes
    this.#drawBars()
  }

  setValue(value) {
    this.#value = Math.min(Math.max(value, this.#facts.low), this.#facts.high)
    if (this.#value < this.#from || this.#value > this.#to) { this.#scale(); this.#drawBars() }
    this.#positionLine()
  }

  /** Sets the words for how many attempts the gesture recognizes now. */
  setOutcome(words) {
    this.#outcome = words
    this.#updateAria()
  }

  get #measured() { return this.#facts.measured.filter(one => one.value !== null && one.value !== undefined) }

  // The axis shows the measured values and the line, with some room, not the whole range of the setting.
  #scale() {
    const { low, high, value } = this.#facts
    const values = [...this.#measured.map(one => one.value), value, this.#value]
    // If nothing was measured, the axis goes from zero to twice the threshold.
    if (values.length === 2) values.push(Math.max(low, 0), Math.min(2 * value, high))
    const least = Math.min(...values), most = Math.max(...values)
    const tick = roundIncrement(Math.max(most - Math.min(least, 0), (high - low) / 1000), 5)
    this.#from = least < 0.4 * most || most <= 0 ? Math.min(0, Math.floor(least / tick) * tick) : Math.floor((least - tick / 2) / tick) * tick
    this.#to = Math.max(Math.ceil((most + tick / 4) / tick) * tick, this.#from + tick)
    this.#increment = roundIncrement(this.#to - this.#from, 100)
    const ticks = []
    for (let at = this.#from; at <= this.#to + tick / 1e6; at += tick) ticks.push(at)
    this.axis.replaceChildren(...ticks.map((at, index) => {
      const toEnd = ticks.length - 1 - index
      // The last number has the unit and needs twice the room.
      const label = make('span', { text: toEnd === 0 ? readable(at, this.unit) : toEnd === 1 && ticks.length > 5 ? '' : rounded(at, 2) })
      label.style.setProperty('left', this.#share(at) + '%')
      return label
    }))
    this.line.setAttribute('aria-valuemin', low)
    this.line.setAttribute('aria-valuemax', high)
  }

  #share(value) { return Math.min(Math.max((value - this.#from) / (this.#to - this.#from), 0), 1) * 100 }

  // Each attempt is one brick: at the bottom the attempts meant for the gesture, then those not meant, then those without a mark.
  #drawBars() {
    const bins = Array.from({ length: BINS }, () => ({ yes: 0, no: 0, none: 0 }))
    for (const { attempt, value } of this.#measured) {
      bins[Math.min(Math.floor(this.#share(value) / 100 * BINS), BINS - 1)][this.#wishes.get(attempt) || 'none']++
    }
    const most = Math.max(6, ...bins.map(bin => bin.yes + bin.no + bin.none)), brick = HEIGHT / most
    const bars = []
    bins.forEach((bin, index) => {
      let top = HEIGHT
      for (const wish of ['yes', 'no', 'none']) {
        for (let count = 0; count < bin[wish]; count++) {
          top -= brick
          bars.push(draw('rect', { class: wish, x: index + 0.08, y: top + brick * 0.08, width: 0.84, height: brick * 0.84 }))
        }
      }
    })
    this.plot.replaceChildren(...bars)
    setText(this.about, this.#summary())
  }

  #summary() {
    const all = this.#measured
    if (!all.length) return 'No attempt depended on this threshold.'
    const span = (name, values) => values.length
      ? `${name} ${readable(Math.min(...values), null)} to ${readable(Math.max(...values), this.unit)}` : ''
    const of = wish => all.filter(one => this.#wishes.get(one.attempt) === wish).map(one => one.value)
    const parts = [span('meant:', of('yes')), span('not meant:', of('no'))].filter(Boolean)
    return `Measured in ${counted(all.length, 'attempt')}, ${span('', all.map(one => one.value)).trim()}${parts.length ? '; ' + parts.join('; ') : ''}.`
  }

  #positionLine() {
    const share = this.#share(this.#value)
    this.line.style.setProperty('left', share + '%')
    this.passing.style.setProperty('left', this.#facts.mustReach ? share + '%' : '0')
    this.passing.style.setProperty('right', this.#facts.mustReach ? '0' : 100 - share + '%')
    setText(this.output, readable(this.#value, this.unit) + (this.isMoved ? `, was ${readable(this.ruleValue, this.unit)}` : ''))
    this.node.classList.toggle('moved', this.isMoved)
    this.#updateAria()
  }

  #updateAria() {
    this.line.setAttribute('aria-valuenow', rounded(this.#value))
    this.line.setAttribute('aria-valuetext', readable(this.#value, this.unit) + (this.#outcome ? `, ${this.#outcome}` : ''))
  }

  #move(value) {
    const before = this.#value
    const decimals = Math.max(0, -Math.floor(Math.log10(this.#increment)))
    this.setValue(Number((Math.round(value / this.#increment) * this.#increment).toFixed(decimals)))
    if (this.#value === before) return
    // The number of recognized attempts is unknown until the studio has answered.
    this.setOutcome('')
    this.#moved(this)
  }

  #key(event) {
    const increment = this.#increment
    const next = {
      ArrowRight: this.#value + increment, ArrowUp: this.#value + increment, ArrowLeft: this.#value - increment, ArrowDown: this.#value - increment,
      PageUp: this.#value + 10 * increment, PageDown: this.#value - 10 * increment, Home: this.#from, End: this.#to,
    }[event.key]
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    this.#move(next)
  }

  #grab(event) {
    if (event.button !== 0) return
    event.preventDefault()
    const box = this.stage.getBoundingClientRect()
    const from = this.#from, to = this.#to
    const follow = one => this.#move(from + Math.min(Math.max((one.clientX - box.left) / box.width, 0), 1) * (to - from))
    this.line.focus({ preventScroll: true })
    this.stage.setPointerCapture(event.pointerId)
    const end = () => {
      this.stage.removeEventListener('pointermove', follow)
      this.stage.removeEventListener('pointerup', end)
      this.stage.removeEventListener('pointercancel', end)
    }
    this.stage.addEventListener('pointermove', follow)
    this.stage.addEventListener('pointerup', end)
    this.stage.addEventListener('pointercancel', end)
    follow(event)
  }
}
