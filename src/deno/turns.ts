// Turns of the event loop, for requests that begin work: a thousand that come at once would run one behind the other, and a request that
// reads nothing but the health of the server behind all of them.

/** Requests that begin in one turn: about 10 ms of one core. */
const MOST = 8;

/** Lets few requests begin in each turn of the event loop, in the order in which they came. */
export class Turns {
  readonly #defer: (begin: () => void) => void;
  readonly #waiting: (() => void)[] = [];
  #left = MOST;
  #isDeferred = false;

  /** `defer` runs a function in a later turn, behind what has come by then. */
  constructor(defer: (begin: () => void) => void = (begin) => void setTimeout(begin)) {
    this.#defer = defer;
  }

  /** Undefined where a request may begin at once; else a promise of its turn. */
  take(): Promise<void> | undefined {
    this.#deferNext();
    if (this.#left === 0) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#left--;
    return undefined;
  }

  #deferNext(): void {
    if (this.#isDeferred) return;
    this.#isDeferred = true;
    this.#defer(() => this.#begin());
  }

  #begin(): void {
    this.#isDeferred = false;
    const begun = this.#waiting.splice(0, MOST);
    this.#left = MOST - begun.length;
    if (begun.length > 0) this.#deferNext();
    for (const begin of begun) begin();
  }
}
