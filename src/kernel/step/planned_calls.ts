// The disposition of each call of a plan: decided once, when the call is planned, and persisted with it.

import { findRepetition, readLoopKey } from "../choice/loop_guard.ts";
import { mostCalls } from "../choice/resolve.ts";
import type { BrokenRule } from "../choice/verify.ts";
import type { StepMeter } from "../../core/json_schema/fits_schema.ts";
import type { Agent } from "../../core/agent.ts";
import { type Disposition, isRunnable, type PlannedCall } from "../../core/call.ts";
import type { CallBlock, FinishReason } from "../../core/entry.ts";
import type { ToolExecutor } from "../../core/executor.ts";
import { isOrchestrationTool } from "../../core/held_calls/phase.ts";
import {
  holdsInfinity,
  isJsonObject,
  type JsonObject,
  MAX_JSON_DEPTH,
  nestsDeeper,
  parseJson,
} from "../../core/json.ts";
import type { Tool } from "../../core/tool.ts";
import { type PluginHold, strictest } from "../hooks/judge_calls.ts";
import type { HoldTerms } from "../hooks/plugin.ts";
import { UNASKED } from "../hooks/in_step/plugin_verdicts.ts";
import { permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { Session } from "../session.ts";
import type { JudgedPlan } from "./judge_plan.ts";

/** The thread that calls are planned for. */
export type PlanningThread = Pick<Session, "ref" | "agent" | "meta" | "header" | "state">;

/** What the calls of a plan depend on besides the thread. */
export interface PlanFacts {
  readonly finish: FinishReason;
  readonly choice: ToolChoice;
  /** Calls of this step, which are not yet in the counters. */
  readonly justRun: number;
  /** Epoch milliseconds, from which the time to answer an approval counts. */
  readonly now: number;
  /** For each call the name that the choice judges it by; its own by default. */
  readonly judged?: readonly string[];
  /** For each call what forbids it besides the choice; undefined where nothing does. */
  readonly broken?: readonly (BrokenRule | undefined)[];
  /** What plugins hold calls for, by call id. */
  readonly held: JudgedPlan["held"];
  readonly asksPeople: JudgedPlan["asksPeople"];
  /** What is wrong with arguments by a schema. */
  readonly check: ToolExecutor["check"];
}

/** The calls of a plan, and what is to be reported of them. */
export interface PlannedCalls {
  readonly calls: readonly PlannedCall[];
  readonly warnings: readonly Warning[];
}

/**
 * The calls of a plan with their dispositions, in order. Arguments are validated by the executor when it runs a call; those that
 * the caller is to run are validated here, because the executor does not have them. A call waits for people where plugins hold it, with the
 * warnings that they have.
 */
export function planCalls(
  calls: readonly CallBlock[],
  { finish, choice, justRun, now, judged = [], broken = [], held, asksPeople, check }: PlanFacts,
  { agent, meta, header, state }: PlanningThread,
): PlannedCalls {
  const warnings: Warning[] = [];
  const key = readLoopKey({ meta, state });
  const used = header.counters.calls + justRun;
  const room = agent.limits.calls === undefined ? Infinity : Math.max(0, agent.limits.calls - used);
  const limit = Math.min(mostCalls(agent, state.run), room);
  let runnable = 0;
  let characters = 0;
  const meter: StepMeter = { steps: 0 };
  const planned = calls.map((call, index): PlannedCall => {
    characters += call.args.length;
    const args = characters > PLAN_LIMIT ? TOO_LONG : parseArguments(call.args, finish);
    let disposition = typeof args === "string" ? malformed(args) : dispositionOf(call, args, index);
    if (isRunnable({ disposition }) && ++runnable > limit) disposition = { type: "surplus", limit };
    const because = disposition.type === "approve" ? held.get(call.id)?.because : undefined;
    if (because !== undefined) {
      warnings.push({ code: "call_held", message: `${call.name} waits for people: ${because}.` });
    }
    return {
      id: call.id,
      name: call.name,
      args: typeof args === "string" || !isRunnable({ disposition }) ? {} : args,
      disposition,
      epoch: header.epoch,
    };
  });
  return { calls: planned, warnings };

  function dispositionOf(call: CallBlock, args: JsonObject, index: number): Disposition {
    const rule = broken[index];
    const tool = agent.tools.find(({ name }) => name === call.name);
    if (!tool) return { type: "unknown_tool", available: agent.tools.slice(0, 20).map(({ name }) => name) };
    if (rule !== undefined) {
      return { type: "forbidden", reason: rule.by, message: rule.message || undefined }; // redaction may leave no words
    }
    if (!permits(choice, judged[index] ?? call.name)) return { type: "forbidden" };
    const repetition = findRepetition(state.recent, call, { limit: agent.limits.repeatedCalls, key });
    if (repetition !== undefined) return { type: "repeated", ...repetition };
    const isChecked = tool.client && state.run.execution !== "predict";
    if (isChecked && meter.steps > PLAN_STEPS) return malformed(TOO_MUCH);
    const problems = isChecked ? check(tool.parameters, args, meter) : [];
    if (problems.length > 0) return malformed(`${UNFIT}:\n${problems.join("\n").slice(0, REASON_LIMIT)}`);
    if (!asksPeople && tool.needsApproval !== false) return { type: "forbidden", message: UNASKED };
    const hold = held.get(call.id);
    if (hold === undefined) return { type: tool.client ? "client" : "run" };
    warnings.push(...hold.warnings);
    return approveDisposition(tool, hold, { agent, now });
  }
}

/**
 * The terms of plugins, within the time of the tool. A tool with conditions of its own says whether people may change arguments: its
 * conditions may hold for the new ones.
 */
function approveDisposition(
  tool: Tool,
  { because, terms: held }: PluginHold,
  { agent, now }: { readonly agent: Agent; readonly now: number },
): Disposition {
  const { approvalEdits, needsApproval } = tool;
  const terms = withHold(tool, held, {
    expiresInMs: tool.approvalTtlMs ?? agent.approvalTtlMs,
    edits: approvalEdits || needsApproval === false ? true : undefined,
  });
  return {
    type: "approve",
    approvals: terms.approvals === 1 ? undefined : terms.approvals,
    expiresAt: terms.expiresInMs === undefined ? undefined : now + terms.expiresInMs,
    edits: terms.edits,
    asks: tool.answer && true,
    client: tool.client,
    because: because?.slice(0, REASON_LIMIT),
  };
}

/**
 * The strictest of both. One person answers a question, whatever plugins want: the answer is its output. Nor are the arguments changed
 * of phases and their plan, which the runtime takes from the model's plan, of a client tool, whose caller has them already, and of a call
 * that several people approve.
 */
function withHold({ name, answer, client }: Tool, held: HoldTerms, own: HoldTerms): HoldTerms {
  const terms = strictest(own, held);
  const asks = answer !== undefined;
  const { approvals = 1 } = asks ? own : terms;
  const isFixed = asks || client === true || approvals > 1 || isOrchestrationTool(name);
  return { ...terms, approvals, edits: isFixed ? undefined : terms.edits };
}

function malformed(reason: string): Disposition {
  return { type: "malformed", reason };
}

const UNFIT = "The arguments do not fit the tool's schema";

/** Most characters of the reason that is kept with a call. */
const REASON_LIMIT = 2_000;

const TOO_LONG = "The arguments are too long; pass less at once.";

/** Most characters of the arguments of one call, and of all calls of a plan: they are kept twice, in history and plan. */
const ARGS_LIMIT = 64 * 1024;
const PLAN_LIMIT = 96 * 1024;

/** Steps of checks of one plan after which no more arguments are checked: the plan is read in one turn of the event loop. */
const PLAN_STEPS = 100_000;

const TOO_MUCH = "The arguments of these calls take too long to check at once; make fewer calls.";

// The arguments, or why they are none. An answer that was cut off may hold arguments that parse and still are not whole.
function parseArguments(text: string, finish: FinishReason): JsonObject | string {
  if (text.length > ARGS_LIMIT) return TOO_LONG;
  if (finish === "length") {
    return "The answer was cut off at the token limit before the arguments were complete.";
  }
  if (finish === "content_filter") return "The answer was cut off by the provider's content filter.";
  const json = parseJson(text.trim() === "" ? "{}" : text);
  if (json === undefined) return "The arguments are not valid JSON.";
  if (!isJsonObject(json)) return "The arguments are not a JSON object.";
  if (holdsInfinity(json)) {
    return "The arguments hold a number beyond the range of a double; pass another one.";
  }
  if (!nestsDeeper(json, MAX_JSON_DEPTH)) return json;
  return `The arguments are nested deeper than ${MAX_JSON_DEPTH} levels; pass flatter ones.`;
}
