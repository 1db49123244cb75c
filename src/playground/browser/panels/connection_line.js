// The line that tells of a lost connection: which attempt follows when, and since when the server is away.

import { LONG_MS } from "../run/connection.js";
import { byId } from "../dom.js";

/** @typedef {import("../run/connection.js").ConnectionState} ConnectionState */

/** How often the seconds until the next attempt are counted. */
const TICK_MS = 500;

/** The words change with what is the case, and are read out; the seconds are for the eye alone. */
export class ConnectionLine {
  #line = byId("connection", HTMLElement);
  #words = byId("connection-words", HTMLElement);
  #next = byId("connection-next", HTMLElement);
  /** @type {Extract<ConnectionState, { type: "retrying" }> | undefined} */
  #state;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {() => void} onRetry */
  constructor(onRetry) {
    byId("connection-retry", HTMLButtonElement).addEventListener("click", onRetry);
  }

  /** @param {ConnectionState} state */
  show(state) {
    clearInterval(this.#timer);
    this.#state = state.type === "retrying" ? state : undefined;
    this.#line.hidden = this.#state === undefined;
    if (this.#state) this.#timer = setInterval(() => this.#draw(), TICK_MS);
    this.#draw();
  }

  #draw() {
    const { attempt = 0, since = 0, nextAt = 0 } = this.#state ?? {};
    const isLong = Date.now() - since >= LONG_MS;
    const words = since === 0
      ? ""
      : isLong
      ? `The server cannot be reached since ${new Date(since).toLocaleTimeString([], { hour12: false })}.`
      : "The connection is lost. Reconnecting.";
    if (this.#words.textContent !== words) this.#words.textContent = words;
    const seconds = Math.ceil(Math.max(0, nextAt - Date.now()) / 1000);
    this.#next.textContent = seconds === 0
      ? `Attempt ${attempt} is under way`
      : `Attempt ${attempt}, next in ${seconds} s`;
  }
}
