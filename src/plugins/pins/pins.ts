// How many entries of a thread are pinned, and how large they are together: both are bounded.

import type { UserEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { Pin } from "../../core/state.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { type AdmittedInputs, sizeOfPin } from "../../kernel/pinning.ts";
import type { StepRequest } from "../../kernel/request.ts";

/** Most pinned entries of a thread, and UTF-8 bytes of their texts together: each plan reads all of them. */
const MOST_PINS = 20;
const MOST_PINNED_BYTES = 32 * 1024;

/** Why so many more entries cannot be pinned; undefined when they can. */
export function whyNotPinned(pins: readonly Pin[], more: readonly Pin[], thread: string): string | undefined {
  const all = [...pins, ...more];
  const bytes = all.reduce((sum, [, size]) => sum + size, 0);
  if (all.length > MOST_PINS) {
    return `Thread ${thread} would have ${all.length} pinned entries, and ${MOST_PINS} are the most; unpin some.`;
  }
  if (bytes > MOST_PINNED_BYTES) {
    return `Thread ${thread} would have ${bytes} bytes of pinned entries, and ${MOST_PINNED_BYTES} are the most; unpin some.`;
  }
  return undefined;
}

/**
 * The inputs with `pin` on those alone that can be pinned. An input that was queued and has no room any more is consumed without a
 * pin, with a warning; one of this request is refused.
 *
 * @throws {AgentError} pin_refused
 */
export function admitPins(
  inbox: readonly UserEntry[],
  pins: readonly Pin[] | undefined,
  thread: string,
  { pin, inputs }: Pick<StepRequest, "pin" | "inputs">,
): AdmittedInputs {
  const standing = [...pins ?? []];
  const warnings: Warning[] = [];
  const own = pin ? inbox.length - inputs.length : Infinity;
  const admitted = inbox.map((entry, index): UserEntry => {
    if (!entry.pin) return entry;
    const more: Pin = [0, sizeOfPin(entry)];
    const why = whyNotPinned(standing, [more], thread);
    if (why === undefined) {
      standing.push(more);
      return entry;
    }
    if (index >= own) {
      throw new AgentError("pin_refused", why, { problems: [{ pointer: "/pin", detail: "has no room" }] });
    }
    warnings.push({ code: "pin_refused", message: why });
    const { pin: _, ...rest } = entry;
    return rest;
  });
  return { inbox: admitted, warnings };
}
