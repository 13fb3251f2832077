/** Asks one question repeatedly, once at a time: while an answer is awaited, only the newest question waits; older ones are dropped. */
export class Latest {
  #ask
  #isAsking = false
  #next = null

  /** `ask` gets the facts and returns a promise. */
  constructor(ask) { this.#ask = ask }

  put(facts) {
    this.#next = { facts }
    if (!this.#isAsking) this.#run()
  }

  async #run() {
    this.#isAsking = true
    while (this.#next) {
      const { facts } = this.#next
      this.#next = null
      await this.#ask(facts)
    }
    this.#isAsking = false
  }
}
