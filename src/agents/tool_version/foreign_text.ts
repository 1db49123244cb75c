// The pin of what a server of MCP says about a tool.

import type { JsonSchema } from "../../core/json.ts";
import type { Sha256 } from "../../core/ports.ts";
import { canonicalJson } from "../../core/text/hash.ts";

/** What a server says about one of its tools. */
export interface ForeignText {
  /** Its name at the server. */
  readonly tool: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** SHA-256 of the words of a server: another description or another schema has another hash; the order of keys does not count. */
export async function hashForeignText(
  { tool, description, parameters }: ForeignText,
  sha256: Sha256,
): Promise<string> {
  return await sha256(canonicalJson({ tool, description, parameters }));
}
