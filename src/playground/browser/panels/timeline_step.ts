// The steps of a thread as its timeline shows them: from its stored entries, and with more detail from the events that came to this page.

import type { AssistantEntryView, EntryView, ToolEntryView } from "../../../core/contract/entries.ts";
import type { ChoiceOutcome } from "../../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../../core/usage.ts";
import type { Span, ThreadTrace } from "../../../plugins/trace_svg/drawing/spans.ts";
import { spansOf } from "../../../plugins/trace_svg/drawing/spans.ts";
import { choiceLine, type ShownChoice } from "../steps/choice_line.ts";
import type { StepTrace } from "../trace.js";
import { choiceWords, count, countNames, duration, outcomeWords, tokens } from "../words.js";

/** A part of the time of a step. `hold`: it waited for people, for the caller or for a result. */
export type BarKind = "begin" | "act" | "wait" | "plan" | "commit" | "hold";

/** What each part is called. */
export const PARTS: Readonly<Record<BarKind, string>> = {
  begin: "begin",
  act: "act",
  wait: "first token",
  plan: "plan",
  commit: "commit",
  hold: "held",
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
}

/** A step as the timeline shows it. */
export interface TimelineStep {
  readonly number: number;
  /** 0 before its commit. */
  readonly version: number;
  readonly isLive: boolean;
  readonly isBad: boolean;
  /** What it did: `act get_weather ×2 → plan the answer`. */
  readonly did: string;
  readonly bars: readonly Bar[];
  readonly lanes: readonly Lane[];
  /** Milliseconds without what held it. */
  readonly ms: number;
  /** The line below its bars. */
  readonly facts: string;
  /** What a selected step tells, by name. */
  readonly details: readonly (readonly [name: string, value: string])[];
}

/** The stored steps of a thread. `offset` is what the number of a step is above its version. */
export function toStoredSteps(trace: ThreadTrace, offset: number): TimelineStep[] {
  const spans = Map.groupBy(spansOf(trace).filter(isTimed), ({ version = 0 }) => version);
  const entries = Map.groupBy(trace.entries, ({ version }) => version);
  const versions = [...new Set([...spans.keys(), ...entries.keys()])].filter((version) => version > 0);
  return versions.sort((a, b) => a - b).flatMap((version) => {
    const own = entries.get(version) ?? [];
    const isStep = own.some(({ type }) => type === "assistant" || type === "tool");
    return isStep ? [toStoredStep(version, version + offset, own, spans.get(version) ?? [])] : [];
  });
}

function isTimed({ kind, depth }: Span): boolean {
  return depth === 0 && (kind === "plan" || kind === "tool" || kind === "wait" || kind === "phase");
}

function toStoredStep(
  version: number,
  number: number,
  entries: readonly EntryView[],
  spans: readonly Span[],
): TimelineStep {
  const answer = entries.find((entry): entry is AssistantEntryView => entry.type === "assistant");
  const tools = entries.filter((entry): entry is ToolEntryView => entry.type === "tool");
  const planned = answer?.blocks.flatMap((block) => block.type === "call" ? [block.name] : []) ?? [];
  const lanes = spans.filter(({ kind }) => kind !== "plan").map(({ kind, label, from, to }): Lane => ({
    kind: kind === "wait" ? "hold" : "act",
    name: label,
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
    isBad: answer?.choice?.outcome.type === "violated" ||
      tools.some(({ outcome }) => outcome !== "completed"),
    did: didWords(tools.map(({ name }) => name), planned, answer !== undefined),
    bars,
    lanes,
    ms: workOf(bars),
    facts: [
      `v${version}`,
      ...(answer ? [tokens(answer.usage)] : []),
      ...choiceFacts(answer?.choice, answer?.choice?.outcome),
    ].join(" · "),
    details: [
      ...bars.map(({ kind, from, to }) => [PARTS[kind], duration(to - from)] as const),
      ...tools.map(({ name, ms }) => [name, duration(ms)] as const),
      ...(answer ? [["model", answer.model] as const, ...usageDetails(answer.usage)] : []),
      ...(answer?.choice
        ? [
          ["choice requested", choiceWords(answer.choice.requested)] as const,
          ["enforcement", answer.choice.enforcement] as const,
          ["outcome", outcomeWords(answer.choice.outcome)] as const,
        ]
        : []),
    ],
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
  const { choice, usage, version, tools, planned, result, outcome, restarts } = step;
  const parts = step.spans(now);
  const isLive = result === "";
  return {
    number: step.number,
    version,
    isLive,
    isBad: !isLive && !isWhole(result),
    did: didWords(tools.map(({ name }) => name), planned, usage !== undefined),
    bars: parts.map(({ part, from, to }) => ({ kind: part, from: origin + from, to: origin + to })),
    lanes: tools.flatMap(({ name, from, to = now }): Lane[] =>
      from === undefined ? [] : [{ kind: "act", name, from: origin + from, to: origin + Math.max(from, to) }]
    ),
    ms: step.until(now) - step.from,
    facts: [
      ...(version ? [`v${version}`] : []),
      ...(isLive || isWhole(result) ? [] : [result]),
      ...(usage ? [tokens(usage)] : []),
      ...choiceFacts(choice, outcome),
    ].join(" · "),
    details: [
      ...parts.map(({ part, from, to }) => [PARTS[part], duration(to - from)] as const),
      ...tools.map(({ name, ms }) => [name, duration(ms)] as const),
      ...(usage ? usageDetails(usage) : []),
      ...(choice
        ? [
          ["model", step.model] as const,
          ["choice requested", `${choiceWords(choice.requested)}, by ${choice.source}`] as const,
          ["choice sent", JSON.stringify(choice.sent)] as const,
          ["tools sent", choice.toolsSent.join(", ") || "none"] as const,
          ["enforcement", `${choice.enforcement}: ${choice.because}`] as const,
          ...restarts.map((because) => ["asked again", because] as const),
          ...(outcome ? [["outcome", outcomeWords(outcome)] as const] : []),
        ]
        : []),
    ],
  };
}

function didWords(acted: readonly string[], planned: readonly string[], hasAnswer: boolean): string {
  const plan = planned.length > 0 ? `plan ${countNames([...planned])}` : hasAnswer ? "plan the answer" : "";
  return [acted.length > 0 ? `act ${countNames([...acted])}` : "", plan].filter(Boolean).join(" → ");
}

/** Whether a step with this result was committed; the head of the thread has what it waits for. */
function isWhole(result: string): boolean {
  return result === "done" || result === "open" || result === "waiting";
}

/** The choice, where it says something, and what came of it, where that is not what was wanted. */
function choiceFacts(
  choice: ShownChoice | null | undefined,
  outcome: ChoiceOutcome | null | undefined,
): string[] {
  const line = choiceLine(choice ?? undefined, outcome);
  if (line === undefined) return [];
  const { requested, enforcement, isKept } = line;
  return [
    ...(enforcement === "" ? [] : [`${requested}, ${enforcement}`]),
    ...(isKept || line.outcome === "" ? [] : [line.outcome]),
  ];
}

function usageDetails({ inputTokens, cachedTokens = 0 }: Usage): (readonly [string, string])[] {
  if (cachedTokens === 0 || inputTokens === 0) return [];
  return [[
    "cache share",
    `${Math.round(100 * cachedTokens / inputTokens)} % of ${count(inputTokens)} input tokens`,
  ]];
}

function workOf(bars: readonly Bar[]): number {
  return bars.reduce((sum, { kind, from, to }) => kind === "hold" ? sum : sum + to - from, 0);
}
