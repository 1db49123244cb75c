// Finds the refused features that the capability table, or every agent with the model, declares as lacking by now.

import type { ReadCount } from "../counts/read_count.ts";
import type { IsKnownLack } from "./suggestion.ts";
import { amended, type Lacks } from "../../../core/model/capability.ts";
import type { ModelSettings } from "../../../core/model/model_settings.ts";
import type { RuntimeDeps } from "../../../kernel/deps.ts";
import type { ResolvedModel } from "../../../kernel/resolved_model.ts";

/**
 * Whether the table has a lack, or every agent of the deployment that names the model says so. A model that cannot be resolved
 * any more has no known lack.
 */
export async function findKnownLacks(
  counts: readonly ReadCount[],
  deps: Pick<RuntimeDeps, "model" | "agents">,
): Promise<IsKnownLack> {
  const refs = new Set(
    counts.flatMap(({ fact, group }) => fact.type === "refused" ? [fact.model ?? group.model] : []),
  );
  const lacks = new Map<string, readonly Lacks[]>();
  for (const ref of refs) lacks.set(ref, await findLacks(ref, deps));
  return (model, feature) => {
    const known = lacks.get(model) ?? [];
    return known.length > 0 && known.every((each) => each[feature] !== undefined);
  };
}

/** What each agent with this model takes it to lack; without such an agent, what the table has. */
async function findLacks(
  ref: string,
  { model: resolve, agents }: Pick<RuntimeDeps, "model" | "agents">,
): Promise<readonly Lacks[]> {
  const resolved = await resolveOrNone(ref, resolve);
  if (resolved === undefined) return [];
  const { provider, model } = resolved;
  const table = (settings: ModelSettings) => provider.capabilities(model, settings);
  const own = [...agents.values()].filter((agent) => agent.model === ref);
  if (own.length === 0) return [table({}).lacks];
  return own.map(({ settings, capabilities }) => amended(table(settings), capabilities, []).lacks);
}

/** The model; undefined where the deployment has it no longer. */
export async function resolveOrNone(
  ref: string,
  resolve: RuntimeDeps["model"],
): Promise<ResolvedModel | undefined> {
  try {
    return await resolve(ref);
  } catch {
    return undefined; // a provider that has left the deployment
  }
}
