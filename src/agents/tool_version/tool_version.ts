// A version of a tool of a catalogue: what authors publish, and what the store keeps of it.

import type { ApprovalRule } from "../../core/approval/needs_approval.ts";
import type { JsonSchema } from "../../core/json.ts";
import type { Effect } from "../../core/tool.ts";

/** One version of one tool. Lists that are left out are empty. */
export interface ToolVersion {
  /** Stays the same from version to version; unique in its catalogue. */
  readonly id: string;
  /** What the model calls it by; unique among the tools of a catalogue that are not archived. */
  readonly name: string;
  /** A semantic version; each one that is published is later than those before. */
  readonly version: string;
  readonly description: Description;
  /** JSON Schema of the arguments; an object schema. */
  readonly parameters: JsonSchema;
  /** What users have asked when the tool was right. */
  readonly examples?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Groups that it belongs to, the most telling first. */
  readonly categories?: readonly string[] | undefined;
  /** Tiers of tenants that have it; all when there are none. */
  readonly tiers?: readonly string[] | undefined;
  /** Contexts that it is offered in; all when there are none. */
  readonly contexts?: readonly string[] | undefined;
  /** Flags that must all be set for it to be offered. */
  readonly flags?: readonly string[] | undefined;
  readonly effect: Effect;
  readonly needsApproval?: boolean | ApprovalRule | readonly ApprovalRule[] | undefined;
  /** Epoch milliseconds from which on it counts as deprecated. */
  readonly deprecatesAt?: number | undefined;
  readonly source: ToolSource;
}

/** What a model reads of a tool, with the texts that are tried beside it. */
export interface Description {
  readonly default: string;
  /** By name; threads that have none of them have the default. */
  readonly variants?: Readonly<Record<string, DescriptionVariant>> | undefined;
}

/** A text that some threads have in place of the default. */
export interface DescriptionVariant {
  readonly text: string;
  /** Percent of the threads that have it; a whole number from 1. Those of one tool are at most 100 together. */
  readonly weight: number;
}

/**
 * Who runs the calls of a tool.
 *
 * | type   | its calls are run by                                                                        |
 * | ------ | ------------------------------------------------------------------------------------------- |
 * | `code` | the tool of this name among those of the deployment                                         |
 * | `http` | a server of the publisher, as `httpTool()` of `@treadle/treadle/tools/http` has it          |
 * | `mcp`  | a server of MCP. Description and parameters are its own words, which `hash` pins            |
 */
export type ToolSource = CodeSource | HttpSource | McpSource;

/** A tool of the deployment's code. */
export interface CodeSource {
  readonly type: "code";
}

/** A tool that a server of the publisher runs. */
export interface HttpSource {
  readonly type: "http";
  readonly url: string;
  readonly method?: "POST" | "PUT" | "PATCH" | undefined;
  /** Names of the variables with the signing secrets. */
  readonly secrets?: readonly string[] | undefined;
  readonly headers?:
    | Readonly<Record<string, string | { readonly env: string; readonly prefix?: string | undefined }>>
    | undefined;
  readonly hosts?: readonly string[] | undefined;
  readonly retries?: number | undefined;
  readonly maxResponseBytes?: number | undefined;
  readonly callback?: boolean | undefined;
  /** Milliseconds until a call fails. */
  readonly timeoutMs?: number | undefined;
}

/** A tool of a server of MCP. */
export interface McpSource {
  readonly type: "mcp";
  /** The server as the agents of the deployment name it. */
  readonly server: string;
  /** Its name at the server; that of the tool by default. */
  readonly tool?: string | undefined;
  /** Of the words of the server that the publisher has read; see `hashForeignText`. */
  readonly hash: string;
}

/** Most JSON bytes of a version, its quotes escaped: a tool and one that is held beside it are a piece of the store. */
export const MOST_VERSION_BYTES = 27_000;

/** The environment variables that the calls of a tool read; those of `code` are the tool's own. */
export function listVariables({ source }: Pick<ToolVersion, "source">): readonly string[] {
  if (source.type !== "http") return [];
  const { secrets = [], headers = {} } = source;
  const named = Object.values(headers).flatMap((value) => typeof value === "string" ? [] : [value.env]);
  return [...new Set([...secrets, ...named])];
}
