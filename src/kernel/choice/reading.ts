// Whether a plan is offered the tool read_output. It is there for outputs that a request has in part, and is offered from the first
// request on, so that the tools stay the same. It never counts as the call that a choice or a rule forces.

import type { Agent } from "../../core/agent.ts";
import { unreachable } from "../../core/error.ts";
import type { Capabilities } from "../../core/model/capability.ts";
import { type Execution, isForced, namesIn, type ToolChoice } from "../../core/tool_choice.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import { findShortening } from "../history/shortening.ts";
import type { ResolvedChoice } from "./resolved_choice.ts";

/** What decides besides the choice. */
export interface ReadingInputs {
  readonly agent: Agent;
  readonly execution: Execution;
  readonly capabilities: Pick<Capabilities, "lacks" | "thinks">;
  /** The tools are sent by the API's field, and fewer of them where that holds a choice more strictly. */
  readonly isStrict: boolean;
}

/** A choice with the decision about the tool. */
export interface Reading<T extends ResolvedChoice> {
  readonly resolved: T;
  /** The tool `read_output` is offered. */
  readonly reads: boolean;
}

/**
 * The decision, and the choice without the tool where it must not be called. The first row that fits decides.
 *
 * | choice | execution | `read_output` |
 * |---|---|---|
 * | names it | any | offered |
 * | `required`, held strictly, where the API has it and no choice among some of the tools | any | not offered |
 * | forced, or by a rule | any | offered, and not permitted |
 * | any other | `predict`, `execute` | offered, and not permitted |
 * | any other | `loop`, `generate` | offered |
 */
export function withReading<T extends ResolvedChoice>(
  resolved: T,
  { agent, execution, capabilities, isStrict }: ReadingInputs,
): Reading<T> {
  if (findShortening(agent) === undefined) return { resolved, reads: false };
  const { choice, underlying = choice } = resolved;
  const runsOn = execution === "loop" || execution === "generate";
  if (namesIn(underlying).includes(READ_OUTPUT) || runsOn && !isForced(choice)) {
    return { resolved, reads: true };
  }
  if (choice.type === "required" && isStrict && isExact(capabilities)) return { resolved, reads: false };
  return { resolved: { ...resolved, choice: withoutReading(choice, agent) }, reads: true };
}

/** A call can be required, but not of some of the tools: the tools that are sent decide. */
function isExact({ lacks, thinks }: ReadingInputs["capabilities"]): boolean {
  const mayRequire = lacks.required === undefined && !(thinks && lacks.forced_thinking !== undefined);
  return mayRequire && lacks.allowed !== undefined;
}

/** The choice among the other tools. */
function withoutReading(choice: ToolChoice, { tools }: Agent): ToolChoice {
  switch (choice.type) {
    case "none":
    case "tool":
      return choice;
    case "auto":
    case "required":
    case "allowed": {
      const all = choice.type === "allowed" ? choice.names : tools.map(({ name }) => name);
      const names = all.filter((name) => name !== READ_OUTPUT);
      const [only] = names;
      if (only === undefined) return { type: "none" };
      const mode = choice.type === "allowed" ? choice.mode : choice.type;
      const times = "times" in choice && choice.times !== undefined ? { times: choice.times } : {};
      if (mode === "auto" || names.length > 1) return { type: "allowed", names, mode, ...times };
      return { type: "tool", name: only, ...times };
    }
    default:
      return unreachable(choice);
  }
}
