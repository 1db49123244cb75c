// The verdict on a rolling deployment: what clients were told, what the histories hold and what tools ran have to agree, and each
// thread's chain has to hold.

import { readExport } from "../../../../src/cli/verify/exported_thread.ts";
import { partsFor } from "../../../../src/cli/verify/parts.ts";
import { verifyThread } from "../../../../src/cli/verify/verify_thread.ts";
import type { Acknowledged } from "./_client.ts";

/** One run of a tool. */
export interface Execution {
  readonly tool: string;
  readonly label: string;
  /** The idempotency key of the call. */
  readonly key: string;
}

/** What was found. */
export interface Verdict {
  readonly threads: number;
  readonly entries: number;
  readonly executions: number;
  /** `once` calls of which nobody knows whether they ran: their isolate died. */
  readonly unknown: number;
  /** Keyed and pure calls that ran again after their isolate died. */
  readonly ranAgain: number;
  /** Answers that the exports prove. */
  readonly proven: number;
  /** Empty when nothing was lost and nothing repeated. */
  readonly violations: readonly string[];
}

interface Entry {
  readonly type: string;
  readonly text?: string;
  readonly callId?: string;
  readonly name?: string;
  readonly outcome?: string;
  readonly blocks?: readonly {
    readonly type: string;
    readonly id?: string;
    readonly name?: string;
    readonly text?: string;
    readonly args?: string;
  }[];
}

/** Asks an isolate of the new version; `get` answers the text of a path. */
export async function verdictOn(
  threads: readonly string[],
  acknowledged: readonly Acknowledged[],
  executions: readonly Execution[],
  get: (path: string) => Promise<string>,
): Promise<Verdict> {
  const violations: string[] = [];
  const told = Map.groupBy(acknowledged, ({ thread }) => thread);
  const planned = new Map<string, string>();
  let [entries, unknown, proven] = [0, 0, 0];
  for (const thread of threads) {
    const { status, calls } = JSON.parse(await get(`/v1/threads/${thread}`));
    if (status !== "done") violations.push(`${thread} is ${status}`);
    if (calls.length > 0) violations.push(`${thread} has ${calls.length} outstanding calls`);
    const history = await historyOf(thread, get);
    entries += history.length;
    unknown += history.filter(({ outcome }) => outcome === "unknown").length;
    violations.push(...agree(thread, history, told.get(thread) ?? [], planned));
    const report = await verifyThread(
      await readExport(await get(`/v1/threads/${thread}/export`)),
      partsFor({}),
    );
    proven += report.proven;
    const whole = report.chain.type === "holds" && report.unchained === 0 &&
      report.differences.length === 0 &&
      report.verdict === "verified";
    if (!whole) {
      const { chain, unchained, differences, unprovable } = report;
      violations.push(
        `${thread} is not verified: ${JSON.stringify({ chain, unchained, differences, unprovable })}`,
      );
    }
  }
  const byLabel = Map.groupBy(executions, ({ label }) => label);
  let ranAgain = 0;
  for (const [label, all] of byLabel) {
    const [{ tool } = { tool: "" }] = all;
    if ((tool === "once" || tool === "remove") && all.length > 1) {
      violations.push(`${label}: ${tool} ran ${all.length} times`);
    }
    if (new Set(all.map(({ key }) => key)).size > 1) violations.push(`${label}: ran under several keys`);
    ranAgain += all.length - 1;
    if (!planned.has(label)) violations.push(`${label}: ran and is in no history`);
  }
  return {
    threads: threads.length,
    entries,
    executions: executions.length,
    unknown,
    ranAgain,
    proven,
    violations,
  };
}

/** Each input once and answered as the client was told, each call planned once and observed once. */
function* agree(
  thread: string,
  history: readonly Entry[],
  told: readonly Acknowledged[],
  planned: Map<string, string>,
): Generator<string> {
  const inputs = history.filter(({ type }) => type === "user").map(({ text = "" }) => text);
  const jobs = inputs.map((text) => /^job (\w+):/.exec(text)?.[1] ?? text);
  if (new Set(jobs).size !== jobs.length) yield `${thread}: an input stands twice: ${jobs}`;
  const texts = history.flatMap(({ type, blocks = [] }) =>
    type === "assistant" ? [blocks.map(({ text = "" }) => text).join("")] : []
  );
  for (const { job, output } of told) {
    if (!jobs.includes(job)) yield `${thread}: the input of ${job} is lost`;
    if (texts.filter((text) => text === output).length !== 1) {
      yield `${thread}: the answer of ${job} is lost or repeated`;
    }
  }
  const observed = Map.groupBy(history.filter(({ type }) => type === "tool"), ({ callId = "" }) => callId);
  for (const { type, blocks = [] } of history) {
    if (type !== "assistant") continue;
    for (const { type, id = "", name = "", args = "{}" } of blocks) {
      if (type !== "call") continue;
      const { label }: { label: string } = JSON.parse(args);
      if (planned.has(label)) yield `${label}: planned twice`;
      planned.set(label, name);
      const found = observed.get(id) ?? [];
      if (found.length !== 1) yield `${label}: ${found.length} observations`;
      const [{ outcome = "" } = {}] = found;
      const fits = outcome === "completed" || outcome === "unknown" && (name === "once" || name === "remove");
      if (!fits) yield `${label}: ${name} is ${outcome}`;
    }
  }
}

async function historyOf(thread: string, get: (path: string) => Promise<string>): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page: { entries: Entry[]; next: number | null } = JSON.parse(
      await get(`/v1/threads/${thread}/history?limit=200&after=${after}`),
    );
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}
