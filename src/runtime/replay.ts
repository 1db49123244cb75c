// Answering the same request again: the receipt that a commit leaves, and the events and answer made from it. Nothing runs.

import { callsOf, type Entry, textOf, type ToolEntry } from "../core/entry.ts";
import { seqBase, type StepEvent, type StepEventBody } from "../core/event.ts";
import { isJsonObject, parseJson } from "../core/json.ts";
import type { ThreadStatus } from "../core/state.ts";
import type { BeginOutcome, ThreadRef } from "../core/store.ts";
import type { EffectiveChoice, Warning } from "../core/tool_choice.ts";
import type { Usage } from "../core/usage.ts";
import { type CallView, type RunAnswer, threadView } from "./answer.ts";
import { unpackEntry } from "./blobs.ts";
import type { RuntimeDeps } from "./request.ts";
import type { Session } from "./session.ts";
import type { Draft } from "./step.ts";
import type { Tally } from "./tally.ts";

/** What cannot be read from the entries that the request appended. */
interface StoredReceipt {
  readonly epoch: number;
  readonly version: number;
  readonly status: ThreadStatus;
  readonly step: number;
  readonly output: "text" | "outputs" | "none";
  readonly model: string;
  readonly choice: EffectiveChoice | null;
  readonly warnings: readonly Warning[];
  readonly usage: Usage;
}

/** Longest receipt text; a store keeps it with the key, so it must stay small. */
const RECEIPT_LIMIT = 4000;

/** The receipt of a request, as JSON text. */
export function toReceipt(session: Session, draft: Draft, tally: Tally): string {
  const receipt: StoredReceipt = {
    epoch: session.header.epoch,
    version: session.header.version + 1,
    status: draft.status,
    step: draft.number,
    output: draft.output === null ? "none" : draft.plan ? "text" : "outputs",
    model: session.model.ref,
    choice: tally.choice,
    warnings: tally.warnings.slice(0, 5),
    usage: tally.usage,
  };
  const text = JSON.stringify(receipt);
  return text.length <= RECEIPT_LIMIT ? text : JSON.stringify({ ...receipt, choice: null, warnings: [] });
}

/** The answer again. Text comes as one delta; `seq` counts from the epoch of the commit. */
export async function* replay(
  ref: ThreadRef,
  { header, receipt: { text, entries: texts } }: Extract<BeginOutcome, { type: "replayed" }>,
  deps: RuntimeDeps,
): AsyncGenerator<StepEvent, RunAnswer> {
  const receipt: StoredReceipt = JSON.parse(text);
  const entries = await Promise.all(texts.map((entry) => unpackEntry(deps.store, ref, entry)));
  const view = threadView(ref, header);
  let seq = seqBase(receipt.epoch);
  for (const body of eventsOf(entries, receipt, ref, view.agent)) yield { ...body, seq: ++seq };
  return {
    thread: { ...view, version: receipt.version, status: receipt.status },
    step: receipt.step,
    output: outputOf(entries, receipt),
    calls: callViews(entries, receipt.status),
    choice: receipt.choice,
    warnings: receipt.warnings,
    usage: receipt.usage,
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
  for (const entry of entries) {
    if (entry.type === "tool") yield toolFinished(entry);
    if (entry.type === "assistant") yield* blocksOf(entry.blocks);
  }
  yield { type: "usage", ...receipt.usage };
  const finish = entries.findLast((entry) => entry.type === "assistant")?.finish ?? null;
  yield { type: "step.finished", step, version, status, finish, continues: false };
}

function* blocksOf(blocks: Extract<Entry, { type: "assistant" }>["blocks"]): Generator<StepEventBody> {
  for (const [block, content] of blocks.entries()) {
    if (content.type === "call") {
      const { id: callId, name, args } = content;
      yield { type: "call.started", block, callId, name };
      yield { type: "call.delta", block, callId, text: args };
      yield { type: "call.ready", block, callId, name, args, readiness: "ready" };
    } else {
      yield { type: `${content.type}.started`, block };
      yield { type: `${content.type}.delta`, block, text: content.text };
      yield { type: `${content.type}.ended`, block };
    }
  }
}

function toolFinished({ callId, name, outcome, output, error, ms }: ToolEntry): StepEventBody {
  return { type: "tool.finished", callId, name, outcome, output, ...(error ? { error } : {}), ms };
}

function outputOf(entries: readonly Entry[], { output }: StoredReceipt): string | null {
  if (output === "none") return null;
  if (output === "text") return textOf(entries.findLast((entry) => entry.type === "assistant")?.blocks ?? []);
  const outputs = entries.filter((entry) => entry.type === "tool").map((entry) =>
    entry.outcome === "completed" ? entry.output : { error: entry.error ? { ...entry.error } : null }
  );
  return JSON.stringify(outputs.length === 1 ? outputs[0] : outputs);
}

function callViews(entries: readonly Entry[], status: ThreadStatus): CallView[] {
  const views = new Map<string, CallView>();
  for (const entry of entries) {
    if (entry.type === "assistant") {
      for (const call of callsOf(entry)) {
        const args = parseJson(call.args);
        const state = status === "waiting" ? "approval" as const : "pending" as const;
        views.set(call.id, { id: call.id, name: call.name, args: isJsonObject(args) ? args : {}, state });
      }
    }
    if (entry.type === "tool") {
      const { callId: id, name, outcome: state, output } = entry;
      views.set(id, { id, name, args: views.get(id)?.args ?? {}, state, output });
    }
  }
  return [...views.values()];
}
