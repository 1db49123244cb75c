// The work of a wake-up `@tool_usage/<week>`: it counts a week that is over, by and by, and reports tools whose calls fell. Each tenant
// has one such row in the due index, and the work of a week ends by entering that of the next one.

import type { RandomBytes } from "../../../core/ports.ts";
import {
  parseWakeName,
  type Tick,
  type WakeHandler,
  type WakeIo,
  wakeName,
  type WakeOutcome,
} from "../../../core/wake.ts";
import { sendEvent } from "../../outgoing_webhooks/send_event.ts";
import { newCounts, type UsageCounts } from "./counts.ts";
import { type AlertLimits, callsThatFell } from "./falls.ts";
import { type ReadParts, readThreads } from "./read_threads.ts";
import {
  putCounts,
  type ReadHead,
  readHead,
  readKept,
  removeCounts,
  removeOldest,
  TOOL_USAGE,
  type WeekHead,
  type WeekRef,
  writeHead,
} from "./stored_week.ts";
import { parseWeek, toWeek, WEEK_MS, weekStart } from "./week.ts";

/** Milliseconds behind the end of a week until it is counted: steps that run then have been committed. */
const SETTLE_MS = 3_600_000;

/** Milliseconds that a worker has a week for: as long as the longest wake-up. */
const LEASE_MS = 900_000;

/**
 * Threads that one wake-up reads at least, and at most; in between it goes on for as long as TREADLE_WAKE_MS lets one of a thread begin
 * steps. The least are few enough for the 50 requests of an invocation of the free plan of Workers, where histories are short.
 */
const LEAST_READ = 25;
const MOST_READ = 2_000;

/** Threads that a wake-up looks at in the list when it reads fewer. */
const LEAST_LOOKED = 250;

/** Most alerts of a week, those of the largest falls: where a whole deployment is unused, not every tool needs an alert. */
const MOST_ALERTS = 100;

/** The head of a week before its counting begins. */
const BEGINNING: WeekHead = { schema: 1, status: "counting", alerts: [] };

/** What the work needs. */
export interface WorkParts extends ReadParts {
  readonly alert: AlertLimits;
}

/** The newest week that can be counted. */
export function lastWeek(now: number): string {
  return toWeek(weekStart(now - SETTLE_MS) - 1);
}

/** Has the newest week of a tenant counted, where it is not yet. How far it is. */
export async function checkLastWeek(
  tenant: string,
  io: WakeIo,
  { deps }: WorkParts,
): Promise<{ readonly week: string; readonly status: "counting" | "done" }> {
  const { store, clock, wakes } = deps;
  const now = clock();
  const week = lastWeek(now);
  const { head } = await readHead({ tenant, week }, store);
  if (head?.status === "done") return { week, status: "done" };
  const name = wakeName(TOOL_USAGE, week);
  await store.moveDue(tenant, name, { to: now });
  io.defer(wakes.schedule({ tenant, name }, io));
  return { week, status: "counting" };
}

/** Looks at each tenant once a week in each isolate, for the first week and where the row of the due index was lost. */
export function checkTick(tenants: readonly string[], parts: WorkParts): Tick {
  const looked = new Map<string, string>();
  return async (now, io) => {
    for (const tenant of tenants) {
      const week = lastWeek(now);
      if (looked.get(tenant) === week) continue;
      await checkLastWeek(tenant, io, parts);
      looked.set(tenant, week);
    }
  };
}

/**
 * Counts some threads of a week, keeps how far it came, and goes on by another wake-up. A worker that vanishes leaves what the one
 * before it has kept, and the cron pump takes the week up when its lease is over. An alert of a tool and a week is sent by one worker;
 * where it vanishes while it sends them, the next one sends them again, with the same webhook-id.
 */
export function weekHandler(parts: WorkParts): WakeHandler {
  const { deps: { store, clock, random } } = parts;
  return async ({ tenant, name, due }, io) => {
    const ref = { tenant, week: parseWakeName(name).id };
    const start = parseWeek(ref.week);
    const now = clock();
    if (start === undefined) return await leave(ref, due, parts, { type: "stale" });
    const ready = start + WEEK_MS + SETTLE_MS;
    if (ready > now) {
      await store.moveDue(tenant, name, { to: ready });
      return { type: "handled" };
    }
    const found = await readHead(ref, store);
    if (found.text !== null && found.head === undefined) { // a newer Treadle works on it
      await store.moveDue(tenant, name, { to: now + LEASE_MS });
      return { type: "handled" };
    }
    const { head = BEGINNING } = found;
    if (head.status === "done") return await finish(ref, due, parts, { type: "stale" });
    const free = head.lease?.until ?? 0;
    if (free > now) return { type: "again", afterMs: free - now, because: "not_yet" };
    const claim = { ...head, lease: { by: workerName(random), until: now + LEASE_MS } };
    const claimed = await writeHead(ref, found.text, claim, store);
    if (claimed?.head === undefined) return { type: "handled" };
    await store.moveDue(tenant, name, { to: now + LEASE_MS });
    const counted = claimed.head.status === "counting" ? await count(ref, claimed, parts) : claimed;
    if (counted?.head === undefined) return { type: "handled" }; // another worker has claimed it
    if (counted.head.status === "counting") return await goOn(ref, io, parts);
    await sendAlerts(ref, counted.head, io, parts);
    const done: WeekHead = { ...counted.head, status: "done", lease: undefined };
    if (await writeHead(ref, counted.text, done, store) === undefined) return { type: "handled" };
    await removeOldest(tenant, store);
    return await finish(ref, now + LEASE_MS, parts, { type: "handled" });
  };
}

/** Counts for as long as a wake-up may; undefined where another worker has claimed the week. */
async function count(ref: WeekRef, claimed: ReadHead, parts: WorkParts): Promise<ReadHead | undefined> {
  const { store, clock, random, wakeLimits: { budgetMs } } = parts.deps;
  const { tenant, week } = ref;
  const previous = { tenant, week: toWeek((parseWeek(week) ?? 0) - 1) };
  const { head = BEGINNING } = claimed;
  const known = await readHead(previous, store);
  const knownCounts = known.head?.status === "done"
    ? await readKept(ref, known.head.counts, store)
    : undefined;
  const counts = new Map<string, UsageCounts>([
    [week, await readKept(ref, head.counts, store) ?? newCounts()],
    [previous.week, knownCounts ?? await readKept(ref, head.before, store) ?? newCounts()],
  ]);
  const until = clock() + budgetMs;
  const { cursor } = await readThreads({
    tenant,
    weeks: new Set(knownCounts === undefined ? counts.keys() : [week]),
    cursor: head.cursor,
    page: LEAST_READ,
    isEnough: (looked, read) =>
      read >= MOST_READ || clock() >= until && (read >= LEAST_READ || looked >= LEAST_LOOKED),
    countsOf: (name) => counts.get(name) ?? newCounts(),
  }, parts);
  const [own, before] = [counts.get(week) ?? newCounts(), counts.get(previous.week) ?? newCounts()];
  const writer = workerName(random);
  const next: WeekHead = {
    schema: 1,
    alerts: [],
    counts: await putCounts(ref, `${week}.${writer}`, own, store),
    before: knownCounts === undefined
      ? await putCounts(ref, `${previous.week}.${writer}`, before, store)
      : undefined,
    cursor,
    status: "counting",
  };
  const written = cursor === undefined
    ? await endCounting(ref, { claimed, next, previous, known, own, before }, parts)
    : await writeHead(ref, claimed.text, next, store);
  if (written === undefined) {
    await removeCounts(ref, next.counts, store);
    await removeCounts(ref, next.before, store);
    return undefined;
  }
  await removeCounts(ref, head.counts, store);
  await removeCounts(ref, head.before, store);
  return written;
}

/** The week is counted: its alerts stand with it, and the week before is kept where it was not. */
async function endCounting(
  ref: WeekRef,
  { claimed, next, previous, known, own, before }: {
    readonly claimed: ReadHead;
    readonly next: WeekHead;
    readonly previous: WeekRef;
    readonly known: ReadHead;
    readonly own: UsageCounts;
    readonly before: UsageCounts;
  },
  { deps: { store }, alert }: WorkParts,
): Promise<ReadHead | undefined> {
  const { before: keptBefore, ...head } = next;
  const written = await writeHead(ref, claimed.text, {
    ...head,
    lease: claimed.head?.lease,
    status: "alerting",
    alerts: [...callsThatFell(before, own, alert)].slice(0, MOST_ALERTS),
  }, store);
  if (written === undefined || keptBefore === undefined) return written;
  const done: WeekHead = { schema: 1, status: "done", counts: keptBefore, alerts: [] };
  const isKept = known.text === null && await writeHead(previous, null, done, store) !== undefined;
  if (!isKept) await removeCounts(previous, keptBefore, store);
  return written;
}

async function sendAlerts(
  { tenant, week }: WeekRef,
  { alerts }: WeekHead,
  io: WakeIo,
  { deps }: WorkParts,
): Promise<void> {
  const at = (parseWeek(week) ?? 0) + WEEK_MS;
  for (const { tool, calls, before } of alerts) {
    const data = { tenant, tool, week, calls, before };
    deps.log("warn", "the calls of a tool fell", data);
    await sendEvent({ tenant, type: "tool.calls_fell", key: `${week} ${tool}`, at, data }, deps, io);
  }
}

async function goOn({ tenant, week }: WeekRef, io: WakeIo, { deps }: WorkParts): Promise<WakeOutcome> {
  const { store, clock, wakes } = deps;
  const name = wakeName(TOOL_USAGE, week);
  await store.moveDue(tenant, name, { to: clock() });
  io.defer(wakes.schedule({ tenant, name }, io));
  return { type: "handled" };
}

/** The week leaves the due index, and the one behind it enters it: after a pause of the deployment each week has its turn. */
async function finish(
  ref: WeekRef,
  due: number | undefined,
  parts: WorkParts,
  outcome: WakeOutcome,
): Promise<WakeOutcome> {
  const { store, clock } = parts.deps;
  const next = (parseWeek(ref.week) ?? 0) + WEEK_MS;
  await store.moveDue(ref.tenant, wakeName(TOOL_USAGE, toWeek(next)), {
    to: Math.max(clock(), next + WEEK_MS + SETTLE_MS),
  });
  return await leave(ref, due, parts, outcome);
}

async function leave(
  { tenant, week }: WeekRef,
  due: number | undefined,
  { deps: { store, clock } }: WorkParts,
  outcome: WakeOutcome,
): Promise<WakeOutcome> {
  const name = wakeName(TOOL_USAGE, week);
  // The time of the row is not always known here: then it is set first, and removed.
  const from = due ?? clock();
  if (due === undefined) await store.moveDue(tenant, name, { to: from });
  await store.moveDue(tenant, name, { from });
  return outcome;
}

/** No two workers have the same. */
function workerName(random: RandomBytes): string {
  return [...random(12)].map((byte) => (byte & 31).toString(32)).join("");
}
