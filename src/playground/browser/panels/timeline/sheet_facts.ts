// What the sheet shows of a step or a call: its parts in time, and its facts in groups.

import type { CallView } from "../../../../core/contract/calls.ts";
import type { EntryView } from "../../../../core/contract/entries.ts";
import { hasOutcome } from "../../../../core/contract/has_outcome.ts";
import { callWords, stateWords } from "../../../../core/contract/status_words.ts";
import { parseJson } from "../../../../core/json.ts";
import type { SelectionDecision } from "../../../../core/tool/selection_decision.ts";
import { decisionWords } from "../../calls/decision_words.ts";
import type { Fact } from "../../components/facts.tsx";
import { choiceFacts, usageFacts } from "../../components/step_facts.tsx";
import { duration } from "../../words.ts";
import { type BarKind, PARTS, type TimelineStep } from "./step.ts";

/** A part of a step or one of its calls. */
export interface SpanLine {
  readonly name: string;
  readonly kind: BarKind;
  /** Milliseconds since the step began, and what it took. */
  readonly offset: number;
  readonly ms: number;
  /** The call that it is, which has facts of its own. */
  readonly callId: string | undefined;
}

/** Facts under one heading. */
export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

/** The parts of a step and its calls, in the order in which they began. */
export function spanLines({ bars, lanes }: Pick<TimelineStep, "bars" | "lanes">): SpanLine[] {
  const start = Math.min(...bars.map(({ from }) => from), ...lanes.map(({ from }) => from));
  return [
    ...bars.map(({ kind, from, to }) => ({ name: PARTS[kind], kind, from, to, callId: undefined })),
    ...lanes.map(({ kind, name, callId, from, to }) => ({ name, kind, from, to, callId })),
  ]
    .sort((a, b) => a.from - b.from)
    .map(({ name, kind, from, to, callId }) => ({ name, kind, offset: from - start, ms: to - from, callId }));
}

/** What is known of a step, from the store and from its events. Groups without facts are left out. */
export function stepGroups(step: TimelineStep): FactGroup[] {
  const { entries, trace, failure, version } = step;
  const answer = entries.find((entry) => entry.type === "assistant");
  const usage = trace?.usage ?? answer?.usage;
  return known([
    {
      title: "Error",
      facts: failure === undefined ? [] : [["Code", failure.code], ["Message", failure.message]],
    },
    {
      title: "Tool choice",
      facts: choiceFacts({
        choice: trace?.choice ?? answer?.choice,
        outcome: trace?.outcome ?? answer?.choice?.outcome,
        restarts: trace?.restarts,
      }),
    },
    { title: "Usage", facts: [["Model", trace?.model || answer?.model], ...usage ? usageFacts(usage) : []] },
    {
      title: "Request",
      facts: [
        ["Saved as version", version > 0 ? String(version) : undefined],
        ["Saved", entries.at(-1)?.at],
        ["Finish reason", answer?.record?.finish ?? answer?.finish],
        ["Response id", answer?.record?.response],
        ["Request SHA-256", answer?.record?.request],
      ],
    },
  ]);
}

/** How the tools of a step were selected. */
export function selectionGroups({ entries }: Pick<TimelineStep, "entries">): FactGroup[] {
  const decisions = entries.flatMap((entry) => entry.type === "assistant" ? entry.selections ?? [] : []);
  return decisions.map((decision) => ({
    title: decision.by === "search" ? "Tools found by a search" : "Tools picked for the message",
    facts: selectionFacts(decision),
  }));
}

function selectionFacts(
  { query, selector, candidates, threshold, selected, categories = [] }: SelectionDecision,
): Fact[] {
  const scores = candidates.map(([name, score]) => `${name} ${score}`);
  return [
    ["Method", selector],
    ["Words", query],
    ["Picked", selected.join(", ") || "none"],
    ["Scores", scores.join("\n")],
    ["Least score", threshold === undefined ? undefined : String(threshold)],
    ["Categories", categories.join(", ")],
  ];
}

/** A call as the sheet shows it. */
export interface CallFacts {
  readonly name: string;
  readonly groups: readonly FactGroup[];
  /** JSON of the arguments and of the result, undefined where they are not known. */
  readonly args: string | undefined;
  readonly result: string | undefined;
}

/** What is known of a call: `entries` are those of its thread, `calls` those that have no outcome there. */
export function callFacts(
  callId: string,
  entries: readonly EntryView[],
  calls: readonly CallView[],
): CallFacts | undefined {
  const tool = entries.filter((entry) => entry.type === "tool").find((entry) => entry.callId === callId);
  const open = calls.find(({ id }) => id === callId);
  const block = entries
    .flatMap((entry) => entry.type === "assistant" ? entry.blocks : [])
    .filter((each) => each.type === "call")
    .find(({ id }) => id === callId);
  const name = tool?.name ?? open?.name ?? block?.name;
  if (name === undefined) return undefined;
  const approval = tool?.approval ?? open?.approval;
  const error = tool?.error ?? open?.error;
  const state = tool?.outcome ?? open?.state;
  return {
    name,
    groups: known([
      {
        title: "Call",
        facts: [
          ["State", state && callWords(state, open?.approval?.asks).words],
          ["Time", tool && duration(tool.ms)],
          ["Ended", tool?.at],
          ["Result due", open && !hasOutcome(open) ? open.deferred?.expiresAt : undefined],
          ["Error", error && [error.kind, error.message].join(": ")],
          ["Arguments edited", tool?.edited ? "yes, by a person" : undefined],
          ["Id", callId],
        ],
      },
      {
        title: "Approval",
        facts: [
          ["Outcome", tool?.approval && stateWords(tool.approval.outcome).words],
          ["Needed", open?.approval && String(open.approval.needed)],
          ["Reason", open?.approval?.because],
          [
            "Decisions",
            approval?.decisions.map((decision) =>
              [decisionWords([decision]), decision.at, decision.reason].filter(Boolean).join(", ")
            ).join("\n"),
          ],
        ],
      },
    ]),
    args: toText(open?.args ?? (block && parsed(block.args))),
    result: tool?.outcome === "completed" ? toText(tool.output) : open && toText(open.output),
  };
}

function known(groups: readonly FactGroup[]): FactGroup[] {
  return groups
    .map(({ title, facts }) => ({ title, facts: facts.filter(([, value]) => value) }))
    .filter(({ facts }) => facts.length > 0);
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** The arguments as the model wrote them, which may be no JSON. */
function parsed(text: string): unknown {
  const value = parseJson(text);
  return value === undefined ? text : value;
}
