// The picture of a thread: reads what is drawn, and answers with an SVG that runs nothing wherever it is opened.

import type { ThreadView } from "../../core/contract/threads.ts";
import { RUN_PHASE } from "../../core/plan/child_thread.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { drawTrace, SVG } from "./drawing/draw.ts";
import type { PhaseTrace } from "./drawing/spans.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { readEntries } from "../../http/conversation/newest_entries.ts";

/** Most entries of a thread, and of a phase, that are drawn: the newest. */
const ENTRIES = 600;
const PHASE_ENTRIES = 60;

/** Most phases. */
const PHASES = 20;

/** Opened by itself, the picture has styles of its own and nothing else. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'";

/** @throws {AgentError} thread_unknown, store_corrupt */
export async function traceSvg(c: HttpContext, id: string, deps: HttpDeps): Promise<Response> {
  const ref = { tenant: c.var.tenant, thread: id };
  const { running, calls, ...thread } = await readThread(ref, deps);
  const { entries, omitted } = await newest(ref, thread, ENTRIES, deps);
  const hasPhases = [...calls, ...entries.filter(({ type }) => type === "tool")]
    .some((each) => "name" in each && each.name === RUN_PHASE);
  const phases = hasPhases ? await readPhaseTraces(ref, deps) : [];
  const svg = drawTrace({ thread, calls, running, entries, omitted, phases });
  return c.body(svg, 200, {
    "content-type": `${SVG}; charset=utf-8`,
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
}

/** The newest entries of what the thread has as it was read. */
async function newest(ref: ThreadRef, { length }: ThreadView, most: number, deps: HttpDeps) {
  const omitted = Math.max(0, length - most);
  return { entries: await readEntries(ref, omitted, length, deps), omitted };
}

async function readPhaseTraces(ref: ThreadRef, deps: HttpDeps): Promise<PhaseTrace[]> {
  const children = (await deps.delegation?.listChildren(ref, deps) ?? []).slice(0, PHASES);
  const phases = await Promise.all(children.map(async ({ phase, worker, thread }): Promise<PhaseTrace[]> => {
    if (thread === undefined) return [];
    const read = await newest({ tenant: ref.tenant, thread: thread.id }, thread, PHASE_ENTRIES, deps);
    return [{ phase, worker, thread, ...read }];
  }));
  return phases.flat();
}
