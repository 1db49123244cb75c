// The API as this page uses it: the same routes that any other client has.

import type { StepEvent } from "../../core/event.ts";
import type { ChildView, ThreadDetail, ThreadPage, ThreadView } from "../../core/contract/threads.ts";
import type { EntryView, HistoryPage } from "../../core/contract/entries.ts";
import type { Execution, ToolChoice } from "../../core/tool_choice.ts";
import type { AgentDetail, AgentView, ToolView } from "../../core/contract/deployment.ts";
import type { ChoiceCountsRow, Suggestion } from "../../plugins/analytics/contract.ts";
import type { Dimension } from "../../plugins/analytics/tables/choice_table.ts";
import type { ToolUsage } from "../../plugins/selection/monitoring/contract.ts";
import type { InputPart } from "./input_part.ts";
import type { UsageReport } from "../../core/contract/usage.ts";
import type { ThreadChanges } from "../../core/contract/requests.ts";
import type { ApprovalAnswer } from "./calls/approval_answer.ts";
import type { ExportLine } from "../../runtime/record/export.ts";
import { readEvents } from "./sse.ts";
import { tabStorage } from "./storage.ts";

export interface RunOptions {
  toolChoice?: ToolChoice;
  execution?: Execution;
  model?: string;
  limits?: { steps: number };
  until: "step" | "settled" | "done";
}

export type StepBody = RunOptions & { agent: string; input?: string | { parts: InputPart[] }[] };

export interface Caller {
  tenant: string;
  key?: string;
  user?: string;
  token?: true;
}

export interface Problem {
  title?: string;
  detail?: string;
  code?: string;
  errors?: { pointer: string; detail: string }[];
}

export interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
}

/** One request that changes a thread or makes events, and its response: status 0 until then. */
export interface Exchange {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  problem?: Problem;
}

/** The app of a call as the server gives it. */
export interface AppView {
  server: string;
  uri: string;
  html: string;
  args: object;
  result: object;
  domains: Record<string, string[]>;
}

const KEY = "treadle.key";

/** The path below which the deployment's routes are: this module is below `playground/` there. */
export const BASE = new URL("..", import.meta.url).pathname.slice(0, -1);

const EVENTS = "text/event-stream";

/** Entries that an opened thread shows: what fills a few windows. Others are read when they are asked for. */
export const ENTRIES_SHOWN = 40;

/** Most entries of one request. */
const ENTRIES_READ = 200;

/** A response that is an error: problem+json, or what a proxy sends in its place. */
export class ApiError extends Error {
  /** Of HTTP. */
  readonly status: number;
  readonly title: string;
  /** Of the problem; `http_` and the status where what answered sent none. */
  readonly code: string;
  /** What is wrong with the request, by its parts. */
  readonly errors: NonNullable<Problem["errors"]>;

  constructor(status: number, { title, detail, code, errors = [] }: Problem) {
    const more = errors.filter((error) => error.detail !== detail);
    super([detail ?? "", ...more.map((error) => `${error.pointer} ${error.detail}`)].join("\n"));
    this.status = status;
    this.errors = errors;
    this.title = title ?? `Status ${status}`;
    this.code = code ?? `http_${status}`;
  }
}

export function isCode(error: unknown, code: string) {
  return error instanceof ApiError && error.code === code;
}

let observer: (exchange: Exchange) => void = (): void => {};

/** Sets the function that receives every exchange: when it is sent, and when it is answered. */
export function observeExchanges(observe: typeof observer) {
  observer = observe;
}

export function rememberKey(key: string) {
  tabStorage.set(KEY, key);
}

/** Whether this tab keeps a key or a token. */
export function hasKey() {
  return tabStorage.get(KEY) !== null;
}

/** The caller may read what the tenant has used. */
export let mayManage = false;

/** The caller may answer what waits for people. */
export let mayDecide = true;

/** What the caller may do, by scopes. */
export let scopes: readonly string[] = [];

/** Who asks; undefined before that is known. */
export let caller: Caller | undefined;

export async function listAgents(): Promise<AgentView[]> {
  const answer = await json("/v1/agents");
  const { agents } = answer;
  ({ scopes, caller } = answer);
  mayManage = scopes.includes("manage");
  mayDecide = scopes.includes("decide");
  return agents;
}

/** An agent with its tools and limits, and its instructions where the key may read them. */
export async function readAgent(name: string): Promise<AgentDetail> {
  return await json(`/v1/agents/${encodeURIComponent(name)}`);
}

/**
 * @param days Such as 2026-11-22, both included.
 */
export async function readChoices(
  { from, to }: { from: string; to: string },
  by: string,
): Promise<ChoiceCountsRow[]> {
  return (await json(`/v1/analytics/choices?from=${from}&to=${to}&by=${by}`)).rows;
}

export async function listSuggestions({ from, to }: { from: string; to: string }): Promise<Suggestion[]> {
  return (await json(`/v1/analytics/suggestions?from=${from}&to=${to}`)).suggestions;
}

export async function readToolUse(weeks: number): Promise<ToolUsage> {
  return await json(`/v1/tools/usage?weeks=${weeks}`);
}

/** What the tenant has used today; undefined for a caller that may not read it. */
export async function readUsage(): Promise<UsageReport | undefined> {
  return mayManage ? await json("/v1/usage") : undefined;
}

/** @param query Of the filters; empty for none. */
export async function listThreads(query: string, cursor: string): Promise<ThreadPage> {
  const parts = [query, cursor === "" ? "" : `cursor=${encodeURIComponent(cursor)}`].filter(Boolean);
  return await json(`/v1/threads${parts.length === 0 ? "" : `?${parts.join("&")}`}`);
}

export async function changeThread(thread: string, changes: ThreadChanges) {
  await sendBody("PATCH", threadPath(thread), changes);
}

/**
 * A thread and its newest entries that belong together, or undefined when there is no such thread.
 *
 * @param shown Most entries.
 */
export async function readThread(
  thread: string,
  shown: number,
): Promise<{ detail: ThreadDetail; history: HistoryPage } | undefined> {
  try {
    for (;;) {
      const detail = await readDetail(thread);
      const after = Math.max(0, detail.length - shown);
      const history: HistoryPage = await json(
        threadPath(thread, `/history?limit=${Math.min(ENTRIES_READ, shown)}&after=${after}`),
      );
      // A step that commits between the two responses would be shown twice: both are read again.
      if (history.length !== detail.length) continue;
      const behind = after + history.entries.length;
      const rest = behind < detail.length ? await readEntries(thread, behind, detail.length) : [];
      return { detail, history: { ...history, entries: [...history.entries, ...rest] } };
    }
  } catch (error) {
    if (isCode(error, "thread_unknown")) return undefined;
    throw error;
  }
}

/**
 * Runs steps. The key makes it safe to send the same request again.
 */
export async function startSteps(
  thread: string,
  body: StepBody,
  idempotencyKey: string,
  signal: AbortSignal,
) {
  return await startRun(threadPath(thread, "/steps"), body, idempotencyKey, signal);
}

async function startRun(path: string, body: object, idempotencyKey: string, signal: AbortSignal) {
  const response = await send(path, {
    method: "POST",
    headers: {
      "accept": EVENTS,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body: JSON.stringify(body),
    signal,
  });
  return stepEvents(response);
}

/** The page in which apps run. */
export const APP_FRAME = `${BASE}/v1/apps/frame`;

/** The app that shows a call. */
export async function readApp(thread: string, callId: string): Promise<AppView> {
  return await json(threadPath(thread, `/apps/${encodeURIComponent(callId)}`));
}

/**
 * Runs a call that the app of another call makes.
 */
export async function startAppCall(
  thread: string,
  { callId, name, args }: { callId: string; name: string; args: object },
  idempotencyKey: string,
  signal: AbortSignal,
) {
  const path = threadPath(thread, `/apps/${encodeURIComponent(callId)}/calls`);
  return await startRun(path, { name, arguments: args }, idempotencyKey, signal);
}

/**
 * The events after `lastEventId`, and those to come while a step runs; undefined when there are none and none will come.
 */
export async function resumeEvents(thread: string, lastEventId: string, signal: AbortSignal) {
  const response = await send(threadPath(thread, "/events"), {
    headers: {
      "accept": EVENTS,
      ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }),
    },
    signal,
  });
  return response.status === 204 ? undefined : stepEvents(response);
}

export async function listChildren(thread: string): Promise<ChildView[]> {
  return (await json(threadPath(thread, "/children"))).children;
}

/**
 * Answers a call that waits. The answer to a question is sent as text, and as JSON where a text is not what the question wants.
 *
 * many more people must approve.
 */
export async function decide(
  thread: string,
  callId: string,
  answer: ApprovalAnswer,
): Promise<{ missing: number }> {
  const path = threadPath(thread, `/approvals/${encodeURIComponent(callId)}`);
  try {
    return await (await post(path, answer)).json();
  } catch (error) {
    const other = jsonOf(answer.answer);
    if (other === undefined || !isCode(error, "invalid_request")) throw error;
    return await (await post(path, { ...answer, answer: other })).json();
  }
}

/** The value of a text that is JSON of something else than a text. */
function jsonOf(text: string = "") {
  try {
    const value = JSON.parse(text);
    return typeof value === "string" ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The thread as it stands, without its history. */
export async function readDetail(thread: string): Promise<ThreadDetail> {
  return await json(threadPath(thread));
}

/** Has a thread go on without a client, also one that is parked. */
export async function wake(thread: string) {
  await post(threadPath(thread, "/wake"), {});
}

/** Lets a run go on without the result of a call. */
export async function detach(thread: string, callId: string) {
  await post(threadPath(thread, `/calls/${encodeURIComponent(callId)}/detach`), {});
}

export async function cancel(thread: string) {
  await post(threadPath(thread, "/cancel"), {});
}

/** Removes a thread and everything of it. */
export async function removeThread(thread: string) {
  await remove(threadPath(thread));
}

export function threadPath(thread: string, rest: string = "") {
  return `/v1/threads/${encodeURIComponent(thread)}${rest}`;
}

/**
 * Makes a thread with the history up to a version, `replan` without its last plan.
 */
export async function fork(
  thread: string,
  options: { version: number; replan?: boolean },
): Promise<ThreadView> {
  return await (await post(threadPath(thread, "/fork"), options)).json();
}

/** @param after Index of the first entry. */
export async function readHistory(thread: string, after: number, limit: number): Promise<HistoryPage> {
  return await json(threadPath(thread, `/history?limit=${limit}&after=${after}`));
}

/**
 * The entries of a thread from an index on, page by page: up to `to`, or all that the history has by now.
 */
export async function readEntries(thread: string, from = 0, to = Infinity): Promise<readonly EntryView[]> {
  const entries: EntryView[] = [];
  for (let end = to; from + entries.length < end;) {
    const after = from + entries.length;
    const page = await readHistory(thread, after, Math.min(ENTRIES_READ, end - after));
    entries.push(...page.entries);
    end = Math.min(to, page.length);
    if (page.entries.length === 0) break;
  }
  return entries;
}

/**
 * The bytes of a medium of a thread.
 *
 * @param url The path that the history names it by.
 */
export async function readMedium(thread: string, id: string, url: string = "") {
  const route = url.startsWith("/v1/") ? url : threadPath(thread, `/media/${encodeURIComponent(id)}`);
  return await (await send(route)).blob();
}

/**
 * The lines of a thread's export. Leaving the loop ends the request.
 */
export async function* exportLines(thread: string): AsyncGenerator<ExportLine, void> {
  const { body } = await send(threadPath(thread, "/export"));
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done = true, value = "" } = await reader?.read() ?? {};
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

async function* stepEvents(response: Response): AsyncGenerator<{ id: string; event: StepEvent }, void> {
  if (response.body === null) return;
  for await (const { id, type, data } of readEvents(response.body)) {
    // `stream.failed` means that this stream broke and nothing else: a resume follows, as after any other break.
    if (type === "stream.failed") return;
    yield { id, event: JSON.parse(data) };
  }
}

/**
 * What a GET answers; the type is that of the route's contract.
 *
 * @template [T=any]
 */
export async function json<T = any>(path: string): Promise<T> {
  return await (await send(path)).json();
}

export async function readText(path: string): Promise<string> {
  return await (await send(path)).text();
}

export async function remove(path: string) {
  await send(path, { method: "DELETE" });
}

async function post(path: string, body: object) {
  return await sendBody("POST", path, body);
}

export async function sendBody(method: "POST" | "PATCH" | "PUT", path: string, body: object) {
  return await send(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function send(route: string, init: Init = {}) {
  const path = BASE + route;
  const key = tabStorage.get(KEY);
  const { method = "GET", body = "" } = init;
  const headers: Record<string, string> = {
    ...init.headers,
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  };
  const exchange: Exchange = { method, path, headers, body, status: 0 };
  const observe = method === "POST" || headers.accept === EVENTS ? observer : () => {};
  observe(exchange);
  const response = await fetch(path, { ...init, headers }).catch((error) => {
    exchange.problem = { detail: String(error) };
    observe(exchange);
    throw error;
  });
  exchange.status = response.status;
  if (!response.ok) exchange.problem = await response.json().catch(() => ({}));
  observe(exchange);
  if (exchange.problem) throw new ApiError(response.status, exchange.problem);
  return response;
}
