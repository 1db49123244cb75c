// JSON Pointer (RFC 6901): how a response names a place in the request's body.

import { toPointer } from "../core/problems.ts";

const LENGTH_LIMIT = 200;

/**
 * The pointer to a path of keys and indexes; the whole document is the empty string. A pointer longer than 200
 * characters is cut and ends with `…`: keys come from outside, and a response must not be as large as the request
 * that it refuses.
 *
 * @example
 * ```ts
 * import { jsonPointer } from "./json_pointer.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(jsonPointer(["toolResults", 0, "a/b"]), "/toolResults/0/a~1b");
 * assert.equal(jsonPointer([]), "");
 * ```
 */
export function jsonPointer(path: readonly PropertyKey[]): string {
  const pointer = toPointer(path);
  return pointer.length <= LENGTH_LIMIT ? pointer : `${pointer.slice(0, LENGTH_LIMIT - 1).toWellFormed()}…`;
}
