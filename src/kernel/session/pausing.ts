// Agents whose steps do not begin now, as far as a step knows them.

import type { AgentError } from "../../core/error.ts";

/** Says which agents are paused in a tenant. */
export interface Pausing {
  /**
   * Begins to read what {@link Pausing.refusal} needs, where it has to be read: the request goes beside that of the begin. A failure
   * is that of `refusal`.
   */
  ahead(tenant: string): void;
  /**
   * Why no step of the agent begins now; undefined where it is not paused. A promise only where the store is read.
   *
   * @throws {AgentError} rejected with `store_*`: what cannot be read forbids the step
   */
  refusal(tenant: string, agent: string): AgentError | undefined | Promise<AgentError | undefined>;
}

/**
 * Refuses a step of an agent that is paused.
 *
 * @throws {AgentError} agent_paused, and `store_*` where that cannot be read
 */
export async function assertNotPaused(
  tenant: string,
  agent: string,
  { pausing }: { readonly pausing?: Pausing | undefined },
): Promise<void> {
  const refusal = await pausing?.refusal(tenant, agent);
  if (refusal !== undefined) throw refusal;
}

/** True where the step behind this one is not to begin: the run ends here, and the next request finds out why. */
export async function isPaused(...step: Parameters<typeof assertNotPaused>): Promise<boolean> {
  return await assertNotPaused(...step).then(() => false, () => true);
}
