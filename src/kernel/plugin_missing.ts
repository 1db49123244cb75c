// What a request asks of a deployment that has not the plugin for it.

import { AgentError } from "../core/error.ts";

/** `what` is in the plural; `call` makes the plugin, and `entry` of the package has it. */
export function pluginMissing(
  what: string,
  call: string,
  entry = call,
  facts: ConstructorParameters<typeof AgentError>[2] = {},
): AgentError {
  const message = `${what} need a plugin: add ${call}() of @treadle/treadle/${entry}.`;
  return new AgentError("plugin_missing", message, facts);
}

/**
 * What runs threads of the deployment without a client.
 *
 * @throws {AgentError} plugin_missing
 */
export function requireWaking<Waking>({ waking }: { readonly waking?: Waking | undefined }): Waking {
  if (waking === undefined) throw pluginMissing("Runs without a client", "wakes");
  return waking;
}
