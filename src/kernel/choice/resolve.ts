// Which tool choice a plan is made under, and why.

import type { Agent } from "../../core/agent.ts";
import { type CurrentBudget, currentBudgets } from "../../core/budget/current_budgets.ts";
import { AgentError } from "../../core/error.ts";
import { listNames } from "../../core/text/list_names.ts";
import type { RunState } from "../../core/state.ts";
import { isForced, namesIn, type Times, type ToolChoice } from "../../core/tool_choice.ts";
import { MAX_CHOICE_NAMES } from "../../core/tool_choice/parse_tool_choice.ts";
import type { Counters } from "../../core/usage.ts";
import { narrowBy, type StandingOffer } from "./offers.ts";
import type { ResolvedChoice } from "./resolved_choice.ts";

/** What a choice is resolved from. */
export interface ChoiceInputs {
  readonly agent: Agent;
  readonly run: RunState;
  readonly counters: Counters;
  /** TREADLE_TOOL_CHOICE or OPENAI_TOOL_CHOICE. */
  readonly environment: ToolChoice | undefined;
  /** The run has executed calls, so a `generate` run now answers from them. */
  readonly acted: boolean;
  /** What plugins leave of the tools, in the order of their names. */
  readonly offers?: readonly StandingOffer[];
  /** What plugins choose; asked where the request has no choice and no limit decides. */
  readonly choose?: () => ResolvedChoice | undefined;
}

/**
 * Resolves the choice of the next plan. The first row that applies decides.
 *
 * | condition | choice |
 * |---|---|
 * | a `generate` run has executed calls | `none` |
 * | the budget of calls is used up | `none` |
 * | the step is the last that the limits permit (`limits.answer`), and the run does not predict | `none` |
 * | the winner of the precedence is forced with `times: "once"` and was satisfied | `auto` |
 * | otherwise | the winner: request > plugins (condition, policy) > agent > gateway > environment > `auto` |
 *
 * Then the offers of plugins narrow what came out, all of them together.
 *
 * A forced choice resets because a model under one that never does calls for ever. The environment's choice holds for all
 * agents, so one that this agent's tools do not allow is skipped.
 *
 * @throws {AgentError} what a plugin that chooses throws
 */
export function resolveChoice(inputs: ChoiceInputs): ResolvedChoice {
  const resolved = withoutOffers(inputs);
  const { offers = [], agent } = inputs;
  // Without tools no offer can want a call; under `none` nothing is left to narrow.
  if (resolved.choice.type === "none" || offers.length === 0 || agent.tools.length === 0) return resolved;
  return narrowBy(resolved, offers, agent.tools.map(({ name }) => name));
}

function withoutOffers(inputs: ChoiceInputs): ResolvedChoice {
  const { agent, run, counters } = inputs;
  const budgets = agent.tools.length === 0 ? [] : currentBudgets(agent.limits, run, counters);
  const limit = lastStepBy(inputs, budgets);
  if (run.execution === "generate" && inputs.acted) {
    return {
      choice: { type: "none" },
      source: "execution",
      because: "generate answers from the observations",
      lastBy: limit,
    };
  }
  const spent = budgets.find(({ amount, limit, used }) => amount === "calls" && used >= limit);
  if (spent !== undefined) {
    return {
      choice: { type: "none" },
      source: "reset",
      because: `the budget of ${spent.limit} calls is used up`,
      lastBy: limit,
    };
  }
  if (limit !== undefined) {
    return {
      choice: { type: "none" },
      source: "limit",
      because: `it is the last step that ${limit} permits`,
      lastBy: limit,
    };
  }
  const winner = strongest(inputs);
  if (run.satisfied && winner.condition === undefined && isOnce(winner.choice)) {
    return {
      choice: { type: "auto" },
      source: "reset",
      because: `the ${winner.source}'s forced choice was satisfied`,
    };
  }
  return winner;
}

/** The limit behind which the run would end without an answer if this plan made calls: no further step could run them. */
function lastStepBy(
  { agent: { limits }, run }: ChoiceInputs,
  budgets: readonly CurrentBudget[],
): string | undefined {
  if (!limits.answer || run.execution === "predict") return undefined;
  const last = budgets.find(({ amount, limit, used }) => amount === "steps" && used + 1 >= limit);
  return last && `${last.budget} (${last.limit})`;
}

function strongest({ agent, run, environment, choose }: ChoiceInputs): ResolvedChoice {
  if (run.choice) return { choice: run.choice, source: "request", because: "the request says so" };
  const chosen = choose?.();
  if (chosen) return chosen;
  if (agent.toolChoice) return { choice: agent.toolChoice, source: "agent", because: "the agent says so" };
  if (agent.gatewayToolChoice) {
    return {
      choice: agent.gatewayToolChoice,
      source: "gateway",
      because: "the agent's inference gateway says so",
    };
  }
  if (environment && problemWith(environment, agent) === undefined) {
    return { choice: environment, source: "environment", because: "the environment says so" };
  }
  return { choice: { type: "auto" }, source: "default", because: "no other choice is set" };
}

/** True for a choice that ends when an answer has satisfied it: one that forces, or `allowed` with `times`. */
export function isOnce(choice: ToolChoice): boolean {
  return resolveTimes(choice) === "once";
}

/** How many calls of one plan are run, at most: the agent's limit, or one when the run's choice allows no more. */
export function mostCalls(agent: Agent, { parallel }: Pick<RunState, "parallel">): number {
  return parallel === false ? 1 : agent.limits.parallelCalls;
}

function resolveTimes(choice: ToolChoice): Times {
  return ("times" in choice ? choice.times : undefined) ?? (isForced(choice) ? "once" : "always");
}

/**
 * Checks a choice against the agent's tools, before anything runs.
 *
 * @throws {AgentError} tool_unknown, tools_missing, or invalid_request for more than 128 names
 */
export function assertPossible(choice: ToolChoice, agent: Agent): void {
  const problem = problemWith(choice, agent);
  if (problem) throw problem;
}

function problemWith(choice: ToolChoice, agent: Agent): AgentError | undefined {
  const names = namesIn(choice);
  if (agent.tools.length === 0 && (isForced(choice) || names.length > 0)) {
    return new AgentError(
      "tools_missing",
      `Agent ${agent.name} has no tools, so a tool cannot be asked for.`,
      {
        problems: [{ pointer: "/toolChoice", detail: `must be auto or none for agent ${agent.name}` }],
      },
    );
  }
  if (names.length > MAX_CHOICE_NAMES) {
    return new AgentError(
      "invalid_request",
      `The tool choice names ${names.length} tools; name at most ${MAX_CHOICE_NAMES}.`,
      { problems: [{ pointer: "/toolChoice", detail: `must name at most ${MAX_CHOICE_NAMES} tools` }] },
    );
  }
  const tools = new Set(agent.tools.map(({ name }) => name));
  const unknown = names.filter((name) => !tools.has(name));
  if (unknown.length === 0) return undefined;
  const wrong = listNames(unknown);
  return new AgentError(
    "tool_unknown",
    `Agent ${agent.name} has no tool ${wrong}; it has: ${listNames([...tools])}.`,
    {
      problems: [{ pointer: "/toolChoice", detail: `names an unknown tool: ${wrong}` }],
    },
  );
}
