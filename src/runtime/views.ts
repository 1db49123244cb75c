// Threads and calls as the API shows them, made from what is stored.

import type { CallView } from "../core/contract/calls.ts";
import type { ParkedView, ThreadView } from "../core/contract/threads.ts";
import { isForCaller, isUntouched, type PlannedCall } from "../core/call.ts";
import type { ToolEntry } from "../core/entry.ts";
import type { ApprovalRequested } from "../core/event.ts";
import type { AgentState, ParkedState, WaitsFor } from "../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import { readMeta, readState } from "./stored.ts";

/**
 * The view of a stored thread. One in whose inbox `waiting` inputs stand is `open`, whatever its last step ended with.
 *
 * @throws {AgentError} store_corrupt
 */
export function threadView(ref: ThreadRef, header: ThreadHeader, waiting = 0): ThreadView {
  const meta = readMeta(ref, header);
  const state = readState(ref, header);
  const plan = state.plan ?? meta.plan;
  const { parked } = state.wakes ?? {};
  const isParked = parked !== undefined && waiting <= parked.waiting;
  const status = waiting > 0 && !isParked ? "open" : header.status;
  const waitsFor = status === "waiting" ? waitsForOf(state) : undefined;
  const server = waitsFor === "authorization" ? state.authorization : undefined;
  return {
    id: ref.thread,
    agent: meta.agent,
    ...(state.title === undefined ? {} : { title: state.title }),
    status,
    ...(waitsFor === undefined ? {} : { waitsFor }),
    ...(server === undefined ? {} : { authorization: { server } }),
    version: header.version,
    length: header.length,
    metadata: meta.metadata,
    ...(plan === undefined ? {} : { plan }),
    ...(meta.user === undefined ? {} : { user: meta.user }),
    counters: header.counters,
    createdAt: new Date(meta.createdAt).toISOString(),
    updatedAt: new Date(Math.max(state.updatedAt, meta.createdAt)).toISOString(),
    ...(state.resumeAt === undefined ? {} : { resumeAt: new Date(state.resumeAt).toISOString() }),
    ...(state.question === undefined || header.status !== "waiting" ? {} : { question: state.question }),
    ...(state.error === undefined ? {} : { error: state.error }),
    ...(state.run.execution === "predict" && ["open", "waiting"].includes(status) ? { predicted: true } : {}),
    ...(state.run.wake === undefined ? {} : { wake: true }),
    ...(parked === undefined || !isParked ? {} : { parked: parkedView(parked) }),
    ...(meta.forkedFrom === undefined ? {} : { forkedFrom: meta.forkedFrom }),
    ...(state.pins === undefined || state.pins.length === 0
      ? {}
      : { pins: state.pins.map(([index]) => index) }),
    ...(meta.parent === undefined ? {} : { parent: meta.parent }),
  };
}

function parkedView({ code, message, failures, at }: ParkedState): ParkedView {
  return { code, message, failures, at: new Date(at).toISOString() };
}

function waitsForOf({ question, waitsFor }: AgentState): WaitsFor | undefined {
  return question === undefined ? waitsFor : "answer";
}

/** The view of calls that were just planned, and of what was requested for those that need approval. */
export function pendingViews(
  calls: readonly PlannedCall[],
  requests: readonly ApprovalRequested[],
): CallView[] {
  return calls.map((call) => {
    const { id, name, args } = call;
    const request = requests.find(({ callId }) => callId === id);
    if (!isUntouched(call)) return keptView(call);
    if (request === undefined) return { id, name, args, state: isForCaller(call) ? "client" : "pending" };
    const { digest, approvals: needed = 1, expiresAt, edits, asks, client } = request;
    const until = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
    const terms = {
      digest,
      needed,
      ...until,
      ...(edits ? { edits } : {}),
      ...(asks ? { asks } : {}),
      ...(client ? { client } : {}),
    };
    return { id, name, args, state: "approval", approval: { ...terms, decisions: [] } };
  });
}

/** The view of a call that is deferred, or that was observed beside one. An output in a blob is left out. */
export function keptView({ id, name, args, deferred, observed }: PlannedCall): CallView {
  if (observed !== undefined) {
    if ("blob" in observed) return { id, name, args, state: observed.outcome };
    const { outcome, output, error } = observed.entry;
    return { id, name, args, state: outcome, output, ...(error === undefined ? {} : { error }) };
  }
  if (deferred === undefined) return { id, name, args, state: "pending" };
  const { ref, since, expiresAt, pollAt, authorization } = deferred;
  if (authorization !== undefined) {
    const { server } = authorization;
    const terms = { server, expiresAt: new Date(expiresAt).toISOString() };
    return { id, name, args, state: "authorization", authorization: terms };
  }
  const times = {
    ...(since === undefined ? {} : { since: new Date(since).toISOString() }),
    expiresAt: new Date(expiresAt).toISOString(),
    ...(pollAt === undefined ? {} : { pollAt: new Date(pollAt).toISOString() }),
  };
  return { id, name, args, state: "deferred", deferred: { ref, ...times } };
}

/** The view of a call with its observation. */
export function observedView({ id, name, args }: PlannedCall, observation: ToolEntry | undefined): CallView {
  return {
    id,
    name,
    args,
    state: observation?.outcome ?? "unknown",
    output: observation?.output ?? null,
    ...(observation?.error === undefined ? {} : { error: observation.error }),
  };
}
