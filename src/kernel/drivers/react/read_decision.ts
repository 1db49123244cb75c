// From the text of an answer to a decision, or to the problem that the model is shown. Only the model's own answer is read.

import type { ModelDecision } from "../../../core/model/decision.ts";
import type { Turn } from "../../../core/driver.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { listNames } from "../../../core/text/list_names.ts";
import { type DecisionScope, toDecisionScope } from "../../prompt/decision_schema.ts";
import { jsonAnswerIn } from "../json_answer.ts";
import type { AnswerScanner } from "./answer_scanner.ts";
import { quotationProblem } from "./quotation.ts";

/**
 * What an answer decides. `illegal`: a whole decision that the tool choice does not permit. `unusable`: no decision, or one
 * that cannot be carried out. `problem` is one or more sentences for the model.
 */
export type DecisionReading =
  | { readonly type: "decision"; readonly decision: ModelDecision }
  | { readonly type: "illegal"; readonly decision: ModelDecision; readonly problem: string }
  | { readonly type: "unusable"; readonly problem: string };

/** Reads the decision of a whole answer and checks it. The first problem counts. */
export async function readDecision(scanner: AnswerScanner, turn: Turn): Promise<DecisionReading> {
  const found = jsonAnswerIn(scanner);
  if (found.type === "problem") return unusable(found.problem);
  const { value } = found;
  const { decision: format } = turn.agent;
  const decision = format === undefined ? toDecision(value) : await fromCustom(value, format, turn);
  if (typeof decision === "string") return unusable(decision);
  const [object] = scanner.objects;
  const problem = object && quotationProblem(object, scanner.text, decision, turn);
  return problem === undefined ? await check(decision, turn) : unusable(problem);
}

function unusable(problem: string): DecisionReading {
  return { type: "unusable", problem };
}

async function fromCustom(
  value: JsonObject,
  format: NonNullable<Turn["agent"]["decision"]>,
  { checkJson }: Turn,
): Promise<ModelDecision | string> {
  const problems = checkJson(format.schema, value);
  if (problems.length > 0) return `The JSON object does not fit its schema:\n${problems.join("\n")}`;
  try {
    const decision: unknown = await format.toDecision(value);
    const json = JSON.parse(JSON.stringify(decision) ?? "null");
    return isJsonObject(json) ? toDecision(json) : "The JSON object is no decision.";
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return `The JSON object cannot be used: ${reason}`;
  }
}

// What the other type needs may stand beside it.
function toDecision({ type, thought, tool, args, answer }: JsonObject): ModelDecision | string {
  const why = typeof thought === "string" ? { thought } : {};
  if (thought !== undefined && thought !== null && typeof thought !== "string") {
    return `"thought" must be text, not ${describeKind(thought)}.`;
  }
  switch (type) {
    case "call_tool": {
      if (typeof tool !== "string") return `"tool" must be the name of a tool, not ${describeKind(tool)}.`;
      const given = args ?? {};
      if (!isJsonObject(given)) return `"args" must be an object, not ${describeKind(given)}.`;
      return { type, ...why, tool, args: given };
    }
    case "final_answer":
      if (answer === undefined || answer === null) return '"answer" is missing.';
      return { type, ...why, answer };
    default:
      return `"type" must be "call_tool" or "final_answer", not ${describeKind(type)}.`;
  }
}

function describeKind(value: Json | undefined): string {
  if (value === undefined) return "missing";
  if (typeof value === "string") return JSON.stringify(value.slice(0, 60).toWellFormed());
  return value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`;
}

async function check(decision: ModelDecision, turn: Turn): Promise<DecisionReading> {
  const { choice: { requested }, enforced, tools } = turn;
  const there = enforced.tools.filter(({ name }) => tools.some((tool) => tool.name === name)); // not those withdrawn
  const scope = toDecisionScope(requested, there);
  return decision.type === "call_tool"
    ? checkCall(decision, scope, turn)
    : await checkAnswer(decision, scope, turn);
}

function checkCall(
  decision: Extract<ModelDecision, { type: "call_tool" }>,
  { callable }: DecisionScope,
  { tools, checkJson }: Turn,
): DecisionReading {
  const tool = tools.find(({ name }) => name === decision.tool);
  const names = listNames(callable.map(({ name }) => name));
  const instead = callable.length === 0
    ? 'Call no tool: decide "final_answer".'
    : `The tools that you may call are: ${names}.`;
  if (tool === undefined) {
    return unusable(
      `There is no tool ${JSON.stringify(decision.tool.slice(0, 64).toWellFormed())}. ${instead}`,
    );
  }
  const problems = checkJson(tool.parameters, decision.args);
  if (problems.length > 0) {
    return unusable(`"args" does not fit the parameters of ${tool.name}:\n${problems.join("\n")}`);
  }
  if (callable.some(({ name }) => name === tool.name)) return { type: "decision", decision };
  return { type: "illegal", decision, problem: `You may not call ${tool.name} now. ${instead}` };
}

async function checkAnswer(
  decision: Extract<ModelDecision, { type: "final_answer" }>,
  { callable, mayAnswer }: DecisionScope,
  turn: Turn,
): Promise<DecisionReading> {
  const problem = await answerProblem(decision.answer, turn);
  if (problem !== undefined) return unusable(problem);
  if (mayAnswer) return { type: "decision", decision };
  const names = listNames(callable.map(({ name }) => name));
  return {
    type: "illegal",
    decision,
    problem: `You may not answer yet: decide "call_tool" with one of: ${names}.`,
  };
}

/** What is wrong with a final answer; undefined when nothing is. */
export async function answerProblem(
  answer: Json,
  { agent: { output }, checkJson }: Turn,
): Promise<string | undefined> {
  if (output === undefined) {
    if (typeof answer !== "string") return `"answer" must be text, not ${describeKind(answer)}.`;
    return answer.trim() === "" ? '"answer" is empty.' : undefined;
  }
  const problems = checkJson(output.schema, answer);
  const all = problems.length > 0 ? problems : await output.check(answer);
  return all.length === 0 ? undefined : `The answer does not fit its schema:\n${all.join("\n")}`;
}
