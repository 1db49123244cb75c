// Whether a deployment has the drivers and providers that its agents name.

import { type Agent, namedModels } from "../core/agent.ts";
import { AgentError } from "../core/error.ts";
import type { SeldomFeature } from "../core/model/capability.ts";
import { type Finding, invalid, nameSubject } from "./_invalid.ts";
import { NEEDS } from "./parts.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import { toolFindings } from "./_tool_check.ts";

/** What a deployment has. */
export interface AgentParts {
  /** Names. */
  readonly drivers: readonly string[];
  readonly providers: KnownProviders;
}

/** Providers by name. */
interface KnownProviders {
  readonly names: readonly string[];
  /** False for a provider whose API never has the feature. */
  mayHave(provider: string, feature: SeldomFeature): boolean;
  /** What to write to have the provider; undefined for a name that no provider has, and for one that is there. */
  lineToAdd(provider: string): string | undefined;
}

/**
 * Refuses what is no list of agents: a program without types may give one agent, or definitions that no function has checked.
 *
 * @throws {AgentError} config_invalid
 */
export function assertAgents(agents: unknown): asserts agents is readonly Agent[] {
  if (!Array.isArray(agents)) {
    throw new AgentError("config_invalid", "agents must be a list of agents: write agents: [support].");
  }
  const wrong = agents.findIndex((agent) => typeof Object(agent).hash !== "string");
  if (wrong < 0) return;
  throw new AgentError(
    "config_invalid",
    `agents[${wrong}] is no agent: make it with defineAgent, or compile its YAML file.`,
  );
}

/**
 * Refuses agents that could never run a step in this deployment.
 *
 * @throws {AgentError} agent_invalid, with every agent that names an unknown driver or provider, and the pointers of
 * the parts that name it, or need what its API does not have.
 */
export function assertAgentParts(agents: readonly Agent[], parts: AgentParts): void {
  const refusals = agents
    .map((agent) => ({ agent, findings: partFindings(agent, parts) }))
    .filter(({ findings }) => findings.length > 0)
    .map(({ agent, findings }) => invalid(nameSubject("Agent", agent.name), findings));
  if (refusals.length === 0) return;
  throw new AgentError("agent_invalid", refusals.map(({ message }) => message).join("\n"), {
    problems: refusals.flatMap(({ problems }) => problems),
  });
}

function partFindings(
  agent: Agent,
  { drivers, providers }: AgentParts,
): Finding[] {
  const { driver, model } = agent;
  const findings: Finding[] = [];
  const provider = toProviderName(model ?? "");
  if (!drivers.includes(driver)) {
    const detail = `there is no driver ${JSON.stringify(driver)}`;
    const fix = `write ${drivers.join(" or ")}.${didYouMean(driver, drivers)}`;
    findings.push({ pointer: "/driver", detail, fix });
  }
  return [
    ...findings,
    ...namedModels(agent).flatMap(([pointer, ref]) => providerFindings(pointer, ref, providers)),
    ...NEEDS.filter(({ isSet, feature }) => isSet(agent) && !providers.mayHave(provider, feature))
      .map(({ pointer, lacks: [what, without], fix }) => ({
        pointer,
        detail: `${what}, and the API of ${provider} ${without}`,
        fix,
      })),
  ];
}

function toProviderName(model: string): string {
  return model.slice(0, Math.max(0, model.indexOf("/")));
}

function providerFindings(
  pointer: string,
  model: string | undefined,
  providers: KnownProviders,
): Finding[] {
  if (model === undefined) return [];
  const provider = toProviderName(model);
  const { names } = providers;
  if (names.includes(provider)) return [];
  const line = providers.lineToAdd(provider);
  if (line !== undefined) {
    return [{
      pointer,
      detail: `is of the provider ${JSON.stringify(provider)}, which the deployment does not have`,
      fix: line,
    }];
  }
  const detail = `there is no provider ${JSON.stringify(provider)}`;
  const fix = `write provider/model with one of: ${names.join(", ")}.${didYouMean(provider, names)}`;
  return [{ pointer, detail, fix }];
}

/** Why a tool that was made while the deployment runs is none: the first thing that is wrong; undefined for one in order. */
export function whyNoTool(tool: unknown): string | undefined {
  const [first] = toolFindings(tool);
  return first && `${first.pointer} ${first.detail}`.trim();
}
