// The four views as tabs: arrow keys move from one to the next, and the address keeps the name of the shown view.
import { byId } from './elements.js'

export class Tabs {
  #tabs
  #shown = null
  #changed

  /** `changed` is called with the name of the previous view and of the shown view. */
  constructor(list, changed) {
    this.#tabs = [...list.querySelectorAll('[role=tab]')]
    this.#changed = changed
    list.addEventListener('keydown', event => this.#move(event))
    for (const tab of this.#tabs) tab.addEventListener('click', () => this.show(this.#name(tab)))
    addEventListener('hashchange', () => this.show(location.hash.slice(1)))
  }

  get shown() { return this.#shown }

  start() { if (!this.show(location.hash.slice(1))) this.show(this.#name(this.#tabs[0])) }

  show(name) {
    if (!this.#tabs.some(tab => this.#name(tab) === name)) return false
    if (name === this.#shown) return true
    const left = this.#shown
    this.#shown = name
    for (const tab of this.#tabs) {
      const isShown = this.#name(tab) === name
      tab.setAttribute('aria-selected', isShown)
      tab.tabIndex = isShown ? 0 : -1
      byId(this.#name(tab)).hidden = !isShown
    }
    if (location.hash !== '#' + name) history.replaceState(null, '', '#' + name)
    this.#changed(left, name)
    return true
  }

  #name(tab) { return tab.getAttribute('aria-controls') }

  #move(event) {
    const index = this.#tabs.indexOf(document.activeElement), count = this.#tabs.length
    const next = { ArrowRight: index + 1, ArrowLeft: index + count - 1, Home: 0, End: count - 1 }[event.key]
    if (index < 0 || next === undefined || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const tab = this.#tabs[next % count]
    this.show(this.#name(tab))
    tab.focus()
  }
}
