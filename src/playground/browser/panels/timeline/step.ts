// The steps of a thread as its timeline shows them: from its stored entries, and with more detail from the events that came to this page.

import type { EntryView } from "../../../../core/contract/entries.ts";
import type { ChoiceOutcome } from "../../../../core/tool_choice/choice_report.ts";
import type { Span, ThreadTrace } from "../../../../plugins/trace_svg/drawing/spans.ts";
import { buildSpans } from "../../../../plugins/trace_svg/drawing/spans.ts";
import { decisionWords } from "../../calls/decision_words.ts";
import { choiceLine, type ShownChoice } from "../../steps/choice_line.ts";
import { knownTools } from "../../steps/known_tools.ts";
import type { Part, StepTrace } from "../../trace.ts";
import { countNames, tokens } from "../../words.ts";

/** A part of the time of a step. `hold`: it waited for people, for the caller or for a result. */
export type BarKind = Part | "hold";

/** What each part is called. */
export const PARTS: Readonly<Record<BarKind, string>> = {
  begin: "start",
  act: "tools",
  wait: "first word",
  plan: "model",
  commit: "save",
  hold: "waiting",
};

/** A stretch of time in epoch milliseconds. */
export interface Bar {
  readonly kind: BarKind;
  readonly from: number;
  readonly to: number;
}

/** A call of a step, or what held one. */
export interface Lane extends Omit<Bar, "kind"> {
  readonly kind: "act" | "hold";
  readonly name: string;
  readonly callId: string | undefined;
  /** It failed, was denied or was blocked. */
  readonly isBad: boolean;
  /** `approved by ann`, where a person has decided about it. */
  readonly decided?: string | undefined;
}

/** The error that a step ended with. */
export interface StepFailure {
  readonly code: string;
  /** Empty where the store keeps the code alone. */
  readonly message: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A step as the timeline shows it. */
export interface TimelineStep {
  readonly number: number;
  /** 0 before its commit. */
  readonly version: number;
  readonly isLive: boolean;
  readonly isBad: boolean;
  /** What it did: `ran get_weather ×2 → answered`. */
  readonly did: string;
  readonly bars: readonly Bar[];
  readonly lanes: readonly Lane[];
  /** Milliseconds without what held it; undefined where nothing of its time is known. */
  readonly ms: number | undefined;
  /** The line below its title, and the cost behind it. */
  readonly facts: string;
  readonly microDollars: number;
  readonly failure: StepFailure | undefined;
  /** What the store has of it. */
  readonly entries: readonly EntryView[];
  /** What this page has of its events. */
  readonly trace: StepTrace | undefined;
}

/** The stored steps of a thread. `offset` is what the number of a step is above its version. */
export function toStoredSteps(trace: ThreadTrace, offset: number): TimelineStep[] {
  const { thread } = trace;
  const spans = Map.groupBy(buildSpans(trace).filter(isTimed), ({ version = 0 }) => version);
  const entries = Map.groupBy(trace.entries, ({ version }) => version);
  const failed = thread.error === undefined ? [] : [thread.version];
  const versions = new Set([...spans.keys(), ...entries.keys(), ...failed]);
  return [...versions].sort((a, b) => a - b).flatMap((version) => {
    const own = entries.get(version) ?? [];
    const failure = findFailure(version === thread.version ? thread : undefined, own);
    const isStep = failure !== undefined || own.some(({ type }) => type === "assistant" || type === "tool");
    if (version <= 0 || !isStep) return [];
    return [
      toStoredStep({ version, number: version + offset, entries: own, failure }, spans.get(version) ?? []),
    ];
  });
}

function isTimed({ kind, depth }: Span): boolean {
  return depth === 0 && (kind === "plan" || kind === "tool" || kind === "wait" || kind === "phase");
}

/** How a step failed: the head of the thread has the words of the last one, the history the codes of all. */
function findFailure(
  head: ThreadTrace["thread"] | undefined,
  entries: readonly EntryView[],
): StepFailure | undefined {
  const failures = entries.filter((each) => each.type === "failure");
  const entry = failures.findLast(({ through }) => through === undefined);
  if (head?.error !== undefined) {
    return { ...head.error, at: Date.parse(entry?.at ?? head.updatedAt) };
  }
  return entry && { code: entry.code, message: "", at: Date.parse(entry.at) };
}

function toStoredStep(
  { version, number, entries, failure }: Pick<TimelineStep, "version" | "number" | "entries" | "failure">,
  spans: readonly Span[],
): TimelineStep {
  const answer = entries.find((entry) => entry.type === "assistant");
  const tools = entries.filter((entry) => entry.type === "tool");
  const planned = answer?.blocks.flatMap((block) => block.type === "call" ? [block.name] : []) ?? [];
  const lanes = spans.filter(({ kind }) => kind !== "plan").map((
    { kind, tone, label, from, to, callId },
  ): Lane => ({
    kind: kind === "wait" ? "hold" : "act",
    name: label,
    callId,
    isBad: tone === "bad",
    decided: decisionWords(tools.find((tool) => tool.callId === callId)?.approval?.decisions ?? []),
    from,
    to,
  }));
  const bars: Bar[] = [
    ...joined("hold", lanes),
    ...joined("act", lanes),
    ...spans.filter(({ kind }) => kind === "plan").map(({ from, to }): Bar => ({ kind: "plan", from, to })),
  ];
  return {
    number,
    version,
    isLive: false,
    isBad: failure !== undefined || answer?.choice?.outcome.type === "violated" ||
      tools.some(({ outcome }) => outcome !== "completed"),
    did: didWords(tools.map(({ name }) => name), planned, answer !== undefined),
    bars,
    lanes,
    ms: bars.length === 0 ? undefined : sumWork(bars),
    facts: [
      ...(failure ? [failure.code] : []),
      ...choiceFacts(answer?.choice, answer?.choice?.outcome),
      ...(answer ? [tokens(answer.usage)] : []),
    ].join(" · "),
    microDollars: answer?.usage.microDollars ?? 0,
    failure,
    entries,
    trace: undefined,
  };
}

/** One bar around the lanes of a kind. */
function joined(kind: "act" | "hold", lanes: readonly Lane[]): Bar[] {
  const own = lanes.filter((lane) => lane.kind === kind);
  if (own.length === 0) return [];
  return [{ kind, from: Math.min(...own.map(({ from }) => from)), to: Math.max(...own.map(({ to }) => to)) }];
}

/** A step whose events came to this page; `origin` is the epoch of its times, and `now` one of them. */
export function toMeasuredStep(step: StepTrace, origin: number, now: number): TimelineStep {
  const { choice, usage, version, tools, planned, result, outcome } = step;
  const parts = step.spans(now);
  const isLive = result === "";
  const isBad = !isLive && !isWhole(result);
  return {
    number: step.number,
    version,
    isLive,
    isBad,
    did: didWords(tools.map(({ name }) => name), planned, usage !== undefined),
    bars: parts.map(({ part, from, to }) => ({ kind: part, from: origin + from, to: origin + to })),
    lanes: tools.flatMap(({ callId, name, from, to = now }): Lane[] =>
      from === undefined
        ? []
        : [{ kind: "act", name, callId, isBad: false, from: origin + from, to: origin + Math.max(from, to) }]
    ),
    ms: step.until(now) - step.from,
    facts: [
      ...(isBad ? [result] : []),
      ...choiceFacts(choice, outcome),
      ...(usage ? [tokens(usage)] : []),
    ].join(" · "),
    microDollars: usage?.microDollars ?? 0,
    failure: isBad ? { code: result, message: "", at: origin + step.until(now) } : undefined,
    entries: [],
    trace: step,
  };
}

/**
 * The steps of the store and those of events, the oldest first: what is measured here has more of the times than the store, which alone has
 * what held a step and the outcomes of its calls.
 */
export function joinSteps(
  stored: readonly TimelineStep[],
  measured: Iterable<TimelineStep>,
): readonly TimelineStep[] {
  const byNumber = new Map(stored.map((step) => [step.number, step]));
  for (const step of measured) {
    const kept = byNumber.get(step.number);
    byNumber.set(step.number, kept === undefined ? step : joinOnce(kept, step));
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** The rows of a long run are drawn again only where their steps are other objects. */
const JOINED = new WeakMap<TimelineStep, { readonly stored: TimelineStep; readonly joined: TimelineStep }>();

function joinOnce(stored: TimelineStep, step: TimelineStep): TimelineStep {
  const known = JOINED.get(step);
  if (known?.stored === stored) return known.joined;
  const joined = joinStep(stored, step);
  JOINED.set(step, { stored, joined });
  return joined;
}

function joinStep(stored: TimelineStep, step: TimelineStep): TimelineStep {
  const held = stored.bars.filter(({ kind }) => kind === "hold");
  const heldLanes = stored.lanes.filter(({ kind }) => kind === "hold");
  const kept = new Map(stored.lanes.map((lane) => [lane.callId ?? "", lane]));
  return {
    ...step,
    bars: [...held, ...step.bars],
    lanes: [
      ...heldLanes,
      ...step.lanes.map((lane) => {
        const { isBad = false, decided } = kept.get(lane.callId ?? "") ?? {};
        return isBad || decided ? { ...lane, isBad, decided } : lane;
      }),
    ],
    isBad: stored.isBad || step.isBad,
    failure: stored.failure ?? step.failure,
    entries: stored.entries,
  };
}

function didWords(acted: readonly string[], planned: readonly string[], hasAnswer: boolean): string {
  const plan = planned.length > 0 ? `chose ${countNames(planned)}` : hasAnswer ? "answered" : "";
  return [acted.length > 0 ? `ran ${countNames(acted)}` : "", plan].filter(Boolean).join(" → ");
}

/** Whether a step with this result was committed; the head of the thread has what it waits for. */
function isWhole(result: string): boolean {
  return result === "done" || result === "open" || result === "waiting";
}

/** What the choice left out or forced, and that it was not kept: the details have the reasons. */
function choiceFacts(
  choice: ShownChoice | null | undefined,
  outcome: ChoiceOutcome | null | undefined,
): string[] {
  const { what = "", isBad = false } = choiceLine(choice ?? undefined, outcome, knownTools.peek()) ?? {};
  return [...what === "" ? [] : [what.toLowerCase()], ...isBad ? ["not kept to the tool choice"] : []];
}

function sumWork(bars: readonly Bar[]): number {
  return bars.reduce((sum, { kind, from, to }) => kind === "hold" ? sum : sum + to - from, 0);
}
