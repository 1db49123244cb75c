// The input of a response as messages of a chat, and the responses that it continues or refers to. A response is a thread of its
// own: one that continues another begins with a copy of its history.

import { AgentError } from "../../core/error.ts";
import { type CopiedHistory, copyHistory } from "./copy_history.ts";
import { assertOwn } from "../../kernel/threads/assert_own.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { readApprovalId, readResponseId, threadOfItem } from "./encoders/response_ids.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import type { CopiedEntries } from "./chat_messages.ts";
import type { ChatMessage } from "./chat_schema.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";
import type { InputItem, ResponsesBody } from "./responses_schema.ts";

/** The input, ready to be entries. */
export interface ReadInput {
  readonly messages: readonly (ChatMessage | CopiedEntries)[];
  /** The place of each of them in the body. */
  readonly paths: readonly Path[];
  /** The user of the response that is continued. */
  readonly user: string | undefined;
}

/**
 * The conversation of a request.
 *
 * | item | becomes |
 * |---|---|
 * | `message` | a message; a text is that of the user |
 * | `function_call` | a call of the assistant's message before it |
 * | `function_call_output` | its output |
 * | `item_reference` | what the server has made in that response, once |
 * | `reasoning`, `mcp_call`, `mcp_list_tools`, `mcp_approval_request` | nothing: the server has its own |
 * | `mcp_approval_response` before other items | nothing: it was recorded before |
 * | `function_call_output` of an `mcp_call` | nothing |
 *
 * @throws {AgentError} invalid_request - an item that is not served, one that the response of previous_response_id has already, or an
 * unknown response
 * @throws {AgentError} thread_busy, approval_required, not_yet - the response that is continued has no end yet
 */
export async function readInput(
  c: HttpContext,
  { input, previous_response_id: previous }: Pick<ResponsesBody, "input" | "previous_response_id">,
  deps: HttpDeps,
): Promise<ReadInput> {
  const messages: (ChatMessage | CopiedEntries)[] = [];
  const paths: Path[] = [];
  let user: string | undefined;
  let late: { readonly id: string; readonly path: Path } | undefined;
  const push = (message: ChatMessage | CopiedEntries, path: Path) => {
    messages.push(message);
    paths.push(path);
  };
  if (previous) {
    const copied = await readResponse(c, previous, ["previous_response_id"], deps);
    user = copied.user;
    push({ role: "copied", entries: copied.entries }, ["input"]);
  }
  const items: readonly InputItem[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const continued = previous ? readResponseId(previous)?.thread : undefined;
  const known = new Set([continued]);
  for (const [index, item] of items.entries()) {
    const path: Path = ["input", index];
    const type = item.type ?? (item.role ? "message" : "item_reference");
    switch (type) {
      case "message":
        assertNew(item, continued, path);
        push(readMessage(item, path), path);
        break;
      case "function_call": {
        assertNew(item, continued, path);
        const call = readCall(item, path);
        const last = messages.at(-1);
        if (last?.role === "assistant") {
          messages[messages.length - 1] = { ...last, tool_calls: [...last.tool_calls ?? [], call] };
        } else push({ role: "assistant", content: null, tool_calls: [call] }, path);
        break;
      }
      case "function_call_output":
        // Some clients answer the calls that the server has run, by the ids of their items.
        if (item.call_id?.startsWith("mcp_") && threadOfItem(item.call_id) !== undefined) break;
        push({ role: "tool", content: item.output ?? "", tool_call_id: item.call_id }, path);
        break;
      case "item_reference": {
        const response = threadOfItem(item.id ?? "");
        if (response === undefined) {
          throw refuse([...path, "id"], "must be the id of an item of a response");
        }
        if (known.has(response)) break;
        known.add(response);
        const { own } = await readResponse(c, response, [...path, "id"], deps);
        push({ role: "copied", entries: own }, path);
        break;
      }
      case "reasoning":
      case "mcp_call":
      case "mcp_list_tools":
      case "mcp_approval_request":
        break;
      case "mcp_approval_response":
        late = { id: item.approval_request_id ?? "", path };
        break;
      default:
        throw refuse([...path, "type"], "is a type of item that is not served");
    }
  }
  if (late !== undefined) await assertTaken(c, late, deps);
  return { messages: messages.map(withTextParts), paths, user };
}

/** What a response has made is in the conversation that continues it: another time, or with other words, it would be there twice. */
function assertNew({ id }: InputItem, continued: string | undefined, path: Path): void {
  if (continued === undefined || threadOfItem(id ?? "") !== continued) return;
  throw refuse(
    [...path, "id"],
    "is of the response of previous_response_id, which has it; leave it out",
  );
}

/** An answer that stands before other items is one of the conversation so far. One that could still be recorded would be lost. */
async function assertTaken(
  c: HttpContext,
  { id, path }: { readonly id: string; readonly path: Path },
  deps: HttpDeps,
): Promise<void> {
  const asked = readApprovalId(id);
  if (asked === undefined) return;
  const ref = { tenant: c.var.tenant, thread: asked.thread };
  const waits = await assertOwn(ref, c.var, deps).then(() => readThread(ref, deps)).catch((thrown) => {
    if (thrown instanceof AgentError && thrown.code === "thread_unknown") return undefined;
    throw thrown;
  });
  if (waits?.calls.some(({ id, state }) => id === asked.callId && state === "approval") !== true) return;
  throw refuse(path, "must be at the end of the input: its call still waits");
}

function readMessage({ role, content }: InputItem, path: Path): ChatMessage {
  if (!role) throw refuse([...path, "role"], "is missing");
  return { role, content: content ?? "" };
}

function readCall({ call_id: id, name, arguments: args }: InputItem, path: Path) {
  if (!id) throw refuse([...path, "call_id"], "is missing");
  if (!name) throw refuse([...path, "name"], "is missing");
  return { id, function: { name, arguments: args ?? "{}" } };
}

/** Parts of Responses as parts of a chat: both kinds of text are text. */
function withTextParts(message: ChatMessage | CopiedEntries): ChatMessage | CopiedEntries {
  if (message.role === "copied" || !Array.isArray(message.content)) return message;
  const content = message.content.map((part) =>
    part.type === "input_text" || part.type === "output_text" ? { ...part, type: "text" } : part
  );
  return { ...message, content };
}

async function readResponse(c: HttpContext, id: string, path: Path, deps: HttpDeps): Promise<CopiedHistory> {
  const named = readResponseId(id);
  if (named === undefined) throw unknown(id, path);
  const { tenant, user, bound } = c.var;
  const ref = { tenant, thread: named.thread };
  try {
    if (bound !== undefined) await assertOwn(ref, c.var, deps);
    return await copyHistory(ref, { user, owned: user !== undefined }, deps);
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code === "thread_unknown") throw unknown(id, path);
    throw thrown;
  }
}

function unknown(id: string, path: Path): AgentError {
  return refuse(path, `names no response: ${JSON.stringify(id.slice(0, 80))}`, "gone");
}
