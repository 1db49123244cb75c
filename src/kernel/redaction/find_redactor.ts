// What is taken out of the texts that a request brings: they are stored before a step knows whose thread it is.

import type { Agent } from "../../core/agent.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Redactor } from "../hooks/redaction.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import { readSnapshot } from "../snapshot.ts";
import { readMeta } from "../stored.ts";

/** The redactor of the agent with this name; undefined for most. */
export function findRedactor(
  name: string,
  { agents, plugins }: Pick<RuntimeDeps, "agents" | "plugins">,
): Redactor | undefined {
  const agent = plugins.redactsNothing ? undefined : agents.get(name);
  return agent && plugins.of(agent).redactor;
}

type Deps = Pick<RuntimeDeps, "agents" | "plugins" | "store">;

/**
 * The redactor of the thread that a request brings texts to; undefined for most, at once. Of a request that names no agent it is
 * {@link redactorOfThread}.
 *
 * @throws {AgentError} plugin_failed, thread_unknown, `store_*`
 */
export function redactorFor(
  request: StepRequest,
  agent: Agent | undefined,
  deps: Deps,
): Redactor | undefined | Promise<Redactor | undefined> {
  if (deps.plugins.redactsNothing) return undefined;
  if (agent !== undefined) return findRedactor(agent.name, deps);
  if (request.inputs.length === 0 && request.late === undefined) return undefined;
  const same = sameOfAll(deps);
  return same === undefined ? redactorOfThread(request.ref, deps) : same.redactor;
}

/** The redactor of every agent; undefined where texts of agents are redacted in different ways. */
function sameOfAll(
  { agents, plugins }: Pick<Deps, "agents" | "plugins">,
): { readonly redactor: Redactor | undefined } | undefined {
  const all = Array.from(agents.values(), (each) => plugins.of(each).redactor);
  const isSame = all.length === 1 || all.every((redactor) => redactor === undefined);
  return isSame ? { redactor: all[0] } : undefined;
}

/**
 * The redactor of the thread's agent. The thread is read where the deployment has an agent whose texts are redacted beside others.
 *
 * @throws {AgentError} plugin_failed, thread_unknown, `store_*`
 */
export async function redactorOfThread(ref: ThreadRef, deps: Deps): Promise<Redactor | undefined> {
  const same = sameOfAll(deps);
  if (same !== undefined) return same.redactor;
  const { header } = await readSnapshot(ref, deps);
  return findRedactor(readMeta(ref, header).agent, deps);
}
