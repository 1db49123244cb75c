// Shows what the model has read for a step.

import { loadOnDemand } from "../on_demand/load_on_demand.ts";

/** Shows the request of the step that has committed a version; the dialog reports what fails. */
export async function showModelInput(thread: string, version: number): Promise<void> {
  (await loadOnDemand()).showModelInput(thread, version);
}
