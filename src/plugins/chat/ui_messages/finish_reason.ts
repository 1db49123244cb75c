// The finish reasons of the AI SDK, which are hyphenated.

import type { FinishReason } from "../../../core/entry.ts";
import { unreachable } from "../../../core/error.ts";
import type { StepFinished } from "../../../core/event.ts";

/** The finish reason of a run. */
export function toFinishReason(status: StepFinished["status"], finish: FinishReason | null): string {
  if (status === "open" || status === "waiting") return "tool-calls";
  if (status === "failed") return "error";
  switch (finish) {
    case "length":
      return "length";
    case "content_filter":
    case "refusal":
      return "content-filter";
    case "stop":
    case "calls":
    case null:
      return "stop";
    default:
      return unreachable(finish);
  }
}
