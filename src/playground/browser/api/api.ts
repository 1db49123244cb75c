// The API as this page uses it: the same routes that any other client has.

import type { ChildView, ThreadDetail, ThreadPage, ThreadView } from "../../../core/contract/threads.ts";
import type { EntryView, HistoryPage } from "../../../core/contract/entries.ts";
import type { Execution, ToolChoice } from "../../../core/tool_choice.ts";
import type { Approval } from "../../../core/contract/calls.ts";
import type { AgentDetail, AgentView } from "../../../core/contract/deployment.ts";
import type { ChoiceCountsRow, FailureCount, Suggestion } from "../../../plugins/analytics/contract.ts";
import type { ToolUsage } from "../../../plugins/selection/monitoring/contract.ts";
import { type Json, parseJson } from "../../../core/json.ts";
import type { InputPart } from "../attachments.ts";
import type { UsageReport } from "../../../core/contract/usage.ts";
import type { ThreadChanges } from "../../../core/contract/requests.ts";
import type { ApprovalAnswer } from "./approval_answer.ts";
import { BASE, EVENTS, type Events, isCode, json, post, remove, send, sendBody, stepEvents } from "./http.ts";

/** How a run goes: what a person has set beside the message box. */
export interface RunOptions {
  readonly toolChoice?: ToolChoice;
  readonly execution?: Execution;
  readonly model?: string;
  readonly limits?: { readonly steps: number };
  readonly until: "step" | "settled" | "done";
}

/** The body of a request that runs steps. */
export type StepBody = RunOptions & {
  readonly agent: string;
  readonly input?: string | readonly { readonly parts: readonly InputPart[] }[];
};

/** Whom the key or token names; without one, the person at their own machine. */
interface Caller {
  readonly tenant: string;
  readonly key?: string;
  readonly user?: string;
  readonly token?: true;
}

/** The app of a call as the server gives it. */
export interface AppView {
  readonly server: string;
  readonly uri: string;
  readonly html: string;
  readonly args: object;
  readonly result: object;
  readonly domains: Readonly<Record<string, readonly string[]>>;
}

/** Entries that an opened thread shows: what fills a few windows. Others are read when a person scrolls to them. */
export const ENTRIES_SHOWN = 30;

/** Most entries of one request. */
export const ENTRIES_READ = 200;

/** The caller may read what the tenant has used. */
export let mayManage = false;

/** The caller may answer what waits for people. */
export let mayDecide = true;

/** What the caller may do, by scopes. */
export let scopes: readonly string[] = [];

/** The caller of the page's requests; undefined before it is known. */
export let caller: Caller | undefined;

/** The agents; from then on it is known who the caller is and what they may do. */
export async function listAgents(): Promise<AgentView[]> {
  const answer = await json<{ agents: AgentView[]; scopes: string[]; caller: Caller }>("/v1/agents");
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

/** Days such as 2026-11-22, both included. */
interface Days {
  readonly from: string;
  readonly to: string;
}

/** What was counted on days. */
interface ChoiceCounts {
  readonly rows: readonly ChoiceCountsRow[];
  /** Undefined where the rows are about tools. */
  readonly failures?: readonly FailureCount[];
}

/** How tools were chosen on these days, and what failed, counted by `by`, such as `model`. */
export async function readChoices({ from, to }: Days, by: string): Promise<ChoiceCounts> {
  return await json(`/v1/analytics/choices?from=${from}&to=${to}&by=${by}`);
}

/** What counts of choices and tools of these days suggest to change. */
export async function listSuggestions({ from, to }: Days): Promise<Suggestion[]> {
  const path = `/v1/analytics/suggestions?from=${from}&to=${to}`;
  return (await json<{ suggestions: Suggestion[] }>(path)).suggestions;
}

/** The use of tools in so many weeks up to now. */
export async function readToolUse(weeks: number): Promise<ToolUsage> {
  return await json(`/v1/tools/usage?weeks=${weeks}`);
}

/** What the tenant has used today; undefined for a caller that may not read it. */
export async function readUsage(): Promise<UsageReport | undefined> {
  return mayManage ? await json("/v1/usage") : undefined;
}

/** A thread as a list has it. */
export type ListedThread = ThreadPage["threads"][number];

/**
 * A page of the threads.
 *
 * @param query Of the filters; empty for none.
 * @param cursor Of the page before; empty for the first page.
 */
export async function listThreads(query: string, cursor: string): Promise<ThreadPage> {
  const parts = [query, cursor === "" ? "" : `cursor=${encodeURIComponent(cursor)}`].filter(Boolean);
  return await json(`/v1/threads${parts.length === 0 ? "" : `?${parts.join("&")}`}`);
}

/** Renames a thread, or moves it to the archive or back. */
export async function changeThread(thread: string, changes: ThreadChanges): Promise<void> {
  await sendBody("PATCH", threadPath(thread), changes);
}

/**
 * A thread and its newest entries that belong together, or undefined when there is no such thread.
 *
 * @param most Most entries.
 */
export async function readThread(
  thread: string,
  most: number,
  signal: AbortSignal,
): Promise<{ detail: ThreadDetail; history: HistoryPage } | undefined> {
  try {
    for (;;) {
      const detail = await readDetail(thread, signal);
      const after = Math.max(0, detail.length - most);
      const history = await readHistory(thread, after, Math.min(ENTRIES_READ, most), signal);
      // A step that commits between the two responses would be on the page twice: both are read again.
      if (history.length !== detail.length) continue;
      const behind = after + history.entries.length;
      const rest = behind < detail.length ? await readEntries(thread, behind, detail.length, signal) : [];
      return { detail, history: { ...history, entries: [...history.entries, ...rest] } };
    }
  } catch (error) {
    if (isCode(error, "thread_unknown")) return undefined;
    throw error;
  }
}

/** Runs steps. The key makes it safe to send the same request again. */
export async function startSteps(
  thread: string,
  body: StepBody,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Events> {
  return await startRun(threadPath(thread, "/steps"), body, idempotencyKey, signal);
}

async function startRun(
  path: string,
  body: object,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Events> {
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

/** A call that the app of the call `callId` makes. */
export interface AppCall {
  readonly callId: string;
  /** Of the tool. */
  readonly name: string;
  readonly args: object;
}

/** Runs a call of an app. The key makes it safe to send the same request again. */
export async function startAppCall(
  thread: string,
  { callId, name, args }: AppCall,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<Events> {
  const path = threadPath(thread, `/apps/${encodeURIComponent(callId)}/calls`);
  return await startRun(path, { name, arguments: args }, idempotencyKey, signal);
}

/** The events after `lastEventId`, and those to come while a step runs; undefined when there are none and none will come. */
export async function resumeEvents(
  thread: string,
  lastEventId: string,
  signal: AbortSignal,
): Promise<Events | undefined> {
  const headers: Record<string, string> = { accept: EVENTS };
  if (lastEventId !== "") headers["last-event-id"] = lastEventId;
  const response = await send(threadPath(thread, "/events"), { headers, signal });
  return response.status === 204 ? undefined : stepEvents(response);
}

/** The threads of the phases of a thread. */
export async function listChildren(thread: string): Promise<ChildView[]> {
  return (await json<{ children: ChildView[] }>(threadPath(thread, "/children"))).children;
}

/**
 * Answers a call that waits; the recorded answer says how many people must approve it yet. The answer to a question is sent as text, and
 * as JSON where a text is not what the question wants.
 */
export async function decide(
  thread: string,
  callId: string,
  answer: ApprovalAnswer,
): Promise<Approval> {
  const path = threadPath(thread, `/approvals/${encodeURIComponent(callId)}`);
  try {
    return await (await post(path, answer)).json();
  } catch (error) {
    const other = parseBody(answer.answer);
    if (other === undefined || !isCode(error, "invalid_request")) throw error;
    return await (await post(path, { ...answer, answer: other })).json();
  }
}

/** The value of a text that is JSON of something else than a text. */
function parseBody(text = ""): Json | undefined {
  const value = parseJson(text);
  return typeof value === "string" ? undefined : value;
}

/** The thread as it stands, without its history. */
export async function readDetail(thread: string, signal: AbortSignal | null = null): Promise<ThreadDetail> {
  return await json(threadPath(thread), signal);
}

/** Has a thread go on without a client, also one that is parked. */
export async function wake(thread: string): Promise<void> {
  await post(threadPath(thread, "/wake"), {});
}

/** Lets a run go on without the result of a call. */
export async function detach(thread: string, callId: string): Promise<void> {
  await post(threadPath(thread, `/calls/${encodeURIComponent(callId)}/detach`), {});
}

/** Cancels the run of a thread. */
export async function cancel(thread: string): Promise<void> {
  await post(threadPath(thread, "/cancel"), {});
}

/** Removes a thread and everything of it. */
export async function removeThread(thread: string): Promise<void> {
  await remove(threadPath(thread));
}

/** The path of a thread, or of what is below it: `rest` begins with a slash. */
export function threadPath(thread: string, rest = ""): string {
  return `/v1/threads/${encodeURIComponent(thread)}${rest}`;
}

/** Makes a thread with the history up to a version, `replan` without its last plan. */
export async function fork(
  thread: string,
  options: { readonly version: number; readonly replan?: boolean },
): Promise<ThreadView> {
  return await (await post(threadPath(thread, "/fork"), options)).json();
}

/**
 * Entries of a thread.
 *
 * @param after Index of the first one.
 * @param limit Most entries, up to {@link ENTRIES_READ}.
 */
export async function readHistory(
  thread: string,
  after: number,
  limit: number,
  signal: AbortSignal | null = null,
): Promise<HistoryPage> {
  return await json(threadPath(thread, `/history?limit=${limit}&after=${after}`), signal);
}

/** The entries of a thread from an index on, page by page: up to `to`, or all that the history has by now. */
export async function readEntries(
  thread: string,
  from = 0,
  to = Infinity,
  signal: AbortSignal | null = null,
): Promise<readonly EntryView[]> {
  const entries: EntryView[] = [];
  for (let end = to; from + entries.length < end;) {
    const after = from + entries.length;
    const page = await readHistory(thread, after, Math.min(ENTRIES_READ, end - after), signal);
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
export async function readMedium(
  thread: string,
  id: string,
  url = "",
  signal: AbortSignal | null = null,
): Promise<Blob> {
  const route = url.startsWith("/v1/") ? url : threadPath(thread, `/media/${encodeURIComponent(id)}`);
  return await (await send(route, { signal })).blob();
}
