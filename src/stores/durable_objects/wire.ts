// Calls of a store as texts, between a Worker and an object: JSON, in which the maps of the contract are lists of pairs. Texts inside are
// those of callers, so a map is known by its place and by nothing that could stand in a text.

import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { Store } from "../../core/store.ts";
import type { Booking } from "../../core/store/ledger.ts";
import type { StoreLifetimes } from "../../core/store/limits.ts";

/** The methods that an object answers, and whether they write. */
export const METHODS = {
  create: "writes",
  begin: "writes",
  enqueue: "writes",
  commit: "writes",
  advance: "writes",
  abandon: "writes",
  markStarted: "writes",
  flush: "writes",
  cancel: "writes",
  decide: "writes",
  read: "reads",
  taken: "reads",
  inbox: "reads",
  withdraw: "writes",
  history: "reads",
  list: "reads",
  putFacets: "writes",
  putLabel: "writes",
  listAwaiting: "reads",
  fork: "writes",
  remove: "writes",
  readEvents: "reads",
  putBlob: "writes",
  getBlob: "reads",
  recordLearnedCapabilities: "writes",
  readLearnedCapabilities: "reads",
  putDefinition: "writes",
  readDefinition: "reads",
  listDefinitions: "reads",
  removeDefinition: "writes",
  moveDue: "writes",
  listDue: "reads",
  reserve: "writes",
  book: "writes",
  readLedger: "reads",
  ping: "reads",
} as const satisfies Record<
  Exclude<keyof Store, "name" | "lifetimes" | "watch" | "close" | "claimAlarm">,
  "reads" | "writes"
>;

/** A method that an object answers. */
export type Method = keyof typeof METHODS;

/** Methods whose second answer would be another one: an object keeps the first for a minute, by the id of the call. */
export const ANSWERED_ONCE: ReadonlySet<Method> = new Set<Method>([
  ...["create", "cancel", "decide", "withdraw", "fork", "remove", "moveDue", "removeDefinition"] as const,
]);

/** One call. */
export interface Call {
  /** The same in every attempt. */
  readonly id: string;
  readonly method: Method;
  readonly args: readonly unknown[];
  /** The object that is called. */
  readonly name: string;
  readonly lifetimes: StoreLifetimes;
}

/** True for a name of {@link METHODS}. */
export function isMethod(name: string): name is Method {
  return Object.hasOwn(METHODS, name);
}

/** The body of a call. */
export function writeCall({ method, args, ...call }: Call): string {
  const last = args.findLastIndex((arg) => arg !== undefined); // in a list undefined would be null
  const sent = args.slice(0, last + 1).map((arg) => changeBooking(method, arg, listCounts));
  return JSON.stringify({ ...call, method, args: sent });
}

/**
 * The call of a body.
 *
 * @throws {AgentError} store_failed - the method is that of another version
 */
export function readCall(body: string): Call {
  const { method, args, ...call } = JSON.parse(body);
  if (!isMethod(method)) throw new AgentError("store_failed", `The object has no method ${method}.`);
  return { ...call, method, args: args.map((arg: unknown) => changeBooking(method, arg, mapCounts)) };
}

/** The body of an answer. */
export function writeAnswer(method: Method, answer: unknown): string {
  return JSON.stringify({ value: changeMaps(method, answer, (map) => [...Object(map)]) });
}

/** The body of an answer that is an error. */
export function writeError({ code, message, retryAfterMs, problems, details }: AgentError): string {
  return JSON.stringify({ error: { code, message, retryAfterMs, problems, details } });
}

/**
 * What the method returned.
 *
 * @throws {AgentError} what it threw
 */
export function readAnswer(method: Method, body: string): unknown {
  const { value, error }: { value?: unknown; error?: { code: ErrorCode; message: string } } = JSON.parse(
    body,
  );
  if (error === undefined) return changeMaps(method, value, (pairs) => new Map(Object(pairs)));
  const { code, message, ...options } = error;
  throw new AgentError(code, message, options);
}

/** Maps of answers: the marks of threads, the accounts and counts of days. */
function changeMaps(method: Method, answer: unknown, change: (map: unknown) => unknown): unknown {
  const changeMarks = (thread: unknown) =>
    hasKey(thread, "marks") ? { ...thread, marks: change(thread.marks) } : thread;
  switch (method) {
    case "begin":
    case "read":
      return changeMarks(answer);
    case "listAwaiting":
      return hasKey(answer, "threads")
        ? { ...answer, threads: toList(answer.threads).map(changeMarks) }
        : answer;
    case "readLedger":
      return toList(answer).map((day) => {
        const { accounts, counts } = Object(day);
        return { ...Object(day), accounts: change(accounts), counts: change(counts) };
      });
    default:
      return answer;
  }
}

/** The maps of requests: the counts of what is booked. */
function changeBooking(method: Method, arg: unknown, change: (booking: Booking) => unknown): unknown {
  if (method === "book") return hasKey(arg, "accounts") ? change(arg as unknown as Booking) : arg;
  if (method !== "commit" && method !== "advance") return arg;
  return hasKey(arg, "booking") && arg.booking !== undefined
    ? { ...arg, booking: change(arg.booking as Booking) }
    : arg;
}

function listCounts({ counts, ...booking }: Booking): unknown {
  return { ...booking, counts: counts && [...counts].map(([group, names]) => [group, [...names]]) };
}

function mapCounts({ counts, ...booking }: Booking): Booking {
  if (counts === undefined) return booking;
  return { ...booking, counts: new Map([...counts].map(([group, names]) => [group, new Map(names)])) };
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return typeof value === "object" && value !== null && key in value;
}
