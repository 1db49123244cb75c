// Final answers as JSON under native function calling: an answer without calls is checked against the agent's schema, and
// requested again with its problem.

import type { AnswerFormat } from "../../core/model/decision.ts";
import type { Plan, Turn } from "../../core/driver.ts";
import type { AnswerDropped, PlanEvent } from "../../core/event.ts";
import { type Block, type FinishReason, joinText } from "../../core/entry.ts";
import { AgentError, isCancelled } from "../../core/error.ts";
import { outputMode } from "../../core/model/output_format.ts";
import type { ModelRequest } from "../../core/model/provider.ts";
import { correctionNotice } from "../prompt/decision_prompt.ts";
import { readJsonAnswer } from "./json_answer.ts";
import { withoutAnswer } from "./without_answer.ts";

type Emit = (event: PlanEvent) => void;

/**
 * A plan whose final answer is JSON text that fits the format. Text is emitted as it comes where the API holds it to the
 * schema, else when the answer is whole, without what stands around the JSON.
 *
 * @throws {AgentError} model_answer_invalid - the retries are used up
 */
export async function planJsonAnswer(
  first: Turn,
  format: AnswerFormat,
  toRequest: (turn: Turn) => ModelRequest,
  ask: (request: ModelRequest, turn: Turn, emit: Emit) => Promise<Plan>,
  emit: Emit,
): Promise<Plan> {
  let turn = first;
  for (let retriesLeft = turn.agent.maxRetries;; retriesLeft--) {
    const request = toRequest(turn);
    const streams = request.output !== undefined && outputMode(request) === "json_schema";
    const held = new HeldText(emit);
    const plan = await ask(request, turn, streams ? emit : held.emit);
    const { finish } = plan;
    if (finish === "refusal" || isCancelled(turn.io.signal) || plan.blocks.some(isCall)) {
      held.release();
      if (finish === "refusal") emit(toRefusalWarning(turn));
      return plan;
    }
    const text = joinText(plan.blocks);
    const reading: Reading = isCut(finish)
      ? { type: "problem", problem: cutProblem(finish) }
      : await read(text, format, turn, streams);
    if (reading.type === "answer") return streams ? plan : held.replace(plan, reading.text);
    const because = reading.problem.split("\n")[0]?.replace(/[.:]$/, "") ?? "";
    const dropped: AnswerDropped = {
      type: "answer.dropped",
      because,
      usage: plan.usage,
      again: retriesLeft > 0,
    };
    emit(dropped);
    if (retriesLeft <= 0) throw givesUp(turn, because);
    const told = withoutAnswer(reading.problem, text, JSON.stringify(format.schema));
    turn = turn.withNotice("correction", correctionNotice(told));
  }
}

/** The answer ended before the model had said all. */
export function isCut(finish: FinishReason): finish is "length" | "content_filter" {
  return finish === "length" || finish === "content_filter";
}

/** What a model is told whose answer was cut, where a part of an answer is none. */
export function cutProblem(finish: "length" | "content_filter"): string {
  return finish === "length"
    ? "The answer was cut off before the JSON object was complete. Write less."
    : "The answer was cut off by the content filter of the API. Write the JSON object without what it filters.";
}

/** The warning of a refusal where the agent has an output schema: the refusal is the answer, and it does not fit. */
export function toRefusalWarning({ modelRef }: Turn): PlanEvent {
  const message = `${modelRef} refused; the output is what it says and does not fit the output schema.`;
  return { type: "warning", code: "output_refused", message };
}

type Reading =
  | { readonly type: "answer"; readonly text: string }
  | { readonly type: "problem"; readonly problem: string };

async function read(
  text: string,
  { schema, check }: AnswerFormat,
  { checkJson }: Turn,
  isExact: boolean,
): Promise<Reading> {
  const found = readJsonAnswer(text);
  if (found.type === "problem") return found;
  if (isExact && found.text !== text.trim()) {
    return {
      type: "problem",
      problem: "The answer has text around the JSON object. Write the JSON object only.",
    };
  }
  const problems = checkJson(schema, found.value);
  const all = problems.length > 0 ? problems : await check(found.value);
  return all.length === 0
    ? { type: "answer", text: found.text }
    : { type: "problem", problem: `The answer does not fit its schema:\n${all.join("\n")}` };
}

function isCall({ type }: Block): boolean {
  return type === "call";
}

/** Text events that wait until it is known what the answer is. */
class HeldText {
  readonly #emit: Emit;
  readonly #events: PlanEvent[] = [];

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  readonly emit: Emit = (event) => {
    if (event.type.startsWith("text.")) this.#events.push(event);
    else this.#emit(event);
  };

  /** Emits the text as it came. */
  release(): void {
    for (const event of this.#events) this.#emit(event);
  }

  /** Emits another text in place of what came, as one block; the plan with it. */
  replace(plan: Plan, text: string): Plan {
    const block = plan.blocks.findIndex(({ type }) => type === "text");
    this.#emit({ type: "text.started", block });
    this.#emit({ type: "text.delta", block, text });
    this.#emit({ type: "text.ended", block });
    const first = plan.blocks[block];
    const blocks = plan.blocks.flatMap((each): Block[] =>
      each.type !== "text" ? [each] : each === first ? [{ ...each, text }] : []
    );
    return { ...plan, blocks };
  }
}

function givesUp({ agent, modelRef }: Turn, because: string): AgentError {
  return new AgentError(
    "model_answer_invalid",
    `Model ${modelRef} gave no answer that fits the output schema in ${
      agent.maxRetries + 1
    } tries; the last problem: ` +
      `${because}. Raise maxRetries, or make the schema simpler.`,
    { details: { retries: agent.maxRetries } },
  );
}
