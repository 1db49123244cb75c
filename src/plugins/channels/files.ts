// A message with files, or with messages before it that are read: it is kept before the platform gets its response, and becomes an input when
// they are here.

import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import type { NewPart } from "../../core/content/new_part.ts";
import { MEDIA_AT_ONCE } from "../../core/content/new_part.ts";
import { kindOf, readMediaType } from "../../core/content/media_type.ts";
import { readMediaPart } from "../../core/content/read_media_part.ts";
import { parseWakeName, type WakeHandler, type WakeIo, wakeName, type WakeOutcome } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Redactor } from "../../kernel/redaction.ts";
import { redactorOf } from "../../runtime/plugins/redactor_of.ts";
import { type IncomingFile, type IncomingMessage, PostRefused } from "./channel.ts";
import { type ConversationRef, findThread, readConversation } from "./conversation.ts";
import { enqueueMessage } from "./enqueue_message.ts";
import { noChannel, type OpenChannel, type OpenChannels, threadOf } from "./open_channels.ts";
import { TokenRefused } from "./platform_http.ts";
import { refuseMessage } from "./whisper.ts";

/** The kind of the definition, and of its name in the due index. */
export const FILES = "channel_files";

/** Milliseconds until the cron pump takes a message whose worker has vanished. */
const REPAIR_MS = 60_000;

/** Attempts to get a file, after which the message is taken without it. */
const MOST_ATTEMPTS = 5;

/** Attempts without the channel of a message, after which it is given up: some three days. */
const MOST_WAITS = 4_320;

/** What is kept as a definition of the kind {@link FILES}. */
interface KeptMessage {
  readonly channel: string;
  readonly message: IncomingMessage;
  /** Attempts that have failed. */
  readonly attempts: number;
}

/**
 * Keeps the message until its files, and what stands before it, are here.
 *
 * @throws {AgentError} what the store throws; plugin_failed - its texts cannot be redacted
 */
export async function keepFiles(
  message: IncomingMessage,
  channel: OpenChannel,
  io: WakeIo,
  deps: HttpDeps,
): Promise<void> {
  const { store, clock, wakes, sha256 } = deps;
  const { tenant, agent } = channel;
  const id = await sha256(`${channel.name} ${message.id}`);
  const redacted = withoutMatches(message, redactorOf(agent, deps));
  const kept: KeptMessage = { channel: channel.name, message: redacted, attempts: 0 };
  if (!await store.putDefinition(tenant, FILES, id, JSON.stringify(kept), null)) return;
  const name = wakeName(FILES, id);
  await store.moveDue(tenant, name, { to: clock() + REPAIR_MS });
  io.defer(wakes.schedule({ tenant, name }, io));
}

function withoutMatches(message: IncomingMessage, redactor: Redactor | undefined): IncomingMessage {
  if (redactor === undefined) return message;
  const files = message.files.map((file) => ({ ...file, name: redactor.text(file.name) }));
  const quotes = message.quotes?.map((quote) => ({
    ...quote,
    by: redactor.text(quote.by),
    text: redactor.text(quote.text),
  })) ?? [];
  return { ...message, text: redactor.text(message.text), files, quotes };
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
      await store.putDefinition(tenant, FILES, id, JSON.stringify(failed), text);
      return again;
    }
    await store.removeDefinition(tenant, FILES, id);
    await store.moveDue(tenant, name, { from: row });
    return { type: "handled" };
  };
}

type Again = Extract<WakeOutcome, { type: "again" }>;

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
  const ref = { tenant, thread: threadOf(channel, kept.message.conversation) };
  if (await readConversation(ref, deps) === undefined) return undefined;
  const message = await readBefore(kept, ref, channel, deps);
  if (!("text" in message)) return message;
  const parts = await readParts({ ...kept, message }, channel, deps);
  if (parts === undefined) return { type: "again", afterMs: 2_000 * 2 ** attempts, because: "files" };
  try {
    await enqueueMessage(message, parts, channel, io, deps);
  } catch (error) {
    if (!(error instanceof AgentError) || error.retryable) throw error;
    io.defer(refuseMessage(message, error, channel, deps));
  }
  return undefined;
}

/** The message with what stands before it, where it begins its thread; when to try again where that could not be read yet. */
async function readBefore(
  { message, attempts }: KeptMessage,
  ref: ConversationRef,
  { platform, name: channel }: OpenChannel,
  deps: HttpDeps,
): Promise<IncomingMessage | Again> {
  if (message.hasEarlier !== true || await findThread(ref, deps) !== undefined) return message;
  try {
    return { ...message, quotes: await platform.readEarlier?.(message) ?? [] };
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
      return { type: "again", afterMs: Math.max(retryAfterMs, 2_000 * 2 ** attempts), because: code };
    }
    return {
      ...message,
      text: `${message.text}\n\n[What stands before this message could not be read.]`.trim(),
    };
  }
}

/** The message as parts; undefined when a file could not be read yet. */
async function readParts(
  { message: { text, files }, attempts }: KeptMessage,
  channel: OpenChannel,
  deps: HttpDeps,
): Promise<readonly NewPart[] | undefined> {
  const parts: NewPart[] = text === "" ? [] : [{ type: "text", text }];
  let left = deps.mediaLimits.bytes;
  for (const [index, file] of files.entries()) {
    const read = index < MEDIA_AT_ONCE
      ? await readFile(file, channel, left, deps)
      : describe(file, "there are too many files");
    if (read === undefined && attempts + 1 < MOST_ATTEMPTS) return undefined;
    const part = read ?? describe(file, "it could not be loaded");
    if (part.type !== "text" && part.source.type === "data") left -= part.source.bytes;
    parts.push(part);
  }
  return parts;
}

/** The file as a part, or a text that says why it is none; undefined when another attempt may succeed. */
async function readFile(
  file: IncomingFile,
  { platform, name: channel }: OpenChannel,
  left: number,
  { log }: HttpDeps,
): Promise<NewPart | undefined> {
  if (file.bytes > left) return describe(file, "it is too large");
  const mediaType = readMediaType(file.mediaType) ?? "application/octet-stream";
  try {
    const data = await platform.download(file, left);
    const part = readMediaPart({ type: kindOf(mediaType), mediaType, data, name: file.name });
    return "problem" in part ? describe(file, `its ${part.field} ${part.problem}`) : part;
  } catch (error) {
    log("warn", "a file of a channel was not loaded", { channel, ...failureFields(error) });
    return toAgentError(error).retryable ? undefined : describe(file, "it could not be loaded");
  }
}

function describe({ name, mediaType }: IncomingFile, why: string): NewPart {
  return { type: "text", text: `[file ${name} (${mediaType}) is missing: ${why}]` };
}
