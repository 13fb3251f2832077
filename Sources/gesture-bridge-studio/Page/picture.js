// An attempt as a small picture: the surface around the fingers, their paths, where they landed and where they lifted.
import { draw } from './elements.js'

const POINTS = 48
const digits = value => value.toFixed(1)

// The path of a finger, with only as many points as a picture of this size needs.
const pathOf = stroke => {
  const count = Math.floor(stroke.length / 3), interval = Math.max(1, Math.ceil(count / POINTS))
  let path = ''
  for (let index = 0; index < count; index++) {
    if (index % interval && index !== count - 1) continue
    path += `${path ? 'L' : 'M'}${digits(stroke[3 * index])} ${digits(stroke[3 * index + 1])}`
  }
  return path
}

// The part of the surface around the fingers: at least half of each side, in the surface's proportions.
const view = ({ width, height, strokes }) => {
  let left = Infinity, top = Infinity, right = -Infinity, bottom = -Infinity
  for (const stroke of strokes) {
    for (let index = 0; index + 1 < stroke.length; index += 3) {
      left = Math.min(left, stroke[index]); right = Math.max(right, stroke[index])
      top = Math.min(top, stroke[index + 1]); bottom = Math.max(bottom, stroke[index + 1])
    }
  }
  if (left > right) return [0, 0, width, height]
  const share = Math.min(1, Math.max(0.5, 1.5 * (right - left) / width, 1.5 * (bottom - top) / height))
  const [wide, high] = [width * share, height * share]
  const within = (middle, size, all) => Math.min(Math.max(middle - size / 2, 0), all - size)
  return [within((left + right) / 2, wide, width), within((top + bottom) / 2, high, height), wide, high]
}

/** The picture of an attempt. It is hidden from screen readers, because the attempt's words are next to it. */
export const picture = attempt => {
  const [x, y, width, height] = view(attempt), r = Math.hypot(width, height) / 46
  const svg = draw('svg', { class: 'picture', viewBox: [x, y, width, height].map(digits).join(' '), 'aria-hidden': 'true' },
    draw('rect', { class: 'surface', width: digits(attempt.width), height: digits(attempt.height) }))
  attempt.strokes.forEach((stroke, finger) => {
    if (stroke.length < 3) return
    const end = stroke.length - stroke.length % 3 - 3, colour = 'f' + finger % 5
    svg.append(
      draw('path', { class: 'path ' + colour, d: pathOf(stroke) }),
      draw('circle', { class: 'landed ' + colour, cx: digits(stroke[0]), cy: digits(stroke[1]), r: digits(1.1 * r) }),
      draw('circle', { class: 'lifted ' + colour, cx: digits(stroke[end]), cy: digits(stroke[end + 1]), r: digits(1.6 * r) }))
  })
  return svg
}
