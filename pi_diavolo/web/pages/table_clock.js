// The table's clock as a page knows it.

const MOST_SAMPLES = 16;
// Two cheap crystals run apart by no more than this, in seconds a second: a sample gets worse while it ages.
const DRIFT = 50e-6;
// Of a clock that was not measured nobody can say more.
const UNKNOWN_S = 0.25;

/** The table's clock as this page knows it, in table seconds; a simulated table's may run faster than ours. */
export class TableClock {
  #samples = [];
  #asked = new Set();
  #rough = 0;
  #speed = 1;

  /** What the table said of its time, no matter how long the word was under way. */
  told(table, speed = this.#speed) {
    if (speed !== this.#speed) this.forget();
    this.#speed = speed;
    this.#rough = table - this.#own(performance.now());
  }

  /** Our own time, to be sent to the table: the answer is a measurement. */
  ask() {
    const sent = performance.now() / 1000;
    this.#asked.add(sent);
    return sent;
  }

  /** The answer to such a question: it was given somewhere within the round trip. */
  measured(sent, table) {
    // Who asked and then slept may hear the answer after hours, and its own clock stood still meanwhile.
    if (!this.#asked.delete(sent)) return;
    const now = performance.now() / 1000;
    const sample = { trip: now - sent, at: now, offset: table - this.#own((sent + now) * 500) };
    const agreeing = this.#samples.filter((older) => this.#agree(older, sample));
    this.#samples = [...agreeing.slice(1 - MOST_SAMPLES), sample];
  }

  /** Whatever was measured before a sleep says nothing about the time after it. */
  forget() {
    this.#samples = [];
    this.#asked.clear();
  }

  #own(milliseconds) {
    return (milliseconds / 1000) * this.#speed;
  }

  /** How far off a sample may be by now, in seconds of this page. */
  #doubt(sample, now = performance.now() / 1000) {
    return sample.trip / 2 + DRIFT * (now - sample.at);
  }

  /** Both cannot be right where their offsets lie farther apart than their doubts: then our clock has jumped. */
  #agree(older, newer) {
    const doubts = this.#doubt(older, newer.at) + this.#doubt(newer, newer.at);
    return Math.abs(older.offset - newer.offset) <= doubts * this.#speed;
  }

  get #best() {
    return this.#samples.reduce((best, sample) => (best === null || this.#doubt(sample) < this.#doubt(best) ? sample : best), null);
  }

  /** The best round trip in seconds of this page, null until it is measured. */
  get roundTrip() { return this.#best?.trip ?? null; }
  /** How far off `at` may be, in table seconds. */
  get error() { return (this.#best ? this.#doubt(this.#best) : UNKNOWN_S) * this.#speed; }

  /** Table seconds at a moment of this page's own clock (performance.now(), an event's timeStamp). */
  at(milliseconds = performance.now()) {
    return this.#own(milliseconds) + (this.#best?.offset ?? this.#rough);
  }
}
