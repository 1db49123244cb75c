// read_output: a tool of ours that an agent has when long outputs are shortened in its requests. It reads a page of an output out
// of the history, where every output is whole.

import type { ToolEntry } from "../../core/entry.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import { READ_OUTPUT, type Tool, type ToolContext } from "../../core/tool.ts";
import { outputText, wholeAt } from "../../kernel/history/observation.ts";

/** Characters of a page, unless the model wants another number. */
const PAGE = 4_000;
const LONGEST_PAGE = 10_000;
/** Characters of a page before what was searched for. */
const BEFORE_MATCH = 200;

/**
 * The tool. A page is never shortened again. What cannot be read is answered in words: a wrong id or place is no failure of a tool,
 * so it does not end the run of an agent with `throwOnToolFailure`.
 */
export const readOutput: Tool = {
  name: READ_OUTPUT,
  description:
    "Reads a part of an earlier tool's output that the conversation shows only in part: the line in its middle has the call_id " +
    "and the offsets of what is left out. Offsets and lengths count characters.",
  parameters: {
    type: "object",
    properties: {
      call_id: { type: "string", description: "Of the call whose output is read." },
      offset: { type: "integer", minimum: 0, description: "Where the part begins; 0 by default." },
      length: {
        type: "integer",
        minimum: 1,
        maximum: LONGEST_PAGE,
        description: `Characters to read; ${PAGE} by default.`,
      },
      search: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: "A text: the part begins shortly before its first place at or behind offset.",
      },
      pointer: {
        type: "string",
        maxLength: 1_000,
        description: "A JSON Pointer such as /items/3: only that part of an output that is JSON is read.",
      },
    },
    required: ["call_id"],
    additionalProperties: false,
  },
  effect: "pure",
  timeoutMs: 30_000,
  maxOutputBytes: 65_536,
  needsApproval: false,
  wantsThread: true,
  run: (args, context) => Promise.resolve(read(args, context)),
};

function read(args: JsonObject, { history = [] }: ToolContext): string {
  const { call_id: callId, pointer } = args;
  const entry = history.findLast((each): each is ToolEntry => each.type === "tool" && each.callId === callId);
  const output = entry && outputText(entry);
  if (entry === undefined || output === undefined) {
    return `There is no output of call_id ${
      JSON.stringify(callId)
    } to read. Copy the call_id from the line that says what is left out.`;
  }
  if (typeof pointer !== "string" || pointer === "") return page(output, `call_id "${entry.callId}"`, args);
  const part = partAt(entry.output, pointer);
  return typeof part === "string"
    ? part
    : page(part.text, `${pointer} in the output of call_id "${entry.callId}"`, args);
}

function page(text: string, of: string, { offset, length, search }: JsonObject): string {
  const from = typeof offset === "number" ? offset : 0;
  const most = typeof length === "number" ? length : PAGE;
  const what = `${of}, which has ${text.length} characters`;
  if (from > 0 && from >= text.length) return `There is nothing at offset ${from} of ${what}.`;
  const found = typeof search === "string" ? text.indexOf(search, from) : from;
  if (found < 0) return `${JSON.stringify(search)} does not occur at or behind offset ${from} of ${what}.`;
  const start = wholeAt(text, typeof search === "string" ? Math.max(from, found - BEFORE_MATCH) : found);
  const end = wholeAt(text, Math.min(text.length, start + most));
  return `[offset ${start} to ${end} of ${what}]\n${text.slice(start, end)}`;
}

/** The text of a part of an output, or why there is none. */
function partAt(output: Json, pointer: string): { readonly text: string } | string {
  const whole = typeof output === "string" ? parseJson(output) : output;
  if (whole === undefined) return "The output is not JSON; read it by offset or search.";
  if (!pointer.startsWith("/")) {
    return `${JSON.stringify(pointer)} is no JSON Pointer; it begins with "/".`;
  }
  let part: Json | undefined = whole;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    part = findMember(part, key);
    if (part === undefined) {
      return `The output has nothing at ${pointer}: ${JSON.stringify(key)} is not there.`;
    }
  }
  return { text: typeof part === "string" ? part : JSON.stringify(part) };
}

function findMember(value: Json, key: string): Json | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
