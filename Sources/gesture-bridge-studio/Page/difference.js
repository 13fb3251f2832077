// A unified diff, line by line: added and removed lines have a sign and a colour.
import { make } from './elements.js'

const kinds = { '+': ['ins', 'added: '], '-': ['del', 'removed: '], '@': ['at', ''] }

/** The numbers of added and removed lines. */
export const counts = diff => {
  const lines = diff.split('\n').filter(line => !/^(\+\+\+|---) /.test(line))
  return { added: lines.filter(line => line[0] === '+').length, removed: lines.filter(line => line[0] === '-').length }
}

/** The diff as an element that can be scrolled with keys. */
export const difference = (diff, name = 'Changes, line by line') => {
  const box = make('div', { class: 'difference', role: 'region', tabindex: 0, 'aria-label': name })
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    if (/^(\+\+\+|---) /.test(line)) continue
    const [style, word] = kinds[line[0]] || ['', '']
    box.append(make('div', { class: style },
      make('span', { class: 'unseen', text: word }),
      make('span', { class: 'sign', 'aria-hidden': 'true', text: style === 'at' ? '⋯' : style ? line[0].replace('-', '−') : '' }),
      make('code', { text: style === 'at' ? line.replace(/^@@ -\d+(,\d+)? \+(\d+).*/, 'line $2') : line.slice(1) })))
  }
  return box
}
