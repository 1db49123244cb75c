// The work of an item that a step has left in its commit: done, and then forgotten.

import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { parseWakeName, type WakeHandler, type WakeIo } from "../../core/wake.ts";
import type { RuntimeDeps } from "../deps.ts";
import { REPAIR_MS } from "../due_times.ts";

/** An item that is there. */
export interface LeftItem {
  readonly tenant: string;
  readonly id: string;
  readonly facts: JsonObject;
}

/**
 * An item with these facts, and an id of its own: a commit that is refused removes its items, and no other's. `at`, in epoch milliseconds, is
 * the time of the step; the cron pump takes the item a minute later, where its wake-up was lost.
 */
export function leaveItem(
  kind: string,
  at: number,
  facts: JsonObject,
  { random }: Pick<RuntimeDeps, "random">,
): OutboxItem {
  const due = at + REPAIR_MS;
  return { kind, id: toHex(random(12)), text: JSON.stringify({ ...facts, due }), at: due };
}

/**
 * Does the work of an item, and removes it with its row then: a worker that vanishes before leaves both to the cron pump, so the work may come
 * twice. A commit that was refused removes its items, and counts only where its worker vanished before that.
 */
export function itemHandler(
  kind: string,
  work: (item: LeftItem, io: WakeIo) => Promise<void>,
  { store }: Pick<RuntimeDeps, "store">,
): WakeHandler {
  return async ({ tenant, name, due }, io) => {
    const { id } = parseWakeName(name);
    const read = parseJson(await store.readDefinition(tenant, kind, id) ?? "");
    const facts = isJsonObject(read) ? read : undefined;
    if (facts !== undefined) {
      await work({ tenant, id, facts }, io);
      await store.removeDefinition(tenant, kind, id);
    }
    const from = due ?? (typeof facts?.due === "number" ? facts.due : undefined);
    if (from !== undefined) await store.moveDue(tenant, name, { from });
    return { type: facts === undefined ? "stale" : "handled" };
  };
}
