// The call that an app shows: what the history says of it, and of one whose step is not committed what was planned.

import type { EntryView } from "../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../../core/json.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import { appOfCall, type CallApp } from "../../../core/tool/tool_app.ts";
import type { RemoteToolSource, SourceRequest } from "../../../core/tool/tool_source.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { newestEntries } from "../../../http/conversation/newest_entries.ts";
import { serversWithApps } from "./server.ts";

/** The outcome of a call in the history. */
export type ToolOutcome = Extract<EntryView, { type: "tool" }>;

/** The call of an app. */
export interface ShownCall {
  readonly app: CallApp;
  /** The agent's name of the tool. */
  readonly name: string;
  readonly args: JsonObject;
  /** Undefined until the step of the call is committed. */
  readonly outcome: ToolOutcome | undefined;
}

/**
 * The call with its app.
 *
 * @throws {AgentError} call_unknown - the thread has no such call; not_found - no app shows the call
 */
export async function findCall(
  ref: ThreadRef,
  callId: string,
  thread: ThreadDetail,
  deps: HttpDeps,
): Promise<ShownCall> {
  const pending = thread.calls.find((call) => call.id === callId && call.thread === undefined);
  const found = pending === undefined
    ? await findPast(ref, callId, thread, deps)
    : { ...pending, app: await appOfTool(pending.name, ref, thread, deps), outcome: undefined };
  if (found === undefined) {
    throw new AgentError("call_unknown", `Thread ${ref.thread} has no call ${callId}.`);
  }
  const { app, name, args, outcome } = found;
  if (app !== undefined) return { app, name, args, outcome };
  throw new AgentError("not_found", `No app shows call ${callId} of thread ${ref.thread}.`);
}

/** A call of the history; its arguments are those of the plan before its outcome. */
async function findPast(
  ref: ThreadRef,
  callId: string,
  { length }: Pick<ThreadDetail, "length">,
  deps: Pick<HttpDeps, "store">,
): Promise<Omit<ShownCall, "app"> & { readonly app: CallApp | undefined } | undefined> {
  let outcome: ToolOutcome | undefined;
  for await (const entry of newestEntries(ref, length, deps)) {
    if (entry.type === "tool" && entry.callId === callId) outcome = entry;
    if (outcome === undefined || entry.type !== "assistant") continue;
    const { app, name } = outcome;
    const block = entry.blocks.find((each) => each.type === "call" && each.id === callId);
    if (block?.type !== "call") continue;
    const args = parseJson(block.args);
    return { app, name, args: isJsonObject(args) ? args : {}, outcome };
  }
  return undefined;
}

async function appOfTool(
  name: string,
  { tenant, thread: id }: ThreadRef,
  { agent, user }: Pick<ThreadDetail, "agent" | "user">,
  { agents, sources }: Pick<HttpDeps, "agents" | "sources">,
): Promise<CallApp | undefined> {
  const request: SourceRequest = { tenant, user, thread: id };
  const find = async (source: RemoteToolSource) => {
    const { tools } = await source.tools(request, sources);
    return appOfCall(tools.find((tool) => tool.name === name)?.app);
  };
  const found = await Promise.all(serversWithApps(agents.get(agent)).map(find));
  return found.find((app) => app !== undefined);
}
