// What the page says by itself: aloud to screen readers, and as a note at the lower edge.
import { byId, button, make, prose } from './elements.js'

const PAUSE = 1500
const STAYS = 6000
let aloud = '', timer = 0, saidAt = 0

/** Says a sentence to screen readers, politely: at most one each 1.5 s, and only the newest of those that wait. */
export const say = text => {
  aloud = text
  if (timer) return
  timer = setTimeout(() => {
    timer = 0
    saidAt = performance.now()
    byId('aloud').textContent = aloud
  }, Math.max(80, saidAt + PAUSE - performance.now()))
}

const show = (box, text, tone, fix) => {
  const note = make('div', { class: 'note ' + tone },
    make('span', { class: 'sign', 'aria-hidden': 'true', text: tone === 'bad' ? '✘' : '✔' }),
    make('p', {}, ...prose(text), fix && make('span', { class: 'fix' }, ...prose(fix))),
    button('Close', () => { note.remove(); byId('main').focus({ preventScroll: true }) }, { class: 'plain' }))
  box.replaceChildren(note)
  return note
}

/** A note that goes by itself. */
export const tell = text => {
  const note = show(byId('notes'), text, 'good')
  setTimeout(() => { if (!note.matches(':hover, :focus-within')) note.remove() }, STAYS)
}

/** What went wrong, with what to do; it stays until it is closed. */
export const complain = error => {
  if (!error.fix && !(error instanceof Error)) error = new Error(String(error))
  show(byId('faults'), error.message, 'bad', error.fix)
}

/** Notes about what is over are taken away. */
export const forgive = () => byId('faults').replaceChildren()
