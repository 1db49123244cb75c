// Driver react: a plan by one decision, written as JSON (thought, type, tool, args, answer), for models without function
// calling. A request has no tools; the prompt lists them, and the API holds the answer to a schema where it can. An answer that
// cannot be used is requested again with its problem.

import type { Driver, Plan, Summary, SummaryForm, Turn } from "../../core/driver.ts";
import type { PlanEvent } from "../../core/event.ts";
import { AgentError, isCancelled } from "../../core/error.ts";
import type { FinishReason } from "../../core/entry.ts";
import {
  type ChoiceRequest,
  type ModelEvent,
  type ModelRequest,
  type ModelResult,
  responseFacts,
} from "../../core/model/provider.ts";
import { isOfSource } from "../../core/tool/tool_source.ts";
import { estimateUsage } from "../history/estimated_usage.ts";
import { idOfLast, isOtherModels } from "../history/last_answer.ts";
import { markInPrompt, toConversation } from "../history/rendered.ts";
import { correctionNotice, decisionInstructions, wordsNotice } from "../prompt/decision_prompt.ts";
import { decisionSchema, toDecisionScope } from "../prompt/decision_schema.ts";
import { systemPrompt } from "../prompt/system.ts";
import { summarizeOn, summarizeWith } from "../prompt/summary.ts";
import { countBrokenAnswer } from "./broken_answer.ts";
import { readJsonAnswer } from "./json_answer.ts";
import { withoutAnswer } from "./without_answer.ts";
import { cutProblem, isCut, toRefusalWarning } from "./output.ts";
import { AnswerEvents } from "./react/answer_events.ts";
import { answerProblem, readDecision } from "./react/read_decision.ts";

/** Makes the driver `react`, for any model that writes JSON. */
export function createReactDriver(): Driver {
  return { name: "react", toolForm: "prompt", plan, summarize };
}

function summarize(turn: Turn, form: SummaryForm = "alone"): Promise<Summary> {
  return form === "alone" ? summarizeWith(turn) : summarizeOn(turn, form, toRequest);
}

async function plan(first: Turn, emit: (event: PlanEvent) => void): Promise<Plan> {
  if (asksForWords(first)) return await answerInWords(first, emit);
  let turn = first;
  for (let retriesLeft = turn.agent.maxRetries;; retriesLeft--) {
    const answer = await ask(toRequest(turn), turn, emit, false);
    if (answer.type === "planned") return answer.plan;
    const { because, problem, usage, text } = answer;
    const isLast = retriesLeft <= 0;
    if (isLast && answer.stands) return answer.stands();
    const again = !isLast || turn.agent.finalViaInference;
    answer.drop();
    emit({ type: "answer.dropped", because, usage, again });
    if (!again) throw givesUp(turn, because);
    if (isLast) return await answerInWords(turn.withNotice("words", wordsNotice(turn.agent.output)), emit);
    turn = turn.withNotice("correction", correctionNotice(inOwnWords(problem, text, turn)));
  }
}

interface Unusable {
  readonly type: "unusable";
  /** One clause for events and errors. */
  readonly because: string;
  /** For the model. */
  readonly problem: string;
  readonly usage: Plan["usage"];
  readonly text: string;
  /** The plan of a decision that only the tool choice forbids: its verification reports the violation. */
  readonly stands: (() => Plan) | undefined;
  /** Ends the blocks that are open. */
  drop(): void;
}

type AskResult = { readonly type: "planned"; readonly plan: Plan } | Unusable;

/** One request. `isPlain`: for an answer in words. */
async function ask(
  request: ModelRequest,
  turn: Turn,
  emit: (event: PlanEvent) => void,
  isPlain: boolean,
): Promise<AskResult> {
  const events = new AnswerEvents(turn, emit, isPlain);
  let result: ModelResult;
  try {
    const io = { ...turn.io, emit: (event: ModelEvent) => events.take(event) };
    result = await turn.provider.stream(request, io);
  } catch (error) {
    events.close();
    if (!isCancelled(turn.io.signal)) {
      const broken = countBrokenAnswer(error, request, events.received, turn);
      if (broken !== undefined) emit(broken);
      throw error;
    }
    const usage = estimateUsage(request, events.received);
    return toPlanned({ blocks: events.blocks(), finish: "stop", usage, model: turn.modelRef });
  }
  if (result.finish === "refusal" && turn.agent.output !== undefined) emit(toRefusalWarning(turn));
  return isPlain ? await readPlain(result, events, turn) : await read(result, events, turn);
}

async function read(result: ModelResult, events: AnswerEvents, turn: Turn): Promise<AskResult> {
  const { finish, usage } = result;
  const { scanner, hasNativeCall } = events;
  const toPlan = (blocks: Plan["blocks"], finish: FinishReason): Plan => ({
    blocks,
    finish,
    usage,
    model: turn.modelRef,
    ...responseFacts(result),
  });
  const toUnusable = (problem: string, stands?: () => Plan): Unusable => ({
    type: "unusable",
    because: toClause(problem),
    problem,
    usage,
    text: scanner?.text ?? "",
    stands,
    drop: () => events.close(),
  });
  // A refusal is words to the user, whatever its form.
  if (finish === "refusal") return toPlanned(toPlan(events.answerWith(scanner?.text ?? ""), finish));
  if (hasNativeCall) {
    return toUnusable("You called a tool outside of the JSON object. Decide in the JSON object only.");
  }
  if (isCut(finish)) {
    // An answer in words as far as it came; a decision that is cut is none.
    if (events.answer !== undefined && turn.agent.output === undefined) {
      return toPlanned(toPlan(events.blocks(), finish));
    }
    return toUnusable(cutProblem(finish));
  }
  if (scanner === undefined) return toUnusable("The answer is empty.");
  const reading = await readDecision(scanner, turn);
  switch (reading.type) {
    case "unusable":
      return toUnusable(reading.problem);
    case "illegal":
    case "decision": {
      const { decision } = reading;
      const toCalled = () =>
        toPlan(
          events.decide(decision, turn.mintCallId),
          decision.type === "call_tool" ? "calls" : "stop",
        );
      return reading.type === "decision" ? toPlanned(toCalled()) : toUnusable(reading.problem, toCalled);
    }
  }
}

function toPlanned(plan: Plan): AskResult {
  return { type: "planned", plan };
}

/** A notice behind the last answer asks for words. */
function asksForWords({ history: { entries } }: Turn): boolean {
  const last = entries.findLastIndex(({ type }) => type === "assistant");
  return entries.slice(last + 1).some((entry) => entry.type === "notice" && entry.about === "words");
}

/** A problem in words of the application: those of its own tools and schemas, and not those of the answer or of a server's tools. */
function inOwnWords(
  problem: string,
  answer: string,
  { agent: { tools, toolSources, output, decision } }: Turn,
): string {
  const specsOf = (isStrange: boolean) =>
    tools.flatMap(({ name, parameters, foreign = false }) =>
      (foreign || isOfSource(toolSources, name)) === isStrange ? [{ name, parameters }] : []
    );
  const known = JSON.stringify([specsOf(false), output?.schema, decision?.schema]);
  return withoutAnswer(problem, answer, known, JSON.stringify(specsOf(true)));
}

/** The last request when the retries are used up: an answer in words, or in the agent's output schema. */
async function answerInWords(turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan> {
  const { output } = turn.agent;
  const asked: ModelRequest = {
    ...toRequest(turn),
    output: output && { name: "answer", schema: output.schema },
  };
  const answer = await ask(asked, turn, emit, true);
  if (answer.type === "planned") return answer.plan;
  const { because, usage } = answer;
  answer.drop();
  emit({ type: "answer.dropped", because, usage, again: false });
  throw givesUp(turn, because);
}

async function readPlain(result: ModelResult, events: AnswerEvents, turn: Turn): Promise<AskResult> {
  const { finish, usage } = result;
  const blocks = events.blocks();
  const text = events.answer?.text ?? "";
  const problem = await plainProblem(text, finish, turn);
  if (problem === undefined) {
    return toPlanned({
      blocks,
      finish: finish === "calls" ? "stop" : finish,
      usage,
      model: turn.modelRef,
      ...responseFacts(result),
    });
  }
  const because = toClause(problem);
  return { type: "unusable", because, problem, usage, text, stands: undefined, drop: () => events.close() };
}

async function plainProblem(text: string, finish: FinishReason, turn: Turn): Promise<string | undefined> {
  if (finish === "refusal") return undefined;
  if (turn.agent.output === undefined) return isCut(finish) ? undefined : await answerProblem(text, turn);
  if (isCut(finish)) return cutProblem(finish);
  const found = readJsonAnswer(text);
  return found.type === "problem" ? found.problem : await answerProblem(found.value, turn);
}

function toRequest(turn: Turn): ModelRequest {
  const { choice, tools } = turn.enforced;
  const { agent } = turn;
  const { settings, instructions, decision, output } = agent;
  const scope = toDecisionScope(choice, tools);
  const plain: ChoiceRequest = {
    model: turn.model,
    tools: [],
    choice: { type: "auto" },
    parallel: undefined,
    settings,
    lacks: turn.lacks,
  };
  const format = decisionInstructions(scope, decision, output, turn.descriptions);
  const conversation: Pick<ModelRequest, "older" | "messages" | "media"> = toConversation(
    turn,
    turn.provider.historyWriter(plain),
    { form: "text", mark: markInPrompt(turn) },
  );
  return {
    ...plain,
    ...conversation,
    reportsAllMedia: conversation.media && isOtherModels(turn),
    system: systemPrompt({
      instructions,
      format,
      plan: turn.promptPlan,
      summary: turn.history.recall === undefined ? turn.summary : null,
      noticeMark: markInPrompt(turn),
      hint: turn.hint,
    }),
    output: { name: "decision", schema: decision?.schema ?? decisionSchema(scope, output) },
    compacted: turn.compacted?.data,
    cacheKey: turn.cacheKey,
    cacheBreakpoints: turn.lacks.cache_breakpoints === undefined,
    previousResponse: idOfLast(turn),
  };
}

/** The first line of a problem, without its full stop. */
function toClause(problem: string): string {
  const [line = ""] = problem.split("\n");
  return line.slice(0, 200).toWellFormed().replace(/[.:]$/, "");
}

function givesUp({ agent, modelRef }: Turn, because: string): AgentError {
  const count = agent.maxRetries + 1;
  const often = count === 1 ? "one answer" : `${count} answers`;
  return new AgentError(
    "model_answer_invalid",
    `Model ${modelRef} gave no usable decision in ${often}; the last problem: ${because}. ` +
      "Use a model that writes JSON, raise maxRetries, or set finalViaInference.",
    { details: { retries: agent.maxRetries } },
  );
}
