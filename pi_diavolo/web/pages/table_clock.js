// The table's clock as a page knows it.

/** The table's clock as this page knows it, in table seconds; a simulated table's may run faster than ours. */
export class TableClock {
  #samples = [];
  #rough = 0;
  #speed = 1;

  /** What the table said of its time, no matter how long the word was under way. */
  told(table, speed = this.#speed) {
    if (speed !== this.#speed) this.forget();
    this.#speed = speed;
    this.#rough = table - this.#own(performance.now());
  }

  /** An answer to our own question: it was given somewhere within the round trip. */
  measured(sent, table) {
    const now = performance.now() / 1000;
    this.#samples = [...this.#samples.slice(-15), { trip: now - sent, offset: table - this.#own((sent + now) * 500) }];
  }

  forget() {
    this.#samples = [];
  }

  #own(milliseconds) {
    return (milliseconds / 1000) * this.#speed;
  }

  get #best() {
    return this.#samples.reduce((best, sample) => (best === null || sample.trip < best.trip ? sample : best), null);
  }

  /** The best round trip in seconds of this page, null until it is measured. */
  get roundTrip() { return this.#best?.trip ?? null; }
  /** How far off `at` may be, in table seconds. */
  get error() { return (this.#best ? this.#best.trip / 2 : 0.25) * this.#speed; }

  /** Table seconds at a moment of this page's own clock (performance.now(), an event's timeStamp). */
  at(milliseconds = performance.now()) {
    return this.#own(milliseconds) + (this.#best?.offset ?? this.#rough);
  }
}
