// Threads as the API shows them, made from what is stored.

import type { ParkedView, ThreadView } from "../core/contract/threads.ts";
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
