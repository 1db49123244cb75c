// What an API did with thinking that went back and did not fit its place: Claude names each such block of the request, OpenAI each item.

import type { Json, JsonObject } from "../../../core/json.ts";
import { toName, toObjects } from "../json_fields.ts";
import type { ResponseBuilder } from "./response_builder.ts";

/** Most places that one warning names. */
const NAMED = 3;

/**
 * Warns of each kind of entry of `input_transformations`, and returns the reasons for which thinking was left out, each once; empty for
 * none. Claude has it in `message_start` and in whole answers, and once more in `message_delta` after a fallback on its side, under its
 * beta `thinking-binding-controls-2026-08-01` (BetaInputTransformation of @anthropic-ai/sdk 1.12.0); OpenAI in its response since
 * gpt-6.2 (Response.InputTransformation of openai 7.59.0). Unknown kinds are left out, and so is `turn_boundary`: OpenAI's models go
 * without the reasoning of earlier turns, whatever was sent.
 *
 * @example
 * ```ts
 * import { readTransformations } from "./input_transformations.ts";
 * import assert from "node:assert/strict";
 *
 * const warned: string[] = [];
 * const builder = { warn: (code: string, message: string) => void warned.push(code, message) };
 * const id = "rs_1";
 * const removed = { type: "reasoning", id, action: "removed", reason: "prefix_mismatch" };
 * assert.deepEqual(readTransformations([removed], builder), ["prefix_mismatch"]);
 * assert.deepEqual(warned, [
 *   "thinking_dropped",
 *   "The API left thinking of earlier answers out (prefix_mismatch: rs_1).",
 * ]);
 * ```
 */
export function readTransformations(
  wire: Json | undefined,
  builder: Pick<ResponseBuilder, "warn">,
): readonly string[] {
  const entries = toObjects(wire).filter(({ reason }) => reason !== "turn_boundary");
  return KINDS.flatMap(({ types, code, message }) => {
    const places = new Map<string, string[]>();
    for (const entry of entries.filter(({ type }) => types.includes(toName(type) ?? ""))) {
      const [reason, place] = readPlace(entry);
      places.set(reason, [...places.get(reason) ?? [], place]);
    }
    if (places.size === 0) return [];
    const where = [...places].map(([reason, all]) => `${reason}: ${formatList(all)}`).join("; ");
    builder.warn(code, `The API ${message} (${where}).`);
    return code === "thinking_dropped" ? [...places.keys()] : [];
  });
}

const KINDS = [
  {
    types: ["thinking_dropped", "reasoning"],
    code: "thinking_dropped",
    message: "left thinking of earlier answers out",
  },
  {
    types: ["thinking_mismatch_allowed"],
    code: "thinking_mismatched",
    message: "took thinking of earlier answers that does not fit its place",
  },
];

function readPlace({ reason, path, id }: JsonObject): readonly [reason: string, place: string] {
  const clip = (value: Json | undefined, unknown: string) =>
    (toName(value) ?? unknown).slice(0, 100).toWellFormed();
  return [clip(reason, "no reason"), clip(path ?? id, "no path")];
}

function formatList(paths: readonly string[]): string {
  const more = paths.length - NAMED;
  return paths.slice(0, NAMED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
