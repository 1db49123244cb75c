// Threads as the API shows them, made from what is stored.

import type { ParkedView, ThreadView } from "../core/contract/threads.ts";
import type { AgentState, ParkedState, ThreadStatus, WaitsFor } from "../core/state.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import { doorsIn, hasNeed } from "../core/thread_facets.ts";
import { findNeed } from "./held_calls/thread_need.ts";
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
  const goesOn = waiting > 0 && !isParked;
  const status = goesOn ? "open" : header.status;
  const facets = header.facets ?? [];
  const doors = doorsIn(facets);
  const wait = waitView(status, state, facets);
  return {
    id: ref.thread,
    agent: meta.agent,
    title: resolveTitle(header, state),
    archived: header.archived,
    status,
    ...wait,
    needs: goesOn ? undefined : wait.needs,
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
    parked: isParked ? parkedView(parked) : undefined,
    forkedFrom: meta.forkedFrom,
    pins: state.pins?.length ? state.pins.map(([index]) => index) : undefined,
    parent: meta.parent,
  };
}

/** What a thread with this state and these facets waits for, and how it goes on. */
export function waitView(
  status: ThreadStatus,
  state: AgentState,
  facets: readonly string[],
): Pick<ThreadView, "waitsFor" | "authorization" | "needs" | "predicted" | "wake"> {
  const waitsFor = status === "waiting" ? resolveWaitsFor(state) : undefined;
  const server = waitsFor === "authorization" ? state.authorization : undefined;
  const isPredicted = state.run.execution === "predict" && ["open", "waiting"].includes(status);
  return {
    waitsFor,
    authorization: server === undefined ? undefined : { server },
    needs: findNeed(status, state, hasNeed(facets, "answer")),
    predicted: isPredicted || undefined,
    wake: state.run.wake === undefined ? undefined : true,
  };
}

/** The title that a person has given, else that of the first input. */
export function resolveTitle(
  { givenTitle }: Pick<ThreadHeader, "givenTitle">,
  { title }: Pick<AgentState, "title">,
): string | undefined {
  return givenTitle?.text ?? title;
}

function parkedView({ code, message, failures, at }: ParkedState): ParkedView {
  return { code, message, failures, at: new Date(at).toISOString() };
}

function resolveWaitsFor({ question, waitsFor }: AgentState): WaitsFor | undefined {
  return question === undefined ? waitsFor : "answer";
}
