// The states that a plugin has in a thread, for its own routes and for reports.

import type { ThreadRef } from "../../../core/store/thread.ts";
import type { Slices } from "../facts.ts";
import type { StepPlugin } from "../plugin.ts";
import { initialSlices, readSlices } from "../plugin_states.ts";
import type { RuntimeDeps } from "../../deps.ts";
import { readSnapshot } from "../../snapshot.ts";
import { readState } from "../../stored.ts";
import { storedSlices } from "./stored_slices.ts";

/**
 * The states of a plugin as the last commit of the thread has left them, migrated and checked; the initial ones where it has none.
 *
 * @throws {AgentError} thread_unknown, store_corrupt
 * @throws {AgentError} plugin_failed, schema_unsupported - the states cannot be read
 */
export async function readPluginStates(
  plugin: StepPlugin,
  ref: ThreadRef,
  deps: Pick<RuntimeDeps, "store">,
): Promise<Slices> {
  const stored = storedSlices(readState(ref, (await readSnapshot(ref, deps)).header));
  return readSlices(plugin, stored, () => initialSlices(plugin));
}
