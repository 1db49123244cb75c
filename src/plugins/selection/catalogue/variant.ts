// Which text of a description a thread has.

import type { ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import { fnv64 } from "../../../core/text/hash.ts";

/** A description that was assigned. */
export interface AssignedVariant {
  /** `default`, or the name of a variant. */
  readonly name: string;
  readonly text: string;
}

/**
 * The description that a thread has of a tool: always the same for the thread, the id and the weights. Of two tools the
 * assignments are independent.
 *
 * @example
 * ```ts
 * import { assignVariant } from "./variant.ts";
 * import assert from "node:assert/strict";
 *
 * const description = { default: "Finds flights.", variants: { long: { text: "Finds flights by date.", weight: 100 } } };
 * assert.deepEqual(assignVariant({ id: "flights", description }, "t1"), { name: "long", text: "Finds flights by date." });
 * ```
 */
export function assignVariant(
  { id, description }: Pick<ToolVersion, "id" | "description">,
  thread: string,
): AssignedVariant {
  const { variants } = description;
  const other = { name: "default", text: description.default };
  if (variants === undefined) return other;
  const place = hashPlace(thread, id);
  let passed = 0;
  for (const name of Object.keys(variants).sort()) {
    const { text, weight } = variants[name] ?? { text: "", weight: 0 };
    passed += weight;
    if (place < passed) return { name, text };
  }
  return other;
}

/** Where a thread stands among all threads for a tool, from 0 up to but not 100. */
function hashPlace(thread: string, id: string): number {
  // The last bits of FNV of similar texts are similar: the finalizer of MurmurHash3 mixes all of them.
  let bits = Number.parseInt(fnv64(`${id}\n${thread}`).slice(0, 8), 16);
  bits = Math.imul(bits ^ bits >>> 16, 0x85ebca6b);
  bits = Math.imul(bits ^ bits >>> 13, 0xc2b2ae35);
  return ((bits ^ bits >>> 16) >>> 0) / 2 ** 32 * 100;
}
