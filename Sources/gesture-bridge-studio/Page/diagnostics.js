// What is wrong with the draft, each with what to do about it.
import { button, counted, make, prose } from './elements.js'

/** A list of diagnostics; `go` is called with the line of the one that is pressed, if it is given. */
export const diagnosticsList = (diagnostics, go) => make('ul', { class: 'diagnostics' }, ...diagnostics.map(one =>
  make('li', { class: one.severity === 'error' ? 'bad' : 'warn' },
    make('span', { class: 'sign', 'aria-hidden': 'true', text: one.severity === 'error' ? '✘' : '⚠' }),
    make('div', {},
      make('strong', { text: one.severity === 'error' ? 'Error' : 'Warning' }), one.line ? ' ' : '',
      one.line && (go ? button(`in line ${one.line}`, () => go(one), { class: 'link' }) : make('span', { text: `in line ${one.line}` })), ': ',
      ...prose(one.message), one.fix && make('p', { class: 'fix' }, ...prose(one.fix)),
      one.more && make('p', { text: `And ${one.more} more like it.` })))))

/** How many there are, in words: "1 error and 2 warnings", or nothing. */
export const countOf = diagnostics => {
  const of = severity => diagnostics.filter(one => one.severity === severity).reduce((sum, one) => sum + 1 + (one.more ?? 0), 0)
  return [of('error') && counted(of('error'), 'error'), of('warning') && counted(of('warning'), 'warning')].filter(Boolean).join(' and ')
}
