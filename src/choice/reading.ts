// Whether a plan is offered the tool read_output. It is there for outputs that the request has in part, so it is offered while
// there are some, and it never counts as the call that a choice or a rule forces.

import type { Agent } from "../core/agent.ts";
import { type Execution, isForced, namesIn, type ToolChoice } from "../core/tool_choice.ts";
import { READ_OUTPUT } from "../core/tool.ts";
import { shorteningOf } from "../history/shortening.ts";
import type { ResolvedChoice } from "./resolved_choice.ts";

/** What decides besides the choice. */
export interface ReadingInputs {
  readonly agent: Agent;
  readonly execution: Execution;
  /** The request has an output in part only. */
  readonly hasShortened: boolean;
}

/** A choice with the decision about the tool. */
export interface Reading<T extends ResolvedChoice> {
  readonly resolved: T;
  /** The tool `read_output` is offered. */
  readonly reads: boolean;
}

/**
 * The decision, and the choice without the tool where it is not offered. The first row that fits decides.
 *
 * | choice | execution | an output is shortened | `read_output` |
 * |---|---|---|---|
 * | names it | any | any | offered |
 * | forced, by a rule also | any | any | not offered |
 * | any other | `predict`, `execute` | any | not offered |
 * | any other | `loop`, `generate` | yes | offered |
 * | any other | any | no | not offered |
 */
export function withReading<T extends ResolvedChoice>(
  resolved: T,
  { agent, execution, hasShortened }: ReadingInputs,
): Reading<T> {
  if (shorteningOf(agent) === undefined) return { resolved, reads: false };
  const { choice, underlying = choice } = resolved;
  const isNamed = namesIn(underlying).includes(READ_OUTPUT);
  const runsOn = execution === "loop" || execution === "generate";
  if (isNamed || hasShortened && runsOn && !isForced(choice)) return { resolved, reads: true };
  return { resolved: { ...resolved, choice: withoutReading(choice) }, reads: false };
}

/** A list of tools that rules have left, without `read_output`. */
function withoutReading(choice: ToolChoice): ToolChoice {
  if (choice.type !== "allowed" || !choice.names.includes(READ_OUTPUT)) return choice;
  const names = choice.names.filter((name) => name !== READ_OUTPUT);
  const [only] = names;
  if (only === undefined) return { type: "none" };
  if (choice.mode === "auto" || names.length > 1) return { ...choice, names };
  return { type: "tool", name: only, ...(choice.times === undefined ? {} : { times: choice.times }) };
}
