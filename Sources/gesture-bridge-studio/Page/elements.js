// Creates elements. Text from outside becomes text or an attribute, never markup.

const furnish = (node, facts, children) => {
  for (const [key, value] of Object.entries(facts)) {
    if (value === undefined || value === null || value === false) continue
    if (key === 'text') node.textContent = value
    else if (typeof value === 'function') node.addEventListener(key, value)
    else node.setAttribute(key, value === true ? '' : value)
  }
  node.append(...children.flat().filter(child => child !== undefined && child !== null && child !== false))
  return node
}

/** An element of HTML: `facts` are attributes, `text`, and listeners by the name of their event. */
export const make = (name, facts = {}, ...children) => furnish(document.createElement(name), facts, children)

/** An element of SVG, with the same arguments. */
export const draw = (name, facts = {}, ...children) =>
  furnish(document.createElementNS('http://www.w3.org/2000/svg', name), facts, children)

export const byId = id => document.getElementById(id)

/** Sets a text only if it differs, which is cheap and doesn't disturb screen readers. */
export const setText = (node, text) => { if (node.textContent !== text) node.textContent = text }

/** A short text whose words between backquotes are code. */
export const prose = text => String(text).split('`').map((piece, index) => index % 2 ? make('code', { text: piece }) : piece)

export const button = (text, click, facts = {}) => make('button', { type: 'button', text, click, ...facts })

/** A number of things: `counted(3, 'attempt')` is "3 attempts". */
export const counted = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`

/** Runs `work` at most once a frame, with the arguments of the last call. */
export const eachFrame = work => {
  let waiting = null
  return (...facts) => {
    if (waiting === null) requestAnimationFrame(() => { const last = waiting; waiting = null; work(...last) })
    waiting = facts
  }
}

/** Runs `work` when no call has come for `pause` ms. */
export const debounced = (work, pause) => {
  let timer = 0
  const later = (...facts) => { clearTimeout(timer); timer = setTimeout(() => { timer = 0; work(...facts) }, pause) }
  later.drop = () => { clearTimeout(timer); timer = 0 }
  return later
}

const CONTROLS = 'input, select, textarea, button, summary, [tabindex="0"]'

/** Draws a part of the page again. The element with the focus keeps it, with the typed text; if that element is removed, its
    neighbour gets the focus. If `wanted` is given, the element with that id gets the focus. */
export const redrawn = (root, redraw, wanted) => {
  const active = root.contains(document.activeElement) ? document.activeElement : null
  const index = active ? [...root.querySelectorAll(CONTROLS)].indexOf(active) : -1
  const typed = !wanted && active?.matches('input:not([type=checkbox], [type=radio]), textarea') ? active : null
  const selection = typed && typed.selectionStart !== null ? [typed.selectionStart, typed.selectionEnd] : null
  redraw()
  if (!active && !wanted) return
  const named = wanted ? byId(wanted) : active.id ? byId(active.id) : null
  const all = [...root.querySelectorAll(CONTROLS)].filter(one => !one.disabled)
  const field = named?.matches(CONTROLS) ? named : named?.querySelector('input, select, textarea') || all[Math.min(Math.max(index, 0), all.length - 1)]
  if (!field) return
  for (let outer = field.parentElement; outer && outer !== root; outer = outer.parentElement) if (outer.tagName === 'DETAILS') outer.open = true
  field.focus({ preventScroll: Boolean(typed) })
  if (!typed || field.id !== typed.id) return
  if (field.value !== typed.value) field.value = typed.value
  if (selection) field.setSelectionRange(...selection)
}

export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches
