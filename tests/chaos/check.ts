// What must hold of a thread when all its requests are acknowledged and every worker has ended, however many crashed.

import { type Entry, joinText, listCalls, type ToolEntry } from "../../src/core/entry.ts";
import type { Store } from "../../src/core/store.ts";
import type { ThreadSnapshot } from "../../src/core/store/thread.ts";
import { readPendingCalls, readState } from "../../src/kernel/stored.ts";
import { unpackEntry } from "../../src/kernel/stored_history/blobs.ts";
import { assertHistory } from "../support/invariants.ts";
import { type Client, type Errand, FORMER_EVENT } from "./client.ts";
import { wrongApproval } from "./check_approvals.ts";
import { APPROVAL_TOOLS, type Asked, planName, TOOLS } from "./script.ts";
import type { World } from "./world.ts";

export interface CheckSetting {
  /** Steps that a thread nobody disturbs has made. */
  readonly steps: number;
  /** Others have cancelled, interrupted, steered and queued: how many steps there are is not known beforehand. */
  readonly isWild: boolean;
  readonly store: Store | undefined;
  readonly world: World;
}

/** Checks a thread; what is wrong is told to the world. */
export async function check(client: Client, setting: CheckSetting): Promise<void> {
  const { store, world, isWild, steps } = setting;
  const { ref } = client;
  const snapshot = await world.time.hold(Promise.resolve(store?.read(ref)));
  const page = await world.time.hold(Promise.resolve(store?.history(ref, { after: 0, limit: 1_000 })));
  const log = await world.time.hold(Promise.resolve(store?.readEvents(ref, 0, 5_000)));
  if (!store || !snapshot || !page || !log) {
    return world.violate("step_missing", ref.thread, "there is no thread");
  }
  const unpacked = Promise.all(page.entries.map((text) => unpackEntry(store, ref, text)));
  const entries = await world.time.hold(unpacked).catch((error: Error) => error.message);
  if (typeof entries === "string") return world.violate("history", ref.thread, entries);
  const pending = readPendingCalls(ref, snapshot.pending).map((call) => call.id);
  world.check("history", ref.thread, () => assertHistory(entries, pending));
  const checked: Checked = { client, thread: ref.thread, entries, snapshot, world, isWild, steps };
  checkInputs(checked);
  checkSteps(checked);
  checkObservations(checked);
  checkEffects(checked);
  checkCounters(checked);
  checkRun(checked);
  checkRest(checked);
  if (log.events.some(({ text }) => text === FORMER_EVENT.text)) {
    world.violate("left_behind", ref.thread, "the log holds an event of a former thread of this id");
  }
  const seqs = log.events.map(({ seq }) => seq);
  if (seqs.some((seq, index) => seq <= (seqs[index - 1] ?? 0))) {
    world.violate("events", ref.thread, `the log holds ${seqs.join(" ")}`);
  }
}

interface Checked extends Omit<CheckSetting, "store"> {
  readonly client: Client;
  readonly thread: string;
  readonly entries: readonly Entry[];
  readonly snapshot: ThreadSnapshot;
}

function checkInputs({ client: { errands }, thread, entries, world }: Checked): void {
  const inputs = entries.flatMap((entry) => entry.type === "user" ? [toAsked(entry.text).request] : []);
  for (const { request } of errands) {
    const count = inputs.filter((input) => input === request).length;
    if (count === 0) world.violate("input_missing", thread, `the input of ${request} is not in the history`);
    if (count > 1) world.violate("input_twice", thread, `the input of ${request} is there ${count} times`);
  }
  const own = errands.map(({ request }) => request).filter((request) => !request.includes("-x"));
  const told = [...new Set(inputs)].filter((request) => own.includes(request));
  if (told.join() !== own.filter((request) => told.includes(request)).join()) {
    world.violate("input_order", thread, `inputs stand in the order ${told.join(" ")}`);
  }
}

/** Every plan of an acknowledged request is there once, in the version that its answer told. */
function checkSteps({ client, thread, entries, snapshot, world, isWild, steps }: Checked): void {
  const plans = entries.filter((entry) => entry.type === "assistant");
  const names = plans.map((entry) => joinText(entry.blocks));
  for (const name of new Set(names)) {
    if (names.indexOf(name) < names.lastIndexOf(name)) {
      world.violate("step_twice", thread, `plan ${name} stands twice`);
    }
  }
  for (const errand of client.errands) {
    const how = client.acknowledged.get(errand.request);
    if (isWild && how?.type !== "answered") continue;
    if (how?.type !== "answered") {
      world.violate("step_missing", thread, `${errand.request} was ${how?.type ?? "never acknowledged"}`);
      continue;
    }
    if (isWild) continue;
    const expected = plansOf(errand).filter((name) => !names.includes(name));
    if (expected.length > 0) world.violate("step_missing", thread, `plans ${expected.join(" ")} are missing`);
    const last = plans[names.indexOf(plansOf(errand).at(-1) ?? "")];
    const { version } = how.answer.thread;
    if (last && last.version !== version - (errand.until === "settled" ? 1 : 0)) {
      world.violate("step_missing", thread, `${errand.request} was answered with version ${version}`);
    }
  }
  const { version } = snapshot.header;
  world.tally.steps += version;
  if (isWild || version === steps) return;
  const kind = version < steps ? "step_missing" : "step_twice";
  world.violate(kind, thread, `${version} steps were committed instead of ${steps}`);
}

function plansOf(errand: Errand): string[] {
  const count = errand.until === "done" ? errand.plans.length + 1 : 1;
  return Array.from({ length: count }, (_, place) => planName(errand, place));
}

/** What the history tells of a call is what the tool did. */
function checkObservations({ thread, entries, world, isWild }: Checked): void {
  const references = referencesOf(entries);
  for (const entry of entries) {
    if (entry.type !== "tool") continue;
    world.tally.observations++;
    const reference = references.get(entry.callId) ?? "";
    const wrong = isWrong(entry, reference, world, isWild);
    const unapproved = wrongApproval(entry, world, isWild);
    if (unapproved) world.violate("approval", thread, `call ${reference} of ${entry.name}: ${unapproved}`);
    if (entry.outcome === "completed") {
      if (entry.approval?.decisions[0]?.edit) world.tally.edits++;
      if (entry.name === TOOLS.countersigned) world.tally.countersigned++;
    }
    if (wrong) world.violate("observation_wrong", thread, `call ${reference} of ${entry.name}: ${wrong}`);
    if (entry.outcome !== "unknown") continue;
    // Only a lease that was lost before its mark may leave a call unknown without a crash.
    if (world.odds.crash === 0 && world.markedLate.has(entry.callId)) continue;
    world.tally.unknown++;
    if (!mayBeUnknown(entry, world, isWild) || world.odds.crash === 0) {
      world.violate("unknown_unstarted", thread, `call ${reference} of ${entry.name} is unknown`);
    }
  }
}

/** What runs of these leave behind is nothing. */
const REPEATABLE: readonly string[] = [TOOLS.pure, ...APPROVAL_TOOLS];

/**
 * A `once` call must have been marked, a `keyed` one must have run. A `keyed` call that was cancelled before any step could run
 * it bears no mark, and the executor calls it unknown all the same when epochs have passed: it cannot promise the contrary.
 */
function mayBeUnknown({ name, callId, error }: ToolEntry, { marked, runs }: World, isWild: boolean): boolean {
  if (name === TOOLS.once) return marked.has(callId);
  return name === TOOLS.keyed && (runs.has(callId) || (isWild && error?.kind === "cancelled"));
}

function isWrong(
  { callId, name, outcome, output, error }: ToolEntry,
  reference: string,
  { runs }: World,
  isWild: boolean,
): string | undefined {
  switch (outcome) {
    case "completed": {
      if (!runs.has(callId)) return "it is completed and never ran";
      const told = JSON.stringify(output);
      const isOwn = told.includes(`"tool":"${name}"`) && told.includes(`"reference":"${reference}"`);
      return isOwn ? undefined : `it observed ${told}`;
    }
    case "unknown":
      return undefined;
    case "denied":
      return APPROVAL_TOOLS.includes(name) ? undefined : "it is denied";
    case "skipped":
    case "failed":
      if (!isWild || (outcome === "failed" && error?.kind !== "cancelled")) return `it is ${outcome}`;
      return outcome === "skipped" && !REPEATABLE.includes(name) && runs.has(callId)
        ? "it ran and is skipped"
        : undefined;
    default:
      return `it is ${outcome}`;
  }
}

function checkEffects({ thread, entries, world }: Checked): void {
  const { runs, charges, reservations, tally } = world;
  for (const entry of entries) {
    if (entry.type !== "assistant") continue;
    for (const { id, name } of listCalls(entry)) {
      const count = runs.get(id) ?? 0;
      if (name === TOOLS.once && count > 1) {
        world.violate("once_repeated", thread, `call ${id} ran ${count} times`);
      }
      if (name === TOOLS.keyed && count > 1) tally.repeated += count - 1;
    }
  }
  const known = new Set(referencesOf(entries).values());
  const mine = (reference: string) => reference.startsWith(`${thread}-`);
  const charged = charges.filter(mine);
  const reserved = [...reservations.values()].map(({ reference }) => reference).filter(mine);
  for (const reference of new Set([...charged, ...reserved])) {
    const times = (list: readonly string[]) => list.filter((other) => other === reference).length;
    if (times(charged) > 1) world.violate("once_repeated", thread, `${reference} was charged twice`);
    if (times(reserved) > 1) {
      world.violate("keyed_repeated", thread, `${reference} was booked under two keys`);
    }
    if (!known.has(reference)) {
      world.violate("observation_wrong", thread, `${reference} is not in the history`);
    }
  }
}

/** A step that was overtaken may be booked beside those in the history, as often as it was told to the store at most. */
function checkCounters({ thread, entries, snapshot, world }: Checked): void {
  const { version, counters } = snapshot.header;
  const told = entries.filter((entry) => entry.type === "tool" && RAN.includes(entry.outcome)).length;
  const late = world.bookings.filter((booking) => booking.thread === thread);
  const once = [...new Map(late.map((booking) => [booking.step, booking])).values()];
  for (const [name, expected] of [["steps", version], ["calls", told]] as const) {
    const least = once.reduce((sum, booking) => sum + booking.counters[name], expected);
    const most = late.reduce((sum, booking) => sum + booking.counters[name], expected);
    const is = counters[name];
    if (is >= least && is <= most) continue;
    world.violate(
      "counters",
      thread,
      `${is} ${name} are counted; the history tells ${expected}, booked ${most - expected}`,
    );
  }
}

/** The run that the thread is in began with one of the inputs that stand together as its last. */
function checkRun({ client, thread, entries, snapshot, world }: Checked): void {
  const { run: { input = -1 } } = readState(client.ref, snapshot.header);
  const last = entries.findLastIndex(({ type }) => type === "user");
  const before = entries.findLastIndex(({ type }, index) => index < last && type !== "user");
  if (input > before && input <= last) return;
  world.violate("run", thread, `the run began with entry ${input}, the last input is entry ${last}`);
}

const RAN: readonly string[] = ["completed", "failed", "unknown"];

function checkRest({ thread, snapshot, world }: Checked): void {
  const { pending, waiting, running, marks } = snapshot;
  if (pending !== null) world.violate("left_behind", thread, `calls ${pending.ids.join(" ")} are pending`);
  if (marks.size > 0) world.violate("left_behind", thread, `${marks.size} calls are marked`);
  if (waiting > 0) world.violate("left_behind", thread, `${waiting} inputs wait`);
  if (running) world.violate("left_behind", thread, "somebody holds the lease");
}

function referencesOf(entries: readonly Entry[]): Map<string, string> {
  const calls = entries.flatMap((entry) => entry.type === "assistant" ? listCalls(entry) : []);
  return new Map(calls.map(({ id, args }): [string, string] => {
    const { reference }: { reference: string } = JSON.parse(args);
    return [id, reference];
  }));
}

function toAsked(text: string): Asked {
  return JSON.parse(text);
}
