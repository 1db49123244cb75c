// Sends the wake-ups of threads: behind a commit, behind a decision, and behind an input that was queued.

import type { Defer } from "../../core/ports.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store/thread.ts";
import type { WakeIo } from "../../core/wake.ts";
import { failureFields } from "../../core/error.ts";
import type { RuntimeDeps } from "../deps.ts";
import { readState } from "../stored.ts";
import type { Session } from "../session.ts";
import type { Draft } from "../draft.ts";
import { QUEUED_MS, REPAIR_MS } from "../due_times.ts";
import { placeOfRun } from "../session/select_waiting_inputs.ts";

type Deps = Pick<RuntimeDeps, "store" | "wakes" | "clock" | "log">;

/** Has the next step woken, which the commit of this one asks for. */
export function sendNextWake(
  { ref, inbox, imported: brought, queued }: Session,
  { next, status, pending, state: { run }, isUnfinished }: Draft,
  { header: { version }, waiting }: { readonly header: ThreadHeader; readonly waiting: number },
  defer: Defer,
  deps: Deps,
): void {
  // What an unfinished step leaves in the inbox waits for the calls, as the step has found it.
  const kept = isUnfinished ? inbox.length + (brought.length > 0 ? 1 : 0) : 0;
  // What was queued behind the run waits for its end.
  const left = placeOfRun(status, pending.length > 0) === "ended" ? kept : kept + queued.length;
  if (next?.wake !== undefined) {
    const { tenant, thread: name } = ref;
    defer(deps.wakes.schedule({ tenant, name, version, ...next.wake }, { defer }));
  } else if (waiting > left && run.wake !== undefined) {
    // An input came while the step ran: the commit did not know of it.
    defer(wakeNow(ref, version, { defer }, deps));
  }
}

/**
 * Enters the thread in the due index again, from which a commit that was refused has removed it: the step that took the thread over
 * may rely on that row.
 */
export function keepDue(
  { ref: { tenant, thread } }: Session,
  { next }: Draft,
  defer: Defer,
  { store, clock, log }: Deps,
): void {
  if (next?.due === undefined || next.due.to !== undefined) return;
  const kept = store.moveDue(tenant, thread, { to: clock() + REPAIR_MS }).catch((thrown) =>
    log("warn", "a thread could not be entered in the due index", {
      thread,
      tenant,
      ...failureFields(thrown),
    })
  );
  defer(kept);
}

/** Has a thread woken whose step runs, behind that step. */
export function wakeQueued({ tenant, thread: name }: ThreadRef, io: WakeIo, { wakes, clock }: Deps): void {
  io.defer(wakes.schedule({ tenant, name, notBefore: clock() + QUEUED_MS }, io));
}

/** An invocation that nothing keeps alive: its promises run as long as the platform lets them. */
export const UNKEPT: WakeIo = { defer: () => {} };

/**
 * Enters a thread whose run goes on by itself in the due index, before an answer is recorded that may open it: an isolate that
 * ends behind the answer loses nothing. False for a thread that waits for its client.
 *
 * @throws {AgentError} store_unavailable, store_failed
 */
export async function enterOpening(
  ref: ThreadRef,
  header: ThreadHeader,
  { store, clock }: Pick<RuntimeDeps, "store" | "clock">,
): Promise<boolean> {
  if (readState(ref, header).run.wake === undefined) return false;
  return await store.moveDue(ref.tenant, ref.thread, { to: clock() + REPAIR_MS });
}

/**
 * Enters a thread that has become open in the due index, and has it woken. A store that cannot be reached is logged, and the
 * wake-up is sent nevertheless. `version` is that of the thread; without it any version is stepped.
 */
export async function wakeNow(
  { tenant, thread: name }: ThreadRef,
  version: number | undefined,
  io: WakeIo,
  { store, wakes, clock, log }: Deps,
): Promise<void> {
  try {
    await store.moveDue(tenant, name, { to: clock() + REPAIR_MS });
  } catch (error) {
    log("warn", "a thread could not be entered in the due index", {
      thread: name,
      tenant,
      ...failureFields(error),
    });
  }
  await wakes.schedule({ tenant, name, version }, io);
}
