// The page's state of the studio: the rules as a draft, the schema, the devices, the attempts and the daemon's state.
import { connection } from './connection.js'
import { clearError, notify, showError } from './messages.js'

class Studio {
  facts = { version: '', file: '', readOnly: false, connected: false, why: '', devices: [], paused: false, mode: '' }
  draft = null
  schema = null
  attempts = []
  #watchers = new Map()
  #edits = Promise.resolve()

  constructor() {
    connection.on('state', ({ news, ...facts }) => this.#setFacts(facts))
    connection.on('devices', ({ devices }) => this.setDevices(devices))
    connection.on('attempt', ({ attempt }) => {
      this.attempts = [...this.attempts.slice(-199), attempt]
      this.#notifyWatchers('attempt', attempt)
    })
  }

  /** Calls a function when something changes: `state`, `devices`, `draft`, `attempts` or `attempt`. */
  watch(what, watcher) { this.#watchers.set(what, [...this.#watchers.get(what) || [], watcher]) }

  async begin() {
    const [facts, draft, catalogue, list] = await Promise.all(['hello', 'rules', 'catalogue', 'attempts'].map(word => connection.ask(word)))
    this.schema = catalogue.schema
    this.attempts = list.attempts || []
    this.#setFacts(facts)
    this.setDevices(facts.devices || [])
    this.#setDraft(draft)
    this.#notifyWatchers('attempts')
  }

  setDevices(devices) {
    this.facts.devices = devices
    this.#notifyWatchers('devices')
  }

  gesture(name) { return this.draft ? this.draft.gestures.find(gesture => gesture.name === name) : undefined }

  get isChanged() { return Boolean(this.draft && this.draft.diff) }

  /** Changes the draft by `edits`, or by `instead` if `edits` are refused. Changes are sent one after another; the promise returns
      whether the change was made. */
  edit(edits, instead) { return this.#change('edit', { edits }, instead && { edits: instead }) }

  undo() { return this.#change('undo') }
  redo() { return this.#change('redo') }
  discard() { return this.#change('discard') }
  reread() { return this.#change('rules') }

  async write() {
    const isDone = await this.#change('write', { hash: this.draft.hash })
    if (isDone) notify(this.facts.connected ? 'Written. The daemon has read it.' : 'Written. The daemon reads it when it starts.')
    return isDone
  }

  #change(word, facts, instead) {
    const change = this.#edits.then(async () => {
      try {
        this.#setDraft(await connection.ask(word, facts).catch(error => { if (instead) return connection.ask(word, instead); throw error }))
        clearError()
        return true
      } catch (error) {
        showError(error)
        return false
      }
    })
    this.#edits = change
    return change
  }

  #setDraft({ answer, ok, ...draft }) {
    const gestures = (draft.gestures || []).map(gesture => ({ does: [], settings: [], waitsFor: [], goesBefore: [], excludes: [], beside: [], ...gesture }))
    this.draft = { text: '', diff: '', diagnostics: [], zones: [], usable: true, ...draft, gestures }
    this.#notifyWatchers('draft')
  }

  #setFacts({ answer, ok, devices, ...facts }) {
    Object.assign(this.facts, facts)
    this.#notifyWatchers('state')
  }

  #notifyWatchers(what, fact) { for (const watcher of this.#watchers.get(what) || []) watcher(fact) }
}

export const studio = new Studio()
