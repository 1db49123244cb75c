// A call as one line: `lookup_order(order: "1002") → {status: "sent"} 10 ms`. What is long is shortened; the whole is in its card.

import type { CallStatus } from "../../../core/contract/status_words.ts";
import { isJsonObject, type Json, parseJson } from "../../../core/json.ts";
import { visibleJson, visibleText } from "../visible_json.ts";

/** How a call has ended, or what it waits for. */
export type CallState = Exclude<CallStatus, "pending">;

/** Characters of one value, and of a list of them. */
const VALUE = 32;
const LINE = 72;

/** A call in one of these has failed, or waits for a person or a client. */
const OPEN: ReadonlySet<CallState> = new Set([
  "approval",
  "authorization",
  "blocked",
  "client",
  "deferred",
  "failed",
  "truncated",
  "unknown",
]);

/** Its card is open until a person closes it. */
export function opensByItself(state: CallState): boolean {
  return OPEN.has(state);
}

/** The arguments between the parentheses: `order: "1002", lines: [3 items]`. Text that is no JSON stands as it is, up to a length. */
export function argumentsLine(text: string): string {
  const args = parseJson(text);
  if (args === undefined) return textLine(text);
  return isJsonObject(args) ? membersLine(args) : valueLine(args, LINE);
}

/** What a tool returned: `{status: "sent", lines: [3 items]}`. */
export function outputLine(output: Json): string {
  return isJsonObject(output) ? `{${membersLine(output)}}` : valueLine(output, LINE);
}

/** The first line of a text, shortened. */
export function textLine(text: string): string {
  return visibleText(cut(text.trimStart(), LINE).replaceAll(/\s+/g, " "));
}

function membersLine(value: Readonly<Record<string, Json>>): string {
  const parts: string[] = [];
  let length = 0;
  for (const [key, each] of Object.entries(value)) {
    const part = `${/^[\w$-]{1,32}$/.test(key) ? key : visibleJson(cut(key, VALUE))}: ${
      valueLine(each, VALUE)
    }`;
    if (length > 0 && length + part.length > LINE) return [...parts, "…"].join(", ");
    parts.push(part);
    length += part.length + 2;
  }
  return parts.join(", ");
}

function valueLine(value: Json, limit: number): string {
  if (typeof value === "string") return visibleJson(cut(value, limit));
  if (Array.isArray(value)) {
    return value.length === 0 ? "[]" : value.length === 1 ? "[1 item]" : `[${value.length} items]`;
  }
  return isJsonObject(value) ? (Object.keys(value).length === 0 ? "{}" : "{…}") : String(value);
}

/** At most so many characters, with `…` for the others; no pair of surrogates is cut in two. */
function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
