// One run of the cron pump: it wakes what is due and was not woken, or was woken and did not come to its end.

import { failureFields } from "../../core/error.ts";
import type { DueItem } from "../../core/store/due.ts";
import { parseWakeName, type PumpReport, type Tick, type WakeIo, type Wakes } from "../../core/wake.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { LONG_MS, REPAIR_MS } from "../../kernel/due_times.ts";

/** Rows of the due index that one read of the pump takes, and those that one run of it wakes at most. */
const PAGE = 250;
const MOST = 1_000;

/** Rows that are moved and woken at a time. */
const AT_ONCE = 8;

/** Milliseconds after which a run of the pump begins no further page. */
const PUMP_MS = 20_000;

/** What a run of the pump does beside the due index, and what it can have woken. */
export interface PumpParts {
  readonly ticks: readonly Tick[];
  /** True for a kind of work that a plugin of the deployment does; undefined is a thread. */
  readonly knows: (kind: string | undefined) => boolean;
  /** The rows to wake, which were moved ahead already, in place of those that are listed. */
  readonly claimed?: readonly DueItem[] | undefined;
}

/**
 * Wakes the rows of the due index whose time has come, each tenant in its turn. Every row is moved ahead first: of two pumps that
 * run at once the one that moves a row wakes it, and what a pump that vanishes has moved is due again later. An empty index
 * takes one store request.
 *
 * @throws {AgentError} store_unavailable, store_failed - the index cannot be read
 */
export async function pump(
  wakes: Pick<Wakes, "schedule">,
  { ticks, knows, claimed }: PumpParts,
  deps: Pick<RuntimeDeps, "store" | "clock" | "log">,
  io: WakeIo,
): Promise<PumpReport> {
  const { store, clock, log } = deps;
  const startedAt = clock();
  let woken = 0;
  let stale = 0;
  const seen = new Set<string>();
  // What a store with alarms has to wake it hands over by itself.
  const list = async () =>
    claimed ?? (store.claimAlarm === undefined ? await store.listDue(startedAt, PAGE) : []);
  for (let taken = 0; taken < MOST && clock() - startedAt < PUMP_MS;) {
    const rows = await list();
    const left = inTurns(rows.filter((row) => !seen.has(toKey(row)))).values();
    const lane = async () => {
      for (const row of left) {
        seen.add(toKey(row));
        const { type } = await one(row);
        if (type === "woken") woken += 1;
        if (type === "unknown") stale += 1;
      }
    };
    const before = seen.size;
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
    taken += rows.length;
    if (rows.length < PAGE || seen.size === before) break;
  }
  for (const tick of ticks) {
    try {
      await tick(clock(), io);
    } catch (thrown) {
      log("error", "a tick of the cron pump failed", failureFields(thrown));
    }
  }
  return { woken, stale };

  async function one(
    { tenant, name, at }: DueItem,
  ): Promise<{ readonly type: "woken" | "unknown" | "taken" }> {
    const isKnown = knows(parseWakeName(name).kind);
    // Work of a plugin that this deployment does not have may be that of a newer one.
    const isMoved = claimed !== undefined && isKnown;
    const due = isMoved ? at : clock() + (isKnown ? REPAIR_MS : LONG_MS);
    try {
      if (!isMoved && !await store.moveDue(tenant, name, { from: at, to: due })) return { type: "taken" };
    } catch (thrown) {
      log("warn", "a row of the due index could not be moved", { tenant, name, ...failureFields(thrown) });
      return { type: "taken" };
    }
    if (!isKnown) {
      log("warn", "the due index has work for a plugin that this deployment does not have", { tenant, name });
      return { type: "unknown" };
    }
    await wakes.schedule({ tenant, name, due }, io);
    return { type: "woken" };
  }
}

function toKey({ tenant, name }: DueItem): string {
  return JSON.stringify([tenant, name]);
}

/** The first row of each tenant, then the second of each, and so on: a tenant with many rows does not keep the others. */
function inTurns(rows: readonly DueItem[]): readonly DueItem[] {
  const turns: DueItem[][] = [];
  const counts = new Map<string, number>();
  for (const row of rows) {
    const turn = counts.get(row.tenant) ?? 0;
    counts.set(row.tenant, turn + 1);
    (turns[turn] ??= []).push(row);
  }
  return turns.flat();
}
