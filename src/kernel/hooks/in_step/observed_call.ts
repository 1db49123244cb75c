// Calls, observations, plans and inputs as plugins see them.

import {
  type AssistantEntry,
  joinText,
  listCalls,
  type ToolEntry,
  type UserEntry,
} from "../../../core/entry.ts";
import { isJsonObject, type JsonObject, parseUntrustedJson } from "../../../core/json.ts";
import type { Tool } from "../../../core/tool.ts";
import type { JudgedTool, MadePlan, ObservedCall, TakenInput } from "../facts.ts";
import type { Redactor } from "../redaction.ts";

/**
 * An observation as plugins see it. `args` are those of the plan: an approval may have others, which are redacted also where the history
 * is older than that.
 */
export function toObservedCall(
  { callId, name, outcome, error, output, ms, brought, approval }: ToolEntry,
  args: JsonObject,
  redactor: Redactor | undefined,
): ObservedCall {
  const edit = approval?.decisions.findLast(({ edit }) => edit !== undefined)?.edit;
  return {
    callId,
    name,
    args: edit === undefined ? args : redactor === undefined ? edit.args : redactor.showObject(edit.args),
    outcome,
    output,
    ms,
    error,
    isGiven: brought === true,
    isExpected: false,
  };
}

/** The arguments of the calls of a plan, by id. */
export function argsByCall(plan: AssistantEntry): ReadonlyMap<string, JsonObject> {
  return new Map(listCalls(plan).map(({ id, args }) => [id, argsIn(args) ?? {}]));
}

/** The arguments as a model wrote them; undefined where they are no JSON object, or one that no call runs with. */
export function argsIn(text: string): JsonObject | undefined {
  const json = parseUntrustedJson(text.trim() === "" ? "{}" : text);
  return isJsonObject(json) ? json : undefined;
}

/** What the tool with this name says of itself; undefined where there is none. */
export function findJudgedTool(tools: readonly Tool[], called: string): JudgedTool | undefined {
  const tool = tools.find(({ name }) => name === called);
  if (tool === undefined) return undefined;
  const { effect, needsApproval, approvals, approvalEdits } = tool;
  return { effect, needsApproval, approvals, approvalEdits };
}

/** True where the inputs of a step begin a run: one that brings a plan alone begins none. */
export function beginsRun(entries: readonly UserEntry[]): boolean {
  return entries.some(({ plan }) => plan === undefined);
}

/** What people have said; results that come late and changes of the plan are no inputs of theirs. */
export function toTakenInputs(entries: readonly UserEntry[]): readonly TakenInput[] {
  return entries.filter(({ plan, resultOf }) => plan === undefined && resultOf === undefined)
    .map(({ text, at }) => ({ text, at }));
}

/** A plan as it stands in the history. `isReplayed`: it is read from there. */
export function toMadePlan(
  { blocks, model, usage, choice }: Pick<AssistantEntry, "blocks" | "model" | "usage" | "choice">,
  isReplayed: boolean,
): Omit<MadePlan, "satisfied"> {
  return {
    text: joinText(blocks),
    calls: listCalls({ blocks }).map(({ name }) => name),
    model,
    usage,
    choice: choice && { requested: choice.requested, source: choice.source },
    isReplayed,
  };
}
