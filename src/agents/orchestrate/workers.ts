// Whether a deployment has the workers that its orchestrators name.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { callableNames, mayHaveTool } from "../../core/tool/callable_tools.ts";
import { namesIn } from "../../core/tool_choice.ts";
import { type Finding, invalid, nameSubject } from "../_invalid.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";

/**
 * Refuses orchestrators whose workers the deployment does not have, cannot hold to their tool choice, or that direct each other
 * in a circle.
 *
 * @throws {AgentError} agent_invalid, with every problem
 */
export function assertWorkers(agents: ReadonlyMap<string, Agent>): void {
  const refusals = [...agents.values()].map((agent) => ({ agent, findings: workerFindings(agent, agents) }))
    .filter(({ findings }) => findings.length > 0)
    .map(({ agent, findings }) => invalid(nameSubject("Agent", agent.name), findings));
  if (refusals.length === 0) return;
  throw new AgentError("agent_invalid", refusals.map(({ message }) => message).join("\n"), {
    problems: refusals.flatMap(({ problems }) => problems),
  });
}

function workerFindings(agent: Agent, agents: ReadonlyMap<string, Agent>): Finding[] {
  return Object.entries(agent.orchestrate?.workers ?? {}).flatMap(([name, worker]): Finding[] => {
    const pointer = `/orchestrate/workers/${name}`;
    const found = agents.get(worker.agent);
    if (found === undefined) {
      const known = [...agents.keys()];
      const detail = `there is no agent "${worker.agent}"`;
      return [{
        pointer: `${pointer}/agent`,
        detail,
        fix: `name an agent of the deployment.${didYouMean(worker.agent, known)}`,
      }];
    }
    const way = wayTo(agent.name, found, agents, []);
    if (way !== undefined) {
      const detail = `leads back to this agent: ${[agent.name, ...way].join(" -> ")}`;
      return [{
        pointer: `${pointer}/agent`,
        detail,
        fix: "let none of them direct another that directs it.",
      }];
    }
    if (found.execution === "predict") {
      const detail = `"${worker.agent}" only predicts its calls, so its phases would wait for ever`;
      return [{ pointer: `${pointer}/agent`, detail, fix: "name an agent whose execution is loop." }];
    }
    const own = found.tools.find((tool) => tool.client);
    if (own !== undefined) {
      const detail =
        `"${worker.agent}" has the client tool "${own.name}", whose result no caller brings to a phase`;
      return [{ pointer: `${pointer}/agent`, detail, fix: "name an agent without client tools." }];
    }
    const unknown = worker.toolChoice === undefined
      ? []
      : namesIn(worker.toolChoice).filter((tool) => !mayHaveTool(found, tool));
    return unknown.map((tool) => ({
      pointer: `${pointer}/toolChoice`,
      detail: `agent "${worker.agent}" has no tool "${tool}"`,
      fix: `choose one of its tools.${didYouMean(tool, callableNames(found))}`,
    }));
  });
}

/** The agents from one to the orchestrator, when it directs that one, at any distance. */
function wayTo(
  orchestrator: string,
  { name, orchestrate }: Agent,
  agents: ReadonlyMap<string, Agent>,
  seen: readonly string[],
): readonly string[] | undefined {
  if (name === orchestrator) return [name];
  if (seen.includes(name)) return undefined;
  for (const worker of Object.values(orchestrate?.workers ?? {})) {
    const next = agents.get(worker.agent);
    const way = next && wayTo(orchestrator, next, agents, [...seen, name]);
    if (way !== undefined) return [name, ...way];
  }
  return undefined;
}
