// How a choice is enforced for an agent: by the driver's way of giving a model its tools, and with the tools that the prompt begins with.

import { toBridgedChoice } from "../choice/bridged_choice.ts";
import type { CarriedFrame } from "../choice/carried_frame.ts";
import { assertOffered, enforce, type EnforceInputs } from "../choice/enforce.ts";
import { enforceAfterwards, enforceInPrompt } from "../choice/enforce_in_prompt.ts";
import { mostCalls } from "../choice/resolve.ts";
import { toolsToSend } from "../choice/tool_trimming.ts";
import type { Agent } from "../../core/agent.ts";
import type { Driver } from "../../core/driver.ts";
import { unreachable } from "../../core/error.ts";
import type { Capabilities } from "../../core/model/capability.ts";
import type { RunState } from "../../core/state.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { namesIn, type ToolChoice } from "../../core/tool_choice.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import { MAX_CHOICE_NAMES } from "../../core/tool_choice/parse_tool_choice.ts";

/**
 * How the choice is enforced for an agent's model with these capabilities, under what the run asks; `reads`: the tool `read_output`
 * is offered. Tools that are called through the bridge are not on the wire. Where the prompt goes on with another frame (`framed`), the tools of that are sent, and a choice names those alone that
 * the agent still has.
 */
export function enforceFor(
  choice: ToolChoice,
  agent: Agent,
  capabilities: Capabilities,
  requested: RequestedChoice,
  toolForm: Driver["toolForm"],
  framed?: CarriedFrame,
): EnforcedChoice {
  const bridged = toBridgedChoice(choice, agent, requested.forbidden);
  if (bridged === undefined) return enforceDirect(choice, agent, capabilities, requested, toolForm, framed);
  const held = enforceDirect(bridged.choice, agent, capabilities, requested, toolForm, framed);
  const told = [held.notice, bridged.notice].filter((text) => text !== undefined);
  return { ...held, notice: told.length === 0 ? undefined : told.join(" ") };
}

/** The choice names tools that requests have. */
function enforceDirect(
  choice: ToolChoice,
  agent: Agent,
  capabilities: Capabilities,
  requested: RequestedChoice,
  toolForm: Driver["toolForm"],
  framed: CarriedFrame | undefined,
): EnforcedChoice {
  const inputs = {
    choice,
    tools: toolsToSend(agent, requested.reads),
    capabilities,
    onUnsupported: requested.onUnsupported ?? agent.onUnsupported,
    isRefused: requested.isRefused,
    untold: requested.untold,
    hold: agent.hold ?? "prefix",
    parallel: mostCalls(agent, requested) === 1 ? false as const : undefined,
  };
  if (framed === undefined) return enforceBy(toolForm, inputs);
  for (const name of namesIn(choice)) assertOffered(name, inputs.tools);
  const sent = toolsToSend(framed.agent, requested.reads);
  const isKnown = (name: string, tools: readonly ToolSpec[]) => tools.some((tool) => tool.name === name);
  const enforced = enforceBy(toolForm, {
    ...inputs,
    choice: isHidden(framed, capabilities, toolForm) ? amongTools(choice, inputs.tools) : choice,
    tools: [...sent, ...framed.added.filter(({ name }) => !isKnown(name, sent))],
  });
  const kept = sent.filter(({ name }) => isKnown(name, enforced.tools));
  return { ...enforced, tools: kept.length === sent.length ? sent : kept };
}

/** What a run asks of its choice; `reads`: the tool `read_output` is offered; `forbidden`: the tools that rules forbid. */
type RequestedChoice =
  & Pick<RunState, "parallel" | "onUnsupported">
  & Pick<EnforceInputs, "isRefused" | "untold">
  & {
    readonly reads: boolean;
    readonly forbidden?: readonly string[] | undefined;
  };

function enforceBy(toolForm: Driver["toolForm"], inputs: EnforceInputs): EnforcedChoice {
  switch (toolForm) {
    case "none":
      return enforceAfterwards(inputs);
    case "prompt":
      return enforceInPrompt(inputs);
    case "native":
      return enforce(inputs);
    default:
      return unreachable(toolForm);
  }
}

/** Withdrawn tools are hidden by a choice among the others, which stands outside of the prompt; else a notice says it. */
function isHidden(
  { withdrawn }: CarriedFrame,
  { lacks }: Capabilities,
  toolForm: Driver["toolForm"],
): boolean {
  return withdrawn.length > 0 && toolForm === "native" && lacks.allowed === undefined;
}

function amongTools(choice: ToolChoice, tools: readonly ToolSpec[]): ToolChoice {
  if (choice.type !== "auto" && choice.type !== "required" || tools.length > MAX_CHOICE_NAMES) return choice;
  if (tools.length === 0) return { type: "none" };
  return { type: "allowed", names: tools.map(({ name }) => name), mode: choice.type };
}
