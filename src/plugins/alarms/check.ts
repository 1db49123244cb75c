// The evaluation of a tenant's alarms: the work of a wake-up `@alarms/check`. Each tenant with a step has one such row in the due index.

import type { RandomBytes } from "../../core/ports.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { type Tick, type WakeHandler, type WakeIo, wakeName, type WakeOutcome } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { LONG_MS } from "../../kernel/due_times.ts";
import { listMissing, sendEvent } from "../outgoing_webhooks/send_event.ts";
import { decide } from "./decide.ts";
import { measure } from "./measure.ts";
import { readMark } from "./outbox.ts";
import type { Rules } from "./rules.ts";
import { ALARMS, type AlarmsState, CHECK, type ReadState, readState, writeState } from "./state.ts";

/** The name of the row. */
const NAME = wakeName(ALARMS, CHECK);

/** Milliseconds that a worker has for sending what it has decided; then another one sends what is left. */
const LEASE_MS = 60_000;

/**
 * Milliseconds without anything to look at after which a tenant is not evaluated any more; its next step brings it back. More than
 * the time for which an isolate leaves no further mark of a step.
 */
const IDLE_MS = 2 * 86_400_000;

/** What the evaluation needs. */
export interface CheckParts extends Rules {
  readonly deps: HttpDeps;
}

/** Has the tenants evaluated that are known before their first step: once in each isolate. */
export function beginTick(tenants: readonly string[], { deps: { store, wakes } }: CheckParts): Tick {
  const begun = new Set<string>();
  return async (now, io) => {
    for (const tenant of tenants.filter((tenant) => !begun.has(tenant))) {
      await store.moveDue(tenant, NAME, { to: now });
      io.defer(wakes.schedule({ tenant, name: NAME }, io));
      begun.add(tenant);
    }
  };
}

/**
 * Evaluates the rules, keeps the decision, and sends what it leads to. Of two workers one has its decision kept; what it has to send stands in
 * the same text, so that where it vanishes the next one sends it, with the same webhook-id.
 */
export function checkHandler(parts: CheckParts): WakeHandler {
  const { deps: { store, clock, random }, everyMs } = parts;
  return async ({ tenant, due }, io) => {
    const now = clock();
    const found = await readState(tenant, store);
    if (found === undefined) return await goOn(tenant, now + LONG_MS, parts); // that of a newer Treadle
    const { checkedAt, sendingUntil = 0, events } = found.state;
    if (sendingUntil > now) return await goOn(tenant, sendingUntil, parts);
    const isEarly = now < checkedAt + everyMs;
    if (isEarly && events.length === 0) return await goOn(tenant, checkedAt + everyMs, parts);
    const next = isEarly ? found.state : await evaluate(tenant, found.state, now, parts);
    const hasEvents = next.events.length > 0;
    const claimed = { ...next, by: workerName(random), sendingUntil: hasEvents ? now + LEASE_MS : undefined };
    const written = await writeState(tenant, found, claimed, store);
    // Another worker has decided, and enters the time of the next evaluation.
    if (written === undefined || hasEvents && !await send(tenant, written, io, parts)) return HANDLED;
    if (due === undefined || next.busyAt > now - IDLE_MS) {
      return await goOn(tenant, next.checkedAt + everyMs, parts);
    }
    await store.moveDue(tenant, NAME, { from: due });
    return HANDLED;
  };
}

const HANDLED: WakeOutcome = { type: "handled" };

/** The state behind an evaluation. */
async function evaluate(
  tenant: string,
  state: AlarmsState,
  now: number,
  parts: CheckParts,
): Promise<AlarmsState> {
  const { rules, pauseMs, deps } = parts;
  // It was evaluated no more until a step has left a mark: what came since came behind that step.
  const hasRested = state.checkedAt - state.busyAt >= IDLE_MS;
  const quietUntil = hasRested ? await readMark(tenant, deps) : -Infinity;
  const measured = await measure(tenant, parts, { state, now, quietUntil }, deps);
  const decided = decide(rules, measured, state, { tenant, now, pauseMs, publicUrl: deps.publicUrl });
  const isBusy = state.checkedAt === -Infinity ||
    Object.values(decided.rules).some(({ raisedAt, counted }) =>
      raisedAt !== undefined || (counted?.spans.length ?? 0) > 0
    ) || [...measured.values()].some(({ thread }) => thread !== undefined);
  const busyAt = isBusy ? now : state.busyAt;
  return {
    schema: 1,
    by: "",
    checkedAt: now,
    busyAt: busyAt > now - IDLE_MS ? busyAt : Math.max(busyAt, await readMark(tenant, deps)),
    rules: decided.rules,
    events: [...state.events, ...decided.events],
  };
}

/** Sends what stands in the state, and takes it out. False where another worker has changed the state meanwhile. */
async function send(
  tenant: string,
  written: ReadState,
  io: WakeIo,
  { deps }: CheckParts,
): Promise<boolean> {
  const { state: sending } = written;
  const { store, clock, log, random } = deps;
  await store.moveDue(tenant, NAME, { to: clock() + LEASE_MS });
  for (const { type, rule, at, data, to } of sending.events) {
    const { agent, text } = data;
    log("warn", type === "alarm.raised" ? "an alarm is raised" : "an alarm has ended", {
      tenant,
      rule,
      text: String(text),
    });
    const event = { tenant, type, key: `${rule} ${at}`, at, data, to };
    const isSent = await sendEvent(
      { ...event, agent: typeof agent === "string" ? agent : undefined },
      deps,
      io,
    );
    if (!isSent) {
      log("warn", "an alarm is sent to no endpoint: add outgoingWebhooks() to the plugins", { tenant, rule });
      continue;
    }
    const missing = await listMissing(tenant, to ?? [], deps);
    if (missing.length > 0) {
      log("warn", "an alarm names endpoints that its tenant does not have: correct the rule's to", {
        tenant,
        rule,
        missing: missing.join(", "),
      });
    }
  }
  const sent = { ...sending, by: workerName(random), events: [], sendingUntil: undefined };
  return await writeState(tenant, written, sent, store) !== undefined;
}

async function goOn(tenant: string, to: number, { deps: { store } }: CheckParts): Promise<WakeOutcome> {
  await store.moveDue(tenant, NAME, { to });
  return HANDLED;
}

/** No two workers have the same. */
function workerName(random: RandomBytes): string {
  return toHex(random(8));
}
