// The errors and warnings of the draft, each with its fix.
import { button, counted, make, prose } from './elements.js'

/** A list of diagnostics. If `go` is given, it is called with the diagnostic whose line is pressed. */
export const diagnosticsList = (diagnostics, go) => make('ul', { class: 'diagnostics' }, ...diagnostics.map(one =>
  make('li', { class: one.severity === 'error' ? 'bad' : 'warn' },
    make('span', { class: 'sign', 'aria-hidden': 'true', text: one.severity === 'error' ? '✘' : '⚠' }),
    make('div', {},
      make('strong', { text: one.severity === 'error' ? 'Error' : 'Warning' }), one.line ? ' ' : '',
      one.line && (go ? button(`in line ${one.line}`, () => go(one), { class: 'link' }) : make('span', { text: `in line ${one.line}` })), ': ',
      ...prose(one.message), one.fix && make('p', { class: 'fix' }, ...prose(one.fix)),
      one.more && make('p', { text: `And ${one.more} more like it.` })))))

/** The number of errors and warnings in words: "1 error and 2 warnings", or nothing. */
export const countOf = diagnostics => {
  const of = severity => diagnostics.filter(one => one.severity === severity).reduce((sum, one) => sum + 1 + (one.more ?? 0), 0)
  return [of('error') && counted(of('error'), 'error'), of('warning') && counted(of('warning'), 'warning')].filter(Boolean).join(' and ')
}
