// Which gestures wait for others, go before them, exclude them or can run at the same time: a picture, and the same in sentences.
import { button, draw, make } from './elements.js'

const NODE = { width: 158, height: 42 }
const GAP = { x: 170, y: 24 }
const MARGIN = 14
const ARC = 150
// An offset for each kind of line, so that lines between the same two gestures don't hide each other.
const apart = { waitsFor: 0, goesBefore: -9, excludes: 9, beside: -9 }
const kinds = [
  { key: 'waitsFor', style: 'waits', label: 'waits for', words: (one, other, longest) => [one, ' waits until ', other, longest === null ? ' has failed.' : ` has failed, at most ${longest} ms.`] },
  { key: 'goesBefore', style: 'before', label: 'goes before', words: (one, other) => [one, ' goes before ', other, '.'] },
  { key: 'excludes', style: 'excludes', label: 'excludes', words: (one, other) => [one, ' excludes ', other, '.'] },
  { key: 'beside', style: 'beside', label: 'runs with', words: (one, other) => [one, ' can run together with ', other, '.'] },
]

/** All relations, each once: both gestures report that they can run at the same time. */
const relations = gestures => {
  const found = [], keys = new Set()
  for (const kind of kinds) {
    for (const gesture of gestures) {
      for (const other of gesture[kind.key] || []) {
        const to = other.gesture ?? other, longest = other.longest ?? null
        const both = kind.key === 'beside' ? [gesture.name, to].sort() : [gesture.name, to]
        const key = JSON.stringify([kind.key, ...both])
        if (keys.has(key)) continue
        keys.add(key)
        found.push({ kind, from: gesture.name, to, longest })
      }
    }
  }
  return found
}

/** The columns of the picture: each gesture is to the right of all gestures that it waits for. */
const columns = (names, edges) => {
  const depth = new Map()
  const find = (name, path) => {
    if (depth.has(name)) return depth.get(name)
    // A circle of gestures that wait for each other is an error of the rules, but is drawn anyway.
    if (path.includes(name)) return 0
    const before = edges.filter(edge => edge.from === name && (edge.kind.key === 'waitsFor')).map(edge => find(edge.to, [...path, name]) + 1)
    depth.set(name, Math.max(0, ...before))
    return depth.get(name)
  }
  for (const name of names) find(name, [])
  const lists = []
  for (const name of names) (lists[depth.get(name)] ||= []).push(name)
  return lists.map(list => list || [])
}

const shortened = name => name.length > 19 ? name.slice(0, 18) + '…' : name

const picture = (names, edges) => {
  const lists = columns(names, edges), positions = new Map()
  lists.forEach((list, column) => {
    // Each gesture is in the row of the gestures that it waits for, if there is room.
    const wanted = name => {
      const rows = edges.filter(edge => edge.from === name && positions.has(edge.to)).map(edge => positions.get(edge.to).row)
      return rows.length ? rows.reduce((sum, row) => sum + row, 0) / rows.length : Infinity
    }
    if (column) list.sort((one, other) => wanted(one) - wanted(other))
    let free = 0
    for (const name of list) {
      const row = column && Number.isFinite(wanted(name)) ? Math.max(free, Math.round(wanted(name))) : free
      free = row + 1
      positions.set(name, { column, row })
    }
  })
  // Lines within a column bend out of it: to the left of the first one, to the right of the others.
  const within = edges.filter(edge => positions.get(edge.from).column === positions.get(edge.to).column).map(edge => positions.get(edge.from).column)
  const isLeft = column => column === 0 && lists.length > 1
  const left = MARGIN + (within.some(isLeft) ? ARC : 0), right = MARGIN + (within.some(column => column === lists.length - 1 && !isLeft(column)) ? ARC : 0)
  for (const position of positions.values()) {
    position.x = left + position.column * (NODE.width + GAP.x)
    position.y = MARGIN + position.row * (NODE.height + GAP.y)
  }
  const width = left + right + lists.length * (NODE.width + GAP.x) - GAP.x
  const height = 2 * MARGIN + (1 + Math.max(...[...positions.values()].map(position => position.row))) * (NODE.height + GAP.y) - GAP.y
  const svg = draw('svg', { class: 'graph', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
    draw('defs', {}, ...kinds.map(kind => draw('marker', { id: 'tip-' + kind.style, class: kind.style, viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: 8, markerHeight: 8, orient: 'auto-start-reverse' },
      draw('path', { d: 'M0 0L10 5L0 10z' })))))
  const labels = []
  for (const { kind, from, to, longest } of edges) {
    const one = positions.get(from), other = positions.get(to)
    const middle = position => position.y + NODE.height / 2 + apart[kind.key]
    let path, x, y
    if (one.column === other.column) {
      const side = isLeft(one.column) ? -1 : 1, edge = one.x + (side > 0 ? NODE.width : 0)
      const out = edge + side * (34 + 18 * Math.abs(one.row - other.row))
      path = `M${edge} ${middle(one)}C${out} ${middle(one)} ${out} ${middle(other)} ${edge + 3 * side} ${middle(other)}`
      x = edge + (out - edge) * 0.75 + 5 * side
      y = (middle(one) + middle(other)) / 2
    } else {
      const isBack = one.column > other.column
      const start = isBack ? one.x : one.x + NODE.width, end = isBack ? other.x + NODE.width + 3 : other.x - 3
      const bend = (end - start) / 2
      path = `M${start} ${middle(one)}C${start + bend} ${middle(one)} ${end - bend} ${middle(other)} ${end} ${middle(other)}`
      x = (start + end) / 2
      y = (middle(one) + middle(other)) / 2
    }
    svg.append(draw('path', { class: 'edge ' + kind.style, d: path, 'marker-end': kind.key === 'beside' ? undefined : `url(#tip-${kind.style})` }))
    labels.push(draw('text', { class: 'label', x, y: y + (one.column === other.column ? 5 : -6), 'text-anchor': one.column !== other.column ? 'middle' : isLeft(one.column) ? 'end' : 'start', text: longest === null ? kind.label : `≤ ${longest} ms` }))
  }
  for (const [name, { x, y }] of positions) {
    svg.append(draw('g', { class: 'node' },
      draw('rect', { x, y, width: NODE.width, height: NODE.height, rx: 12 }),
      draw('text', { x: x + NODE.width / 2, y: y + NODE.height / 2 + 5, 'text-anchor': 'middle', text: shortened(name) }, draw('title', { text: name }))))
  }
  svg.append(...labels)
  return svg
}

/** The relations of all gestures; `go` is called with the name of the gesture that is pressed. */
export const graph = (gestures, go) => {
  const edges = relations(gestures)
  const related = new Set(edges.flatMap(edge => [edge.from, edge.to]))
  const names = [...gestures.map(gesture => gesture.name).filter(name => related.has(name)), ...[...related].filter(name => !gestures.some(gesture => gesture.name === name))]
  const alone = gestures.filter(gesture => !related.has(gesture.name)).map(gesture => gesture.name)
  const link = name => gestures.some(gesture => gesture.name === name) ? button(name, () => go(name), { class: 'link' }) : make('strong', { text: name })
  const node = make('div', { class: 'relations' })
  if (!edges.length) {
    node.append(make('p', { class: 'card empty', text: 'No gesture waits for another one: each is recognized at once.' }))
    return node
  }
  const used = kinds.filter(kind => edges.some(edge => edge.kind === kind))
  node.append(
    make('div', { class: 'card' },
      make('div', { class: 'legend' }, ...used.map(kind => make('span', {},
        draw('svg', { viewBox: '0 0 36 10', class: 'graph', 'aria-hidden': 'true' }, draw('path', { class: 'edge ' + kind.style, d: 'M1 5H34' })), kind.label))),
      make('div', { class: 'scrolls', role: 'region', tabindex: 0, 'aria-label': 'Picture of the relations' }, picture(names, edges))),
    make('div', { class: 'card' }, make('h3', { text: 'In words' }),
      make('ul', { class: 'sentences' }, ...edges.map(edge => make('li', {}, ...edge.kind.words(link(edge.from), link(edge.to), edge.longest)))),
      alone.length > 0 && make('p', { class: 'muted', text: `Without relations: ${alone.join(', ')}.` })))
  return node
}
