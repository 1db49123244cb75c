// What a client that asks for progress reads while a run goes on: one line for each step and each tool, no text of the model.

import type { StepEvent } from "../../../core/event.ts";

/** The line of an event; undefined for one without a line. */
export function describeProgress(event: StepEvent): string | undefined {
  switch (event.type) {
    case "step.started":
      return `step ${event.step}`;
    case "tool.started":
      return `${event.name} runs`;
    case "tool.finished":
      return `${event.name}: ${event.outcome}`;
    case "approval.requested":
      return `${event.name} waits for approval`;
    case "result.requested":
      return `${event.name} waits for its result`;
    case "child.started":
      return `phase ${event.phase} runs`;
    case "child.finished":
      return `phase ${event.phase}: ${event.outcome}`;
    default:
      return undefined;
  }
}
