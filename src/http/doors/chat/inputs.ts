// A message of the user as a step: a new one, one that is answered again, and one that is edited. The last two are forks, so
// that the thread that was answered stays as it is.

import { mediumOfUrl } from "../../../core/content/data_url.ts";
import { MEDIA_AT_ONCE, PARTS_AT_ONCE } from "../../../core/content/new_part.ts";
import { readMedium, type WrittenMedium } from "../../../core/content/read_medium.ts";
import { AgentError, type Problem } from "../../../core/error.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { UserEntry } from "../../../core/entry.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { forkThread } from "../../../runtime/threads/fork.ts";
import { cancelThread, readHistory } from "../../../runtime/threads/threads.ts";
import type { HttpDeps } from "../../context.ts";
import { type Branch, branchRef, type ChatCaller, newestBranch, shownBranch } from "./branches.ts";
import type { ChatBody, ChatMessage } from "./schema.ts";

/** Where a message goes. */
export interface InputTurn {
  readonly ref: ThreadRef;
  /** Missing when the thread has the message, and the model answers it again. */
  readonly input?: Json;
  /** The thread is a fork that was just made. */
  readonly isFork: boolean;
}

/** The origin of what an answer of the client brings. */
export const DOOR = "chat";

/** The origin of the entry that a message becomes, which names the message by the client's id. */
export function doorOf({ id }: Pick<ChatMessage, "id">): string {
  return `${DOOR}:${encodeURIComponent(id.toWellFormed()).slice(0, 128)}`;
}

/**
 * Where the user's message goes, and what of it.
 *
 * @throws {AgentError} invalid_request - the message has neither text nor files, or files that are not taken; and what a fork throws
 */
export async function inputTurn(
  body: ChatBody,
  message: ChatMessage,
  caller: ChatCaller,
  deps: HttpDeps,
): Promise<InputTurn> {
  const input = contentOf(message, body.message === undefined ? `/messages/${lastIndex(body)}` : "/message");
  const isAgain = body.trigger === "regenerate-message";
  if (!isAgain && body.messageId !== message.id) {
    const { tenant } = caller;
    const shown = shownBranch(body);
    const isFirst = body.messages?.length === 1;
    const thread = shown ?? (isFirst ? body.id : (await newestBranch(body.id, caller, deps)).ref.thread);
    return { ref: { tenant, thread }, input, isFork: false };
  }
  const branch = await newestBranch(body.id, caller, deps);
  return await changedTurn(body, { message, input, isAgain }, branch, deps);
}

function lastIndex({ messages = [] }: ChatBody): number {
  return Math.max(0, messages.length - 1);
}

/** A message as an input: its text, or its parts where it has files. */
function contentOf({ parts }: ChatMessage, pointer: string): Json {
  const problems: Problem[] = [];
  const texts: string[] = [];
  const given: JsonObject[] = [];
  for (const [index, { type, text, mediaType, filename: name, url }] of parts.entries()) {
    if (type === "text" && text) {
      texts.push(text);
      given.push({ type, text });
    }
    if (type !== "file") continue;
    const written = mediumOfUrl(url ?? "", { mediaType, name, otherwise: "application/octet-stream" });
    const read = readMedium(written);
    if ("source" in read) given.push(toJson(written));
    else {problems.push({
        pointer: `${pointer}/parts/${index}`,
        detail: `is a file whose ${read.field} ${read.problem}`,
      });}
  }
  const files = given.length - texts.length;
  if (problems.length === 0 && given.length === 0) {
    problems.push({ pointer: `${pointer}/parts`, detail: "must have a text or a file" });
  }
  if (files > MEDIA_AT_ONCE || given.length > PARTS_AT_ONCE) {
    const detail = `must have at most ${MEDIA_AT_ONCE} files and ${PARTS_AT_ONCE} parts`;
    problems.push({ pointer: `${pointer}/parts`, detail });
  }
  if (problems.length === 0) return files === 0 ? texts.join("\n") : { parts: given };
  throw new AgentError("invalid_request", "The message cannot be taken.", { problems });
}

function toJson({ type, mediaType, data, url, name }: WrittenMedium): JsonObject {
  const place: JsonObject = typeof data === "string" ? { data } : { url: url ?? "" };
  return { type, mediaType, ...place, ...(name === undefined ? {} : { name }) };
}

interface Change {
  readonly message: ChatMessage;
  readonly input: Json;
  readonly isAgain: boolean;
}

async function changedTurn(
  { id }: ChatBody,
  { message, input, isAgain }: Change,
  { ref, number, snapshot }: Branch,
  deps: HttpDeps,
): Promise<InputTurn> {
  if (snapshot === undefined) return { ref, input, isFork: false };
  const found = await entryOf(ref, doorOf(message), snapshot.header.length, deps);
  // Its step was refused, or has just begun: there is nothing to fork from before it.
  if (found === undefined && !snapshot.running) return { ref, input, isFork: false };
  if (snapshot.running) await cancelThread(ref, deps);
  const target = branchRef(ref, id, number + 1);
  const options = found === undefined
    ? { version: snapshot.header.version }
    : isAgain
    ? { version: found.version, replan: true }
    : { version: found.version - 1 };
  await forkThread(ref, { ...options, thread: target.thread }, deps);
  const isThere = isAgain && found !== undefined;
  return { ref: target, ...(isThere ? {} : { input }), isFork: true };
}

const PAGE = 200;

/** The entry that the message of the client became: the newest one. */
async function entryOf(
  ref: ThreadRef,
  door: string,
  length: number,
  deps: HttpDeps,
): Promise<Pick<UserEntry, "version"> | undefined> {
  for (let end = length; end > 0;) {
    const start = Math.max(0, end - PAGE);
    const { entries } = await readHistory(ref, { after: start, limit: end - start }, deps);
    const found = entries.findLast((entry) => entry.type === "user" && entry.door === door);
    if (found !== undefined) return found;
    end = start;
  }
  return undefined;
}
