// The Chat Completions form of an entry, as one line of JSON text. A stored entry that has this form carries it as its second
// line (codec.ts), and a request of that API takes the line as it is. Only this file depends on the form.
//
//   {"role":"user","content":"Weather in Paris?"}
//   {"role":"assistant","content":null,"tool_calls":[{"id":"call_x5fq","type":"function","function":{...}}]}
//   {"role":"tool","tool_call_id":"call_x5fq","content":"{\"tempC\":18}"}

import type { Block, CallBlock, TextBlock } from "../../core/entry.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";

interface ChatUser {
  role: "user";
  content: string;
}

interface ChatTool {
  role: "tool";
  tool_call_id: string;
  content: string;
}

interface ChatAssistant {
  role: "assistant";
  content: string | null;
  tool_calls?: ChatCall[];
}

interface ChatCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** Tool names that every provider takes without an alias. */
const LEGAL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** Ids whose JSON text is the id in quotes. Every id that Treadle mints is one. */
const PLAIN_ID = /^[\w-]+$/;

/** The line of a user's text. */
export function userLine(text: string): string {
  return toLine({ role: "user", content: text });
}

/** The line of a completed call's output; undefined for an id that JSON would escape. */
export function toolLine(callId: string, content: string): string | undefined {
  return PLAIN_ID.test(callId) ? toLine({ role: "tool", tool_call_id: callId, content }) : undefined;
}

/**
 * The line of an answer; undefined for blocks that the form does not hold or that some provider writes otherwise: reasoning,
 * opaque parts, no blocks, empty text, text behind a call, calls through a bridge, names that need an alias, arguments that are no JSON object (some
 * servers parse the arguments of a history and fail on others).
 */
export function assistantLine(blocks: readonly Block[]): string | undefined {
  const [first] = blocks;
  const text = first?.type === "text" ? first : undefined;
  const calls = text ? blocks.slice(1) : blocks;
  if (!first || (text && !isPlainText(text)) || !calls.every(isPlainCall)) return undefined;
  return toLine({
    role: "assistant",
    content: text ? text.text : null,
    tool_calls: calls.length === 0 ? undefined : calls.map(toChatCall),
  });
}

function toChatCall({ id, name, args }: CallBlock): ChatCall {
  return { id, type: "function", function: { name, arguments: args } };
}

function isPlainText({ text, meta }: TextBlock): boolean {
  return text !== "" && meta === undefined;
}

function isPlainCall(block: Block): block is CallBlock {
  return block.type === "call" && block.meta === undefined && block.via === undefined &&
    PLAIN_ID.test(block.id) &&
    LEGAL_NAME.test(block.name) && isJsonObject(parseJson(block.args));
}

function toLine(message: ChatUser | ChatTool | ChatAssistant): string {
  return JSON.stringify(message);
}

/** The text of a {@link userLine}. */
export function readUserLine(line: string): string {
  const { content }: ChatUser = JSON.parse(line);
  return content;
}

/** The call and the content of a {@link toolLine}. */
export function readToolLine(line: string): { readonly callId: string; readonly content: string } {
  const { tool_call_id, content }: ChatTool = JSON.parse(line);
  return { callId: tool_call_id, content };
}

/** The blocks of an {@link assistantLine}, as JSON. */
export function readAssistantLine(line: string): JsonObject[] {
  const { content, tool_calls = [] }: ChatAssistant = JSON.parse(line);
  const calls = tool_calls.map(({ id, function: { name, arguments: args } }) => {
    return { type: "call", id, name, args };
  });
  return content === null ? calls : [{ type: "text", text: content }, ...calls];
}

// What is read off a line without parsing it --------------------------------------------------------------------------------

const BEFORE_CALL_ID = '{"role":"tool","tool_call_id":"';

/** The call that a {@link toolLine} answers. */
export function readCallId(line: string): string {
  return line.slice(BEFORE_CALL_ID.length, line.indexOf('"', BEFORE_CALL_ID.length));
}

/**
 * True when an {@link assistantLine} makes calls with these ids, in this order. The search cannot match inside a text or an
 * argument, where every quote is escaped.
 */
export function makesCalls(line: string, callIds: readonly string[]): boolean {
  let at = 0;
  return callIds.every((id) => (at = line.indexOf(`{"id":"${id}","type":"function"`, at) + 1) > 0);
}

// Variants that some servers require ----------------------------------------------------------------------------------------

const NULL_CONTENT = '{"role":"assistant","content":null';

/** The line with an empty text where its content is null, for servers that refuse null. */
export function withTextContent(line: string): string {
  return line.startsWith(NULL_CONTENT)
    ? `{"role":"assistant","content":""${line.slice(NULL_CONTENT.length)}`
    : line;
}

/** The line with one more field at its end, whose value is the empty text. */
export function withEmptyField(line: string, name: string): string {
  return `${line.slice(0, -1)},"${name}":""}`;
}
