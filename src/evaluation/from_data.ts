// An evaluation that is data, made whole with the agents that it names.

import type { Agent } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import { modelJudge } from "./agents/judge.ts";
import { assertBounded } from "./data/bounds.ts";
import { type EvaluationData, evaluationDataSchema } from "./data/evaluation.ts";
import { parseData } from "./data/schema.ts";
import { defineEvaluation, type Evaluation } from "./define.ts";

/**
 * The evaluation of a file `*.eval.json`, or of another value of JSON.
 *
 * @throws {AgentError} invalid_request - it does not fit; agent_unknown - no agent has the name
 */
export function evaluationFrom(value: unknown, agents: readonly Agent[]): Evaluation {
  const data: EvaluationData = parseData(evaluationDataSchema, value, "The evaluation");
  assertBounded(data);
  const { schema: _schema, ...parts } = data;
  const agent = agents.find(({ name }) => name === data.agent);
  if (agent === undefined) {
    const names = agents.map(({ name }) => name);
    throw new AgentError(
      "agent_unknown",
      `Evaluation ${data.name}: there is no agent ${data.agent}.${didYouMean(data.agent, names)}`,
    );
  }
  const others = agents.filter((each) => each !== agent);
  if (parts.kind === "selection") return defineEvaluation({ ...parts, agent });
  if (parts.kind === "choice") return defineEvaluation({ ...parts, agent });
  const { judge, ...rest } = parts;
  const workers = agent.orchestrate === undefined ? {} : { agents: others };
  return defineEvaluation({
    ...rest,
    agent,
    ...workers,
    judge: judge && modelJudge(judge),
  });
}
