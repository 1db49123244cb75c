// Agents whose steps do not begin now, as far as a step knows them.

import type { AgentError } from "../../core/error.ts";

/** Why no step of an agent begins now; undefined where it is not paused. */
export type PausedAgents = (agent: string) => AgentError | undefined;

/** Says which agents are paused in a tenant. */
export interface Pausing {
  /**
   * What is paused, as it was read within the last seconds. A promise only where the store is read: it is that of the caller alone, since
   * Workers let no request wait for the promise of another one.
   *
   * @throws {AgentError} rejected with `store_*`: what cannot be read forbids the step
   */
  read(tenant: string): PausedAgents | Promise<PausedAgents>;
}

/**
 * Refuses a step of an agent that is paused.
 *
 * @throws {AgentError} agent_paused, and `store_*` where that cannot be read
 */
export async function assertNotPaused(
  agent: string,
  paused: ReturnType<Pausing["read"]> | undefined,
): Promise<void> {
  const refusal = (await paused)?.(agent);
  if (refusal !== undefined) throw refusal;
}

/** True where the step behind this one is not to begin: the run ends here, and the next request finds out why. */
export async function isPaused(...step: Parameters<typeof assertNotPaused>): Promise<boolean> {
  return await assertNotPaused(...step).then(() => false, () => true);
}
