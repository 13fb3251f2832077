// The bar at the lower edge, shown if there are changes to write, undo or redo, and the dialog that shows the changes before they are written.
import { button, byId, counted, make, setText } from './elements.js'
import { countOf, diagnosticsList } from './diagnostics.js'
import { counts, difference } from './difference.js'
import { studio } from './studio.js'

/** The changes of the draft in words. */
const changesInWords = () => {
  const { added, removed } = counts(studio.draft.diff)
  return [added && `${counted(added, 'line')} added`, removed && `${counted(removed, 'line')} removed`].filter(Boolean).join(', ') || 'no changes'
}

/** Why the draft can't be written now, or an empty text. */
export const whyNotWrite = () => {
  if (studio.facts.readOnly) return 'The studio was started read-only.'
  if (!studio.draft.diff) return 'Nothing has changed.'
  if (!studio.draft.usable) return 'The daemon could not use these rules. Fix the errors first.'
  return ''
}

class ChangesDialog {
  constructor() {
    this.body = make('div', { class: 'scrolls' })
    this.why = make('p', { class: 'muted', id: 'why-not-write' })
    this.write = button('Write', () => this.#write(), { class: 'main', 'aria-describedby': 'why-not-write' })
    this.sure = make('span', { class: 'actions', hidden: true }, make('span', { text: 'Discard all changes?' }),
      button('Yes, discard', () => this.#discard(), { class: 'danger' }), button('Keep them', () => this.#ask(false)))
    this.discard = button('Discard…', () => this.#ask(true))
    this.node = make('dialog', { class: 'changes', 'aria-labelledby': 'changes-title' },
      make('header', {}, make('h2', { id: 'changes-title', text: 'What will be written' }), button('Close', () => this.node.close(), { class: 'plain' })),
      this.file = make('p', { class: 'muted' }), this.body, this.why,
      make('p', { class: 'actions' }, this.write, this.discard, this.sure))
    document.body.append(this.node)
    studio.watch('draft', () => { if (this.node.open) this.#fill() })
  }

  open() {
    this.#ask(false, true)
    this.#fill()
    this.node.showModal()
  }

  #fill() {
    const { diff, diagnostics, file } = studio.draft
    setText(this.file, file)
    this.body.replaceChildren(
      ...diagnostics.length ? [diagnosticsList(diagnostics)] : [],
      diff ? difference(diff) : make('p', { class: 'empty', text: 'The draft is the same as the file.' }))
    const why = whyNotWrite()
    setText(this.why, why)
    this.why.hidden = !why
    this.write.disabled = Boolean(why)
    this.discard.disabled = !diff
  }

  #ask(isAsking, isSilent) {
    this.sure.hidden = !isAsking
    this.discard.hidden = isAsking
    if (!isSilent) (isAsking ? this.sure.querySelector('button') : this.discard).focus()
  }

  async #write() { if (await studio.write()) this.#close() }
  async #discard() { if (await studio.discard()) this.#close() }

  // The button that opened the dialog disappears with the changes, so the focus moves to the page.
  #close() {
    this.node.close()
    byId('main').focus()
  }
}

export class DraftBar {
  constructor(bar) {
    this.dialog = new ChangesDialog()
    this.words = make('span')
    this.undo = button('Undo', () => studio.undo())
    this.redo = button('Redo', () => studio.redo())
    this.review = button('See the changes', () => this.dialog.open(), { class: 'main' })
    bar.append(make('p', {}, make('strong', { text: 'Not written yet' }), ' ', this.words), make('p', { class: 'actions' }, this.undo, this.redo, this.review))
    this.bar = bar
    studio.watch('draft', () => this.#show())
    addEventListener('keydown', event => this.#key(event))
  }

  #show() {
    const { diff, canUndo, canRedo, diagnostics } = studio.draft
    const wrong = countOf(diagnostics)
    this.bar.hidden = !diff && !canRedo && !canUndo
    this.bar.classList.toggle('written', !diff)
    setText(this.bar.querySelector('strong'), diff ? 'Not written yet' : 'No changes')
    setText(this.words, diff ? changesInWords() + (wrong ? `, ${wrong}` : '') : '')
    const hadFocus = this.bar.contains(document.activeElement) ? document.activeElement : null
    this.undo.disabled = !canUndo
    this.redo.disabled = !canRedo
    this.review.hidden = !diff
    // A button that becomes disabled would lose the focus.
    if (hadFocus && (hadFocus.disabled || hadFocus.hidden || this.bar.hidden)) {
      ([this.undo, this.redo].find(one => !one.disabled && !this.bar.hidden) || byId('main')).focus()
    }
  }

  // Ctrl+Z undoes changes of the draft, except in a field, where it undoes typing.
  #key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches('input, textarea, select')) return
    const name = event.key.toLowerCase()
    if (name === 'z' && !event.shiftKey && studio.draft?.canUndo) studio.undo()
    else if (((name === 'z' && event.shiftKey) || name === 'y') && studio.draft?.canRedo) studio.redo()
    else return
    event.preventDefault()
  }
}
