// A device's surface to scale on a canvas: its zones, the fingers that are down, and their trails.
import { isCalm } from './elements.js'

const MOST_POINTS = 900
const FADE_TIME = 900
const colours = {}

const readColours = () => {
  const style = getComputedStyle(document.documentElement)
  for (const name of ['surface', 'edge', 'line', 'ink', 'muted', 'accent', 'card', 'f0', 'f1', 'f2', 'f3', 'f4']) {
    colours[name] = style.getPropertyValue('--' + name).trim()
  }
}

export class Surface {
  #context
  #device
  #zones = []
  #background = document.createElement('canvas')
  #fingers = new Map()
  #isWaiting = false
  #isStale = true
  #scale = 1
  #pixel = 1

  constructor(canvas, device) {
    this.canvas = canvas
    this.#device = device
    this.#context = canvas.getContext('2d')
    canvas.style.setProperty('--ratio', device.width / device.height)
    const renew = () => { this.#isStale = true; this.#later() }
    new ResizeObserver(renew).observe(canvas)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', renew)
  }

  setZones(zones) {
    this.#zones = zones
    this.#isStale = true
    this.#later()
  }

  /** Sets the fingers that are down: `[[id, x, y], …]` in mm. */
  setTouches(touches) {
    const now = performance.now(), down = new Set()
    for (const [id, x, y] of touches) {
      down.add(id)
      let finger = this.#fingers.get(id)
      if (!finger || finger.lifted) {
        finger = { trail: [], colour: this.#colour(), lifted: 0 }
        this.#fingers.set(id, finger)
      }
      const { trail } = finger, last = trail.length - 3
      if (last < 0 || trail[last] !== x || trail[last + 1] !== y) trail.push(x, y, now)
      if (trail.length > 3 * MOST_POINTS) trail.splice(0, trail.length - 3 * MOST_POINTS)
    }
    for (const [id, finger] of this.#fingers) {
      if (!down.has(id) && !finger.lifted) finger.lifted = now
    }
    this.#later()
  }

  // The smallest number that no finger has, so that the fingers of a hand always have the same colours.
  #colour() {
    const used = new Set([...this.#fingers.values()].filter(one => !one.lifted).map(one => one.colour))
    let colour = 0
    while (used.has(colour)) colour++
    return colour
  }

  #later() {
    if (this.#isWaiting) return
    this.#isWaiting = true
    requestAnimationFrame(() => { this.#isWaiting = false; this.#draw() })
  }

  #draw() {
    const { canvas } = this
    if (!canvas.clientWidth) return
    if (this.#isStale) this.#drawBackground()
    const context = this.#context, now = performance.now(), scale = this.#scale
    context.setTransform(1, 0, 0, 1, 0, 0)
    context.drawImage(this.#background, 0, 0)
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.lineCap = context.lineJoin = 'round'
    let isFading = false
    for (const [id, finger] of this.#fingers) {
      // With reduced motion, a trail stays until the next fingers land, and disappears at once.
      const age = finger.lifted ? (now - finger.lifted) / FADE_TIME : 0
      const isOver = isCalm() ? finger.lifted && this.#isTouched() : age >= 1
      if (isOver) { this.#fingers.delete(id); continue }
      if (finger.lifted && !isCalm()) isFading = true
      this.#drawFinger(finger, isCalm() ? 1 : 1 - age, this.#pixel)
    }
    if (isFading) this.#later()
  }

  #isTouched() { return [...this.#fingers.values()].some(finger => !finger.lifted) }

  #drawFinger({ trail, colour, lifted }, strength, pixel) {
    const context = this.#context, last = trail.length - 3
    context.strokeStyle = context.fillStyle = colours['f' + colour % 5]
    context.globalAlpha = 0.55 * strength
    context.lineWidth = 4 * pixel
    context.beginPath()
    context.moveTo(trail[0], trail[1])
    for (let index = 3; index <= last; index += 3) context.lineTo(trail[index], trail[index + 1])
    context.stroke()
    context.globalAlpha = strength
    context.lineWidth = 2 * pixel
    context.beginPath()
    context.arc(trail[0], trail[1], 4 * pixel, 0, 7)
    context.stroke()
    if (!lifted) {
      context.beginPath()
      context.arc(trail[last], trail[last + 1], 15 * pixel, 0, 7)
      context.fill()
      context.globalAlpha = 0.25
      context.beginPath()
      context.arc(trail[last], trail[last + 1], 22 * pixel, 0, 7)
      context.fill()
      context.globalAlpha = 1
      context.fillStyle = colours.card
      context.font = `700 ${15 * pixel}px system-ui, sans-serif`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText(colour + 1, trail[last], trail[last + 1] + pixel)
    }
    context.globalAlpha = 1
  }

  // Draws the surface without fingers, at first and whenever its size, its zones or the colours change.
  #drawBackground() {
    this.#isStale = false
    readColours()
    const { canvas } = this, { width, height } = this.#device
    canvas.width = this.#background.width = Math.round(canvas.clientWidth * devicePixelRatio)
    canvas.height = this.#background.height = Math.round(canvas.clientWidth * devicePixelRatio * height / width)
    const scale = this.#scale = canvas.width / width
    // The drawing scales with the text of the page.
    const pixel = this.#pixel = devicePixelRatio / scale * parseFloat(getComputedStyle(document.documentElement).fontSize) / 16
    const context = this.#background.getContext('2d')
    context.setTransform(scale, 0, 0, scale, 0, 0)
    context.fillStyle = colours.surface
    context.fillRect(0, 0, width, height)
    context.fillStyle = colours.line
    for (let x = 10; x < width; x += 10) {
      for (let y = 10; y < height; y += 10) context.fillRect(x - pixel, y - pixel, 2 * pixel, 2 * pixel)
    }
    context.font = `${13 * pixel}px system-ui, sans-serif`
    for (const zone of this.#zones) this.#drawZone(context, zone, pixel)
  }

  #drawZone(context, { name, x, y, width, height }, pixel) {
    context.globalAlpha = 0.08
    context.fillStyle = colours.accent
    context.fillRect(x, y, width, height)
    context.globalAlpha = 1
    context.strokeStyle = colours.edge
    context.lineWidth = 1.2 * pixel
    context.setLineDash([5 * pixel, 4 * pixel])
    context.strokeRect(x + pixel, y + pixel, width - 2 * pixel, height - 2 * pixel)
    context.setLineDash([])
    context.save()
    context.beginPath()
    context.rect(x, y, width, height)
    context.clip()
    context.fillStyle = colours.muted
    const isNarrow = context.measureText(name).width + 16 * pixel > width && height > width
    context.translate(x + (isNarrow ? Math.min(18 * pixel, width * 0.7) : 8 * pixel), y + (isNarrow ? 10 : 18) * pixel)
    if (isNarrow) context.rotate(Math.PI / 2)
    context.fillText(name, 0, 0)
    context.restore()
  }
}
