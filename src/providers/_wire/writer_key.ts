// The key of a history writer.

import type { Aliases } from "./calls/tool_names.ts";

/**
 * Names a writer: `api` whose messages it writes, and every fact that their text depends on, such as the provider and the model
 * that get their opaque parts back. The aliases of tool names always count.
 */
export function writerKey(
  api: string,
  aliases: Aliases,
  ...facts: readonly (string | boolean | undefined)[]
): string {
  return JSON.stringify([api, aliases.collisions, ...facts]);
}
