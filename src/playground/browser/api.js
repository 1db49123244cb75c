// The API as this page uses it: the same routes that any other client has.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../core/contract/threads.ts").ThreadDetail} ThreadDetail */
/** @typedef {import("../../core/contract/entries.ts").HistoryPage} HistoryPage */
/** @typedef {import("../../core/contract/threads.ts").ThreadPage} ThreadPage */
/** @typedef {import("../../core/tool_choice.ts").ToolChoice} ToolChoice */
/** @typedef {import("../../core/tool_choice.ts").Execution} Execution */
/** @typedef {import("../../core/contract/deployment.ts").AgentView} AgentView */
/** @typedef {import("../../core/contract/deployment.ts").ToolView} ToolView */
/** @typedef {import("../../core/contract/deployment.ts").AgentDetail} AgentDetail */
/** @typedef {{ toolChoice?: ToolChoice, execution?: Execution, model?: string, limits?: { steps: number }, until: "step" | "settled" | "done" }} RunOptions */
/** @typedef {RunOptions & { agent: string, input?: string | { parts: import("./input_part.ts").InputPart[] }[] }} StepBody */
/** @typedef {{ tenant: string, key?: string, user?: string, token?: true }} Caller */
/** @typedef {{ title?: string, detail?: string, code?: string, errors?: { pointer: string, detail: string }[] }} Problem */

/** @typedef {import("../../plugins/analytics/contract.ts").Suggestion} Suggestion */
/** @typedef {import("../../plugins/analytics/tables/choice_table.ts").Dimension} Dimension */
/** @typedef {import("../../plugins/analytics/contract.ts").ChoiceCountsRow} ChoiceCountsRow */
/** @typedef {import("../../plugins/selection/monitoring/contract.ts").ToolUsage} ToolUsage */
/** @typedef {{ method?: string, headers?: Record<string, string>, body?: string, signal?: AbortSignal }} Init */

/**
 * One request that changes a thread or makes events, and its response: status 0 until then.
 *
 * @typedef {{ method: string, path: string, headers: Record<string, string>, body: string, status: number, problem?: Problem }} Exchange
 */

import { readEvents } from "./sse.js";
import { tabStorage } from "./storage.js";

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
  /** @param {number} status @param {Problem} problem */
  constructor(status, { title, detail, code, errors = [] }) {
    const more = errors.filter((error) => error.detail !== detail);
    super([detail ?? "", ...more.map((error) => `${error.pointer} ${error.detail}`)].join("\n"));
    this.status = status;
    this.errors = errors;
    this.title = title ?? `Status ${status}`;
    this.code = code ?? `http_${status}`;
  }
}

/** @param {unknown} error @param {string} code */
export function isCode(error, code) {
  return error instanceof ApiError && error.code === code;
}

/** @type {(exchange: Exchange) => void} */
let observer = () => {};

/** Sets the function that receives every exchange: when it is sent, and when it is answered. @param {typeof observer} observe */
export function observeExchanges(observe) {
  observer = observe;
}

/** @param {string} key */
export function rememberKey(key) {
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

/** What the caller may do, by scopes. @type {readonly string[]} */
export let scopes = [];

/** Who asks; undefined before that is known. @type {Caller | undefined} */
export let caller;

/** @returns {Promise<AgentView[]>} */
export async function listAgents() {
  const answer = await json("/v1/agents");
  const { agents } = answer;
  ({ scopes, caller } = answer);
  mayManage = scopes.includes("manage");
  mayDecide = scopes.includes("decide");
  return agents;
}

/** An agent with its tools and limits, and its instructions where the key may read them. @param {string} name @returns {Promise<AgentDetail>} */
export async function readAgent(name) {
  return await json(`/v1/agents/${encodeURIComponent(name)}`);
}

/**
 * @param {{ from: string, to: string }} days Such as 2026-11-22, both included.
 * @param {string} by
 * @returns {Promise<ChoiceCountsRow[]>}
 */
export async function readChoices({ from, to }, by) {
  return (await json(`/v1/analytics/choices?from=${from}&to=${to}&by=${by}`)).rows;
}

/** @param {{ from: string, to: string }} days @returns {Promise<Suggestion[]>} */
export async function listSuggestions({ from, to }) {
  return (await json(`/v1/analytics/suggestions?from=${from}&to=${to}`)).suggestions;
}

/** @param {number} weeks @returns {Promise<ToolUsage>} */
export async function readToolUse(weeks) {
  return await json(`/v1/tools/usage?weeks=${weeks}`);
}

/** What the tenant has used today; undefined for a caller that may not read it. @returns {Promise<import("../../core/contract/usage.ts").UsageReport | undefined>} */
export async function readUsage() {
  return mayManage ? await json("/v1/usage") : undefined;
}

/** @param {string} query Of the filters; empty for none. @param {string} cursor @returns {Promise<ThreadPage>} */
export async function listThreads(query, cursor) {
  const parts = [query, cursor === "" ? "" : `cursor=${encodeURIComponent(cursor)}`].filter(Boolean);
  return await json(`/v1/threads${parts.length === 0 ? "" : `?${parts.join("&")}`}`);
}

/** @param {string} thread @param {import("../../core/contract/requests.ts").ThreadChanges} changes */
export async function changeThread(thread, changes) {
  await sendBody("PATCH", threadPath(thread), changes);
}

/**
 * A thread and its newest entries that belong together, or undefined when there is no such thread.
 *
 * @param {string} thread @param {number} shown Most entries.
 * @returns {Promise<{ detail: ThreadDetail, history: HistoryPage } | undefined>}
 */
export async function readThread(thread, shown) {
  try {
    for (;;) {
      const detail = await readDetail(thread);
      const after = Math.max(0, detail.length - shown);
      /** @type {HistoryPage} */
      const history = await json(
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
 *
 * @param {string} thread @param {StepBody} body @param {string} idempotencyKey @param {AbortSignal} signal
 */
export async function startSteps(thread, body, idempotencyKey, signal) {
  return await startRun(threadPath(thread, "/steps"), body, idempotencyKey, signal);
}

/** @param {string} path @param {object} body @param {string} idempotencyKey @param {AbortSignal} signal */
async function startRun(path, body, idempotencyKey, signal) {
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

/**
 * The app of a call as the server gives it.
 *
 * @typedef {{ server: string, uri: string, html: string, args: object, result: object, domains: Record<string, string[]> }} AppView
 */

/** The app that shows a call. @param {string} thread @param {string} callId @returns {Promise<AppView>} */
export async function readApp(thread, callId) {
  return await json(threadPath(thread, `/apps/${encodeURIComponent(callId)}`));
}

/**
 * Runs a call that the app of another call makes.
 *
 * @param {string} thread @param {{ callId: string, name: string, args: object }} call
 * @param {string} idempotencyKey @param {AbortSignal} signal
 */
export async function startAppCall(thread, { callId, name, args }, idempotencyKey, signal) {
  const path = threadPath(thread, `/apps/${encodeURIComponent(callId)}/calls`);
  return await startRun(path, { name, arguments: args }, idempotencyKey, signal);
}

/**
 * The events after `lastEventId`, and those to come while a step runs; undefined when there are none and none will come.
 *
 * @param {string} thread @param {string} lastEventId @param {AbortSignal} signal
 */
export async function resumeEvents(thread, lastEventId, signal) {
  const response = await send(threadPath(thread, "/events"), {
    headers: {
      "accept": EVENTS,
      ...(lastEventId === "" ? {} : { "last-event-id": lastEventId }),
    },
    signal,
  });
  return response.status === 204 ? undefined : stepEvents(response);
}

/** @param {string} thread @returns {Promise<import("../../core/contract/threads.ts").ChildView[]>} */
export async function listChildren(thread) {
  return (await json(threadPath(thread, "/children"))).children;
}

/**
 * Answers a call that waits. The answer to a question is sent as text, and as JSON where a text is not what the question wants.
 *
 * @param {string} thread @param {string} callId @param {import("./calls/approval_answer.ts").ApprovalAnswer} answer
 * @returns {Promise<{ missing: number }>} How many more people must approve.
 */
export async function decide(thread, callId, answer) {
  const path = threadPath(thread, `/approvals/${encodeURIComponent(callId)}`);
  try {
    return await (await post(path, answer)).json();
  } catch (error) {
    const other = jsonOf(answer.answer);
    if (other === undefined || !isCode(error, "invalid_request")) throw error;
    return await (await post(path, { ...answer, answer: other })).json();
  }
}

/** The value of a text that is JSON of something else than a text. @param {string} [text] */
function jsonOf(text = "") {
  try {
    const value = JSON.parse(text);
    return typeof value === "string" ? undefined : value;
  } catch {
    return undefined;
  }
}

/** The thread as it stands, without its history. @param {string} thread @returns {Promise<ThreadDetail>} */
export async function readDetail(thread) {
  return await json(threadPath(thread));
}

/** Has a thread go on without a client, also one that is parked. @param {string} thread */
export async function wake(thread) {
  await post(threadPath(thread, "/wake"), {});
}

/** Lets a run go on without the result of a call. @param {string} thread @param {string} callId */
export async function detach(thread, callId) {
  await post(threadPath(thread, `/calls/${encodeURIComponent(callId)}/detach`), {});
}

/** @param {string} thread */
export async function cancel(thread) {
  await post(threadPath(thread, "/cancel"), {});
}

/** Removes a thread and everything of it. @param {string} thread */
export async function removeThread(thread) {
  await remove(threadPath(thread));
}

/** @param {string} thread @param {string} [rest] */
export function threadPath(thread, rest = "") {
  return `/v1/threads/${encodeURIComponent(thread)}${rest}`;
}

/**
 * Makes a thread with the history up to a version, `replan` without its last plan.
 *
 * @param {string} thread @param {{ version: number, replan?: boolean }} options
 * @returns {Promise<import("../../core/contract/threads.ts").ThreadView>}
 */
export async function fork(thread, options) {
  return await (await post(threadPath(thread, "/fork"), options)).json();
}

/** @param {string} thread @param {number} after Index of the first entry. @param {number} limit @returns {Promise<HistoryPage>} */
export async function readHistory(thread, after, limit) {
  return await json(threadPath(thread, `/history?limit=${limit}&after=${after}`));
}

/**
 * The entries of a thread from an index on, page by page: up to `to`, or all that the history has by now.
 *
 * @param {string} thread
 * @returns {Promise<readonly import("../../core/contract/entries.ts").EntryView[]>}
 */
export async function readEntries(thread, from = 0, to = Infinity) {
  /** @type {import("../../core/contract/entries.ts").EntryView[]} */
  const entries = [];
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
 * @param {string} thread @param {string} id @param {string} [url] The path that the history names it by.
 */
export async function readMedium(thread, id, url = "") {
  const route = url.startsWith("/v1/") ? url : threadPath(thread, `/media/${encodeURIComponent(id)}`);
  return await (await send(route)).blob();
}

/**
 * The lines of a thread's export. Leaving the loop ends the request.
 *
 * @param {string} thread
 * @returns {AsyncGenerator<import("../../runtime/record/export.ts").ExportLine, void>}
 */
export async function* exportLines(thread) {
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

/**
 * @param {Response} response
 * @returns {AsyncGenerator<{ id: string, event: StepEvent }, void>}
 */
async function* stepEvents(response) {
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
 * @template [T=any] @param {string} path @returns {Promise<T>}
 */
export async function json(path) {
  return await (await send(path)).json();
}

/** @param {string} path @returns {Promise<string>} */
export async function readText(path) {
  return await (await send(path)).text();
}

/** @param {string} path */
export async function remove(path) {
  await send(path, { method: "DELETE" });
}

/** @param {string} path @param {object} body */
async function post(path, body) {
  return await sendBody("POST", path, body);
}

/** @param {"POST" | "PATCH" | "PUT"} method @param {string} path @param {object} body */
export async function sendBody(method, path, body) {
  return await send(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** @param {string} route @param {Init} [init] */
async function send(route, init = {}) {
  const path = BASE + route;
  const key = tabStorage.get(KEY);
  const { method = "GET", body = "" } = init;
  /** @type {Record<string, string>} */
  const headers = { ...init.headers, ...(key === null ? {} : { authorization: `Bearer ${key}` }) };
  /** @type {Exchange} */
  const exchange = { method, path, headers, body, status: 0 };
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
