// The view for a new gesture: make it a few times, choose its kind, name it, choose its action, write it, practise it.
import { button, byId, counted, make, prose, redrawn, setText } from './elements.js'
import { connection } from './connection.js'
import { difference } from './difference.js'
import { diagnosticsList } from './diagnostics.js'
import { whyNotWrite } from './draft.js'
import { Forms } from './forms.js'
import { Latest } from './latest.js'
import { announce, showError } from './messages.js'
import { picture } from './picture.js'
import { Catalogue } from './schema.js'
import { studio } from './studio.js'
import { toml } from './toml.js'

const TIMES = 5

/** One step with its number, its title and its contents. */
const section = (number, title, ...inner) => make('li', { class: 'card step', id: 'new-step-' + number },
  make('h3', {}, make('span', { class: 'number', 'aria-hidden': 'true', text: number }), title), ...inner)

export class NewView {
  #isMaking = false
  #startedAt = 0
  #made = []
  #omitted = new Set()
  #chosen = null
  #does
  #added = ''
  #isPractising = false
  #practised = []

  constructor(root, views) {
    this.views = views
    this.start = button('Start', () => this.#start(), { class: 'main' })
    this.slots = make('ol', { class: 'slots', 'aria-label': 'Attempts' })
    this.progress = make('p', { class: 'progress' })
    this.proposals = make('div', { class: 'proposals', role: 'radiogroup', 'aria-label': 'Kind of gesture' })
    this.name = make('input', { id: 'new-name', type: 'text', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'new-name-hint', input: () => { this.isNamed = true; this.#enable() } })
    this.nameHint = make('p', { class: 'hint', id: 'new-name-hint', text: 'A name of your choice, such as next-song.' })
    this.effect = make('div')
    this.add = button('See the change', () => this.#add(), { class: 'main' })
    this.why = make('p', { class: 'muted', id: 'new-why' })
    this.add.setAttribute('aria-describedby', 'new-why')
    this.change = make('div')
    this.write = button('Write', () => this.#write(), { class: 'main' })
    this.revert = button('Undo', () => this.#revert())
    this.practise = button('Practise it', () => this.#practise(!this.#isPractising), { 'aria-pressed': false })
    this.lessons = make('div', { class: 'lessons' })
    root.append(
      make('h2', { text: 'New gesture' }),
      make('ol', { class: 'steps' },
        section(1, 'Make it five times',
          make('p', { class: 'muted', text: 'Press Start, then make the gesture as you would like to, with a short pause after each. Leave out attempts that went wrong.' }),
          make('p', { class: 'actions' }, this.start, this.progress), this.slots),
        section(2, 'Choose the kind of gesture', this.waits = make('p', { class: 'muted', text: 'Your attempts are shown here.' }), this.proposals),
        section(3, 'Name it, and choose its action', make('div', { class: 'field' }, make('label', { for: 'new-name', text: 'Name' }), this.name, this.nameHint), this.effect,
          make('p', { class: 'actions' }, this.add, this.why)),
        section(4, 'See the change, and write it', this.nothing = make('p', { class: 'muted', text: 'Nothing is written until you confirm.' }), this.change,
          make('p', { class: 'actions' }, this.write, this.revert)),
        section(5, 'Practise it', make('p', { class: 'muted', text: 'While you practise, the result of each attempt is shown here, and the actions of the gesture run.' }),
          make('p', { class: 'actions' }, this.practise, button('Another new gesture', () => this.#clear())), this.lessons)))
    this.proposing = new Latest(attempts => this.#propose(attempts))
    connection.on('practised', news => this.#judge(news))
    studio.watch('attempt', attempt => this.#collect(attempt))
    studio.watch('draft', () => this.#show())
    studio.watch('state', () => this.#enable())
    this.#showSlots()
  }

  /** Called when the view is left: no attempt is collected or judged while the view is hidden. */
  leave() {
    if (this.#isMaking) this.#stop()
    if (this.#isPractising) this.#practise(false)
  }

  #start() {
    if (this.#isMaking) return this.#stop()
    if (this.#made.length >= TIMES) this.#made = []
    this.#isMaking = true
    this.#startedAt = performance.now()
    this.#showSlots()
    announce('Make the gesture now.')
  }

  #stop() {
    this.#isMaking = false
    this.#showSlots()
  }

  #collect(attempt) {
    if (!this.#isMaking) return
    // The tap that pressed Start is not an attempt.
    if (performance.now() - attempt.lasted < this.#startedAt + 60) return
    this.#made.push(attempt)
    if (this.#countedAttempts.length >= TIMES) this.#isMaking = false
    this.#showSlots()
    announce(`${this.#countedAttempts.length} of ${TIMES}: ${attempt.words}`)
    this.#ask()
  }

  get #countedAttempts() { return this.#made.filter(attempt => !this.#omitted.has(attempt.number)) }

  #ask() {
    const numbers = this.#countedAttempts.map(attempt => attempt.number)
    if (!numbers.length) return this.#setProposals([])
    this.proposals.setAttribute('aria-busy', true)
    this.proposing.put(numbers)
  }

  #leaveOut(attempt) {
    if (!this.#omitted.delete(attempt.number)) this.#omitted.add(attempt.number)
    this.#showSlots()
    byId('slot-' + attempt.number)?.focus()
    this.#ask()
  }

  #showSlots() {
    const count = this.#countedAttempts.length
    setText(this.start, this.#isMaking ? 'Stop' : !this.#made.length ? 'Start' : count >= TIMES ? 'Start over' : 'Continue')
    setText(this.progress, this.#isMaking ? `Make it now: ${count} of ${TIMES}` : count ? `${counted(count, 'attempt')} ${count === 1 ? 'counts' : 'count'}` : '')
    this.slots.classList.toggle('making', this.#isMaking)
    const slots = this.#made.map(attempt => {
      const isOut = this.#omitted.has(attempt.number)
      return make('li', { class: isOut ? 'out' : 'in' }, picture(attempt), make('p', { class: 'small', text: attempt.words }),
        button(isOut ? 'Left out' : 'Leave out', () => this.#leaveOut(attempt), { id: 'slot-' + attempt.number, 'aria-pressed': isOut, 'aria-label': `Leave out attempt ${attempt.number}` }))
    })
    for (let index = count; index < TIMES; index++) slots.push(make('li', { class: 'free' + (this.#isMaking && index === count ? ' next' : '') }, make('span', { 'aria-hidden': 'true', text: index + 1 })))
    this.slots.replaceChildren(...slots)
  }

  async #propose(attempts) {
    try { this.#setProposals((await connection.ask('propose', { attempts })).proposals || []) } catch (error) { this.#setProposals([], error) }
    this.proposals.setAttribute('aria-busy', attempts.length !== this.#countedAttempts.length)
  }

  #setProposals(proposals, error) {
    const before = this.#chosen?.toml
    this.#chosen = proposals.find(one => one.toml === before) || proposals[0] || null
    setText(this.waits, error ? `${error.message} ${error.fix}` : proposals.length ? 'The best match comes first.'
      : this.#countedAttempts.length ? 'No kind of gesture fits these attempts. Leave out those that went wrong, or make them more similar.' : 'Your attempts are shown here.')
    this.proposals.replaceChildren(...proposals.map((one, index) => {
      const radio = make('input', { type: 'radio', name: 'proposal', id: `proposal-${index}`, change: () => { this.#chosen = one; this.#suggestName(); this.#enable() } })
      radio.checked = one === this.#chosen
      return make('div', { class: 'proposal' }, radio,
        make('div', {},
          make('label', { for: `proposal-${index}` }, make('strong', { text: one.words }), make('span', { class: 'muted', text: one.kind }), make('span', { class: 'muted fits', text: `fits ${one.fits} of ${one.of}` })),
          one.collisions?.length > 0 && make('ul', { class: 'warn' }, ...one.collisions.map(words => make('li', {}, '⚠ ', ...prose(words)))),
          make('details', { class: 'inner' }, make('summary', { text: 'As text' }), make('pre', { class: 'code', tabindex: 0, text: one.toml }))))
    }))
    this.#suggestName()
    this.#enable()
  }

  // Suggests a name from the chosen proposal, as long as you have given none.
  #suggestName() {
    if (this.isNamed || !this.#chosen) return
    const plain = this.#chosen.words.toLowerCase().replace(/\b(an?|the|with|to|and|of)\b/g, ' ').replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
    let name = plain || this.#chosen.kind, number = 2
    while (studio.gesture(name) && name !== this.#added) name = `${plain}-${number++}`
    this.name.value = name
  }

  #show() {
    if (!this.catalogue) {
      this.catalogue = new Catalogue(studio.schema)
      this.schema = this.catalogue.at(['gesture', 'NAME'])
      this.pattern = studio.schema.properties.gesture.propertyNames?.pattern
      this.action = this.catalogue.members(this.schema).find(([, schema]) => this.catalogue.isAction(schema))
      this.forms = new Forms(this.catalogue, () => studio.draft.gestures.map(gesture => gesture.name), focus => this.#showEffect(focus))
      this.#showEffect()
    }
    if (this.#added && !studio.gesture(this.#added)) this.#added = ''
    this.#enable()
  }

  #showEffect(focus) {
    redrawn(this.effect, () => this.effect.replaceChildren(this.forms.field({
      id: 'new-effect', name: 'action', schema: this.action[1], value: this.#does,
      save: now => { this.#does = now; this.#showEffect(); this.#enable() },
    })), focus)
  }

  get #whyNot() {
    const name = this.name.value
    if (!this.#chosen) return 'Make the gesture first.'
    if (!name.trim()) return 'Enter a name.'
    if (this.pattern && !new RegExp(this.pattern).test(name)) return 'A name can’t have a colon.'
    if (studio.gesture(name) && name !== this.#added) return `“${name}” already exists: choose another name.`
    if (this.#does === undefined) return 'Choose an action.'
    return ''
  }

  get #isWritten() { return Boolean(this.#added && studio.gesture(this.#added) && !studio.draft.diff) }

  #enable() {
    if (!studio.draft) return
    const why = this.#whyNot
    this.add.disabled = Boolean(why)
    setText(this.why, why)
    setText(this.add, this.#added && !this.#isWritten ? 'See the change again' : 'See the change')
    const isAdded = Boolean(this.#added) && !this.#isWritten
    const whyNot = isAdded ? whyNotWrite() : ''
    this.write.disabled = !isAdded || Boolean(whyNot)
    this.revert.disabled = !isAdded
    this.practise.disabled = !this.#isWritten && !this.#isPractising
    setText(this.nothing, this.#isWritten ? '✔ The gesture is in your rules.' : whyNot || 'Nothing is written until you confirm.')
    this.change.replaceChildren(...isAdded ? [studio.draft.diagnostics.length > 0 && diagnosticsList(studio.draft.diagnostics), difference(studio.draft.diff, 'The change, line by line')].filter(Boolean) : [])
  }

  async #add() {
    const name = this.name.value
    const text = `${this.#chosen.toml.replace(/\n*$/, '\n')}${this.action[0]} = ${toml(this.#does)}\n`
    const edits = [{ add: 'gesture', name, toml: text }]
    if (this.#added && !this.#isWritten) edits.unshift({ remove: ['gesture', this.#added] })
    if (!await studio.edit(edits)) return
    this.#added = name
    this.#enable()
    byId('new-step-4').scrollIntoView({ block: 'nearest' })
    this.write.focus()
  }

  async #write() {
    if (!await studio.write()) return
    this.#enable()
    this.practise.focus()
  }

  async #revert() {
    if (!await studio.edit([{ remove: ['gesture', this.#added] }])) return
    this.#added = ''
    this.#enable()
    this.name.focus()
  }

  async #practise(isOn) {
    try {
      await connection.ask('practise', { gesture: isOn ? this.#added : null })
    } catch (error) { if (isOn) return showError(error) }
    this.#isPractising = isOn
    this.practise.setAttribute('aria-pressed', isOn)
    setText(this.practise, isOn ? 'Stop practising' : 'Practise it')
    if (isOn) { this.#practised = []; this.#showLessons() }
    this.#enable()
  }

  #judge(news) {
    if (!this.#isPractising || news.gesture !== this.#added) return
    this.#practised.push(news)
    const right = this.#practised.filter(one => one.recognized).length
    announce(`${news.recognized ? 'Recognized' : 'Not recognized'}: ${news.words}. ${right} of ${this.#practised.length}`)
    this.#showLessons()
  }

  #showLessons() {
    const right = this.#practised.filter(one => one.recognized).length
    const last = this.#practised.slice(-10).reverse()
    this.lessons.replaceChildren(
      make('p', { class: 'score' }, this.#practised.length ? `${right} of ${this.#practised.length} recognized` : `Make “${this.#added}” now.`),
      make('ol', { class: 'judged', 'aria-label': 'Attempts, the newest first' }, ...last.map(one => make('li', { class: one.recognized ? 'good' : 'bad' },
        make('span', { class: 'sign', 'aria-hidden': 'true', text: one.recognized ? '✔' : '✘' }), make('span', {}, ...prose(one.words))))),
      ...this.#practised.length >= 3 && right < this.#practised.length ? [make('p', {}, button('Adjust thresholds', () => this.views.tune(this.#added), { class: 'link' }))] : [])
  }

  #clear() {
    this.leave()
    this.#made = []
    this.#omitted.clear()
    this.#does = undefined
    this.#added = ''
    this.isNamed = false
    this.name.value = ''
    this.forms.forget()
    this.lessons.replaceChildren()
    this.#showSlots()
    this.#showEffect()
    this.#setProposals([])
    this.start.focus()
  }
}
