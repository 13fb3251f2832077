// The view of the attempts: which gesture each attempt should have been, and thresholds that fit.
import { button, byId, counted, debounced, make, prose, setText } from './elements.js'
import { connection } from './connection.js'
import { Latest } from './latest.js'
import { announce, notify, showError } from './messages.js'
import { picture } from './picture.js'
import { studio } from './studio.js'
import { ThresholdLine } from './threshold.js'
import { Tiles } from './tiles.js'
import { readable, written } from './units.js'

export class AttemptsView {
  #gesture = ''
  #wishes = new Map()
  #lines = new Map()
  #verdicts = new Map()
  #draftHash = ''

  constructor(root) {
    this.choice = make('select', { id: 'attempts-gesture', change: () => this.#choose(this.choice.value) })
    this.filter = make('select', { id: 'attempts-filter', change: () => this.#setFilter() })
    this.outcome = make('p', { class: 'takes' })
    this.tiles = new Tiles((number, wish) => this.#wish(number, wish), attempt => this.#look(attempt))
    this.none = make('p', { class: 'card empty', text: 'No attempts yet. Make a few gestures: each appears here as a picture.' })
    this.look = make('div', { class: 'card look' }, make('p', { class: 'muted', text: 'Select a picture to see how the gesture judges it.' }))
    this.thresholds = make('div', { class: 'thresholds' })
    this.quiet = make('p', { class: 'card empty' })
    this.others = make('div', { class: 'others' })
    this.tuned = make('div', { class: 'tuned' })
    this.tune = button('Thresholds from the attempts', () => this.#tune())
    this.back = button('Back to my rules', () => this.#setValues({}))
    this.put = button('Add to my rules', () => this.#put(), { class: 'main' })
    root.append(
      make('div', { class: 'bar' },
        make('div', { class: 'field' }, make('label', { for: 'attempts-gesture', text: 'Gesture' }), this.choice),
        make('div', { class: 'field' }, make('label', { for: 'attempts-filter', text: 'Show' }), this.filter),
        this.outcome),
      make('div', { class: 'split' },
        make('div', {},
          make('h2', { text: 'Attempts' }),
          make('p', { class: 'muted', id: 'how-to-mark' }, 'Press a picture: once if the attempt is meant for the gesture, twice if not, again to remove the mark. Keys: arrows, ',
            make('kbd', { text: 'Y' }), ' meant, ', make('kbd', { text: 'N' }), ' not meant, ', make('kbd', { text: 'Delete' }), ' no mark.'),
          make('p', { class: 'actions' },
            button('Mark all recognized attempts', () => this.#markRecognized()), button('Remove all marks', () => this.#unmark())),
          this.none, this.tiles.node),
        make('div', { class: 'side' },
          make('h2', { text: 'Thresholds' }),
          make('div', { class: 'legend', 'aria-hidden': 'true' }, ...[['yes', 'meant'], ['no', 'not meant'], ['none', 'not marked'], ['pass', 'accepted side']]
            .map(([name, text]) => make('span', {}, make('i', { class: name }), text))),
          this.quiet, this.thresholds,
          make('p', { class: 'actions' }, this.tune, this.back, this.put),
          this.tuned, this.others,
          make('h3', { text: 'The selected attempt' }), this.look)))
    this.tiles.node.setAttribute('aria-describedby', 'how-to-mark')
    this.trying = new Latest(facts => this.#try(facts))
    this.measuring = new Latest(facts => this.#measure(facts))
    this.askOthers = debounced(() => this.#askOthers(), 350)
    this.measureSoon = debounced(() => this.#measureNow(), 120)
    studio.watch('attempts', () => { this.tiles.setAttempts(studio.attempts); this.#renew() })
    studio.watch('attempt', attempt => { this.tiles.add(attempt); this.#renew() })
    studio.watch('draft', () => this.#setGestures())
  }

  /** Shows the picture of an attempt. */
  open(number) {
    this.filter.value = 'all'
    this.#setFilter()
    this.tiles.focus(number)
  }

  /** Chooses a gesture; called from another view. */
  choose(gesture) {
    this.choice.value = gesture
    this.#choose(this.choice.value)
  }

  get #marks() {
    if (!this.#wishes.has(this.#gesture)) this.#wishes.set(this.#gesture, new Map())
    return this.#wishes.get(this.#gesture)
  }

  #marked(wish) { return [...this.#marks].filter(one => one[1] === wish).map(one => one[0]) }

  #renew() {
    this.none.hidden = this.tiles.count > 0
    const counts = [...new Set(studio.attempts.map(attempt => attempt.fingers))].sort((one, other) => one - other)
    const options = [['all', 'all attempts'], ['marked', 'marked attempts'], ['wrong', 'wrong attempts'],
      ...counts.map(count => ['fingers ' + count, 'with ' + counted(count, 'finger')])]
    if (options.length !== this.filter.options.length) {
      const before = this.filter.value
      this.filter.replaceChildren(...options.map(([value, text]) => make('option', { value, text })))
      this.filter.value = options.some(one => one[0] === before) ? before : 'all'
    }
    this.measureSoon()
  }

  #setFilter() {
    const [what, count] = this.filter.value.split(' ')
    this.tiles.setFilter(tile => what === 'marked' ? tile.wished !== 'none' : what === 'wrong' ? Boolean(tile.isWrong)
      : what === 'fingers' ? tile.attempt.fingers === Number(count) : true)
  }

  // After a change of the rules, the studio judges the attempts again only if another gesture is chosen or the draft has changed.
  #setGestures() {
    const names = studio.draft.gestures.map(gesture => gesture.name)
    if (names.join('\n') !== [...this.choice.options].map(option => option.value).join('\n')) {
      this.choice.replaceChildren(...names.map(name => make('option', { value: name, text: name })))
    }
    const gesture = names.includes(this.#gesture) ? this.#gesture : names[0] || ''
    this.choice.value = gesture
    const hash = studio.draft.hash
    if (gesture !== this.#gesture || hash !== this.#draftHash) {
      this.#draftHash = hash
      this.#choose(gesture)
    }
  }

  #choose(gesture) {
    if (gesture !== this.#gesture) {
      this.#lines.clear()
      this.thresholds.replaceChildren()
      this.tuned.replaceChildren()
      this.others.replaceChildren()
      this.#verdicts = new Map()
    }
    this.#gesture = gesture
    this.#showTiles()
    this.#measureNow()
  }

  #measureNow() {
    if (!this.#gesture) return
    this.measuring.put({ gesture: this.#gesture, yes: this.#marked('yes'), no: this.#marked('no') })
  }

  async #measure(facts) {
    try {
      const answer = await connection.ask('measure', facts)
      if (facts.gesture !== this.#gesture) return
      this.#setThresholds(answer.thresholds)
      if (this.#isMoved) return this.trying.put({ gesture: this.#gesture, values: this.#values })
      this.#setVerdicts(answer.verdicts)
    } catch (error) {
      this.#setThresholds([])
      setText(this.quiet, error.message + (error.fix ? ' ' + error.fix : ''))
    }
  }

  #setThresholds(thresholds) {
    const lines = new Map()
    for (const facts of thresholds) {
      let line = this.#lines.get(facts.name)
      const wasMoved = line && line.isMoved
      if (line) line.update(facts); else line = new ThresholdLine(facts, () => this.#moved())
      if (!wasMoved) line.setValue(facts.value)
      line.setWishes(this.#marks)
      lines.set(facts.name, line)
    }
    const isSame = [...lines.values()].every((line, index) => this.thresholds.children[index] === line.node)
    this.#lines = lines
    if (!isSame || lines.size !== this.thresholds.children.length) this.thresholds.replaceChildren(...[...lines.values()].map(line => line.node))
    this.quiet.hidden = lines.size > 0
    setText(this.quiet, 'This gesture has no thresholds.')
    this.#enable()
  }

  get #values() { return Object.fromEntries([...this.#lines.values()].filter(line => line.isMoved).map(line => [line.name, line.value])) }
  get #isMoved() { return [...this.#lines.values()].some(line => line.isMoved) }

  #enable() {
    this.put.disabled = !this.#isMoved || studio.facts.readOnly
    this.back.disabled = !this.#isMoved
    this.tune.disabled = !this.#lines.size
  }

  #moved() {
    this.#enable()
    this.trying.put({ gesture: this.#gesture, values: this.#values })
  }

  #setValues(values) {
    for (const line of this.#lines.values()) line.setValue(values[line.name] ?? line.ruleValue)
    this.#moved()
  }

  async #try(facts) {
    try {
      const { verdicts } = await connection.ask('try', facts)
      if (facts.gesture === this.#gesture) this.#setVerdicts(verdicts)
    } catch (error) { showError(error) }
  }

  #setVerdicts(verdicts) {
    this.#verdicts = new Map(verdicts.map(verdict => [verdict.attempt, verdict]))
    this.#showTiles()
    const recognizedCount = wish => this.#marked(wish).filter(number => this.#verdicts.get(number)?.recognized).length
    const yes = this.#marked('yes').length, no = this.#marked('no').length
    const all = verdicts.filter(verdict => verdict.recognized).length
    const words = yes || no ? [yes && `recognizes ${recognizedCount('yes')} of ${yes}`, no && `wrongly ${recognizedCount('no')} of ${no}`].filter(Boolean).join(', ')
      : `recognizes ${all} of ${verdicts.length}`
    const full = [yes && `recognizes ${recognizedCount('yes')} of ${yes} that are meant`, no && `${recognizedCount('no')} of ${no} that are not meant`].filter(Boolean).join(' and ')
    for (const line of this.#lines.values()) line.setOutcome(words)
    const sentence = full ? `“${this.#gesture}” ${full}.` : `“${this.#gesture}” recognizes ${all} of ${counted(verdicts.length, 'attempt')}.`
    setText(this.outcome, sentence)
    if (!byId('attempts').hidden && document.activeElement?.getAttribute('role') !== 'slider') announce(sentence)
    if (this.looked) this.#look(this.looked)
    this.askOthers()
  }

  #showTiles() { this.tiles.show(this.#gesture, this.#marks, this.#verdicts) }

  #wish(number, wish) {
    if (wish === 'none') this.#marks.delete(number); else this.#marks.set(number, wish)
    this.#marksChanged()
  }

  #marksChanged() {
    this.#showTiles()
    for (const line of this.#lines.values()) line.setWishes(this.#marks)
    this.#setVerdicts([...this.#verdicts.values()])
    this.measureSoon()
  }

  #markRecognized() {
    for (const attempt of studio.attempts) {
      if (attempt.recognized.includes(this.#gesture) && !this.#marks.has(attempt.number)) this.#marks.set(attempt.number, 'yes')
    }
    this.#marksChanged()
  }

  #unmark() {
    this.#marks.clear()
    this.#marksChanged()
  }

  #look(attempt) {
    if (this.looked !== attempt || !this.lookedWords) {
      this.looked = attempt
      this.lookedWords = make('p', {})
      this.look.replaceChildren(picture(attempt),
        make('div', {}, make('strong', { text: `Attempt ${attempt.number}` }), make('p', { text: attempt.words }), this.lookedWords,
          make('p', { class: 'muted small', text: `${attempt.device}, ${Math.round(attempt.lasted)} ms` })))
    }
    const verdict = this.#verdicts.get(attempt.number)
    this.lookedWords.className = verdict ? verdict.recognized ? 'good' : 'bad' : ''
    this.lookedWords.replaceChildren(...verdict ? [verdict.recognized ? '✔ ' : '✘ ', ...prose(verdict.words)] : [])
  }

  async #askOthers() {
    const yes = this.#marked('yes')
    if (!yes.length) return this.others.replaceChildren()
    const gesture = this.#gesture
    try {
      const { others } = await connection.ask('others', { gesture, values: this.#values, yes })
      if (gesture !== this.#gesture) return
      this.others.replaceChildren(...others.length ? [
        make('h3', { text: 'Other gestures that these attempts trigger' }),
        make('ul', {}, ...others.map(other => make('li', {}, button(`Attempt ${other.attempt}`, () => this.open(other.attempt), { class: 'link' }),
          ' ', ...prose(other.words)))),
      ] : [make('p', { class: 'good', text: '✔ The attempts meant for this gesture trigger nothing else.' })])
    } catch { this.others.replaceChildren() }
  }

  async #tune() {
    const yes = this.#marked('yes'), no = this.#marked('no')
    if (!yes.length) return showError(Object.assign(new Error('No attempt is marked yet.'), { fix: 'Mark the attempts meant for the gesture, and some that are not.' }))
    try {
      const { values, words } = await connection.ask('tune', { gesture: this.#gesture, yes, no })
      this.#setValues(values || {})
      this.tuned.replaceChildren(make('h3', { text: 'Thresholds from the attempts' }), make('ul', {}, ...(words || []).map(one => make('li', {}, ...prose(one)))))
      announce((words || []).join(' '))
    } catch (error) { showError(error) }
  }

  async #put() {
    const lines = [...this.#lines.values()].filter(line => line.isMoved)
    const edits = lines.map(line => ({ set: ['gesture', this.#gesture, line.name], to: written(line.value, line.unit) }))
    const words = lines.map(line => `${line.name} ${readable(line.value, line.unit)}`).join(', ')
    if (await studio.edit(edits)) notify(`In the draft: ${words}. Look at the changes below, then write them.`)
  }
}
