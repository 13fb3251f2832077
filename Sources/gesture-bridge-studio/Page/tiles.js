// Attempts as a grid of small pictures: pressing a picture marks whether the attempt should be the gesture.
import { eachFrame, make, setText } from './elements.js'
import { picture } from './picture.js'

const MOST_TILES = 200
const next = { none: 'yes', yes: 'no', no: 'none' }
const keys = { y: 'yes', n: 'no', Delete: 'none', Backspace: 'none' }

/** One attempt: its picture, its mark, and whether the gesture recognizes it. */
class Tile {
  constructor(attempt) {
    this.attempt = attempt
    this.sign = make('span', { class: 'sign', 'aria-hidden': 'true' })
    this.verdict = make('span', { class: 'verdict' })
    this.wish = make('span', { class: 'wish' })
    this.node = make('button', { type: 'button', class: 'tile', tabindex: -1, 'aria-pressed': false },
      make('span', { class: 'top' }, make('span', {}, make('span', { class: 'unseen', text: 'Attempt ' }), String(attempt.number), make('span', { class: 'unseen', text: ', ' })),
        this.sign),
      picture(attempt),
      make('span', { class: 'unseen', text: `${attempt.words}, ` }), this.verdict, make('span', { class: 'unseen', text: ', ' }), this.wish)
    this.node.tile = this
    this.wished = 'none'
    this.isRecognized = null
  }

  // Colour, sign and words show the same: recognized as marked, not as marked, or without a mark only whether it is recognized.
  show(gesture, wished, isRecognized) {
    if (this.wished === wished && this.isRecognized === isRecognized && this.gesture === gesture) return
    this.gesture = gesture; this.wished = wished; this.isRecognized = isRecognized
    const isRight = isRecognized === null ? null : wished === 'none' ? (isRecognized ? true : null) : isRecognized === (wished === 'yes')
    this.isWrong = isRight === false
    this.node.classList.toggle('good', isRight === true)
    this.node.classList.toggle('bad', isRight === false)
    this.node.classList.toggle('wished', wished !== 'none')
    this.node.setAttribute('aria-pressed', wished !== 'none')
    setText(this.sign, isRight === null ? (isRecognized === null ? '' : '–') : isRight ? '✔' : '✘')
    setText(this.verdict, isRecognized === null ? '' : isRecognized ? 'recognized' : 'not recognized')
    setText(this.wish, wished === 'none' ? '' : wished === 'yes' ? 'meant' : 'not meant')
  }
}

export class Tiles {
  #tiles = new Map()
  #filter = () => true
  #wished
  #looked

  /** `wished` is called with an attempt's number and its mark, `looked` with the attempt under the pointer or the focus. */
  constructor(wished, looked) {
    this.#wished = wished
    this.#looked = looked
    this.node = make('div', {
      class: 'tiles', role: 'group', 'aria-label': 'Attempts, the newest first',
      click: event => this.#click(event), keydown: event => this.#key(event),
      focusin: event => this.#look(event), pointerover: event => this.#look(event),
    })
    this.show = eachFrame((gesture, wishes, verdicts) => this.#show(gesture, wishes, verdicts))
  }

  get count() { return this.#tiles.size }

  setAttempts(attempts) {
    const kept = new Map(attempts.map(attempt => [attempt.number, this.#tiles.get(attempt.number) || new Tile(attempt)]))
    this.#tiles = kept
    this.node.replaceChildren(...[...kept.values()].reverse().map(tile => tile.node))
    this.#apply()
  }

  add(attempt) {
    const tile = new Tile(attempt)
    this.#tiles.set(attempt.number, tile)
    this.node.prepend(tile.node)
    while (this.#tiles.size > MOST_TILES) {
      const [oldest, removed] = this.#tiles.entries().next().value
      this.#tiles.delete(oldest)
      removed.node.remove()
    }
    this.#apply()
  }

  /** Shows only tiles for which `filter` returns true. */
  setFilter(filter) {
    this.#filter = filter
    this.#apply()
  }

  focus(number) {
    const tile = this.#tiles.get(number)
    if (!tile) return
    tile.node.hidden = false
    this.#reach(tile.node)
    tile.node.focus()
  }

  #show(gesture, wishes, verdicts) {
    for (const [number, tile] of this.#tiles) {
      const verdict = verdicts.get(number)
      tile.show(gesture, wishes.get(number) || 'none', verdict ? verdict.recognized : null)
    }
    this.#apply()
  }

  #apply() {
    for (const tile of this.#tiles.values()) {
      const isHidden = !this.#filter(tile)
      if (tile.node.hidden !== isHidden && tile.node !== document.activeElement) tile.node.hidden = isHidden
    }
    const shown = this.#shown
    if (shown.length && !shown.some(node => node.tabIndex === 0)) this.#reach(shown[0])
  }

  get #shown() { return [...this.node.children].filter(node => !node.hidden) }

  // Tab reaches one tile; arrow keys reach the others from there.
  #reach(node) {
    for (const other of this.node.querySelectorAll('[tabindex="0"]')) other.tabIndex = -1
    node.tabIndex = 0
  }

  #look(event) {
    const node = event.target.closest('.tile')
    if (!node) return
    if (event.type === 'focusin') this.#reach(node)
    this.#looked(node.tile.attempt)
  }

  #click(event) {
    const node = event.target.closest('.tile')
    if (node) this.#wished(node.tile.attempt.number, next[node.tile.wished])
  }

  #key(event) {
    const node = event.target.closest('.tile')
    if (!node || event.ctrlKey || event.altKey || event.metaKey) return
    const wish = keys[event.key]
    if (wish) {
      event.preventDefault()
      this.#wished(node.tile.attempt.number, wish)
      return
    }
    const shown = this.#shown, index = shown.indexOf(node)
    const columns = shown.findIndex(other => other.offsetTop > shown[0].offsetTop)
    const row = columns < 0 ? shown.length : columns
    const to = {
      ArrowRight: index + 1, ArrowLeft: index - 1, ArrowDown: index + row, ArrowUp: index - row, Home: 0, End: shown.length - 1,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (shown[to]) shown[to].focus()
  }
}
