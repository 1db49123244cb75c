// How a prompt begins: what decides it, known of the last request by its record and of the next one by its choice, and why the two
// differ.

import type { AssistantEntry, CutCause } from "../../core/entry.ts";
import type { Feature, Lack } from "../../core/model/capability.ts";
import { WRITER } from "../../core/record.ts";
import { hasHeading } from "../../core/text/quote_headings.ts";
import { isForced } from "../../core/tool_choice.ts";
import { toolsToSend } from "../choice/tool_trimming.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { findCompacted } from "../plan/compacted.ts";
import { digestOfTools } from "./request_record.ts";
import type { Session } from "../session.ts";

/** What decides how a prompt begins. */
export interface Beginning {
  readonly model: string;
  /** Index of the first entry of the window. */
  readonly start: number;
  /** A summary that the provider has signed stands for what comes before the window. */
  readonly compacted: boolean;
  readonly pins: readonly number[];
  /** The run's task stands before the window. */
  readonly task: boolean;
  /** Digest of the tools, where not all of the frame's were sent. */
  readonly tools: string | undefined;
  readonly reads: boolean;
  /** What the model has refused of notices: as messages of their own, and what they have besides text. */
  readonly notices: string;
  /** The choice demands a call, and holds by what is sent. */
  readonly requires: boolean;
  /** How answers are asked for, where their schema is a part of the prompt: what the model has refused of it, and whether in words. */
  readonly form: string;
}

/** How the next request begins. `asksForWords`: a step that failed had asked for an answer in words. */
export async function beginningUnder(
  { model, enforced: { tools, choice, enforcement }, reads, learned, lacks, framed }: PlanChoice,
  { agent, history }: Session,
  asksForWords: boolean,
): Promise<Beginning> {
  const { start, pinned, task } = history;
  const isWhole = tools.length === toolsToSend(framed?.agent ?? agent, reads).length;
  return {
    compacted: findCompacted(history, model, lacks) !== undefined,
    model: model.ref,
    start,
    pins: pinned.map(({ index }) => index),
    task: task !== undefined,
    tools: isWhole ? undefined : await digestOfTools(tools),
    reads,
    notices: pickRefused(NOTICES, learned?.features ?? []).join(),
    requires: enforcement === "native" && isForced(choice),
    form: formatForm(learned?.features ?? [], asksForWords),
  };
}

/** How the request of an answer began; undefined where it was not recorded. */
export function findBeginning(
  { model, record, choice }: AssistantEntry,
  { history, agent }: Session,
): Beginning | undefined {
  if (record === undefined) return undefined;
  const { start, pins = [], tools, reads = false, lacks = [], compacted = false } = record;
  const requested = choice?.requested ?? record.choice ?? { type: "auto" };
  return {
    model,
    start,
    compacted,
    pins,
    task: history.lastCut()?.task ?? false,
    tools,
    reads,
    notices: pickRefused(NOTICES, lacks).join(),
    requires: (choice?.enforcement ?? "native") === "native" && isForced(requested),
    form: formatForm(lacks, agent.finalViaInference && history.lastIsInWords()),
  };
}

/** Why the next prompt does not begin as the last one did; empty where it does. */
export function listCutCauses(
  last: Beginning,
  next: Beginning,
  { toolForm, schemaInPrompt }: PlanChoice,
  { header: { base } }: Session,
): CutCause[] {
  const causes: CutCause[] = [];
  if (last.model !== next.model) causes.push("model");
  if (last.start !== next.start) {
    causes.push(next.compacted ? "compaction" : base > last.start ? "summary" : "window");
  } else if (last.compacted !== next.compacted) causes.push("compaction");
  if (last.pins.join() !== next.pins.join()) causes.push("pins");
  if (last.task !== next.task && last.start === next.start) causes.push("task");
  if (last.tools !== next.tools || toolForm === "prompt" && last.requires !== next.requires) {
    causes.push("choice");
  }
  if (last.reads !== next.reads) causes.push("tools");
  if (last.notices !== next.notices && last.model === next.model) causes.push("notices");
  if (schemaInPrompt && last.form !== next.form) causes.push("form");
  return causes;
}

/** The writer since which a description with headings is quoted in a prompt that lists the tools. */
const QUOTES = 3;

/** The rules that wrote the last request would write the conversation, or the list of tools in its prompt, otherwise. */
export function isWrittenAnew(
  { model: { provider, model }, enforced: { tools, choice, parallel }, lacks, toolForm }: PlanChoice,
  { agent: { settings } }: Session,
  writer: number,
): boolean {
  if (writer >= WRITER) return false;
  const isListed = toolForm === "prompt" && writer < QUOTES;
  if (isListed && tools.some(({ description }) => hasHeading(description))) return true;
  const request = { model, tools, choice, parallel, settings, lacks };
  return provider.historyWriter(request)?.key !== provider.historyWriter({ ...request, writer })?.key;
}

/** What of the form of answers a model can refuse. */
const FORMS: ReadonlySet<Feature> = new Set<Feature>(["json_schema", "json_mode", "json_with_tools"]);

/** What of notices. */
const NOTICES: ReadonlySet<Feature> = new Set<Feature>([
  "notices",
  "tool_changes",
  "inline_tools",
  "clear_at",
  "tool_search",
]);

function pickRefused(some: ReadonlySet<Lack>, refused: readonly Lack[]): string[] {
  return refused.filter((feature) => some.has(feature)).sort();
}

function formatForm(refused: readonly Lack[], inWords: boolean): string {
  return [...pickRefused(FORMS, refused), ...inWords ? ["words"] : []].join();
}
