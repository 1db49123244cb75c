// Inputs as a step takes them, at begin and when a step follows another one: which of them are pinned, and whether a run begins.

import type { Entry, UserEntry } from "../../core/entry.ts";
import type { AgentState } from "../../core/state.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import type { StepRequest } from "../request.ts";
import type { TakenInputs } from "./wake_terms.ts";
import { startOfRun } from "./imported_history.ts";
import type { AdmittedInputs } from "../pinning.ts";
import type { RuntimeDeps } from "../deps.ts";

/** What the inputs of a step come to. */
export interface EnteredInputs {
  /** With `pin` on those alone that can be pinned. */
  readonly inbox: readonly UserEntry[];
  /** What they ask of the run. */
  readonly terms: TakenInputs["terms"];
  readonly warnings: readonly Warning[];
  readonly isNewRun: boolean;
  /** How many entries that the step brings stand before the one that begins a run; undefined where none begins. */
  readonly begins: number | undefined;
}

/** The thread that inputs come to. */
export interface EnteredThread {
  readonly ref: ThreadRef;
  readonly pins: AgentState["pins"];
  /** The history that it begins with. */
  readonly history: readonly Entry[];
}

/**
 * The inputs of a step. `own` is what the request brings of them.
 *
 * @throws {AgentError} pin_refused, for an input of the request
 */
export function enterInputs(
  { inputs, terms }: TakenInputs,
  { ref, pins, history }: EnteredThread,
  own: Pick<StepRequest, "pin" | "inputs">,
  { pinning }: Pick<RuntimeDeps, "pinning">,
): EnteredInputs {
  const { inbox, warnings } = !inputs.some(({ pin }) => pin)
    ? { inbox: inputs, warnings: [] }
    : pinning?.admit(inputs, pins, ref.thread, own) ?? withoutPins(inputs);
  // An entry that brings a plan alone begins no run.
  const first = inbox.findIndex(({ plan }) => plan === undefined);
  const isNewRun = first >= 0 || history.length > 0;
  const begins = first >= 0 ? history.length + first : startOfRun(history);
  return { inbox, terms, warnings, isNewRun, begins: isNewRun ? begins : undefined };
}

/** Inputs that were accepted where something could pin them. */
function withoutPins(inputs: readonly UserEntry[]): AdmittedInputs {
  const message = "The deployment has no plugin that pins entries.";
  return {
    inbox: inputs.map(({ pin: _, ...entry }) => entry),
    warnings: [{ code: "pin_refused", message }],
  };
}
