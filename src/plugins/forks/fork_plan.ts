// The strategic plan that a fork begins with: the one to which the shared entries have led.

import type { Json } from "../../core/json.ts";
import { applyPlanChanges } from "../../core/plan/strategic_plan.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { unpackEntry } from "../../kernel/stored_history/blobs.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { threadUnknown } from "../../kernel/snapshot.ts";

/** Entries of one read. */
const PAGE = 200;

/**
 * The part of the fork's state. Only where the plan of the source has changed is its history read, from the start to `length`.
 *
 * @throws {AgentError} thread_unknown - the source was removed meanwhile; agent_unknown
 */
export async function planOfFork(
  source: ThreadRef,
  { header }: ThreadSnapshot,
  length: number,
  deps: Pick<RuntimeDeps, "store" | "agents">,
): Promise<{ readonly plan?: Json }> {
  if (readState(source, header).plan === undefined) return {};
  const meta = readMeta(source, header);
  const agent = findAgent(meta.agent, deps);
  let plan: Json | undefined;
  for (let after = 0; after < length;) {
    const page = await deps.store.history(source, { after, limit: Math.min(PAGE, length - after) });
    if (page === undefined || page.entries.length === 0) throw threadUnknown(source);
    const entries = await Promise.all(page.entries.map((text) => unpackEntry(deps.store, source, text)));
    plan = applyPlanChanges(plan, entries, { agent, meta });
    after += entries.length;
  }
  return plan === undefined ? {} : { plan };
}
