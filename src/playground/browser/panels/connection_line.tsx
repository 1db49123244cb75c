// The line about a lost connection: the next attempt and its time, and since when the server cannot be reached.

import { signal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useReducer } from "preact/hooks";
import { byId } from "../dom.ts";
import { type ConnectionState, LONG_MS } from "../run/connection.ts";

/** How often the seconds until the next attempt are counted. */
const TICK_MS = 500;

type Retrying = Extract<ConnectionState, { readonly type: "retrying" }>;

/** The words change with what is the case, and are read out; the seconds are for the eye alone. */
export class ConnectionLine {
  readonly #state = signal<Retrying | undefined>(undefined);

  constructor(onRetry: () => void) {
    render(<Line line={this} onRetry={onRetry} />, byId("connection", HTMLElement));
  }

  /** The attempts under way; undefined while the server answers. */
  get state(): Retrying | undefined {
    return this.#state.value;
  }

  /** Shows how the connection stands. */
  show(state: ConnectionState): void {
    this.#state.value = state.type === "retrying" ? state : undefined;
  }
}

interface LineProps {
  readonly line: ConnectionLine;
  readonly onRetry: () => void;
}

/** The status stays in the page while it is hidden: what comes into it is read out. */
function Line({ line: { state }, onRetry }: LineProps) {
  const [, tick] = useReducer((ticks: number, _: void) => ticks + 1, 0);
  const isLost = state !== undefined;
  useEffect(() => {
    if (!isLost) return;
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [isLost]);
  const now = Date.now();
  return (
    <div class="connection" hidden={!isLost}>
      <p role="status">{state && lostWords(state, now)}</p>
      <p class="facts" aria-hidden="true">{state && attemptWords(state, now)}</p>
      <button type="button" class="quiet" onClick={onRetry}>Try now</button>
    </div>
  );
}

function lostWords({ since }: Retrying, now: number): string {
  return now - since >= LONG_MS
    ? `The server cannot be reached since ${new Date(since).toLocaleTimeString([], { hour12: false })}.`
    : "The connection is lost. Reconnecting.";
}

function attemptWords({ attempt, nextAt }: Retrying, now: number): string {
  const seconds = Math.ceil(Math.max(0, nextAt - now) / 1000);
  return seconds === 0 ? `Attempt ${attempt} is under way` : `Attempt ${attempt}, next in ${seconds} s`;
}
