'use strict'
const $ = id => document.getElementById(id)
const numbers = text => text.split(' ').map(Number)
const round = (value, decimals) => String(Number(value.toFixed(decimals)))
const milliseconds = time => round(time, 1) + ' ms'
const within = (value, low, high) => Math.min(Math.max(value, low), high)

// The index of the last entry of `times` that isn't after `time`; -1 if all entries are later.
const indexBefore = (times, time) => {
  let low = -1, high = times.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (times[middle] <= time) low = middle; else high = middle
  }
  return low
}

// A finger of a drawing: its spot, and its path so far.
class Finger {
  constructor(spot) {
    this.spot = spot
    this.covered = spot.previousElementSibling
    this.times = numbers(spot.dataset.times)
    this.points = spot.dataset.points.split(' ')
  }

  move(time) {
    const { times, points } = this, last = times.length - 1
    const index = indexBefore(times, time), before = Math.max(index, 0), after = Math.min(before + 1, last)
    const share = after > before ? within((time - times[before]) / (times[after] - times[before]), 0, 1) : 0
    const [a, b] = [before, after].map(one => points[one].split(',').map(Number))
    const [x, y] = [0, 1].map(axis => round(a[axis] + (b[axis] - a[axis]) * share, 2))
    this.spot.style.display = index >= 0 && time <= times[last] ? '' : 'none'
    this.spot.setAttribute('transform', `translate(${x} ${y})`)
    this.covered.setAttribute('points', index < 0 ? '' : [...points.slice(0, index + 1), x + ',' + y].join(' '))
  }
}

// A measure of a gesture against its threshold.
class Gauge {
  constructor(row) {
    this.row = row
    this.facts = row.dataset
    ;[this.times, this.measured, this.limits] = ['times', 'measured', 'limits'].map(name => numbers(row.dataset[name]))
  }

  move(time) {
    const { what, setting, unit, reach } = this.facts, [words, meter] = this.row.children
    const index = indexBefore(this.times, time), before = index < 0 ? NaN : this.measured[index]
    // A hidden row keeps its space, so that the page doesn't jump.
    this.row.classList.toggle('off', isNaN(before))
    if (isNaN(before)) return
    const after = this.measured[index + 1], from = this.times[index], limit = this.limits[index]
    const isBetween = after >= 0 && this.limits[index + 1] === limit
    const measured = isBetween ? before + (after - before) * (time - from) / (this.times[index + 1] - from) : before
    const isMet = reach ? measured >= limit : measured <= limit
    words.textContent = `${what} ${round(measured, 1)}${unit}, ${setting} ${round(limit, 1)}${unit}`
    const bar = meter.firstElementChild
    bar.style.width = (limit > 0 ? within(measured / limit, 0, 1) : 0) * 100 + '%'
    bar.className = isMet ? (reach ? 'reached' : '') : reach ? '' : 'over'
    meter.setAttribute('aria-valuemax', round(limit, 3))
    meter.setAttribute('aria-valuenow', round(within(measured, 0, limit), 3))
    meter.setAttribute('aria-valuetext', words.textContent)
  }
}

// The parts of the page for one attempt.
class Attempt {
  constructor(button) {
    this.button = button
    this.parts = [...document.querySelectorAll(`div[data-attempt="${button.dataset.number}"]`)]
    this.from = Number(button.dataset.from)
    this.to = Number(button.dataset.to)
    const all = name => this.parts.flatMap(part => [...part.querySelectorAll(name)])
    this.movers = [...all('.finger').map(one => new Finger(one)), ...all('.gauge').map(one => new Gauge(one))]
    this.hasCloseUp = all('.near').length > 0
    this.timeline = all('.timeline')[0]
    this.cursor = all('.cursor')[0]
    this.lanes = all('.lane')
    this.states = all('.state')
    this.events = all('.events button')
  }

  show(isShown) { for (const part of this.parts) part.hidden = !isShown }

  // The left end and the width of the time axis, in the timeline's units.
  get axis() { return [this.cursor.dataset.left, this.cursor.dataset.width].map(Number) }

  timeAt(event) {
    const box = this.timeline.getBoundingClientRect(), [left, width] = this.axis
    const x = (event.clientX - box.left) * this.timeline.viewBox.baseVal.width / box.width
    return this.from + (x - left) / width * (this.to - this.from)
  }

  move(time) {
    const [left, width] = this.axis, x = left + (time - this.from) / Math.max(this.to - this.from, 1) * width
    for (const end of ['x1', 'x2']) this.cursor.setAttribute(end, x)
    for (const mover of this.movers) mover.move(time)
    this.lanes.forEach((lane, index) => { this.states[index].textContent = this.stateAt(lane, time) })
    let current = null
    for (const button of this.events) {
      const isLater = Number(button.dataset.time) > time
      button.classList.toggle('later', isLater)
      if (!isLater) current = button
    }
    for (const button of this.events) control.mark(button, button === current)
  }

  stateAt(lane, time) {
    const [spans, marks] = ['[data-from]', '[data-time]:not(.mark-met)'].map(name => [...lane.querySelectorAll(name)])
    const state = spans.find(one => Number(one.dataset.from) <= time && time < Number(one.dataset.to))
      || marks.filter(one => Number(one.dataset.time) <= time).pop()
    return state ? state.dataset.state : ''
  }
}

const control = {
  attempts: [...$('choice').querySelectorAll('button')].map(button => new Attempt(button)),
  attempt: null, time: 0, playing: false,

  choose(attempt, time) {
    this.attempt = attempt
    $('time').min = attempt.from
    $('time').max = attempt.to
    $('summary').textContent = attempt.button.dataset.summary
    $('near').hidden = !attempt.hasCloseUp
    for (const one of this.attempts) {
      one.show(one === attempt)
      this.mark(one.button, one === attempt)
    }
    this.go(time === undefined ? attempt.from : time)
  },

  go(time) {
    this.time = within(time, this.attempt.from, this.attempt.to)
    $('time').value = this.time
    $('time').setAttribute('aria-valuetext', milliseconds(this.time))
    $('now').textContent = milliseconds(this.time)
    this.attempt.move(this.time)
  },

  mark(button, isCurrent) {
    if (!isCurrent) return button.removeAttribute('aria-current')
    button.setAttribute('aria-current', 'true')
    const list = button.closest('ol'), top = button.parentNode.offsetTop - list.firstElementChild.offsetTop
    const isVisible = top >= list.scrollTop && top + button.offsetHeight <= list.scrollTop + list.clientHeight
    if (!isVisible) list.scrollTop = top - list.clientHeight / 2
  },

  play(isOn) {
    this.playing = isOn
    $('play').textContent = $('play').dataset[isOn ? 'pause' : 'play']
    $('play').setAttribute('aria-pressed', isOn)
    if (!isOn) return
    if (this.time >= this.attempt.to) this.go(this.attempt.from)
    let before = performance.now()
    const advance = () => {
      if (!this.playing) return
      const now = performance.now()
      this.go(this.time + (now - before) * Number($('speed').value))
      before = now
      if (this.time >= this.attempt.to) this.play(false); else requestAnimationFrame(advance)
    }
    requestAnimationFrame(advance)
  },

  key(event) {
    const field = event.target.tagName
    if (field === 'SELECT' || event.ctrlKey || event.altKey || event.metaKey) return
    const { from, to } = this.attempt, step = Math.max((to - from) / 100, 1) * (event.shiftKey ? 10 : 1)
    const keys = {
      ArrowLeft: () => this.go(this.time - step), ArrowRight: () => this.go(this.time + step),
      Home: () => this.go(from), End: () => this.go(to)
    }
    if (field !== 'BUTTON') keys[' '] = () => this.play(!this.playing)
    if (!keys[event.key]) return
    event.preventDefault()
    keys[event.key]()
  },

  // Goes to the time in the address (#t=MS), in the last attempt that began before it. At first shows the first attempt.
  followHash() {
    const found = /^#t=([0-9.]+)$/.exec(location.hash), time = found ? Number(found[1]) : undefined
    const attempt = this.attempts.filter(one => one.from <= time).pop() || this.attempts[0]
    if (found || !this.attempt) this.choose(attempt, time)
  },

  start() {
    for (const attempt of this.attempts) {
      const timeline = attempt.timeline, point = event => this.go(attempt.timeAt(event))
      attempt.button.onclick = () => { this.play(false); this.choose(attempt) }
      timeline.onpointerdown = event => { timeline.setPointerCapture(event.pointerId); point(event) }
      timeline.onpointermove = event => { if (timeline.hasPointerCapture(event.pointerId)) point(event) }
      for (const button of attempt.events) button.onclick = () => this.go(Number(button.dataset.time))
    }
    $('attempts').hidden = this.attempts.length < 2
    $('time').oninput = () => this.go(Number($('time').value))
    $('play').onclick = () => this.play(!this.playing)
    $('near').onclick = () => $('near').setAttribute('aria-pressed', $('device').classList.toggle('close'))
    addEventListener('keydown', event => this.key(event))
    addEventListener('hashchange', () => this.followHash())
    this.followHash()
  }
}
control.start()
