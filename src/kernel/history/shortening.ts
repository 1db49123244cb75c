// Long outputs in requests: the beginning and the end, and a line that says what is missing. The history has them whole, so a
// request follows from what is stored, and the tool read_output reads the rest.

import type { Agent } from "../../core/agent.ts";
import type { ToolEntry } from "../../core/entry.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import { remembered } from "../../core/lru.ts";
import { SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import { findChatLine } from "./lazy_entry.ts";
import { outputText } from "./observation.ts";

/** Which outputs an agent's requests have only in part. */
export interface Shortening {
  /** The same for the same limits. */
  readonly key: string;
  /** The smallest limit of all tools: no text of so many characters is shortened. */
  readonly least: number;
  /** Most characters of an output of this tool; undefined for no limit. */
  limitOf(tool: string): number | undefined;
}

const WHOLE: ReadonlySet<string> = new Set([READ_OUTPUT, SEARCH_TOOLS]);

/** The shortening of an agent; undefined for one that sends every output whole. Made once per agent object. */
export const findShortening: (agent: Agent) => Shortening | undefined = remembered(toShortening);

function toShortening({ limits: { outputChars }, tools }: Agent): Shortening | undefined {
  const own = new Map(
    tools.flatMap(({ name, promptChars }) => promptChars === undefined ? [] : [[name, promptChars] as const]),
  );
  if (outputChars === undefined && own.size === 0) return undefined;
  return {
    key: JSON.stringify([outputChars ?? null, ...own]),
    least: Math.min(outputChars ?? Infinity, ...own.values()),
    // A page of an output is as long as the model wants it, and definitions of tools are of use only whole.
    limitOf: (tool) => WHOLE.has(tool) ? undefined : own.get(tool) ?? outputChars,
  };
}

/** The characters that the output of a call is shortened to; undefined when a request has it whole. */
export function limitOn(entry: ToolEntry, shortening: Shortening): number | undefined {
  const line = findChatLine(entry);
  if (line !== undefined && line.length <= shortening.least) return undefined; // without a parse
  const limit = shortening.limitOf(entry.name);
  return limit !== undefined && (outputText(entry)?.length ?? 0) > limit ? limit : undefined;
}
