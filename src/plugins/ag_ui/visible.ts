// What the client is to know at the start of a stream: the messages of its thread, and what stands of it.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { ThreadStatus } from "../../core/state.ts";
import type { UserEntryView } from "../../core/contract/entries.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import { heldView } from "../../core/held_calls/held_view.ts";
import { isMade, parseMessageId, questionId } from "./encoder/ids.ts";
import { type AgUiMessage, historyMessages } from "./encoder/messages.ts";
import type { SharedThread, WaitingCall } from "./encoder/state.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readNewest, type VisibleBranch } from "./branch.ts";
import { hasHole } from "./earlier.ts";
import type { AgUiBody } from "./schema.ts";
import { readClientId } from "./turn.ts";
import { listVariants, type PlacedMessage } from "../../http/conversation/variants.ts";

/** The messages of a body as they came, but for the bytes of large media: a list of messages has their names in their place. */
export function readMessages(body: Json): AgUiMessage[] {
  const messages = isJsonObject(body) && Array.isArray(body.messages) ? body.messages : [];
  return messages.flatMap((message): AgUiMessage[] =>
    isJsonObject(message) && typeof message.id === "string" && typeof message.role === "string"
      ? [{ ...message, ...toVisibleContent(message.content), id: message.id, role: message.role }]
      : []
  );
}

/** Characters of base64 that a list of messages has of one medium at most: a stream holds 1 MB for a slow reader. */
const VISIBLE_DATA = 65_536;

function toVisibleContent(content: Json | undefined): { content?: Json } {
  if (content === undefined) return {};
  return {
    content: !Array.isArray(content) ? content : content.map((part) => {
      if (!isJsonObject(part)) return part;
      const { type, data, source } = part;
      const bytes = data ?? (source !== undefined && isJsonObject(source) ? source.value : undefined);
      if (typeof bytes !== "string" || bytes.length <= VISIBLE_DATA) return part;
      return { type: "text", text: `[${String(type)} of ${Math.floor(bytes.length * 3 / 4)} bytes]` };
    }),
  };
}

/** A list of messages, and whether the client has another one. */
export interface ToHave {
  readonly messages: readonly AgUiMessage[];
  readonly isBehind: boolean;
}

/** The client's messages without those of a stream that broke, for a fork. */
export function withoutRest(messages: readonly AgUiMessage[], anchor: number): ToHave {
  const kept = messages.flatMap((message, index): AgUiMessage[] => {
    if (index <= anchor || !isMade(message.id)) return [message];
    // A client keeps reasoning that a list leaves out.
    return message.role === "reasoning" ? [{ ...message, content: "" }] : [];
  });
  return { messages: kept, isBehind: messages.some(({ id }, index) => index > anchor && isMade(id)) };
}

/** The messages of the thread and the new ones of the client, when the client's differ from what the thread has. */
export async function withHistory(
  messages: readonly AgUiMessage[],
  branch: VisibleBranch,
  deps: HttpDeps,
): Promise<ToHave> {
  if (branch.snapshot === undefined || !isBehind(messages, branch)) return { messages, isBehind: false };
  return { messages: await threadMessages(messages, branch, deps), isBehind: true };
}

/** Where a list of the messages of a thread ends. */
export interface MessagesEnd {
  /** The origin of an input: the last message, where the history has it. */
  readonly until?: string | undefined;
  /** The version of the commit that is the last one: what later ones have is in the events behind it. */
  readonly version?: number;
  /** Inputs behind the history, as `readStandingInputs` has them. */
  readonly next?: readonly UserEntryView[];
}

/** Every message of the thread, then those of the client that the thread has not. */
export async function threadMessages(
  messages: readonly AgUiMessage[],
  { ref, snapshot, offset }: VisibleBranch,
  deps: HttpDeps,
  { until, version = Infinity, next = [] }: MessagesEnd = {},
): Promise<AgUiMessage[]> {
  const read = await readNewest(ref, 0, snapshot?.header.length ?? 0, deps);
  const entries = read.entries.filter((entry) => entry.version <= version);
  const input = until === undefined
    ? -1
    : entries.findIndex((entry) => entry.type === "user" && entry.door === until);
  const known = new Set(entries.map(({ id }) => id));
  const before = input < 0
    ? [...entries, ...next.filter(({ id }) => !known.has(id))]
    : entries.slice(0, input + 1);
  const stored = historyMessages(before, placeIn(ref.thread, offset));
  const ids = new Set(stored.map(({ id }) => id));
  const answered = new Set(stored.map(({ toolCallId }) => toolCallId));
  const rest = messages.flatMap((message): AgUiMessage[] => {
    const { id, role, toolCallId } = message;
    if (ids.has(id) || toolCallId !== undefined && answered.has(toolCallId)) return [];
    if (!isMade(id)) return role === "assistant" || role === "reasoning" ? [] : [message];
    return role === "reasoning" ? [{ ...message, content: "" }] : [];
  });
  return [...stored, ...rest];
}

/**
 * The first messages of a list, up to where the client would have another one behind its snapshot: it leaves what it has in its
 * place, and adds the others. Undefined where it comes to the list as it is.
 */
export function mergeInPlace(
  had: readonly AgUiMessage[],
  messages: readonly AgUiMessage[],
): readonly AgUiMessage[] | undefined {
  const wanted = new Set(messages.map(({ id }) => id));
  const kept = had.flatMap(({ id }) => wanted.has(id) ? [id] : []);
  const ofClient = new Set(kept);
  const merged = [...kept, ...messages.flatMap(({ id }) => ofClient.has(id) ? [] : [id])];
  const at = messages.findIndex(({ id }, index) => id !== merged[index]);
  return at < 0 ? undefined : messages.slice(0, at);
}

/** What a page that reads a thread shows beside its messages. */
export function besides(
  messages: readonly AgUiMessage[],
  waiting: readonly UserEntryView[],
  { ref, all, offset, snapshot }: VisibleBranch,
): Pick<SharedThread, "waiting" | "branches"> {
  let version = (snapshot?.header.version ?? 0) + 1;
  const placed = messages.toReversed().flatMap(({ id, role }): PlacedMessage[] => {
    if (role === "user") return [{ id, at: version - 0.75 }];
    const step = role === "assistant" ? parseMessageId(id)?.step : undefined;
    if (step === undefined) return [];
    version = step - offset;
    return [{ id, at: version }];
  });
  return {
    waiting: waiting.length === 0
      ? undefined
      : waiting.flatMap((entry) =>
        historyMessages([entry], placeIn(ref.thread, offset)).map((message) => ({
          ...message,
          entryId: entry.id,
        }))
      ),
    branches: all.length < 2 ? undefined : listVariants({ ref, all }, placed.reverse(), true),
  };
}

function placeIn(thread: string, offset: number) {
  return { thread, offset, clientId: readClientId };
}

/** Compares answers and outcomes from the last commit on that the client has, and which inputs it has before that. */
function isBehind(
  messages: readonly AgUiMessage[],
  branch: VisibleBranch,
): boolean {
  const { ref, offset, entries, version } = branch;
  if (hasHole(new Set(messages.map(({ id }) => id)), branch)) return true;
  const expected = historyMessages(entries, placeIn(ref.thread, offset));
  const outcomes = new Set(messages.map(({ toolCallId }) => toolCallId));
  const texts = new Map(
    messages.flatMap(({ id, content }): [number, Json | undefined][] => {
      const place = id.startsWith("msg/") ? parseMessageId(id) : undefined;
      return place === undefined || place.step < version + offset ? [] : [[place.step, content]];
    }),
  );
  for (const { id, role, toolCallId, content } of expected) {
    if (role === "tool" && !outcomes.has(toolCallId)) return true;
    if (role !== "assistant") continue;
    const step = parseMessageId(id)?.step ?? 0;
    if (!texts.has(step) || (texts.get(step) ?? "") !== content) return true;
    texts.delete(step);
  }
  return texts.size > 0;
}

/** A thread is open once one of its calls is answered, and goes on waiting while another is not. */
export function resolveStatus({ status, calls }: ThreadDetail): ThreadStatus {
  return status === "open" && calls.some(({ state }) => state === "approval") ? "waiting" : status;
}

/** What stands of a thread; that of a new one without a detail. */
export function toSharedThread(id: string, detail: ThreadDetail | undefined): SharedThread {
  if (detail === undefined) {
    const usage = { inputTokens: 0, outputTokens: 0 };
    return { id, status: "waiting", version: 0, step: 0, usage, approvals: [], waits: [] };
  }
  const { version, counters, plan, calls } = detail;
  return {
    id,
    status: detail.running ? "running" : resolveStatus(detail),
    version,
    step: counters.steps,
    plan,
    usage: { inputTokens: counters.inputTokens, outputTokens: counters.outputTokens },
    approvals: calls.flatMap((call) => {
      const { id: callId, name, args, state, approval, thread } = call;
      if (state !== "approval" || approval === undefined) return [];
      const { digest, expiresAt, edits, asks } = approval;
      return [{ callId, name, args, digest, expiresAt, thread, edits, asks }];
    }),
    waits: calls.flatMap((call): WaitingCall[] => {
      const { id: callId, name, thread, deferred, authorization } = call;
      const { waitsFor } = heldView(call);
      const { expiresAt } = deferred ?? authorization ?? {};
      const isOpen = waitsFor === "later" || waitsFor === "authorization";
      return isOpen && expiresAt !== undefined ? [{ callId, name, waitsFor, expiresAt, thread }] : [];
    }),
  };
}

/** The question that the run has ended with, as a message. */
export function listQuestions({ id, question, counters }: ThreadDetail): AgUiMessage[] {
  if (question === undefined) return [];
  return [{ id: questionId(id, counters.steps), role: "assistant", content: question }];
}

/** The page's own state: an object, else nothing. */
export function ownState({ state }: AgUiBody): JsonObject {
  return state !== undefined && state !== null && isJsonObject(state) ? state : {};
}
