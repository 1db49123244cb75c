// What Claude did with thinking that went back and did not fit its place: the API names each such block of the request.

import type { Json, JsonObject } from "../../core/json.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { toName, toObjects } from "../_wire/json_fields.ts";

/** Most places that one warning names. */
const NAMED = 3;

/**
 * A warning for each kind of entry of `input_transformations`, which the API reports under its beta
 * `thinking-binding-controls-2026-08-01`: in `message_start` and in whole answers, and once more in `message_delta` after a fallback
 * on its side. Unknown kinds are left out. Source: BetaInputTransformation of @anthropic-ai/sdk 1.12.0.
 *
 * @example
 * ```ts
 * import { transformationWarnings } from "./input_transformations.ts";
 * import assert from "node:assert/strict";
 *
 * const path = "messages.3.content.0";
 * const [warning] = transformationWarnings([
 *   { type: "thinking_dropped", path, reason: "prefix_binding_mismatch" },
 * ]);
 * assert.equal(
 *   warning?.message,
 *   "The API left thinking of earlier answers out (prefix_binding_mismatch: messages.3.content.0).",
 * );
 * ```
 */
export function transformationWarnings(wire: Json | undefined): Warning[] {
  const entries = toObjects(wire);
  return KINDS.flatMap(({ type, toWarning }) => {
    const places = new Map<string, string[]>();
    for (const entry of entries.filter((each) => each.type === type)) {
      const [reason, path] = placeOf(entry);
      places.set(reason, [...places.get(reason) ?? [], path]);
    }
    if (places.size === 0) return [];
    const where = [...places].map(([reason, paths]) => `${reason}: ${listOf(paths)}`).join("; ");
    return [toWarning(where)];
  });
}

const KINDS = [
  {
    type: "thinking_dropped",
    toWarning(where: string): Warning {
      const message = `The API left thinking of earlier answers out (${where}).`;
      return { code: "thinking_dropped", message };
    },
  },
  {
    type: "thinking_mismatch_allowed",
    toWarning(where: string): Warning {
      const message = `The API took thinking of earlier answers that does not fit its place (${where}).`;
      return { code: "thinking_mismatched", message };
    },
  },
];

function placeOf({ reason, path }: JsonObject): readonly [reason: string, path: string] {
  const clip = (value: Json | undefined, unknown: string) =>
    (toName(value) ?? unknown).slice(0, 100).toWellFormed();
  return [clip(reason, "no reason"), clip(path, "no path")];
}

function listOf(paths: readonly string[]): string {
  const more = paths.length - NAMED;
  return paths.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
