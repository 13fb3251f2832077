/** Asks one question again and again, one at a time: while one is on its way the newest waits, those between are dropped. */
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
