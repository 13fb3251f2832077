// Forms for any part of the rules file, made from its schema alone: a new kind, condition or effect needs no line here.
import { button, debounced, make, prose, setText } from './elements.js'
import { keyCatcher } from './keys.js'
import { explanation, standardIn } from './schema.js'
import { toml, Written } from './toml.js'
import { numberIn, readable, rounded } from './units.js'

const PAUSE = 600
/** Stands for a text that is not a valid value yet, so nothing is saved. */
const notYet = Symbol('not yet')

const isSet = value => value !== undefined
const titled = name => { const words = name.replaceAll('-', ' '); return words[0].toUpperCase() + words.slice(1) }

/** An id in which characters that are not allowed in references are replaced. */
export const idOf = path => 'f-' + path.map(part => encodeURIComponent(part).replaceAll('%', '_')).join('--')

/** The parts of a control: its elements, a function that reads its value, and other facts. The element with `id` has the label. */
const controls = {
  choice({ id, shape, value, standard }) {
    const explained = make('p', { class: 'hint' })
    const select = make('select', { id },
      make('option', { value: '', text: standard ? `default: ${standard}` : 'not set' }),
      ...shape.choices.map((one, index) => make('option', { value: index, text: one.text })))
    const at = shape.choices.findIndex(one => one.value === value)
    select.value = at < 0 ? '' : at
    const explain = () => setText(explained, shape.choices[select.value]?.words || '')
    select.addEventListener('change', explain)
    explain()
    return { nodes: [select, explained], read: () => select.value === '' ? undefined : shape.choices[select.value].value }
  },

  choices({ id, shape, value, name }) {
    const chosen = [value ?? []].flat()
    const boxes = shape.choices.map((one, index) => {
      const box = make('input', { type: 'checkbox', id: `${id}-${index}` })
      box.checked = chosen.includes(one.value)
      return box
    })
    const group = make('div', { class: 'checks', role: 'group', id, 'aria-label': name }, ...boxes.map((box, index) => make('label', {}, box, ' ', shape.choices[index].text)))
    const read = () => {
      const all = shape.choices.filter((one, index) => boxes[index].checked).map(one => one.value)
      return all.length === 0 ? undefined : all.length === 1 ? all[0] : all
    }
    return { nodes: [group], read, hasOwnNames: true }
  },

  number({ id, shape, value, standard }) {
    const input = make('input', { id, type: 'number', min: shape.low, max: shape.high, step: shape.isWhole ? 1 : 'any', placeholder: standard, value })
    return { nodes: [input], read: () => input.value === '' ? (input.validity.badInput ? notYet : undefined) : input.checkValidity() ? Number(input.value) : notYet }
  },

  quantity({ id, shape, value, standard }) {
    const number = isSet(value) ? numberIn(value, shape.unit) : null
    // A value in another unit, such as 2 cm, stays unchanged as text.
    if (isSet(value) && number === null) return controls.text({ id, shape: { pattern: shape.pattern }, value, standard })
    const input = make('input', { id, type: 'number', min: shape.low, max: shape.high, step: 'any', placeholder: standard.replace(/[^\d.].*/, ''), value: number })
    const unit = shape.unit === '°' ? 'deg' : shape.unit
    const read = () => input.value === '' ? (input.validity.badInput ? notYet : undefined) : input.checkValidity() ? `${rounded(Number(input.value))} ${unit}` : notYet
    return { nodes: [make('span', { class: 'with-unit' }, input, make('span', { text: shape.unit }))], read }
  },

  text({ id, shape, value, standard, example, schema, forms }) {
    const input = make('input', { id, type: 'text', placeholder: standard || (example ? `for example ${example}` : ''), value: isSet(value) ? String(value) : '', autocomplete: 'off', spellcheck: 'false', list: forms?.listFor(schema) })
    const pattern = shape.pattern && new RegExp(shape.pattern)
    const read = () => {
      const text = input.value
      if (text === '') return undefined
      if (shape.mayBeNumber && /^\s*\d+\s*$/.test(text)) {
        const number = Number(text)
        return number < shape.low || number > shape.high ? notYet : number
      }
      return pattern && !pattern.test(text) ? notYet : text
    }
    return { nodes: [input], read, insert: text => { input.value = text } }
  },

  suggested({ id, shape, value, standard }) {
    const input = make('input', { id, type: 'text', list: id + '-list', placeholder: standard, value: isSet(value) ? String(value) : '', autocomplete: 'off' })
    const list = make('datalist', { id: id + '-list' }, ...shape.choices.map(one => make('option', { value: one.text })))
    const read = () => {
      const text = input.value.trim()
      if (text === '') return undefined
      const found = shape.choices.find(one => one.text === text)
      if (found) return found.value
      const number = Number(text)
      return Number.isInteger(number) && number >= (shape.low ?? -Infinity) && number <= (shape.high ?? Infinity) ? number : notYet
    }
    const words = `${shape.choices.map(one => one.text).join(', ')}, or a number${shape.low === undefined ? '' : ` from ${shape.low} to ${shape.high}`}.`
    return { nodes: [input, list], read, hint: words }
  },

  list({ id, shape, value, example, schema, forms }) {
    const all = [value ?? []].flat()
    // A list that contains more than texts is written as in the file.
    if (all.some(one => typeof one === 'object')) return controls.written({ id, value })
    if (forms.catalogue.namesGestures(schema)) return controls.names({ id, value: all, forms })
    const input = make('textarea', { id, rows: Math.min(Math.max(all.length, 1), 6), placeholder: example ? `for example ${example}` : '', spellcheck: 'false' })
    input.value = all.join('\n')
    const read = () => {
      const lines = input.value.split('\n').filter(line => line.trim() !== '')
      return lines.length === 0 ? undefined : lines.length === 1 && shape.mayBeText ? lines[0] : lines
    }
    const insert = text => { input.value = [...input.value.split('\n').filter(line => line.trim() !== ''), text].join('\n') }
    return { nodes: [input], read, insert, hint: shape.mayBeText ? 'One line is a text, several lines are a list.' : 'One in each line.' }
  },

  // Names of gestures are chosen one after another.
  names({ id, value, forms }) {
    const chosen = [...value]
    const input = make('input', { id, type: 'text', list: forms.listFor({ examples: ['another-gesture'] }), placeholder: 'add a gesture', autocomplete: 'off' })
    const chips = make('span', { class: 'names' })
    const control = { nodes: [chips, input], changed: () => {} }
    const show = () => chips.replaceChildren(...chosen.map((name, index) => make('span', { class: 'chip' }, name,
      button('×', () => { chosen.splice(index, 1); show(); input.focus(); control.changed() }, { class: 'plain', 'aria-label': `Remove ${name}` }))))
    control.read = () => {
      const name = input.value.trim()
      if (name && !chosen.includes(name)) chosen.push(name)
      input.value = ''
      show()
      return chosen.length ? [...chosen] : undefined
    }
    control.isSavedOnChange = true
    show()
    return control
  },

  // A value that fits no field is written as in the file.
  written({ id, value }) {
    const input = make('input', { id, type: 'text', value: isSet(value) ? toml(value) : '', spellcheck: 'false', autocomplete: 'off', class: 'code' })
    return { nodes: [input], read: () => input.value.trim() === '' ? undefined : new Written(input.value.trim()), hint: 'Write it as in the file.' }
  },
}

export class Forms {
  #pending = new Set()
  #picked = new Map()

  /** `names` returns the names of gestures, for suggestions; `redraw` is called when a form gets another field. */
  constructor(catalogue, names, redraw) {
    this.catalogue = catalogue
    this.names = names
    this.redraw = redraw
  }

  /** Forgets members and actions that were begun but not set. */
  forget() {
    this.#pending.clear()
    this.#picked.clear()
  }

  /** The id of the list of suggestions for a value; undefined if there is none. */
  listFor(schema) {
    if (!schema || !this.catalogue.namesGestures(schema)) return undefined
    const id = 'names-of-gestures'
    let list = document.getElementById(id)
    if (!list) document.body.append(list = make('datalist', { id }))
    list.replaceChildren(...this.names().map(value => make('option', { value })))
    return id
  }

  /** One value with its label. `save` is called with the new value, or with nothing if it is removed, and with the path of the changed
      part if only a part has changed. */
  field(spec) {
    const { shape } = spec.shape = this.catalogue.shape(spec.schema)
    if (shape === 'table') return this.#table(spec)
    if (shape === 'effect') return this.#effect(spec)
    return this.#single(spec)
  }

  /** Several members of a section: those that are set, and a choice of others to add. */
  members({ id, members, value = {}, save, shown = () => false, needed = () => false, add = 'Add…', part = '', words = {}, title = '' }) {
    const isShown = ([name, schema]) => isSet(value[name]) || words[name] || shown(name, schema) || this.#pending.has(id + '--' + name)
    const others = members.filter(one => !isShown(one))
    const node = make('div', { class: 'members' }, ...members.filter(isShown).map(([name, schema]) => this.field({
      id: id + '--' + name, name, schema, value: value[name], words: words[name], isNeeded: needed(name),
      save: (now, path) => {
        if (isSet(now)) this.#pending.delete(id + '--' + name)
        save(name, now, path)
      },
      remove: shown(name, schema) ? null : () => {
        this.#pending.delete(id + '--' + name)
        if (isSet(value[name]) || words[name]) save(name, undefined); else this.redraw()
      },
    })))
    if (others.length) {
      const select = make('select', { id: `${id}--add${part}`, 'aria-label': title ? `${add} (${title})` : add, class: 'add' },
        make('option', { value: '', text: add }), ...others.map(([name]) => make('option', { value: name, text: titled(name) })))
      select.addEventListener('change', () => {
        if (!select.value) return
        const key = id + '--' + select.value
        this.#pending.add(key)
        this.redraw(key)
      })
      node.append(select)
    }
    return node
  }

  #single(spec) {
    const { id, name, schema, shape, value, save, remove, words } = spec
    const standard = spec.standard ?? standardIn(schema)
    const example = [schema.examples?.[0] ?? ''].flat()[0]
    const control = controls[shape.shape]({ id, name: titled(name), schema, shape, value, standard, example, forms: this })
    const fault = make('p', { class: 'hint bad', id: id + '-fault', hidden: true })
    let saved = JSON.stringify(control.isSavedOnChange ? [] : control.read())
    const commit = () => {
      later.drop()
      const now = control.read(), isBad = now === notYet
      fault.hidden = !isBad
      if (isBad) setText(fault, '✘ ' + this.#whatIsAllowed(spec))
      for (const one of control.nodes) if (one.matches('input')) one.setAttribute('aria-invalid', isBad)
      const text = now instanceof Written ? now.text : JSON.stringify(now)
      if (isBad || text === saved) return
      saved = text
      save(now)
    }
    const later = debounced(commit, PAUSE)
    control.changed = commit
    const box = make('div', { class: 'control', change: commit, input: event => { if (!control.isSavedOnChange && event.target.type !== 'checkbox') later() } }, ...control.nodes)
    const keys = this.catalogue.isKeys(schema) && control.insert && keyCatcher(text => { control.insert(text); commit() }, { id: id + '-keys', 'aria-label': `Press the keys for ${titled(name)}` })
    if (keys) box.append(keys)
    const range = shape.low !== undefined && !control.hint && `${shape.low} to ${readable(shape.high, shape.unit)}.`
    const hint = [explanation(schema.description), control.hint, range, standard && shape.shape !== 'choice' && `Default: ${standard.replaceAll(' °', '°')}.`]
      .filter(Boolean).join(' ')
    const labelled = control.nodes.map(node => node.id === id ? node : node.querySelector(`[id="${id}"]`)).find(Boolean)
    labelled.setAttribute('aria-describedby', `${id}-hint ${id}-fault`)
    return make('div', { class: 'field' + (isSet(value) && !spec.isNeeded && !remove ? ' set' : '') },
      make('div', { class: 'line' },
        control.hasOwnNames ? make('span', { class: 'label', text: titled(name) }) : make('label', { for: id, text: titled(name) }),
        remove ? button('Remove', remove, { class: 'link', 'aria-label': `Remove ${titled(name)}` })
          : isSet(value) && !spec.isNeeded && button('Use the default', () => save(undefined), { class: 'link', 'aria-label': `Use the default of ${titled(name)}` })),
      box, fault, make('p', { class: 'hint', id: id + '-hint' }, ...words ? prose(`Now: ${words}. `) : [], ...prose(hint)))
  }

  #whatIsAllowed({ schema, shape }) {
    if (shape.low !== undefined) return `A number from ${shape.low} to ${readable(shape.high, shape.unit)}.`
    const example = [schema.examples?.[0] ?? schema.default ?? ''].flat()[0]
    return example ? `Not complete yet; for example: ${example}.` : 'Not complete yet.'
  }

  #set(spec, ...inner) {
    // Sentences about writing a table in the file are dropped, because the form is the table.
    const sentences = explanation(spec.schema.description).split(/(?<=\.) /).filter(one => !/\btable\b/.test(one)).join(' ')
    return make('fieldset', { class: 'set' },
      make('legend', {}, titled(spec.name)),
      spec.remove && button('Remove', spec.remove, { class: 'link remove', 'aria-label': `Remove ${titled(spec.name)}` }),
      make('p', { class: 'hint' }, ...prose(sentences)), ...inner)
  }

  // A member is saved at its own path, so that the rest of the table stays unchanged; with its last member the table is removed.
  #table(spec) {
    const { id, schema, value = {}, save } = spec
    const node = this.#set(spec, this.members({
      id, members: this.catalogue.members(schema, value), value, title: titled(spec.name),
      shown: name => (schema.required || []).includes(name), needed: name => (schema.required || []).includes(name),
      save: (name, now, path = []) => {
        const isLast = !isSet(now) && !path.length && Object.keys(value).every(one => one === name)
        if (isLast) save(undefined); else save(now, [name, ...path])
      },
    }))
    node.id = id
    return node
  }

  // The first field chooses the action, the others are its options. A text alone is a command, as in the file.
  #effect(spec) {
    const { id, schema, save, words } = spec
    const main = this.catalogue.mainMembers(schema), members = this.catalogue.members(schema)
    const value = typeof spec.value === 'string' || Array.isArray(spec.value) ? { [main[0]]: spec.value } : spec.value || {}
    const done = main.find(name => isSet(value[name])) || ''
    const picked = this.#picked.get(id) ?? done
    const put = now => {
      const names = Object.keys(now).filter(name => isSet(now[name]))
      this.#picked.delete(id)
      save(names.length === 0 ? undefined : names.length === 1 && names[0] === main[0] ? now[main[0]] : Object.fromEntries(names.map(name => [name, now[name]])))
    }
    const select = make('select', { id, 'aria-label': `${titled(spec.name)}: what happens` },
      !done && make('option', { value: '', text: words ? 'another action…' : 'choose an action…' }),
      ...main.map(name => make('option', { value: name, text: titled(name) })))
    select.value = picked
    select.addEventListener('change', () => {
      this.#picked.set(id, select.value)
      this.redraw(`${id}--${select.value}`)
    })
    // Another choice removes the previous action and its options.
    const field = picked && this.field({
      id: `${id}--${picked}`, name: picked, isNeeded: true, schema: members.find(one => one[0] === picked)[1], value: value[picked],
      save: (now, path = []) => put({ ...picked === done ? value : {}, [picked]: within(value[picked], path, now) }),
    })
    const extras = members.filter(([name]) => !main.includes(name))
    return this.#set(spec, words && !isSet(spec.value) && make('p', { class: 'now' }, ...prose('Now: ' + words)), select, field,
      picked && picked === done && extras.length > 0 && this.members({
        id: id + '--how', members: extras, value, add: 'Options…', title: titled(spec.name),
        save: (name, now, path = []) => put({ ...value, [name]: within(value[name], path, now) }),
      }))
  }
}

/** A copy of `value` with `now` at `path`. */
const within = (value, path, now) => path.length ? { ...value, [path[0]]: within(value?.[path[0]], path.slice(1), now) } : now
