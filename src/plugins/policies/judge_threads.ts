// Judges past threads by the rules of a policy, without a model: which calls would have been refused, and by which rule.

import * as z from "zod/mini";
import { compilePolicy, NEW_SLICES, readPolicyState, stateBehind, toSlices } from "./state.ts";
import { OUTCOMES } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import type { Policy } from "../../core/policy.ts";
import { findBrokenRules, findUnansweredRule } from "../../core/policy/rule_set.ts";
import { TOOL_ERROR_KINDS } from "../../core/tool/tool_error.ts";

/** An entry of an exported thread, as far as rules read it. */
export type ExportedEntry = z.output<typeof exportedEntry>;

/** What a policy would have refused. */
export interface Refusal {
  /** Index of the answer in the exported entries. */
  readonly entry: number;
  /** The id of the call and its tool; undefined for an answer that a rule wants a call before. */
  readonly call: { readonly id: string; readonly name: string } | undefined;
  /** The rule, in words. */
  readonly rule: string;
}

const exportedEntry = z.discriminatedUnion("type", [
  z.object({ type: z.literal("user") }),
  z.object({
    type: z.literal("assistant"),
    blocks: z.array(z.object({ type: z.string(), id: z.optional(z.string()), name: z.optional(z.string()) })),
  }),
  z.object({
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    outcome: z.enum(OUTCOMES),
    error: z.optional(z.object({ kind: z.enum(TOOL_ERROR_KINDS), message: z.string() })),
    brought: z.optional(z.literal(true)),
  }),
  z.object({ type: z.enum(["summary", "notice", "cut"]) }),
]);

const historyPage = z.object({
  start: z.optional(z.number()),
  length: z.optional(z.number()),
  entries: z.array(exportedEntry),
});

const exportedThread = z.union([
  z.array(exportedEntry),
  historyPage,
  z.object({ history: historyPage }),
]);

/**
 * Reads an exported thread: what `GET /v1/threads/:id/history` answers, or the list of its entries. A page that is not the whole
 * history is refused: what a rule permits depends on all that was before.
 *
 * @throws {AgentError} invalid_request
 */
export function readExportedThread(text: string, file: string): readonly ExportedEntry[] {
  const read = z.safeParse(exportedThread, parseJson(text));
  if (!read.success) {
    throw new AgentError(
      "invalid_request",
      `${file} is no exported thread; save what GET /v1/threads/:id/history answers.`,
    );
  }
  if (Array.isArray(read.data)) return read.data;
  const { start = 0, length, entries } = "entries" in read.data ? read.data : read.data.history;
  if (start === 0 && entries.length === (length ?? entries.length)) return entries;
  throw new AgentError(
    "invalid_request",
    `${file} has ${entries.length} of ${
      length ?? "more"
    } entries, from entry ${start}; a thread is judged whole: ` +
      "join the pages of GET /v1/threads/:id/history (after, limit) in one list of entries.",
  );
}

/**
 * What the rules of the policy would have refused in a thread, in order. A call that would have been refused counts as one that
 * did not run. Choices and conditions are not judged: what the model does under another choice is not in the thread.
 *
 * @example
 * ```ts
 * import { definePolicy } from "../../agents/define_policy.ts";
 * import { refusalsIn } from "./judge_threads.ts";
 * import assert from "node:assert/strict";
 *
 * const policy = definePolicy({ name: "p", rules: [{ type: "after", tool: "delete", after: "confirm" }] });
 * const call = { type: "call", id: "c1", name: "delete" };
 * assert.deepEqual(refusalsIn([{ type: "user" }, { type: "assistant", blocks: [call] }], policy), [
 *   { entry: 1, call: { id: "c1", name: "delete" }, rule: "delete only after confirm" },
 * ]);
 * ```
 */
export function refusalsIn(entries: readonly ExportedEntry[], policy: Policy): Refusal[] {
  const compiled = compilePolicy(policy);
  const refusals: Refusal[] = [];
  const refused = new Set<string>();
  let slices = NEW_SLICES;
  for (const [index, entry] of entries.entries()) {
    switch (entry.type) {
      case "user":
        slices = { thread: slices.thread, run: NEW_SLICES.run };
        break;
      case "assistant": {
        const calls = entry.blocks.flatMap(({ type, id = "", name = "" }) =>
          type === "call" ? [{ id, name }] : []
        );
        const { rules } = readPolicyState(compiled, slices);
        const broken = findBrokenRules(compiled.rules, rules, calls.map(({ name }) => name));
        for (const [place, call] of calls.entries()) {
          const rule = broken[place];
          if (rule === undefined) continue;
          refused.add(call.id);
          refusals.push({ entry: index, call, rule: rule.name });
        }
        const unanswered = calls.length === 0 ? findUnansweredRule(compiled.rules, rules) : undefined;
        if (unanswered !== undefined) refusals.push({ entry: index, call: undefined, rule: unanswered.name });
        break;
      }
      case "tool": {
        const { name, error, brought } = entry;
        const outcome = refused.has(entry.callId) ? "blocked" : entry.outcome;
        const call = { name, outcome, error, isGiven: brought === true };
        slices = toSlices(compiled, stateBehind(compiled, readPolicyState(compiled, slices), call));
        break;
      }
      case "notice":
      case "cut":
      case "summary":
        break;
    }
  }
  return refusals;
}

/** A refusal as a line: `t1.json: entry 3: delete (call_1) is refused by "delete only after confirm"`. */
export function refusalLine(file: string, { entry, call, rule }: Refusal): string {
  const what = call === undefined ? "the answer" : `${call.name} (${call.id})`;
  return `${file}: entry ${entry}: ${what} is refused by "${rule}"`;
}
