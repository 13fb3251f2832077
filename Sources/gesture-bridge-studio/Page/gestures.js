// The view of the gestures: a list, a form for each gesture, the picture of which gesture waits for which, and the file as text.
import { button, isCalm, make, prose, redrawn, setText } from './elements.js'
import { connection } from './connection.js'
import { Editor } from './editor.js'
import { Forms, idOf } from './forms.js'
import { graph } from './graph.js'
import { notify, showError } from './messages.js'
import { Catalogue } from './schema.js'
import { studio } from './studio.js'
import { read, toml } from './toml.js'

const pages = [['forms', 'Forms'], ['graph', 'What waits for what'], ['text', 'The file']]

export class GesturesView {
  #chosen = ''
  #page = 'forms'
  #opened = new Set(['settings', 'actions'])
  #first = new Set()
  #focus = null

  constructor(root, views) {
    this.views = views
    this.list = make('ul', { class: 'gestures', 'aria-label': 'Gestures' })
    this.search = make('input', { id: 'search', type: 'search', placeholder: 'Find a gesture', 'aria-label': 'Find a gesture', input: () => this.#showList() })
    this.form = make('div', { class: 'form' })
    this.pages = { forms: make('div', { class: 'split narrow-first' }), graph: make('div'), text: make('div', { class: 'card' }) }
    this.pages.forms.append(make('div', {}, this.search, this.list, make('p', { class: 'actions' }, button('New gesture', () => views.show('new')))), this.form)
    this.switches = pages.map(([page, text]) => button(text, () => this.#open(page), { 'aria-pressed': page === this.#page }))
    root.append(
      make('div', { class: 'bar' }, make('h2', { text: 'My gestures' }), this.file = make('p', { class: 'muted small file' }), make('div', { class: 'switch', role: 'group', 'aria-label': 'Show as' }, ...this.switches)),
      ...Object.values(this.pages))
    this.editor = new Editor(this.pages.text)
    this.#open('forms')
    studio.watch('draft', () => this.#show())
    studio.watch('state', () => { if (studio.draft) this.#showForm() })
  }

  /** Shows the form of a gesture. */
  choose(name) {
    this.#open('forms')
    this.#choose(name)
    const button = this.list.querySelector('[aria-current]')
    if (button) button.focus()
  }

  #open(page) {
    this.#page = page
    for (const [name, node] of Object.entries(this.pages)) node.hidden = name !== page
    pages.forEach(([name], index) => this.switches[index].setAttribute('aria-pressed', name === page))
  }

  #openLine(line, column) {
    this.#open('text')
    this.editor.go(line, column)
  }

  #show() {
    if (!this.catalogue) {
      this.catalogue = new Catalogue(studio.schema)
      this.schema = this.catalogue.at(['gesture', 'NAME'])
      this.forms = new Forms(this.catalogue, () => studio.draft.gestures.map(gesture => gesture.name), focus => { this.#focus = focus; this.#showForm() })
    }
    setText(this.file, studio.draft.file || studio.facts.file)
    if (!studio.gesture(this.#chosen)) this.#choose(studio.draft.gestures[0]?.name || '', true)
    this.#showList()
    this.#showForm()
    this.pages.graph.replaceChildren(graph(studio.draft.gestures, name => this.choose(name)))
  }

  #showList() {
    const wanted = this.search.value.toLowerCase()
    const hadFocus = this.list.contains(document.activeElement) ? document.activeElement.dataset.name : null
    const found = studio.draft.gestures.filter(one => !wanted || `${one.name} ${one.kind} ${one.summary}`.toLowerCase().includes(wanted))
    this.list.replaceChildren(...found.map(gesture => make('li', {}, make('button', {
      type: 'button', class: 'gesture', 'data-name': gesture.name, 'aria-current': gesture.name === this.#chosen ? 'true' : null, click: () => { this.#choose(gesture.name); this.#reveal() },
    },
    make('strong', { text: gesture.name }), make('span', { text: gesture.summary }),
    make('span', { class: 'muted small' }, ...gesture.does.length ? prose(gesture.does.map(one => one.words).join('; ')) : ['does nothing yet']),
    this.#mark(gesture)))))
    if (!found.length) this.list.append(make('li', { class: 'empty', text: studio.draft.gestures.length ? 'No gesture has this name.' : 'There are no gestures yet.' }))
    if (hadFocus !== null) this.list.querySelector(`[data-name="${CSS.escape(hadFocus)}"]`)?.focus()
  }

  #mark(gesture) {
    const wrong = this.#diagnosticsOf(gesture)
    if (wrong.some(one => one.severity === 'error')) return make('span', { class: 'bad small', text: '✘ has an error' })
    if (wrong.length) return make('span', { class: 'warn small', text: '⚠ has a warning' })
    return gesture.own ? null : make('span', { class: 'muted small', text: '↗ in another file' })
  }

  // A diagnostic belongs to the gesture whose section is the last one above its line.
  #diagnosticsOf(gesture) {
    if (!gesture.own) return []
    const next = Math.min(Infinity, ...studio.draft.gestures.filter(one => one.own && one.line > gesture.line).map(one => one.line))
    return studio.draft.diagnostics.filter(one => one.line >= gesture.line && one.line < next)
  }

  #choose(name, isSilent) {
    this.#chosen = name
    this.#first = new Set((studio.gesture(name)?.settings || []).filter(one => one.isSet).map(one => one.name))
    this.forms?.forget()
    if (isSilent) return
    this.#showList()
    this.#showForm()
  }

  // On a narrow page the form is below the list.
  #reveal() {
    if (this.form.getBoundingClientRect().top > this.list.getBoundingClientRect().bottom - 1) this.form.scrollIntoView({ block: 'start', behavior: isCalm() ? 'instant' : 'smooth' })
  }

  // The form is made again with each draft; the field with the focus keeps the focus and the typed text.
  #showForm() {
    const gesture = studio.gesture(this.#chosen)
    if (!gesture || !this.forms) {
      this.form.replaceChildren(make('p', { class: 'card empty', text: 'Make a new gesture, and set it up here.' }))
      return
    }
    const wanted = this.#focus
    this.#focus = null
    redrawn(this.form, () => this.form.replaceChildren(...this.#formOf(gesture)), wanted)
  }

  #formOf(gesture) {
    const value = this.#valueOf(gesture), wrong = this.#diagnosticsOf(gesture)
    const canEdit = gesture.own && !studio.facts.readOnly
    const groups = this.#groups(value)
    const base = idOf(['gesture', gesture.name])
    const words = Object.fromEntries((value.isWhole ? [] : gesture.does).map(one => [one.key, one.words]))
    const save = (name, now, path = []) => {
      const at = ['gesture', gesture.name, name, ...path]
      if (now === undefined) return studio.edit([{ unset: at }])
      // A table with a section of its own can't be set as a value: it is removed, and the value is set in its place.
      const set = { set: at, to: toml(now) }, isTable = typeof now === 'object' && !Array.isArray(now)
      studio.edit([set], isTable || typeof [name, ...path].reduce((node, part) => node?.[part], value) === 'object' ? [{ unset: at }, set] : undefined)
    }
    const members = (which, more = {}) => this.forms.members({ id: base, members: groups[which], part: '-' + which, value, save, ...more })
    const body = make('fieldset', { class: 'plain', disabled: !canEdit, 'aria-label': gesture.name },
      make('div', { class: 'card' }, ...groups.kind.map(([name, schema]) => this.forms.field({ id: `${base}--${name}`, name, schema, value: value[name], standard: '', isNeeded: true, save: now => now !== undefined && save(name, now) }))),
      this.#group('settings', 'What the fingers do', this.#settings(gesture, groups.settings, value, base, save)),
      this.#group('actions', 'What it does', members('actions', { words, add: 'Add an action…' })),
      this.#group('conditions', 'Where and when', members('conditions', { add: 'Add a condition…' })),
      this.#group('relations', 'With other gestures', members('relations', { add: 'Add another gesture…' })))
    return [
      make('div', { class: 'card head' },
        make('h3', { text: gesture.name }),
        make('p', { text: gesture.summary }),
        gesture.does.length > 0 && make('ul', { class: 'does' }, ...gesture.does.map(one => make('li', {}, make('span', { class: 'muted', text: one.key + ': ' }), ...prose(one.words)))),
        make('p', { class: 'actions' },
          button('Run now', () => this.#trigger(gesture.name), { disabled: !studio.facts.connected || !gesture.does.length }),
          button('Adjust thresholds', () => this.views.tune(gesture.name)),
          gesture.own && gesture.line && button('Show in file', () => this.#openLine(gesture.line)),
          canEdit && button('Remove', () => this.#remove(gesture.name), { class: 'danger' }))),
      !gesture.own && make('p', { class: 'notice', text: 'This gesture is in an included file, and can be changed only there.' }),
      wrong.length > 0 && make('div', { class: 'card' }, this.#wrong(wrong)),
      body,
    ].filter(Boolean)
  }

  #wrong(diagnostics) {
    return make('ul', { class: 'diagnostics' }, ...diagnostics.map(one => make('li', { class: one.severity === 'error' ? 'bad' : 'warn' },
      make('span', { class: 'sign', 'aria-hidden': 'true', text: one.severity === 'error' ? '✘' : '⚠' }),
      make('div', {}, button(`Line ${one.line}`, () => this.#openLine(one.line, one.column), { class: 'link' }), ': ', ...prose(one.message), one.fix && make('p', { class: 'fix' }, ...prose(one.fix))))))
  }

  // The contents of the section as the studio sends them, or at least the settings and the kind.
  #valueOf(gesture) {
    if (gesture.section) return Object.defineProperty({ ...gesture.section }, 'isWhole', { value: true })
    const value = { ...Object.fromEntries(gesture.settings.filter(one => one.isSet).map(one => [one.name, read(one.value)])) }
    for (const [name, schema] of Object.entries(this.schema.properties)) {
      if (schema.enum?.includes(gesture.kind) && this.#deciding.has(name)) value[name] = gesture.kind
    }
    return value
  }

  // The members on which other members depend: all settings depend on the kind.
  get #deciding() { return new Set((this.schema.allOf || []).flatMap(part => Object.keys(part.if?.properties || {}))) }

  #groups(value) {
    const groups = { kind: [], settings: [], actions: [], conditions: [], relations: [] }
    const part = (this.schema.allOf || []).find(one => Object.entries(one.if?.properties || {}).every(([name, asked]) => asked.const === value[name]))
    const own = Object.entries(part?.then?.properties || {}).filter(one => one[1] !== false).map(one => one[0])
    for (const [name, schema] of this.catalogue.members(this.schema, value)) {
      const group = this.#deciding.has(name) ? 'kind' : own.includes(name) ? 'settings' : this.catalogue.isAction(schema) ? 'actions'
        : this.catalogue.namesGestures(schema) ? 'relations' : 'conditions'
      groups[group].push([name, schema])
    }
    return groups
  }

  // Set values, and the counts and choices that define a gesture, are shown at once; thresholds after one press.
  #settings(gesture, members, value, base, save) {
    const facts = new Map(gesture.settings.map(one => [one.name, one]))
    const isDefining = ([name, schema]) => {
      const { shape, choices, mayBeNumber } = this.catalogue.shape(schema)
      return this.catalogue.isNeeded(name, this.schema, value) || mayBeNumber || (shape === 'choice' && choices.length > 2) || (shape === 'number' && schema.maximum <= 10)
    }
    const isSection = schema => this.catalogue.shape(schema).shape === 'table'
    const plain = members.filter(([, schema]) => !isSection(schema))
    const first = plain.filter(one => this.#first.has(one[0]) || isDefining(one)), others = plain.filter(one => !first.includes(one))
    const field = ([name, schema]) => this.forms.field({
      id: `${base}--${name}`, name, schema, value: value[name], standard: facts.has(name) && !facts.get(name).isSet ? String(read(facts.get(name).value)) : undefined,
      save: (now, path) => save(name, now, path),
    })
    return make('div', {},
      make('div', { class: 'fields' }, ...first.map(field)),
      others.length > 0 && this.#group('more', `More settings (${others.length})`, make('div', { class: 'fields' }, ...others.map(field)), 'h5'),
      this.forms.members({ id: base, members: members.filter(([, schema]) => isSection(schema)), part: '-settings', value, save, add: 'Only for some devices…' }))
  }

  #group(key, title, body, level = 'h4') {
    const details = make('details', { class: level === 'h4' ? 'card' : 'inner', open: this.#opened.has(key), toggle: () => { if (details.open) this.#opened.add(key); else this.#opened.delete(key) } },
      make('summary', {}, make(level, { text: title })), body)
    return details
  }

  async #trigger(gesture) {
    try {
      await connection.ask('trigger', { gesture })
      notify(`The daemon has run the actions of “${gesture}”.`)
    } catch (error) { showError(error) }
  }

  async #remove(name) {
    if (await studio.edit([{ remove: ['gesture', name] }])) {
      notify(`“${name}” is removed from the draft. “Undo” restores it.`)
      this.search.focus()
    }
  }
}
