// A response as its thread has it. It ends where its run did: a thread that went on when people had answered has one more response
// from there on.

import type { Agent } from "../../../core/agent.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import type { ThreadMeta } from "../../../core/state.ts";
import type { PendingCalls, ThreadHeader, ThreadRef } from "../../../core/store/thread.ts";
import { heldView } from "../../../core/held_calls/held_view.ts";
import { utf8Bytes } from "../../../core/text/utf8_bytes.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import type { EntryView } from "../../../core/contract/entries.ts";
import type { StepEvent } from "../../../core/event.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { type ResponseFacts, ResponseWriter } from "../encoders/responses.ts";
import { readResponseId, toResponseId } from "../encoders/response_ids.ts";
import { assertOwn } from "../../../kernel/threads/assert_own.ts";
import { readThread } from "../../../kernel/threads/threads.ts";
import { readSnapshot } from "../../../kernel/snapshot.ts";
import { withoutImported } from "../../../kernel/session/imported_history.ts";
import { readMeta, readState } from "../../../kernel/stored.ts";
import type { HttpContext, HttpDeps } from "../../../http/context.ts";
import { readEntries } from "../../../http/conversation/newest_entries.ts";
import { assertFreeThreads } from "../request_agent.ts";
import { writeRepeated } from "../repeated.ts";
import type { RequestedFormat } from "../requested_format.ts";
import type { ResponsesBody } from "../responses_schema.ts";
import { replay, type StandOf } from "./replay.ts";

/** A response that the caller has. */
export interface StoredResponse {
  readonly ref: ThreadRef;
  readonly id: string;
  readonly thread: ThreadDetail;
  readonly header: ThreadHeader;
  readonly pending: PendingCalls | null;
  readonly meta: ThreadMeta;
  /** All entries of the thread. */
  readonly entries: readonly EntryView[];
  /** Index of the first entry of the output. */
  readonly start: number;
  /** Index behind its last entry. */
  readonly end: number;
}

/**
 * The response of an id.
 *
 * @throws {AgentError} thread_unknown - none, or that of another tenant, user or agent; forbidden - a token is bound to threads
 */
export async function findResponse(c: HttpContext, id: string, deps: HttpDeps): Promise<StoredResponse> {
  assertFreeThreads(c.var.bound);
  const named = readResponseId(id);
  if (named === undefined) throw notFound(id);
  const ref = { tenant: c.var.tenant, thread: named.thread };
  try {
    await assertOwn(ref, c.var, deps);
    const stored = await readStored(ref, named, deps);
    const { thread, header, entries } = stored;
    if (named.start !== undefined && !hasBegun(named.start, entries, thread.running)) throw notFound(id);
    return { ref, id, meta: readMeta(ref, header), ...stored };
  } catch (thrown) {
    if (thrown instanceof AgentError && thrown.code === "thread_unknown") throw notFound(id);
    throw thrown;
  }
}

async function readStored(
  ref: ThreadRef,
  named: { readonly start: number | undefined },
  deps: HttpDeps,
): Promise<Omit<StoredResponse, "ref" | "id" | "meta">> {
  const thread = await readThread(ref, deps);
  const { header, pending } = await readSnapshot(ref, deps);
  const entries = await readEntries(ref, 0, header.length, deps);
  return { thread, header, pending, entries, ...findBounds(named, entries, deps) };
}

/** The events of the first answer of a thread, as it has them. */
export async function storedEvents(ref: ThreadRef, deps: HttpDeps): Promise<readonly StepEvent[]> {
  return [...replay(findStand(await readStored(ref, { start: undefined }, deps)))];
}

function notFound(id: string): AgentError {
  return new AgentError("thread_unknown", `Response with id ${JSON.stringify(id.slice(0, 80))} not found.`);
}

function findBounds(
  { start: named }: { readonly start: number | undefined },
  entries: readonly EntryView[],
  { agents }: Pick<HttpDeps, "agents">,
): { readonly start: number; readonly end: number } {
  const start = named ?? entries.length - filterOwn(entries).length;
  // A tool that no agent has of its own is of a server or of a catalogue.
  const isAsked = (called: string) => {
    const own = [...agents.values()].flatMap(({ tools }) => tools.filter(({ name }) => name === called));
    return own.length === 0 || own.some(hasForm);
  };
  // What stands before the first answer of the model was planned before the response.
  const first = entries.findIndex((entry, index) => index >= start && entry.type === "assistant");
  const end = first < 0
    ? -1
    : entries.findIndex((entry, index) =>
      index > first && entry.type === "tool" && entry.approval !== undefined && isAsked(entry.name)
    );
  return { start, end: end < 0 ? entries.length : planBefore(entries, end) };
}

/** True for a place at which people had answered: behind a plan of the thread, whose calls ran after that or run now. */
function hasBegun(start: number, entries: readonly EntryView[], isRunning: boolean): boolean {
  const before = entries[start - 1];
  if (before?.type !== "assistant" || filterOwn([before]).length === 0) return false;
  if (start === entries.length) return isRunning;
  return findAskedBehind(entries, start).length > 0;
}

/** The entries that steps of the thread have made. */
function filterOwn(entries: readonly EntryView[]): readonly EntryView[] {
  return withoutImported(entries);
}

type Tool = Agent["tools"][number];

/** Requests for approval of a question, or of a tool of the caller, have no form in Responses. */
const hasForm = ({ answer, client }: Tool): boolean => answer === undefined && client !== true;

/** The index behind the plan whose calls these are. */
function planBefore(entries: readonly EntryView[], index: number): number {
  return 1 + entries.findLastIndex((entry, at) => at < index && entry.type === "assistant");
}

/** The ids of the calls whose approval was requested, in these entries. */
export function findAsked(entries: readonly EntryView[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => entry.type === "tool" && entry.approval !== undefined ? [entry.callId] : []),
  );
}

/** The response as a body. */
export function writeBody(response: StoredResponse, deps: HttpDeps): JsonObject {
  const stand = findStand(response);
  if (stand.end !== "cancelled") return writeResponse(response, stand, deps).writer.bodyAt("in_progress");
  return writeResponse(response, { ...stand, end: undefined }, deps).writer.bodyAt("cancelled");
}

/** The response as the frames of its stream, by their `sequence_number`; undefined while it is in progress. */
export function writeFrames(response: StoredResponse, deps: HttpDeps): readonly string[] | undefined {
  const { writer, frames } = writeResponse(response, findStand(response), deps);
  return writer.hasEnded
    ? frames.split("\n\n").filter((frame) => frame !== "").map((frame) => `${frame}\n\n`)
    : undefined;
}

interface Written {
  readonly writer: ResponseWriter;
  readonly frames: string;
}

function writeResponse(response: StoredResponse, stand: StandOf, deps: HttpDeps): Written {
  const { thread, entries, end } = response;
  const writer = new ResponseWriter(toFacts(response, deps));
  const frames = [...replay(stand)].map((event) => writer.encode(event)).join("");
  if (end < entries.length || !hasFailed(thread)) return { writer, frames };
  const { error } = thread;
  const code = error?.code === "model_rate_limit" ? "model_rate_limit" : "internal";
  const message = error?.message ?? "The run failed.";
  return { writer, frames: frames + writer.close({ code, message, retryable: false }) };
}

/** True for a thread whose last step failed, also where another step may try again. */
function hasFailed({ status, running, error }: ThreadDetail): boolean {
  return !running && (status === "failed" || status === "open" && error !== undefined);
}

function findStand(
  { thread, entries, start, end }: Pick<StoredResponse, "thread" | "entries" | "start" | "end">,
): StandOf {
  const own = entries.slice(start, end);
  if (end < entries.length) return { entries: own, waiting: findAskedBehind(entries, end), end: "waiting" };
  const { status, running, calls, question, resumeAt } = thread;
  const waiting = calls.filter((call) => {
    const { waitsFor } = heldView(call);
    // A run reports no later results but those of the thread itself.
    return waitsFor === "caller" || call.approval !== undefined ||
      waitsFor === "later" && call.thread === undefined;
  });
  if (running || status === "failed" || hasFailed(thread)) {
    return { entries: own, waiting: [], end: undefined };
  }
  if (status === "open" && waiting.length === 0) {
    return { entries: own, waiting: [], end: resumeAt === undefined ? undefined : "open" };
  }
  return { entries: own, waiting, question, end: status === "open" ? "waiting" : status };
}

/** The calls whose approval was requested at the end of a response whose thread has gone on. */
function findAskedBehind(entries: readonly EntryView[], end: number): readonly CallView[] {
  const calls: CallView[] = [];
  for (const entry of entries.slice(end)) {
    if (entry.type !== "tool") break;
    const { callId: id, name, approval } = entry;
    if (approval === undefined) continue;
    const { digest, decisions } = approval;
    calls.push({
      id,
      name,
      args: {},
      state: "pending",
      approval: { digest, needed: 1, decisions },
    });
  }
  return calls;
}

function toFacts(response: StoredResponse, deps: HttpDeps): ResponseFacts {
  const { id, ref, header, meta, entries, start, end } = response;
  const { run } = readState(ref, header);
  const own = entries.slice(start, end);
  const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);
  const [first] = own;
  const isFirst = id === ref.thread;
  const before = entries[start - 1];
  return {
    id,
    created: isFirst || first === undefined ? Math.floor(meta.createdAt / 1000) : seconds(first.at),
    execution: run.execution,
    isJson: readKeptFormat(meta) !== undefined,
    onlyOne: run.parallel === false,
    callable: undefined,
    approvals: true,
    planned: !isFirst && before?.type === "assistant" ? readPlannedCalls(before) : [],
    spell: (name) => name,
    asked: findAsked(own),
    now: () => seconds(own.at(-1)?.at ?? new Date(meta.createdAt).toISOString()),
    repeated: readStoredFacts(response, deps),
  };
}

/** The calls of a plan, as its next step begins with them. */
export function readPlannedCalls(entry: Extract<EntryView, { type: "assistant" }>) {
  return entry.blocks.flatMap((block) => {
    if (block.type !== "call") return [];
    const { id, name, args } = block;
    return [{ id, name, args }];
  });
}

/** The key of a thread's metadata that has what a response repeats and no thread has. */
const FACTS = "treadle.response";

/** What a thread keeps of its response besides its own state; `{}` where that says it all. */
export function toKeptFacts(
  { model, previous_response_id: previous, store }: Pick<
    ResponsesBody,
    "model" | "previous_response_id" | "store"
  >,
  agent: Pick<Agent, "name">,
  format: RequestedFormat | undefined,
): JsonObject {
  const kept = {
    ...(format === undefined ? {} : { format: toKeptFormat(format) }),
    ...(model === agent.name ? {} : { model }),
    ...(previous ? { previous_response_id: previous } : {}),
    ...(store === false ? { store } : {}),
  };
  return Object.keys(kept).length === 0 ? {} : { [FACTS]: kept };
}

/** The answers of a response are JSON. */
interface KeptFormat {
  /** The format of the request has the same one. */
  readonly hash: string;
  /** In the form of Responses. A schema that is too long to be kept is `{}`, which permits everything. */
  readonly repeated: JsonObject;
}

/** Most UTF-8 bytes of a schema that is kept, as JSON: every step of the thread reads and writes it. */
const KEPT_SCHEMA_BYTES = 4_096;

function toKeptFormat({ hash, repeated }: RequestedFormat): JsonObject {
  const isLong = utf8Bytes(JSON.stringify(repeated)) > KEPT_SCHEMA_BYTES;
  return { hash, repeated: isLong ? { ...repeated, schema: {} } : repeated };
}

/** The requested format of the response of a thread; undefined for words. */
export function readKeptFormat(
  { metadata: { [FACTS]: facts } }: Pick<ThreadMeta, "metadata">,
): KeptFormat | undefined {
  const kept = isJsonObject(facts) ? facts.format : undefined;
  if (kept === undefined || !isJsonObject(kept)) return undefined;
  const { hash, repeated } = kept;
  return typeof hash === "string" && isJsonObject(repeated) ? { hash, repeated } : undefined;
}

/** True for a thread that was begun to be kept: each of its parts is, too. */
export function isKept({ metadata: { [FACTS]: facts } }: ThreadMeta): boolean {
  return !isJsonObject(facts) || facts.store !== false;
}

function readStoredFacts(
  { id, ref, header, meta, entries, start }: StoredResponse,
  deps: HttpDeps,
): JsonObject {
  const { [FACTS]: facts = {}, ...metadata } = meta.metadata;
  const kept: JsonObject = isJsonObject(facts) ? facts : {};
  const { run } = readState(ref, header);
  const previous = id === ref.thread ? kept.previous_response_id : findPrevious(ref, entries, start, deps);
  return writeRepeated({
    model: typeof kept.model === "string" ? kept.model : meta.agent,
    metadata: Object.fromEntries(
      Object.entries(metadata).filter(([, value]) => typeof value === "string"),
    ),
    parallel: run.parallel !== false,
    previous: typeof previous === "string" ? previous : null,
    format: readKeptFormat(meta)?.repeated ?? { type: "text" },
    choice: run.choice,
    clientTools: run.clientTools ?? [],
    own: [],
    ...(meta.user === undefined ? {} : { user: meta.user }),
    instructions: null,
    most: null,
    spell: (name) => name,
  });
}

/** The response that ended where this one begins. */
function findPrevious(
  ref: ThreadRef,
  entries: readonly EntryView[],
  start: number,
  deps: Pick<HttpDeps, "agents">,
): string {
  let at = findBounds({ start: undefined }, entries, deps).end;
  let id = ref.thread;
  while (at < start) {
    id = toResponseId({ thread: ref.thread, start: at });
    const { end } = findBounds({ start: at }, entries, deps);
    if (end <= at) break;
    at = end;
  }
  return id;
}
