// Two threads side by side: what both have, and what each has alone, step by step.

import type { CallStatus } from "../../../../core/contract/status_words.ts";
import type { AssistantEntryView, EntryView, ToolEntryView } from "../../../../core/contract/entries.ts";

/** The outcome of a step of one thread. */
export interface ComparedStep {
  /** Of the version of its commit. */
  readonly version: number;
  readonly input: string;
  readonly text: string;
  readonly calls: readonly { readonly name: string; readonly args: string; readonly outcome: CallStatus }[];
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly microDollars: number;
}

/** The threads beyond what they share. */
export interface Comparison {
  /** Entries that both begin with. */
  readonly shared: number;
  /** The steps of a pair have the same place; undefined where one thread has no step there. */
  readonly pairs: readonly (readonly [ComparedStep | undefined, ComparedStep | undefined])[];
}

/** Compares two histories, which begin with their first entries. */
export function compareHistories(left: readonly EntryView[], right: readonly EntryView[]): Comparison {
  const shared = sharedEntries(left, right);
  const [ofLeft, ofRight] = [listSteps(left.slice(shared)), listSteps(right.slice(shared))];
  const length = Math.max(ofLeft.length, ofRight.length);
  return {
    shared,
    pairs: Array.from({ length }, (_, index) => [ofLeft[index], ofRight[index]] as const),
  };
}

/** How many entries both begin with: a fork has those of its source with new ids. */
function sharedEntries(left: readonly EntryView[], right: readonly EntryView[]): number {
  const most = Math.min(left.length, right.length);
  for (let index = 0; index < most; index++) {
    if (toContent(left[index]) !== toContent(right[index])) return index;
  }
  return most;
}

function toContent(entry: EntryView | undefined): string {
  if (entry === undefined) return "";
  switch (entry.type) {
    case "user":
      return `user ${entry.text}`;
    case "assistant":
      return `assistant ${entry.at} ${JSON.stringify(entry.blocks)}`;
    case "tool":
      return `tool ${entry.at} ${entry.callId} ${JSON.stringify(entry.output)}`;
    default:
      return `${entry.type} ${entry.at}`;
  }
}

function listSteps(entries: readonly EntryView[]): ComparedStep[] {
  const versions = Map.groupBy(entries, ({ version }) => version);
  const outcomes = new Map(
    entries.flatMap((entry) => entry.type === "tool" ? [[entry.callId, entry] as const] : []),
  );
  return [...versions].flatMap(([version, own]) => {
    const answer = own.find((entry) => entry.type === "assistant");
    return answer === undefined ? [] : [toStep(version, answer, own, outcomes)];
  });
}

function toStep(
  version: number,
  { blocks, model, usage }: AssistantEntryView,
  entries: readonly EntryView[],
  outcomes: ReadonlyMap<string, ToolEntryView>,
): ComparedStep {
  const { inputTokens, outputTokens, microDollars = 0 } = usage;
  return {
    version,
    input: entries.flatMap((entry) => entry.type === "user" ? [entry.text] : []).join("\n"),
    text: blocks.flatMap((block) => block.type === "text" ? [block.text] : []).join("\n\n"),
    calls: blocks.flatMap((block) =>
      block.type === "call"
        ? [{ name: block.name, args: block.args, outcome: outcomes.get(block.id)?.outcome ?? "planned" }]
        : []
    ),
    model,
    inputTokens,
    outputTokens,
    microDollars,
  };
}

/** The totals of the steps of one side. */
export interface ComparedTotals {
  readonly models: readonly string[];
  readonly steps: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly microDollars: number;
}

/** The sums of steps. */
export function sumSteps(steps: readonly ComparedStep[]): ComparedTotals {
  const sum = (valueOf: (step: ComparedStep) => number) =>
    steps.reduce((total, step) => total + valueOf(step), 0);
  return {
    models: [...new Set(steps.map(({ model }) => model))],
    steps: steps.length,
    calls: sum(({ calls }) => calls.length),
    inputTokens: sum((step) => step.inputTokens),
    outputTokens: sum((step) => step.outputTokens),
    microDollars: sum((step) => step.microDollars),
  };
}

/** The version whose plan is made anew to answer the last message again; undefined without an answer. */
export function lastAnswerVersion(entries: readonly EntryView[]): number | undefined {
  const input = entries.findLastIndex(({ type }) => type === "user");
  return entries.slice(Math.max(0, input)).find(({ type }) => type === "assistant")?.version;
}

/** The model of the last answer; undefined without one. */
export function lastModel(entries: readonly EntryView[]): string | undefined {
  return entries.findLast((entry) => entry.type === "assistant")?.model;
}
