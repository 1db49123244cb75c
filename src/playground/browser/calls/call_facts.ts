// What the page knows of a tool call, as signals: a card changes them, and its view follows.

import type { Signal } from "@preact/signals";
import type { CallState } from "./call_line.ts";

/** Something that is shown of a call: nodes that are made when its card is open, the same as a text, and both in short. */
export interface CallPart {
  readonly line: string;
  readonly text: string;
  readonly nodes: () => readonly (Node | string)[];
}

/** What the view of a call reads. */
export interface CallFacts {
  readonly name: string;
  readonly state: Signal<CallState>;
  readonly args: Signal<CallPart>;
  /** Undefined until there is something to show of it. */
  readonly output: Signal<CallPart | undefined>;
  /** `10 ms`; empty for a call that has not run. */
  readonly time: Signal<string>;
  /** Epoch milliseconds at which it has begun to run here. */
  readonly since: Signal<number>;
  /** The form of a call that waits for a person; empty without one. */
  readonly question: Signal<readonly (Node | string)[]>;
  /** What the tool returned besides its output, and its app. */
  readonly media: Signal<readonly Node[]>;
}
