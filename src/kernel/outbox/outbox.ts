// What a step leaves for others: it is part of the step's commit, and is delivered behind it.

import { failureFields } from "../../core/error.ts";
import type { Defer } from "../../core/ports.ts";
import type { OutboxItem } from "../../core/store/commit.ts";
import type { ParkedState, ThreadMeta } from "../../core/state.ts";
import type { FinishedStep } from "../../core/store/outbox.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { type Counters, ZERO_COUNTERS } from "../../core/usage.ts";
import { wakeName } from "../../core/wake.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { readMeta } from "../stored.ts";
import type { Draft } from "../draft.ts";

/** What the commit of the draft keeps for others; undefined for nothing, as where the deployment reports no steps. */
export function writeOutbox(
  { ref, agent, user, header }: Session,
  { status, output, error, requests, number }: Draft,
  { counters, head }: { readonly counters: Counters; readonly head: string | undefined },
  { contributions: { outboxes }, clock }: Pick<RuntimeDeps, "contributions" | "clock">,
): readonly OutboxItem[] | undefined {
  if (outboxes.length === 0) return undefined;
  const step = {
    ref,
    agent,
    user,
    metadata: readMeta(ref, header).metadata,
    version: header.version + 1,
    step: number,
    status,
    output,
    error,
    isTitled: header.givenTitle !== undefined,
    requests,
    counters,
    head,
    at: clock(),
  };
  const items = outboxes.flatMap((outbox) => outbox(step));
  return items.length === 0 ? undefined : items;
}

/** A commit without a step, as the doors are told of it. */
export interface ParkedStep extends Pick<FinishedStep, "ref" | "version" | "head" | "status" | "isTitled"> {
  readonly meta: ThreadMeta;
  /** The number of the commit among the steps. */
  readonly step: number;
  readonly error: Pick<ParkedState, "code" | "message">;
}

/** What the commit keeps for others that parks a thread; nothing of a thread whose agent is gone. */
export function writeParked(
  { meta: { agent: name, metadata, user }, ...step }: ParkedStep,
  { contributions: { outboxes }, agents, clock }: Pick<RuntimeDeps, "contributions" | "agents" | "clock">,
): readonly OutboxItem[] {
  const agent = agents.get(name);
  if (agent === undefined) return [];
  const counters = { ...ZERO_COUNTERS, steps: 1 };
  const rest = { output: null, requests: [] } as const;
  return outboxes.flatMap((outbox) =>
    outbox({ ...step, ...rest, agent, user, metadata, counters, at: clock() })
  );
}

/** Has the items of a commit that was accepted delivered. */
export function sendOutbox(
  { tenant }: ThreadRef,
  items: readonly OutboxItem[] | undefined,
  defer: Defer,
  { wakes }: Pick<RuntimeDeps, "wakes">,
): void {
  for (const { kind, id } of items ?? []) {
    defer(wakes.schedule({ tenant, name: wakeName(kind, id) }, { defer }));
  }
}

/**
 * Removes the items of a commit that was refused: the store keeps them whatever the outcome. What cannot be removed is found by
 * its version, and by the head of the record.
 */
export function dropOutbox(
  { tenant, thread }: ThreadRef,
  items: readonly OutboxItem[] | undefined,
  defer: Defer,
  { store, log }: Pick<RuntimeDeps, "store" | "log">,
): void {
  for (const { kind, id } of items ?? []) {
    const removed = store.removeDefinition(tenant, kind, id).catch((thrown) =>
      log("warn", "what a refused step has left was not removed", {
        tenant,
        thread,
        ...failureFields(thrown),
      })
    );
    defer(removed);
  }
}
