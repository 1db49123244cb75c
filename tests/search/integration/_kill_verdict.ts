// The verdict on a kill loop: what clients were told, what the histories hold and what the ledger saw have to agree.

import type { Entry, ToolEntry } from "../../../src/core/entry.ts";
import { joinText, listCalls } from "../../../src/core/entry.ts";
import type { Ledger } from "../../slow/support/ledger.ts";
import type { Acknowledged, ThreadClient } from "./_kill_client.ts";

export interface Verdict {
  readonly threads: number;
  readonly entries: number;
  readonly calls: number;
  readonly unknown: number;
  /** Steps that clients were told of. */
  readonly steps: number;
  readonly executions: { readonly once: number; readonly keyed: number; readonly pure: number };
  /** Executions of keyed calls beyond the first of each. */
  readonly keyedAgain: number;
  /** Empty when nothing was lost and nothing repeated. */
  readonly violations: readonly string[];
  /** What kept a part from being judged, on a machine that is too slow for the loop. */
  readonly unjudged: readonly string[];
}

/** A client whose story is judged. */
export type Told = Pick<ThreadClient, "thread" | "acknowledged" | "givenUp">;

export async function verdictOn(
  clients: readonly Told[],
  marked: ReadonlySet<string>,
  { ledger, history }: {
    readonly ledger: Pick<Ledger, "executions">;
    history(thread: string): Promise<Entry[]>;
  },
): Promise<Verdict> {
  const violations: string[] = [];
  const unjudged: string[] = [];
  const histories = new Map<string, Entry[]>();
  for (const { thread, acknowledged, givenUp } of clients) {
    if (givenUp !== undefined) (givenUp.type === "slow" ? unjudged : violations).push(givenUp.what);
    try {
      // Throws for what is not linear: a call without its one observation, an id that stands twice.
      histories.set(thread, await history(thread));
    } catch (thrown) {
      const what = `${thread}: its history cannot be read: ${
        thrown instanceof Error ? thrown.message : thrown
      }`;
      // The last request of a client that gave up may still run, and its calls have no observation yet.
      (givenUp === undefined ? violations : unjudged).push(what);
      continue;
    }
    const entries = histories.get(thread) ?? [];
    violations.push(
      ...inputsAgree(thread, entries, acknowledged, givenUp?.input),
      ...stepsAgree(thread, entries, acknowledged),
    );
  }
  const acknowledged = clients.flatMap((client) => client.acknowledged);
  const unread = clients.filter(({ thread }) => !histories.has(thread)).map(({ thread }) => thread);
  const entries = [...histories.values()].flat();
  violations.push(...effectsAgree(entries, marked, ledger, unread));
  const count = (tool: string) => ledger.executions.filter((execution) => execution.tool === tool).length;
  const keyed = new Set(
    ledger.executions.filter(({ tool }) => tool === "keyed").map(({ label }) => label),
  );
  const observations = entries.filter((entry) => entry.type === "tool");
  return {
    threads: clients.length,
    entries: entries.length,
    calls: observations.length,
    unknown: observations.filter(({ outcome }) => outcome === "unknown").length,
    steps: acknowledged.reduce((sum, { steps }) => sum + steps.length, 0),
    executions: { once: count("once"), keyed: count("keyed"), pure: count("pure") },
    keyedAgain: count("keyed") - keyed.size,
    violations,
    unjudged,
  };
}

/**
 * Every input of an answered request stands in the history once, in the order in which they were sent, and no other but the one of
 * a request that has no answer.
 */
function* inputsAgree(
  thread: string,
  entries: readonly Entry[],
  told: readonly Acknowledged[],
  unanswered: string | undefined,
): Generator<string> {
  const sent = told.flatMap(({ input }) => input ?? []);
  const stored = entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  for (const [index, input] of sent.entries()) {
    if (stored[index] !== input) yield `${thread}: input ${index} is ${stored[index]} and not ${input}`;
  }
  const more = stored.slice(sent.length);
  if (more.length === 1 && more[0] === unanswered) return;
  if (stored.length > sent.length) yield `${thread}: ${stored.length - sent.length} inputs that nobody sent`;
}

/** Every step that a client was told of is in the history as it was told, in the same order. */
function* stepsAgree(
  thread: string,
  entries: readonly Entry[],
  told: readonly Acknowledged[],
): Generator<string> {
  const plans = new Map<number, Extract<Entry, { type: "assistant" }>>();
  for (const entry of entries) {
    if (entry.type !== "assistant") continue;
    if (plans.has(entry.version)) yield `${thread}: version ${entry.version} has two plans`;
    plans.set(entry.version, entry);
  }
  let before = 0;
  for (const { version, calls, output } of told.flatMap(({ steps }) => steps)) {
    const plan = plans.get(version);
    if (version <= before) yield `${thread}: version ${version} was acknowledged after ${before}`;
    before = version;
    if (plan === undefined) {
      yield `${thread}: the acknowledged step of version ${version} is not in the history`;
      continue;
    }
    const ids = listCalls(plan).map(({ id }) => id);
    if (calls !== undefined && calls.join() !== ids.join()) {
      yield `${thread}: version ${version} was told with calls ${calls} and holds ${ids}`;
    }
    if (output !== undefined && output !== joinText(plan.blocks)) {
      yield `${thread}: version ${version} was told as ${output} and holds ${joinText(plan.blocks)}`;
    }
  }
}

/** The ledger against the observations: once at most once, keyed under one key, and completed means that it happened. */
function* effectsAgree(
  entries: readonly Entry[],
  marked: ReadonlySet<string>,
  ledger: Pick<Ledger, "executions">,
  unread: readonly string[],
): Generator<string> {
  const executions = Map.groupBy(ledger.executions, ({ label }) => label);
  for (const [label, all] of executions) {
    const keys = new Set(all.map(({ key }) => key));
    if (all[0]?.tool === "once" && all.length > 1) yield `${label}: once ran ${all.length} times`;
    if (keys.size > 1) yield `${label}: ran under ${keys.size} keys`;
  }
  const observed = new Map(
    entries.filter((entry) => entry.type === "tool").map((entry) => [entry.callId, entry]),
  );
  const labels = new Set<string>();
  for (const entry of entries) {
    if (entry.type !== "assistant") continue;
    for (const { id, name, args } of listCalls(entry)) {
      const { label }: { label: string } = JSON.parse(args);
      if (labels.has(label)) yield `${label}: planned twice`;
      labels.add(label);
      const observation = observed.get(id);
      if (observation === undefined) continue; // still pending: the history's check has allowed it
      const ran = executions.get(label) ?? [];
      if (ran.some(({ key }) => key !== id)) yield `${label}: ran under another key than the call's id`;
      yield* outcomeAgrees(label, name, observation, ran.map(({ receipt }) => receipt), marked);
    }
  }
  for (const label of executions.keys()) {
    const isUnread = unread.some((thread) => label.startsWith(`${thread}-`));
    if (!labels.has(label) && !isUnread) yield `${label}: ran and is in no history`;
  }
}

function* outcomeAgrees(
  label: string,
  name: string,
  { outcome, output, callId, error }: ToolEntry,
  receipts: readonly number[],
  marked: ReadonlySet<string>,
): Generator<string> {
  switch (outcome) {
    case "completed": {
      const receipt = typeof output === "object" && output !== null && "receipt" in output && output.receipt;
      if (!receipts.some((each) => each === receipt)) {
        yield `${label}: completed with receipt ${receipt}, the ledger gave ${receipts}`;
      }
      return;
    }
    case "unknown":
      if (name !== "once") yield `${label}: ${name} is unknown`;
      if (!marked.has(callId)) yield `${label}: unknown, and was never started`;
      return;
    default:
      yield `${label}: ${name} is ${outcome}: ${error?.message}`;
  }
}
