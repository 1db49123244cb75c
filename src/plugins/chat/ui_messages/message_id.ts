// Ids of the assistant's messages: the stream of an answer, its repetition and the stored chat have the same.

import type { StepStarted } from "../../../core/event.ts";

/**
 * The id of an answer: by the input that it is to, so that an answer to another input is another message, also where the step before
 * it was stopped and left nothing. An answer without an input of its own, as of a fork, has the number of its first step.
 */
export function toMessageId(thread: string, { input, step }: Pick<StepStarted, "input" | "step">): string {
  return `msg_${thread}_${input ?? step}`;
}
