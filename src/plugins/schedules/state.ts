// The stored state of a schedule: the time of its next run, and its last run. A definition of the tenant, changed by compare and set,
// so that isolates which look at the same time agree.

import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import { wakeName } from "../../core/wake.ts";
import type { OpenSchedule } from "./open_schedules.ts";

/** The kind of the definitions, and of the rows in the due index. */
export const KIND = "schedule";

/** The state of a schedule. Times are epoch milliseconds. */
export interface ScheduleState {
  /** The text of the timetable that `next` is a time of. */
  readonly timing: string;
  /** Null when it does not run any more. */
  readonly next: number | null;
  /** Since when it is paused. */
  readonly paused?: number;
  readonly last?: LastRun;
}

/** The run that a schedule started last. */
export interface LastRun {
  /** The time of the timetable; the time of the request when a caller started it. */
  readonly at: number;
  readonly thread: string;
  /** The code of the error, when the input was refused. */
  readonly error?: string;
}

/** The state as it was read. */
export interface StoredState {
  /** As the store has it; null without one. */
  readonly text: string | null;
  readonly state: ScheduleState | undefined;
}

/** One request. A text that is no state counts as none. */
export async function readState(open: OpenSchedule, store: Store): Promise<StoredState> {
  return await readStateOf(open.tenant, toName(open), store);
}

/** The state of the schedule of this name, which no agent may have any more. One request. */
export async function readStateOf(tenant: string, name: string, store: Store): Promise<StoredState> {
  const text = await store.readDefinition(tenant, KIND, name) ?? null;
  return { text, state: text === null ? undefined : parseState(text) };
}

/** Replaces the state, when it is still the one that was read. One request. */
export async function writeState(
  open: OpenSchedule,
  { text }: StoredState,
  state: ScheduleState,
  store: Store,
): Promise<StoredState | undefined> {
  const written = JSON.stringify(state);
  if (!await store.putDefinition(open.tenant, KIND, toName(open), written, text)) return undefined;
  return { text: written, state };
}

/**
 * Enters the next time into the due index, where the store has an alarm for it: elsewhere the cron pump looks at each schedule. One
 * request, and none for a schedule that has no next time or is paused. True where it was entered.
 */
export async function enterNext(
  open: OpenSchedule,
  next: number | undefined,
  store: Store,
): Promise<boolean> {
  if (store.claimAlarm === undefined || next === undefined || next === Infinity) return false;
  return await store.moveDue(open.tenant, wakeName(KIND, toName(open)), { to: next });
}

/** The name of a schedule among those of its tenant. */
export function toName({ agent, schedule }: OpenSchedule): string {
  return `${agent}/${schedule.name}`;
}

function parseState(text: string): ScheduleState | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { timing, next, paused, last } = value;
  if (typeof timing !== "string" || next !== null && typeof next !== "number") return undefined;
  return {
    timing,
    next,
    paused: typeof paused === "number" ? paused : undefined,
    last: isJsonObject(last) ? readLastRun(last) : undefined,
  };
}

function readLastRun({ at, thread, error }: JsonObject): LastRun | undefined {
  if (typeof at !== "number" || typeof thread !== "string") return undefined;
  return { at, thread, error: typeof error === "string" ? error : undefined };
}
