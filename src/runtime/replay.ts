// Answering the same request again from its receipt and the entries it appended. Nothing runs.

import { callsOf, type Entry, textOf, type ToolEntry } from "../core/entry.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../core/event.ts";
import { isJsonObject, parseJson } from "../core/json.ts";
import type { BeginOutcome, ThreadRef } from "../core/store.ts";
import { type CallView, type RunAnswer, threadView } from "./answer.ts";
import { unpackEntry } from "./blobs.ts";
import { outputsOf } from "./draft.ts";
import { stepFailed } from "./last_event.ts";
import { errorOf, type StoredReceipt } from "./receipt.ts";
import type { RuntimeDeps } from "./request.ts";

/** Replayed events are numbered from here within their epoch, so that they are never taken for those of the log. */
const REPLAY_SEQ = 900_000;

/** The answer again. All steps of the request are told as one, its texts as one delta each. */
export async function* replay(
  ref: ThreadRef,
  { header, receipt: { text, entries: texts } }: Extract<BeginOutcome, { type: "replayed" }>,
  deps: RuntimeDeps,
): AsyncGenerator<StepEvent, RunAnswer> {
  const receipt: StoredReceipt = JSON.parse(text);
  const { version, status, length, counters, step, choice, warnings, usage } = receipt;
  const entries = await Promise.all(texts.map((entry) => unpackEntry(deps.store, ref, entry)));
  const view = threadView(ref, header);
  let seq = seqBase(receipt.epoch) + REPLAY_SEQ;
  for (const body of eventsOf(entries, receipt, ref, view.agent)) yield { ...body, seq: ++seq };
  const error = errorOf(receipt);
  return {
    thread: { ...view, version, status, length, counters },
    step,
    output: outputOf(entries, receipt),
    calls: callViews(entries, receipt),
    choice,
    warnings,
    usage,
    ...(error === undefined ? {} : { error }),
  };
}

function* eventsOf(
  entries: readonly Entry[],
  receipt: StoredReceipt,
  ref: ThreadRef,
  agent: string,
): Generator<StepEventBody> {
  const { step, model, choice, version, status } = receipt;
  yield { type: "step.started", thread: ref.thread, agent, step, model, choice, at: entries[0]?.at ?? 0 };
  for (const warning of receipt.warnings) yield { type: "warning", ...warning };
  let block = 0;
  for (const entry of entries) {
    if (entry.type === "tool") yield toolFinished(entry);
    if (entry.type !== "assistant") continue;
    for (const content of entry.blocks) yield* blockOf(content, block++);
  }
  yield { type: "usage", ...receipt.usage };
  const error = errorOf(receipt);
  if (error) return yield stepFailed(step, version, error);
  const finish = entries.findLast((entry) => entry.type === "assistant")?.finish ?? null;
  yield { type: "step.finished", step, version, status, finish, continues: false };
}

type AssistantBlock = Extract<Entry, { type: "assistant" }>["blocks"][number];

function* blockOf(content: AssistantBlock, block: number): Generator<StepEventBody> {
  if (content.type === "call") {
    const { id: callId, name, args } = content;
    yield { type: "call.started", block, callId, name };
    yield { type: "call.delta", block, callId, text: args };
    yield { type: "call.ready", block, callId, name, args, readiness: "ready" };
    return;
  }
  yield { type: `${content.type}.started`, block };
  yield { type: `${content.type}.delta`, block, text: content.text };
  yield { type: `${content.type}.ended`, block };
}

function toolFinished({ callId, name, outcome, output, error, ms }: ToolEntry): StepEventBody {
  return { type: "tool.finished", callId, name, outcome, output, ...(error ? { error } : {}), ms };
}

function outputOf(entries: readonly Entry[], { output }: StoredReceipt): string | null {
  if (output === "none") return null;
  if (output === "text") return textOf(entries.findLast((entry) => entry.type === "assistant")?.blocks ?? []);
  return outputsOf(entries.filter((entry) => entry.type === "tool"));
}

function callViews(entries: readonly Entry[], { calls }: StoredReceipt): CallView[] {
  const outputs = new Map(entries.flatMap((entry) => entry.type === "tool" ? [[entry.callId, entry]] : []));
  if (calls) {
    return calls.map((call) => {
      const observation = outputs.get(call.id);
      return observation ? { ...call, output: observation.output } : call;
    });
  }
  return entries.flatMap((entry) => entry.type === "assistant" ? callsOf(entry) : []).map(
    ({ id, name, args }) => {
      const parsed = parseJson(args);
      const base = { id, name, args: isJsonObject(parsed) ? parsed : {} };
      const observation = outputs.get(id);
      if (!observation) return { ...base, state: "pending" };
      return { ...base, state: observation.outcome, output: observation.output };
    },
  );
}
