// What a step comes to whose phases have not all ended: it goes on at once, later, or when people have decided.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Unfinished } from "./phase_outcome.ts";
import type { Driven } from "./run_phase_thread.ts";
import { isDecided } from "./phase_status.ts";

/** Phases have more to do, and nothing keeps them from it. */
export const UNFINISHED = {
  type: "unfinished",
  status: "open",
  error: undefined,
  rests: false,
} as const satisfies Unfinished;

/** What the step comes to with these phases that have not ended. */
export function toUnfinished(open: readonly Driven[]): Unfinished {
  if (open.some(({ type }) => type === "open")) return UNFINISHED;
  const delays = open.flatMap((driven) => driven.type === "delayed" ? [driven.error] : []);
  const [first] = delays.toSorted((one, other) => (one.retryAfterMs ?? 0) - (other.retryAfterMs ?? 0));
  if (first === undefined) return { ...UNFINISHED, status: "waiting" };
  // Only the wait of a provider or a tool holds for every later step: a lease may end sooner, and so may the wait for a person.
  const rests = delays.length === open.length &&
    delays.every(({ code, retryAfterMs }) => retryAfterMs !== undefined && /^(not_yet|model_)/.test(code));
  return { ...UNFINISHED, error: first, rests };
}

/** True when a person has decided about a phase while others ran: the thread above was busy then, so the answer did not open it. */
export async function isAnyDecided(
  jobs: readonly { readonly ref: ThreadRef }[],
  deps: Pick<RuntimeDeps, "store" | "clock">,
): Promise<boolean> {
  const snapshots = await Promise.all(jobs.map(({ ref }) => deps.store.read(ref)));
  const now = deps.clock();
  return jobs.some(({ ref }, index) => {
    const snapshot = snapshots[index];
    return snapshot !== undefined && isDecided(ref, snapshot, now);
  });
}
