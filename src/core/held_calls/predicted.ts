// Calls of a run that predicts: no tool runs, and the caller may send results for all of them.

import type { PlannedCall } from "../call.ts";
import type { Observation } from "../entry.ts";
import type { Hold } from "./hold.ts";

/** Every runnable call of the run waits, of whatever tool it is. */
export const heldAsPrediction: Hold = (_call, { execution }) =>
  execution === "predict" ? { type: "waits", for: "prediction" } : undefined;

/** What is observed of a predicted call when an input goes on without it. */
export function withoutPrediction({ id, name }: Pick<PlannedCall, "id" | "name">): Observation {
  const error = { kind: "cancelled" as const, message: "The call was only predicted, and the user went on." };
  return { callId: id, name, outcome: "skipped", output: null, error, ms: 0 };
}
