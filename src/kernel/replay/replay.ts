// The same result again, from the receipt of a request and the entries that it appended. Nothing runs.

import type { CallView } from "../../core/contract/calls.ts";
import { type Entry, joinText, listCalls } from "../../core/entry.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../../core/event.ts";
import { replayBlock, replayOutcome, replayWait } from "../../core/history/replayed_events.ts";
import { ZERO_COUNTERS } from "../../core/usage.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { BeginOutcome } from "../../core/store/begin.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { RunResult } from "../result.ts";
import { threadView } from "../views.ts";
import { unpackEntry } from "../stored_history/blobs.ts";
import { withoutImported } from "../session/imported_history.ts";
import { formatOutputs } from "../step/drafts.ts";
import { questionIn } from "../step/question.ts";
import { withWait } from "./replayed_wait.ts";
import { stepFailed } from "../step/step_end.ts";
import { unpackSteps } from "../log/packed_steps.ts";
import { findError, type StoredReceipt } from "../log/receipt.ts";
import type { RuntimeDeps } from "../deps.ts";

/** Replayed events are numbered from here within their epoch, so that they are never taken for those of the log; clients know it too. */
const REPLAY_SEQ = 900_000;

/** Emits all steps of the request as one, each text as one delta, and returns its result. */
export async function replay(
  ref: ThreadRef,
  { header, receipt: { text, entries: texts } }: Extract<BeginOutcome, { type: "replayed" }>,
  emit: (event: StepEvent) => void,
  deps: RuntimeDeps,
): Promise<RunResult> {
  const receipt: StoredReceipt = JSON.parse(text);
  const { version, length, counters, step, choice, outcome = null, warnings, usage } = receipt;
  const appended = await withLastPlan(
    await Promise.all(texts.map((entry) => unpackEntry(deps.store, ref, entry))),
    receipt,
    ref,
    deps,
  );
  const entries = withoutImported(appended);
  const view = threadView(ref, header);
  const output = findOutput(entries, receipt);
  let seq = seqBase(receipt.epoch) + REPLAY_SEQ;
  const calls = callViews(entries, receipt);
  for (const body of replayEvents(entries, receipt, calls, ref, view.agent)) emit({ ...body, seq: ++seq });
  const error = findError(receipt);
  return {
    thread: {
      ...withWait(view, receipt, { calls, question: findQuestion(receipt, output) }),
      version,
      length,
      counters: { ...ZERO_COUNTERS, ...counters }, // an older receipt has fewer
      updatedAt: new Date(receipt.updatedAt).toISOString(),
    },
    step,
    output,
    calls,
    choice,
    outcome,
    model: entries.findLast((entry) => entry.type === "assistant")?.model ?? null,
    steps: unpackSteps(receipt.steps),
    warnings,
    usage,
    error,
  };
}

function* replayEvents(
  entries: readonly Entry[],
  receipt: StoredReceipt,
  calls: readonly CallView[],
  ref: ThreadRef,
  agent: string,
): Generator<StepEventBody> {
  const { step, model, choice, outcome = null, version, status } = receipt;
  const at = entries[0]?.at ?? 0;
  yield {
    type: "step.started",
    thread: ref.thread,
    agent,
    step,
    model,
    choice,
    at,
    input: findInput(entries),
  };
  for (const warning of receipt.warnings) yield { type: "warning", ...warning };
  let block = 0;
  for (const entry of entries) {
    if (entry.type === "tool") yield replayOutcome(entry);
    if (entry.type !== "assistant") continue;
    for (const content of entry.blocks) yield* replayBlock(content, block++);
  }
  for (const call of calls) yield* replayWait(call);
  yield { type: "usage", ...receipt.usage };
  const error = findError(receipt);
  if (error) return yield stepFailed(step, version, error);
  const finish = entries.findLast((entry) => entry.type === "assistant")?.finish ?? null;
  const question = findQuestion(receipt, findOutput(entries, receipt));
  yield { type: "step.finished", step, version, status, finish, outcome, continues: false, question };
}

/** The newest input that the first step has taken. */
function findInput(entries: readonly Entry[]): string | undefined {
  const answer = entries.findIndex(({ type }) => type === "assistant");
  const taken = answer < 0 ? entries : entries.slice(0, answer);
  return taken.findLast((entry) => entry.type === "user" && entry.plan === undefined)?.id;
}

function findOutput(entries: readonly Entry[], { output, version }: StoredReceipt): string | null {
  if (output === "none") return null;
  if (output === "question") {
    const last = entries.filter((entry) => entry.version === version);
    return questionIn(last.filter((entry) => entry.type === "tool")) ?? null;
  }
  if (output === "text") {
    return joinText(entries.findLast((entry) => entry.type === "assistant")?.blocks ?? []);
  }
  return formatOutputs(entries.filter((entry) => entry.type === "tool"));
}

/** The output where it is a question; undefined for any other. */
function findQuestion(receipt: StoredReceipt, output: string | null): string | undefined {
  return receipt.output === "question" && output !== null ? output : undefined;
}

function callViews(entries: readonly Entry[], { calls }: StoredReceipt): CallView[] {
  const views = new Map<string, CallView>(calls?.map((call) => [call.id, call]));
  for (const entry of entries) {
    if (entry.type === "assistant") {
      for (const { id, name, args: text } of listCalls(entry)) {
        const known = views.get(id);
        if (calls && !known) continue;
        const args = parseJson(text);
        const isEmpty = Object.keys(known?.args ?? {}).length === 0;
        const view = known ?? { id, name, state: "pending" };
        views.set(id, { ...view, args: isEmpty && isJsonObject(args) ? args : known?.args ?? {} });
      }
    }
    if (entry.type === "tool") {
      const { callId: id, name, outcome: state, output, error, app } = entry;
      const known = views.get(id);
      if (calls && !known) continue; // an earlier attempt of the request observed it
      const view = known ?? { id, name, args: {} };
      views.set(id, { ...view, state, output, error, app });
    }
  }
  return [...views.values()];
}

// A replayed begin returns the first 600 KB of the entries: their end is read by itself.
async function withLastPlan(
  entries: readonly Entry[],
  { output, version, length }: StoredReceipt,
  ref: ThreadRef,
  { store }: RuntimeDeps,
): Promise<readonly Entry[]> {
  if (output !== "text" || entries.some((entry) => entry.type === "assistant" && entry.version === version)) {
    return entries;
  }
  const page = await store.history(ref, { after: Math.max(0, length - 2), limit: 2 });
  const last = await Promise.all((page?.entries ?? []).map((text) => unpackEntry(store, ref, text)));
  const known = new Set(entries.map((entry) => entry.id));
  return [...entries, ...last.filter((entry) => !known.has(entry.id))];
}
