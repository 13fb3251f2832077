// The page's one WebSocket to the studio: requests with their answers, news, and the reason why it was closed.

/** The reason why the studio refuses a request, as a sentence, and how to fix it. */
export class Refusal extends Error {
  constructor(answer) {
    super(answer.error || 'The studio could not do this.')
    this.fix = answer.fix || ''
  }
}

export class Connection {
  #socket = null
  #number = 0
  #waiting = new Map()
  #listeners = new Map()
  #ended = null

  /** Opens the socket. `ended` is called once, with the reason in words and whether the studio itself has ended. */
  open(ended) {
    this.#ended = ended
    return new Promise((done, failed) => {
      const socket = new WebSocket(`ws://${location.host}/talk`)
      this.#socket = socket
      let wasOpen = false
      socket.addEventListener('open', () => { wasOpen = true; done() })
      socket.addEventListener('message', event => this.#receive(event.data))
      socket.addEventListener('close', event => {
        if (this.#socket !== socket) return
        this.#socket = null
        this.#refuseAll()
        if (!wasOpen) failed(new Refusal({ error: 'The studio does not answer.' }))
        else this.#ended(event.reason, event.code === 1000 || event.code === 1001)
      })
    })
  }

  get isOpen() { return this.#socket !== null && this.#socket.readyState === WebSocket.OPEN }

  ask(word, facts = {}) {
    if (!this.isOpen) return Promise.reject(new Refusal({ error: 'The studio is not connected.' }))
    const number = ++this.#number
    this.#socket.send(JSON.stringify({ ask: number, do: word, ...facts }))
    return new Promise((done, failed) => this.#waiting.set(number, { done, failed }))
  }

  /** Calls a function for each message whose `news` is this word. */
  on(word, listener) {
    this.#listeners.set(word, [...this.#listeners.get(word) || [], listener])
  }

  #receive(text) {
    let message
    try { message = JSON.parse(text) } catch { return }
    if (message.news) {
      for (const listener of this.#listeners.get(message.news) || []) listener(message)
      return
    }
    const asked = this.#waiting.get(message.answer)
    if (!asked) return
    this.#waiting.delete(message.answer)
    if (message.ok) asked.done(message); else asked.failed(new Refusal(message))
  }

  #refuseAll() {
    for (const { failed } of this.#waiting.values()) failed(new Refusal({ error: 'The studio ended before it answered.' }))
    this.#waiting.clear()
  }
}

export const connection = new Connection()
