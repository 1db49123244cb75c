// Threads as the API shows them, made from what is stored.

import type { ParkedView, ThreadView } from "../core/contract/threads.ts";
import type { AgentState, ParkedState, WaitsFor } from "../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import { doorsIn, hasNeed } from "../core/thread_facets.ts";
import { needOf } from "./held_calls/thread_need.ts";
import { readMeta, readState } from "./stored.ts";

/**
 * The view of a stored thread. One whose next step takes `waiting` inputs ({@link countTakeable}) is `open`, whatever its last step ended
 * with.
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
  const facets = header.facets ?? [];
  const doors = doorsIn(facets);
  const isPredicted = state.run.execution === "predict" && ["open", "waiting"].includes(status);
  return {
    id: ref.thread,
    agent: meta.agent,
    title: header.givenTitle?.text ?? state.title,
    archived: header.archived,
    status,
    waitsFor,
    authorization: server === undefined ? undefined : { server },
    needs: waiting > 0 && !isParked ? undefined : needOf(status, state, hasNeed(facets, "answer")),
    version: header.version,
    length: header.length,
    metadata: meta.metadata,
    plan,
    user: meta.user,
    doors: doors.length === 0 ? undefined : doors,
    counters: header.counters,
    createdAt: new Date(meta.createdAt).toISOString(),
    updatedAt: new Date(Math.max(state.updatedAt, meta.createdAt)).toISOString(),
    resumeAt: state.resumeAt === undefined ? undefined : new Date(state.resumeAt).toISOString(),
    question: header.status === "waiting" ? state.question : undefined,
    error: state.error,
    predicted: isPredicted || undefined,
    wake: state.run.wake === undefined ? undefined : true,
    parked: isParked ? parkedView(parked) : undefined,
    forkedFrom: meta.forkedFrom,
    pins: state.pins?.length ? state.pins.map(([index]) => index) : undefined,
    parent: meta.parent,
  };
}

function parkedView({ code, message, failures, at }: ParkedState): ParkedView {
  return { code, message, failures, at: new Date(at).toISOString() };
}

function waitsForOf({ question, waitsFor }: AgentState): WaitsFor | undefined {
  return question === undefined ? waitsFor : "answer";
}
