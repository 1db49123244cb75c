// `context.env`: of the deployment's variables and bindings, those that a tool and its agent declare.

import type { Agent } from "../../core/agent.ts";
import type { Tool } from "../../core/tool.ts";
import type { AnyEnv, EnvSource } from "../../core/tool/bindings.ts";

const EMPTY: AnyEnv = Object.freeze({});

/**
 * The declared names that the deployment has, frozen. As JSON it is one word: a tool that returns its whole context, or puts it
 * into the message of an error, shows no secret.
 */
export function toolEnv(agent: Pick<Agent, "env">, tool: Pick<Tool, "env">, source: EnvSource): AnyEnv {
  if (agent.env.length === 0 && (tool.env === undefined || tool.env.length === 0)) return EMPTY;
  const env = {};
  for (const name of declaredNames(agent, [tool])) {
    if (!has(source, name)) continue;
    // Not by assignment: __proto__ is a possible name.
    Object.defineProperty(env, name, { value: source[name], enumerable: true });
  }
  if (!Object.hasOwn(env, "toJSON")) Object.defineProperty(env, "toJSON", { value: () => "(env)" });
  return Object.freeze(env);
}

/** The names that an agent and its tools declare and that the deployment does not have, sorted. */
export function missingNames(agents: readonly Agent[], source: EnvSource): readonly string[] {
  const declared = agents.flatMap((
    agent,
  ) => [...declaredNames(agent, [...agent.tools, ...agent.toolSources ?? []])]);
  return [...new Set(declared)].filter((name) => !has(source, name)).sort();
}

function declaredNames(
  agent: Pick<Agent, "env">,
  tools: readonly Pick<Tool, "env">[],
): ReadonlySet<string> {
  return new Set([...agent.env, ...tools.flatMap(({ env = [] }) => env)]);
}

function has(source: EnvSource, name: string): boolean {
  return Object.hasOwn(source, name) && source[name] !== undefined;
}
