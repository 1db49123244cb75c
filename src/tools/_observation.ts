// The shapes an observation can have, so that none is assembled twice.

import type { PlannedCall } from "../core/call.ts";
import type { Observation, Outcome } from "../core/entry.ts";
import type { ToolFailure } from "../core/tool_error.ts";
import type { Json } from "../core/json.ts";

export function completed(call: PlannedCall, output: Json, ms: number): Observation {
  return { callId: call.id, name: call.name, outcome: "completed", output, ms };
}

export function failed(call: PlannedCall, error: ToolFailure, ms = 0): Observation {
  return { callId: call.id, name: call.name, outcome: "failed", output: null, error, ms };
}

/** A call that was given to no tool, this time. The message goes on where the outcome's own sentence ends. */
export function notRun(
  call: PlannedCall,
  outcome: Exclude<Outcome, "completed" | "failed">,
  error: ToolFailure,
): Observation {
  return { callId: call.id, name: call.name, outcome, output: null, error, ms: 0 };
}
