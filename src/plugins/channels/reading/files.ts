// A message with files, or with messages before it that are read: it is kept before the platform gets its response, and becomes an input when
// they are here.

import { AgentError, failureFields, toAgentError } from "../../../core/error.ts";
import type { NewPart } from "../../../core/content/new_part.ts";
import { MEDIA_AT_ONCE } from "../../../core/content/new_part.ts";
import { readMediaType, toMediaKind } from "../../../core/content/media_type.ts";
import { readMediaPart } from "../../../core/content/read_media_part.ts";
import {
  parseWakeName,
  type WakeHandler,
  type WakeIo,
  wakeName,
  type WakeOutcome,
} from "../../../core/wake.ts";
import type { HttpDeps } from "../../../http/context.ts";
import type { Redactor } from "../../../kernel/hooks/redaction.ts";
import { findRedactor } from "../../../kernel/redaction/find_redactor.ts";
import type { NewInput } from "../../../kernel/request.ts";
import { answeredIds } from "../answer_question.ts";
import { type IncomingFile, type IncomingMessage, PostRefused, type Quote } from "../channel.ts";
import { type ConversationRef, findThread, readConversation } from "../conversation.ts";
import { enqueueMessage } from "../enqueue_message.ts";
import { noChannel, type OpenChannel, type OpenChannels, toThreadId } from "../open_channels.ts";
import { TokenRefused } from "../platform_http.ts";
import { filesOfQuotes, quotesFor } from "./quotes.ts";
import { leaveUnread, listInputIds, type Turn } from "./turns.ts";
import { refuseMessage } from "../whisper.ts";

/** The kind of the definition, and of its name in the due index. */
export const FILES = "channel_files";

/** Milliseconds until the cron pump takes a message whose worker has vanished. */
const REPAIR_MS = 60_000;

/** Attempts to get a file, after which the message is an input without it. */
const MOST_ATTEMPTS = 5;

/** Milliseconds until the next attempt at most, where the platform names no time: an isolate without a queue waits no longer than 5 s for a wake-up. */
const MOST_WAIT_MS = 4_000;

/** Milliseconds for which a message waits for the one before it, and until it looks again. */
const ORDER_MS = 300_000;
const LOOK_MS = 1_000;

/** Attempts without the channel of a message, after which it is dropped: about three days. */
const MOST_WAITS = 4_320;

/** What is kept as a definition of the kind {@link FILES}. */
interface KeptMessage {
  readonly channel: string;
  readonly message: IncomingMessage;
  /** Attempts that have failed. */
  readonly attempts: number;
  /** Where it reads from; missing where its place in the conversation is not known. */
  readonly turn?: Turn;
  /** Epoch milliseconds until which the message before it goes first. */
  readonly waitsUntil?: number;
}

/** True for a message with files, its own or those of what it quotes. */
export function hasFiles({ files, quotes = [] }: IncomingMessage): boolean {
  return [files, ...quotes.map((quote) => quote.files ?? [])].some(({ length }) => length > 0);
}

/**
 * Keeps the message until its files, and what stands before it, are here.
 *
 * @throws {AgentError} what the store throws; plugin_failed - its texts cannot be redacted
 */
export async function keepFiles(
  message: IncomingMessage,
  turn: Turn | undefined,
  channel: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<void> {
  const { store, clock, wakes } = deps;
  const { tenant, agent } = channel;
  const id = await hashId(channel, message.id, deps);
  const redacted = withoutMatches(message, findRedactor(agent, deps));
  const place = turn === undefined ? {} : { turn, waitsUntil: clock() + ORDER_MS };
  const kept: KeptMessage = { channel: channel.name, message: redacted, attempts: 0, ...place };
  if (!await store.putDefinition(tenant, FILES, id, JSON.stringify(kept), null)) return;
  const name = wakeName(FILES, id);
  await store.moveDue(tenant, name, { to: clock() + REPAIR_MS });
  io.defer(wakes.schedule({ tenant, name }, io));
}

/** The id of the definition of a message. */
async function hashId({ name }: OpenChannel, message: string, { sha256 }: HttpDeps): Promise<string> {
  return await sha256(`${name} ${message}`);
}

function withoutMatches(message: IncomingMessage, redactor: Redactor | undefined): IncomingMessage {
  if (redactor === undefined) return message;
  const redact = (files: readonly IncomingFile[]) =>
    files.map((file) => ({ ...file, name: redactor.text(file.name) }));
  const quotes = message.quotes?.map((quote) => ({
    ...quote,
    by: redactor.text(quote.by),
    text: redactor.text(quote.text),
    files: redact(quote.files ?? []),
  })) ?? [];
  return { ...message, text: redactor.text(message.text), files: redact(message.files), quotes };
}

/** Does the work of a wake-up `@channel_files/<id>`. */
export function filesHandler(channels: OpenChannels, deps: HttpDeps): WakeHandler {
  const { store, clock } = deps;
  return async ({ tenant, name, due }, io) => {
    const { id } = parseWakeName(name);
    const text = await store.readDefinition(tenant, FILES, id);
    if (text === undefined) {
      if (due !== undefined) await store.moveDue(tenant, name, { from: due });
      return { type: "stale" };
    }
    const kept: KeptMessage = JSON.parse(text);
    const row = clock() + REPAIR_MS;
    await store.moveDue(tenant, name, { to: row });
    const channel = channels.get(kept.channel);
    const again = channel === undefined
      ? waitForChannel(kept, tenant, deps)
      : await takeMessage(kept, { tenant, channel }, io, deps);
    if (again !== undefined) {
      const failed: KeptMessage = { ...kept, attempts: kept.attempts + 1 };
      if (again !== NOT_YET) await store.putDefinition(tenant, FILES, id, JSON.stringify(failed), text);
      return again;
    }
    await store.removeDefinition(tenant, FILES, id);
    await store.moveDue(tenant, name, { from: row });
    return { type: "handled" };
  };
}

type Again = Extract<WakeOutcome, { type: "again" }>;

/** The message before it goes first. */
const NOT_YET: Again = { type: "again", afterMs: LOOK_MS, because: "not_yet" };

/** Leaves the message to the deployment that has its channel; undefined when that was waited for long enough. */
function waitForChannel(
  { channel, attempts }: KeptMessage,
  tenant: string,
  { log }: Pick<HttpDeps, "log">,
): Again | undefined {
  const error = noChannel();
  const isLast = attempts >= MOST_WAITS;
  const fields = { tenant, channel, ...failureFields(error) };
  log(isLast ? "error" : "warn", "a message with files was not taken", fields);
  return isLast ? undefined : { type: "again", afterMs: REPAIR_MS, because: error.code };
}

/** Takes the message with its files, or refuses it; when to try again where something could not be read yet. */
async function takeMessage(
  kept: KeptMessage,
  { tenant, channel }: { readonly tenant: string; readonly channel: OpenChannel },
  io: WakeIo,
  deps: HttpDeps,
): Promise<Again | undefined> {
  const { attempts } = kept;
  // A message belongs to a conversation that has begun: one that is gone was removed with its thread, and is not begun again by it.
  const ref = { tenant, thread: toThreadId(channel, kept.message.conversation) };
  if (await readConversation(ref, deps) === undefined) return undefined;
  if (await isBehindOther(kept, tenant, channel, deps)) return NOT_YET;
  const hasThread = await findThread(ref, deps) !== undefined;
  const read = await readBefore(kept, { ref, hasThread }, channel, deps);
  if ("type" in read) return read;
  const message = { ...read, quotes: quotesFor(read, hasThread) };
  try {
    const parts = await readParts({ ...kept, message }, channel, deps);
    if (parts === undefined) return { type: "again", afterMs: untilAttempt(attempts), because: "files" };
    await enqueueMessage(message, parts, channel, io, deps);
  } catch (error) {
    if (!(error instanceof AgentError) || error.retryable) throw error;
    io.defer(refuseMessage(message, error, channel, deps));
  }
  return undefined;
}

/** Milliseconds until the next attempt behind so many. */
function untilAttempt(attempts: number): number {
  return Math.min(2_000 * 2 ** attempts, MOST_WAIT_MS);
}

/** True while a message waits that came before this one: inputs have the order in which they were written, however long each one reads. */
async function isBehindOther(
  { turn, waitsUntil = 0 }: KeptMessage,
  tenant: string,
  channel: OpenChannel,
  deps: HttpDeps,
): Promise<boolean> {
  if (turn?.previous === undefined || deps.clock() > waitsUntil) return false;
  const id = await hashId(channel, turn.previous, deps);
  return await deps.store.readDefinition(tenant, FILES, id) !== undefined;
}

/** The message with what stands before it that was not read; when to try again where that could not be read yet. */
async function readBefore(
  { message, attempts, turn }: KeptMessage,
  { ref, hasThread }: { readonly ref: ConversationRef; readonly hasThread: boolean },
  { platform, name: channel }: OpenChannel,
  deps: HttpDeps,
): Promise<IncomingMessage | Again> {
  const isRead = turn === undefined ? hasThread : turn.after === message.order;
  if (message.hasEarlier !== true || isRead) return message;
  try {
    const earlier = await platform.readEarlier?.(message, turn?.after) ?? [];
    return {
      ...message,
      quotes: [...message.quotes ?? [], ...await withoutKnown(earlier, message, ref, deps)],
    };
  } catch (error) {
    const { code, retryable, retryAfterMs = 0 } = toAgentError(error);
    deps.log("warn", "what stands before a message was not read", {
      ...ref,
      channel,
      ...failureFields(error),
      ...(error instanceof PostRefused ? { reason: error.code } : {}),
    });
    // A scope that is missing is not given within seconds.
    if (retryable && !(error instanceof TokenRefused) && attempts + 1 < MOST_ATTEMPTS) {
      return { type: "again", afterMs: Math.max(retryAfterMs, untilAttempt(attempts)), because: code };
    }
    if (turn !== undefined) await leaveUnread(ref, message.id, deps);
    return {
      ...message,
      text: `${message.text}\n\n[What stands before this message could not be read.]`.trim(),
    };
  }
}

/** Without what the message quotes itself, and without inputs of the thread and answers to its questions. */
async function withoutKnown(
  earlier: readonly Quote[],
  { quotes = [] }: IncomingMessage,
  ref: ConversationRef,
  deps: HttpDeps,
): Promise<readonly Quote[]> {
  if (earlier.length === 0) return earlier;
  const inputs = [...await listInputIds(ref, deps), ...await answeredIds(ref, deps.store)];
  const known = new Set([...inputs, ...quotes.map(({ id }) => id)]);
  return earlier.filter(({ id }) => id === undefined || !known.has(id));
}

/** The message as parts, and the files of what it quotes; undefined when a file could not be read yet. */
async function readParts(
  { message: { text, files, quotes = [] }, attempts }: KeptMessage,
  channel: OpenChannel,
  deps: HttpDeps,
): Promise<{ readonly input: NewInput; readonly quoted: readonly NewPart[] } | undefined> {
  const input: NewPart[] = text === "" ? [] : [{ type: "text", text }];
  const quoted: NewPart[] = [];
  let left = deps.mediaLimits.bytes;
  const read = async (file: IncomingFile): Promise<NewPart | undefined> => {
    const part = await readFile(file, channel, left, deps);
    if (part === undefined && attempts + 1 < MOST_ATTEMPTS) return undefined;
    if (part !== undefined && part.type !== "text" && part.source.type === "data") left -= part.source.bytes;
    return part ?? describe(file, "it could not be loaded");
  };
  for (const [index, file] of files.entries()) {
    const part = index < MEDIA_AT_ONCE ? await read(file) : describe(file, "there are too many files");
    if (part === undefined) return undefined;
    input.push(part);
  }
  const room = Math.max(0, MEDIA_AT_ONCE - files.length);
  for (const file of filesOfQuotes(quotes, findRedactor(channel.agent, deps)).slice(0, room)) {
    const part = await read(file);
    if (part === undefined) return undefined;
    quoted.push(...(part.type === "text" ? [part] : [{ type: "text" as const, text: file.label }, part]));
  }
  return { input: files.length === 0 ? text : input, quoted };
}

/** The file as a part, or a text that says why it is none; undefined when another attempt may succeed. */
async function readFile(
  file: IncomingFile,
  { platform, name: channel }: OpenChannel,
  left: number,
  { log, media }: HttpDeps,
): Promise<NewPart | undefined> {
  if (media === undefined) return describe(file, "files are not taken here");
  if (file.bytes > left) return describe(file, "it is too large");
  const mediaType = readMediaType(file.mediaType) ?? "application/octet-stream";
  try {
    const data = await platform.download(file, left);
    const part = readMediaPart({ type: toMediaKind(mediaType), mediaType, data, name: file.name });
    return "problem" in part ? describe(file, `its ${part.field} ${part.problem}`) : part;
  } catch (error) {
    log("warn", "a file of a channel was not loaded", { channel, ...failureFields(error) });
    return toAgentError(error).retryable ? undefined : describe(file, "it could not be loaded");
  }
}

function describe({ name, mediaType }: IncomingFile, why: string): NewPart {
  return { type: "text", text: `[file ${name} (${mediaType}) is missing: ${why}]` };
}
