// Messages of the page: for screen readers, and as a note at the lower edge.
import { button, byId, make, prose } from './elements.js'

const PAUSE = 1500
const NOTE_TIME = 6000
let announcement = '', timer = 0, announcedAt = 0

/** Sends a sentence to screen readers, politely: at most one in 1.5 s, and only the newest of the waiting ones. */
export const announce = text => {
  announcement = text
  if (timer) return
  timer = setTimeout(() => {
    timer = 0
    announcedAt = performance.now()
    byId('aloud').textContent = announcement
  }, Math.max(80, announcedAt + PAUSE - performance.now()))
}

const show = (box, text, tone, fix) => {
  const note = make('div', { class: 'note ' + tone },
    make('span', { class: 'sign', 'aria-hidden': 'true', text: tone === 'bad' ? '✘' : '✔' }),
    make('p', {}, ...prose(text), fix && make('span', { class: 'fix' }, ...prose(fix))),
    button('Close', () => { note.remove(); byId('main').focus({ preventScroll: true }) }, { class: 'plain' }))
  box.replaceChildren(note)
  return note
}

/** Shows a note that disappears by itself. */
export const notify = text => {
  const note = show(byId('notes'), text, 'good')
  setTimeout(() => { if (!note.matches(':hover, :focus-within')) note.remove() }, NOTE_TIME)
}

/** Shows an error with its fix; it stays until it is closed. */
export const showError = error => {
  if (!error.fix && !(error instanceof Error)) error = new Error(String(error))
  show(byId('faults'), error.message, 'bad', error.fix)
}

/** Removes the note of an error that no longer matters. */
export const clearError = () => byId('faults').replaceChildren()
