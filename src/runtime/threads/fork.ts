// Fork: a new thread that shares the history of another up to a version, and then goes its own way.

import { type AssistantEntry, callsOf, type Entry, type ToolEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { newId } from "../../core/id.ts";
import { NEW_STATE, SCHEMA, type ThreadMeta } from "../../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../../core/store.ts";
import { metaOf, stateOf, type ThreadView, threadView } from "../result.ts";
import { unpackEntry } from "../history/blobs.ts";
import type { RuntimeDeps } from "../request.ts";
import { snapshotOf, threadUnknown } from "./threads.ts";

/** Entries read at once while looking for the last plan before the cut. */
const PAGE = 50;

export interface ForkOptions {
  /** The last version whose entries are shared; the newest by default. */
  readonly version?: number | undefined;
  /** Id of the new thread; minted by default. */
  readonly thread?: string | undefined;
}

type Deps = Pick<RuntimeDeps, "store" | "clock" | "random">;

/**
 * Copies agent, plan, metadata, history, and what was learned of the model. Calls that had no observation at the cut get a `skipped` one, so the history
 * is legal for every model. The fork waits for an input, or is `done` when the cut ends with an answer. Throws
 * `thread_unknown`, `version_unknown` and `thread_exists`.
 */
export async function forkThread(source: ThreadRef, options: ForkOptions, deps: Deps): Promise<ThreadView> {
  const { header } = await snapshotOf(source, deps);
  const version = options.version ?? header.version;
  if (version > header.version) {
    throw new AgentError(
      "version_unknown",
      `Thread ${source.thread} is at version ${header.version}, not ${version}.`,
      {
        problems: [{ pointer: "/version", detail: `must be at most ${header.version}` }],
      },
    );
  }
  const length = version === header.version ? header.length : await lengthAt(source, header, version, deps);
  const tail = await lastPlan(source, length, deps);
  const at = deps.clock();
  const skipped = unansweredCalls(tail).map(({ id, name }): ToolEntry => ({
    type: "tool",
    id: newId("entry", deps.random),
    at,
    version,
    callId: id,
    name,
    outcome: "skipped",
    output: null,
    error: { kind: "cancelled", message: "Forked before this call ran." },
    ms: 0,
  }));
  const target = { tenant: source.tenant, thread: options.thread ?? newId("thread", deps.random) };
  // A summary of entries beyond the cut would tell the fork its future.
  const summarized = header.base <= length;
  const parent = metaOf(header);
  const { learned } = stateOf(header);
  const meta: ThreadMeta = { ...parent, createdAt: at, forkedFrom: { thread: source.thread, version } };
  const forked = await deps.store.fork({
    source,
    target,
    length,
    append: skipped.map((entry) => JSON.stringify(entry)),
    version,
    base: summarized ? header.base : 0,
    summary: summarized ? header.summary : null,
    thread: {
      meta: JSON.stringify(meta),
      state: JSON.stringify({ ...NEW_STATE, ...(learned ? { learned } : {}), updatedAt: at }),
      schema: SCHEMA,
      createdAt: at,
    },
    status: endsWithAnswer(tail) ? "done" : "waiting",
  });
  if (!forked) {
    throw new AgentError(
      "thread_exists",
      `Thread ${target.thread} exists already; choose another id or leave it out.`,
    );
  }
  return threadView(target, (await snapshotOf(target, deps)).header);
}

// Versions never fall along the history, so the cut is found in a few reads however long the history is.
async function lengthAt(ref: ThreadRef, header: ThreadHeader, version: number, deps: Deps): Promise<number> {
  let low = 0;
  let high = header.length;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [entry] = await entriesFrom(ref, middle, 1, deps);
    if (entry === undefined) throw threadUnknown(ref);
    if (entry.version <= version) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The entries before the cut, from the last plan on; all of them when there is none. */
async function lastPlan(ref: ThreadRef, length: number, deps: Deps): Promise<Entry[]> {
  const tail: Entry[] = [];
  for (let end = length; end > 0;) {
    const start = Math.max(0, end - PAGE);
    const page: Entry[] = [];
    while (start + page.length < end) {
      const more = await entriesFrom(ref, start + page.length, end - start - page.length, deps);
      if (more.length === 0) throw threadUnknown(ref);
      page.push(...more);
    }
    tail.unshift(...page);
    const plan = tail.findLastIndex((entry) => entry.type === "assistant");
    if (plan !== -1) return tail.slice(plan);
    end = start;
  }
  return tail;
}

async function entriesFrom(ref: ThreadRef, after: number, limit: number, { store }: Deps): Promise<Entry[]> {
  const window = await store.history(ref, { after, limit });
  if (window === undefined) throw threadUnknown(ref);
  return await Promise.all(window.entries.map((text) => unpackEntry(store, ref, text)));
}

function unansweredCalls(tail: readonly Entry[]): { id: string; name: string }[] {
  const plan = tail[0];
  if (plan?.type !== "assistant") return [];
  const answered = new Set(tail.map((entry) => entry.type === "tool" ? entry.callId : undefined));
  return callsOf(plan).filter(({ id }) => !answered.has(id));
}

function endsWithAnswer(tail: readonly Entry[]): boolean {
  const isPlan = (entry: Entry): entry is AssistantEntry => entry.type === "assistant";
  const last = tail.findLast((entry) => entry.type !== "summary");
  return last !== undefined && isPlan(last) && callsOf(last).length === 0;
}
