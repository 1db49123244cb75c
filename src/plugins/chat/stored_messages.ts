// GET .../messages: the messages of a chat as its thread has them, for a page that is loaded again, or that is behind.

import type { EntryView, PartView, ToolEntryView, UserEntryView } from "../../core/contract/entries.ts";
import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { StepEvent } from "../../core/event.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ThreadHeader, ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import { readLoggedStep } from "../../kernel/log/logged_step.ts";
import { readStandingInputs, type StandingInputs } from "../../kernel/threads/list_waiting.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import { readState } from "../../kernel/stored.ts";
import { resolveTitle } from "../../kernel/views.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Branch } from "../../http/conversation/branches.ts";
import { isOfAnswer, replayEnd, replayEvents } from "../../http/conversation/committed_events.ts";
import { newestEntries } from "../../http/conversation/newest_entries.ts";
import { listVariants, type PlacedMessage } from "../../http/conversation/variants.ts";
import { messageOfDoor } from "./inputs.ts";
import { UiMessageEncoder } from "./ui_messages/encoder.ts";
import { toMessageId } from "./ui_messages/message_id.ts";
import { readMessage, type UiMessage } from "./ui_messages/read_message.ts";

/** The messages of a chat, or the newest of them. */
export interface StoredChat {
  readonly id: string;
  /** Id of the thread of the branch. */
  readonly runId: string;
  /** That of the thread, which the messages have reached. */
  readonly version: number;
  /** What the chat is called; null of one without words. */
  readonly title: string | null;
  /** Oldest first. */
  readonly messages: readonly UiMessage[];
  /** Those that a later step takes, oldest first. */
  readonly waiting: readonly UiMessage[];
  /** The branches to choose from at messages, by their ids. */
  readonly branches: Record<string, readonly string[]>;
  /** `before` of the page of older messages; null where there are none. */
  readonly next: number | null;
}

/** What is read of a chat. */
export interface StoredPage {
  /** Index of the entry before which the page ends; the end of the history by default. */
  readonly before?: number | undefined;
  /** About how many messages: an input and its answer stay together. */
  readonly limit: number;
  /** Thread of the branch; that which is loaded by default. */
  readonly branch?: string | undefined;
}

/** How the messages of an agent are rendered; see `UiMessageContext`. */
interface MessageFlags {
  readonly holds: boolean;
  readonly outputsAnswer: boolean;
}

/**
 * The messages of the branch. An input stands behind them from the step on that takes it: the stream of the chat is the answer to it then.
 * Where no step runs, those that the next one takes stand there. Others wait apart: the stream of the chat puts an answer behind the last
 * message.
 *
 * @throws {AgentError} store_corrupt
 */
export async function readStoredChat(
  id: string,
  branch: Branch,
  { before = Infinity, limit }: StoredPage,
  flags: MessageFlags,
  deps: HttpDeps,
): Promise<StoredChat> {
  const { ref, snapshot } = branch;
  const { thread: runId } = ref;
  const nothing = { id, runId, version: 0, title: null, messages: [], waiting: [], branches: {}, next: null };
  if (snapshot === undefined) return nothing;
  const { header, running } = snapshot;
  const end = Math.min(before, header.length);
  const { turns, start } = await readTurns(ref, header, { end, limit }, deps);
  const isNewest = end === header.length;
  const last = isNewest && !running ? await readThread(ref, deps) : undefined;
  const standing = isNewest ? await readStanding(ref, snapshot, deps) : NOTHING;
  const state = readState(ref, header);
  const { run } = state;
  const placed: PlacedMessage[] = [];
  const messages = turns.flatMap((turn, index): UiMessage[] => {
    const isLast = index === turns.length - 1 && isNewest;
    const own = isLast && run.execution === "execute" ? { ...flags, outputsAnswer: true } : flags;
    const rest = isLast && last?.version === header.version ? last : undefined;
    const behind = isLast ? standing.events : [];
    const answers = buildAnswer(turn, header, { ref, rest, behind, flags: own });
    const said = turn.inputs.flatMap((entry) => {
      const own = userMessage(entry);
      for (const { id } of own) placed.push({ id, at: entry.version - 0.75 });
      return own;
    });
    for (const { id } of answers) placed.push({ id, at: turn.answer.at(-1)?.version ?? 0 });
    return [...said, ...answers];
  });
  return {
    id,
    runId,
    version: header.version,
    title: resolveTitle(header, state) ?? null,
    messages: [...messages, ...standing.next.flatMap(userMessage)],
    waiting: standing.later.flatMap(userMessage),
    branches: listVariants(branch, placed, isNewest),
    next: start === 0 ? null : start,
  };
}

/** What stands behind the history, and is in it with the next commit. */
interface Standing extends StandingInputs {
  /** The running step's events about calls before its inputs: they belong to the message before. */
  readonly events: readonly StepEvent[];
}

const NOTHING: Standing = { next: [], later: [], events: [] };

async function readStanding(ref: ThreadRef, snapshot: ThreadSnapshot, deps: HttpDeps): Promise<Standing> {
  const inputs = await readStandingInputs(ref, snapshot, deps);
  if (inputs.next.length === 0 || !snapshot.running) return { ...inputs, events: [] };
  const events = await readLoggedStep(ref, snapshot.header.epoch, deps);
  const isOfCall = ({ type }: StepEvent) => type === "tool.started" || type === "tool.finished";
  return { ...inputs, events: events.filter(isOfCall) };
}

/** Inputs behind each other, and what follows them up to the next. */
interface Turn {
  readonly inputs: readonly UserEntryView[];
  readonly answer: readonly EntryView[];
}

/** The turns before the index `end` that come to the limit, and the index of the first entry of them. */
async function readTurns(
  ref: ThreadRef,
  { version }: ThreadHeader,
  { end, limit }: { readonly end: number; readonly limit: number },
  deps: HttpDeps,
): Promise<{ readonly turns: Turn[]; readonly start: number }> {
  const turns: Turn[] = [];
  let start = end;
  let count = 0;
  let inputs: UserEntryView[] = [];
  let answer: EntryView[] = [];
  for await (const entry of newestEntries(ref, end, deps)) {
    const isInput = entry.type === "user" && isTurn(entry);
    if (!isInput && inputs.length > 0) {
      turns.unshift({ inputs, answer });
      count += inputs.length + 1;
      [inputs, answer] = [[], []];
      if (count >= limit) break;
    }
    start--;
    // A commit may follow the header.
    if (entry.version > version) continue;
    if (isInput) inputs.unshift(entry);
    else answer.unshift(entry);
  }
  if (inputs.length + answer.length > 0) turns.unshift({ inputs, answer });
  return { turns, start };
}

/** An entry that brings a plan alone begins no run. */
function isTurn({ plan }: UserEntryView): boolean {
  return plan === undefined;
}

/** The result of a call that the run went on without is an input, and no message of the user. */
function userMessage({ id, door, text, parts = [], resultOf }: UserEntryView): UiMessage[] {
  if (resultOf !== undefined) return [];
  const shown = parts.length === 0 ? [{ type: "text", text }] : parts.map(filePart);
  return [{ id: messageOfDoor(door) ?? id, role: "user", parts: shown }];
}

function filePart(part: PartView): JsonObject {
  if (part.type === "text") return { type: "text", text: part.text };
  const { mediaType, url, name } = part;
  return { type: "file", mediaType, url, ...(name === undefined ? {} : { filename: name }) };
}

/** The message that answers the inputs; none where nothing has come of them. */
function buildAnswer(
  { inputs, answer }: Turn,
  { counters, version }: ThreadHeader,
  { ref, rest, behind, flags }: {
    readonly ref: ThreadRef;
    /** Events that stand behind the answer. */
    readonly behind: readonly StepEvent[];
    /** The thread, where its last message is at rest. */
    readonly rest: ThreadDetail | undefined;
    readonly flags: MessageFlags;
  },
): UiMessage[] {
  if (!answer.some(isOfAnswer)) return [];
  const offset = counters.steps - version;
  const first = answer[0]?.version ?? 0;
  const messageId = toMessageId(ref.thread, { input: inputs.at(-1)?.id, step: first + offset });
  const encoder = new UiMessageEncoder({ thread: ref.thread, messageId, ...flags });
  let frames = "";
  for (const event of replayEvents(answer, offset)) frames += encoder.encode(event);
  for (const event of behind) frames += encoder.encode(event);
  if (rest !== undefined) { for (const event of replayEnd(rest, answer)) frames += encoder.encode(event); }
  else frames += encoder.end("stop", answer.at(-1)?.version);
  return [withApprovals(readMessage(frames), answer)];
}

/** What people have decided about calls that have an outcome, which no chunk says. */
function withApprovals(message: UiMessage, answer: readonly EntryView[]): UiMessage {
  const decided = new Map(
    answer.flatMap((entry): [string, ToolEntryView["approval"]][] =>
      entry.type === "tool" && entry.approval !== undefined ? [[entry.callId, entry.approval]] : []
    ),
  );
  if (decided.size === 0) return message;
  const parts = message.parts.map((part): JsonObject => {
    const approval = typeof part.toolCallId === "string" ? decided.get(part.toolCallId) : undefined;
    if (approval === undefined) return part;
    const { digest, outcome, decisions } = approval;
    const reason = decisions.at(-1)?.reason;
    const shown = {
      id: digest,
      approved: outcome === "approved",
      ...(reason === undefined ? {} : { reason }),
    };
    return { ...part, approval: shown };
  });
  return { ...message, parts };
}
