// Cases from threads whose answers people have rated: each up to the answer, with the rating, the answer and the note for a judge.

import { joinText } from "../../core/entry.ts";
import type { EntryView } from "../../core/contract/entries.ts";
import type { RatingView } from "../../core/contract/feedback.ts";
import { AgentError } from "../../core/error.ts";
import { type EvaluationData, evaluationDataSchema } from "../data/evaluation.ts";
import { parseData } from "../data/schema.ts";
import { type RecordOptions, recordThread } from "./record_thread.ts";
import { createRedactor } from "./redact.ts";

/** A thread with a rating of one of its answers. */
export interface RatedThread {
  readonly rated: Pick<RatingView, "thread" | "agent" | "version" | "rating" | "note">;
  /** Its history, from the first entry to the answer at least. */
  readonly entries: readonly EntryView[];
}

/** Most characters of the answer that a judge reads. */
const ANSWER_LIMIT = 4_000;

/**
 * The evaluation with a case for each thread; all of one agent. A case has the inputs up to the answer, the category `rated up` or
 * `rated down`, and a score of a judge whose criteria are the recorded answer and the note. What an answer rated down has called is no gate.
 *
 * @throws {AgentError} invalid_request - there is none, they are of several agents, or a thread has no input
 */
export function recordRated(threads: readonly RatedThread[], options: RecordOptions = {}): EvaluationData {
  const agents = [...new Set(threads.map(({ rated }) => rated.agent))];
  const [agent = ""] = agents;
  if (agents.length !== 1) {
    const found = agents.length === 0
      ? "No answer is rated so"
      : `They are of the agents ${agents.join(", ")}`;
    throw new AgentError("invalid_request", `${found}; an evaluation has the cases of one agent.`);
  }
  const { redact = createRedactor() } = options;
  const cases = threads.flatMap(({ rated, entries }) => {
    const { thread: id, version, rating, note } = rated;
    const upTo = entries.filter((entry) => entry.version <= version);
    const data = recordThread({ id, agent }, upTo, { ...options, redact });
    const answer = upTo.findLast((entry) => entry.type === "assistant" && entry.version === version);
    const text = answer?.type === "assistant" ? joinText(answer.blocks).slice(0, ANSWER_LIMIT) : "";
    const criteria = toCriteria(rating, redact(text), note === null ? null : redact(note));
    const judged = { type: "judge" as const, name: `rated ${rating}`, criteria };
    return (data.kind === "agent" ? data.cases : []).map((each) => ({
      ...each,
      category: `rated ${rating}`,
      gates: rating === "down" ? [] : each.gates,
      scores: rating === "down" ? [judged] : [...each.scores, judged],
    }));
  });
  const data = { schema: 1, kind: "agent", name: "rated answers", agent, judge: {}, cases };
  return parseData(evaluationDataSchema, data, "The rated threads");
}

/** Words of people and of models stand in it as JSON texts, so that none is read as the end of it. */
function toCriteria(rating: "up" | "down", answer: string, note: string | null): string {
  const noted = note === null ? "" : ` The note of that person: ${JSON.stringify(note)}.`;
  const rated = `A person has rated this answer to the last input ${rating}: ${
    JSON.stringify(answer)
  }.${noted}`;
  return rating === "up"
    ? `${rated} The answer is as good.`
    : `${rated} The answer is better, and has not the fault that the note names.`;
}
