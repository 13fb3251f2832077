// The rules file as text, with its errors and warnings while you type.
import { debounced, make, setText } from './elements.js'
import { countOf, diagnosticsList } from './diagnostics.js'
import { announce } from './messages.js'
import { studio } from './studio.js'

const PAUSE = 500

export class Editor {
  #isOurs = false

  constructor(root) {
    this.area = make('textarea', { id: 'rules-text', class: 'code', spellcheck: 'false', autocomplete: 'off', wrap: 'off', 'aria-describedby': 'rules-state', rows: 24 })
    this.numbers = make('pre', { 'aria-hidden': 'true' })
    this.state = make('p', { id: 'rules-state' })
    this.list = make('div')
    root.append(
      make('label', { for: 'rules-text', text: 'The whole file' }),
      make('p', { class: 'hint', text: 'Nothing is written as you type: the draft changes, and its mistakes are shown below.' }),
      make('div', { class: 'editor' }, this.numbers, this.area), this.state, this.list)
    this.later = debounced(() => this.#save(), PAUSE)
    this.area.addEventListener('input', () => { this.#number(); this.later() })
    this.area.addEventListener('change', () => this.#save())
    this.area.addEventListener('scroll', () => { this.numbers.scrollTop = this.area.scrollTop })
    studio.watch('draft', () => this.#show())
    studio.watch('state', () => { this.area.readOnly = studio.facts.readOnly })
  }

  /** Puts the caret into a line, counted from 1. */
  go(line, column = 1) {
    const before = this.area.value.split('\n').slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
    const end = this.area.value.indexOf('\n', before)
    this.area.focus()
    this.area.setSelectionRange(before + Math.max(0, column - 1), end < 0 ? this.area.value.length : end)
    const height = this.area.scrollHeight / Math.max(this.area.value.split('\n').length, 1)
    this.area.scrollTop = Math.max(0, (line - 4) * height)
  }

  async #save() {
    this.later.drop()
    const text = this.area.value
    if (text === studio.draft.text) return
    this.#isOurs = true
    await studio.edit([{ text }])
    this.#isOurs = false
  }

  // Typed text stays unchanged; the draft follows it.
  #show() {
    const { text, diagnostics } = studio.draft
    if (!(this.#isOurs && document.activeElement === this.area) && this.area.value !== text) {
      const { selectionStart, selectionEnd, scrollTop } = this.area
      this.area.value = text
      this.area.setSelectionRange(selectionStart, selectionEnd)
      this.area.scrollTop = scrollTop
    }
    this.#number()
    const words = countOf(diagnostics)
    const sentence = words ? `This draft has ${words}.` : '✔ No mistakes.'
    if (this.area.closest('[hidden]') === null && this.state.textContent !== sentence) announce(sentence)
    setText(this.state, sentence)
    this.state.className = diagnostics.some(one => one.severity === 'error') ? 'bad' : words ? 'warn' : 'good'
    this.list.replaceChildren(diagnosticsList(diagnostics, one => this.go(one.line, one.column)))
  }

  #number() {
    const count = this.area.value.split('\n').length
    if (this.count === count) return
    this.count = count
    setText(this.numbers, Array.from({ length: count }, (_, index) => index + 1).join('\n'))
  }
}
