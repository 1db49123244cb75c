// JSON Pointer (RFC 6901): how an answer names a place in the request's body.

/**
 * The pointer to a path of keys and indexes; the whole document is the empty string.
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
  return path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
