// How a thread goes on once a person has answered a call of it.

import type { ThreadView } from "../../react/client/mod.ts";

/** True for a run without a client, such as that of a schedule or a webhook: the last answer sends its wake-up. */
export function goesOnByItself({ wake, parked }: ThreadView): boolean {
  return wake === true && parked === undefined;
}

/** The line behind an answer: `done` without its full stop, and the command to type. `missing` people have not answered yet. */
export function toNextLine(id: string, done: string, missing: number, goesOn: boolean): string {
  if (missing > 0) return `${done}; ${missing} more must approve.`;
  return goesOn
    ? `${done}, and the thread goes on. Follow it: treadle threads tail ${id}`
    : `${done}. Go on: treadle run --thread ${id}`;
}
