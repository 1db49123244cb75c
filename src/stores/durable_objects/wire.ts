// Calls of a store as texts, between a Worker and an object: JSON, in which the maps of the contract are lists of pairs. Texts inside are
// those of callers, so a map is known by its place and by nothing that could stand in a text.

import { AgentError, type ErrorCode } from "../../core/error.ts";
import type { Booking } from "../../core/store/ledger.ts";
import type { StoreLifetimes } from "../../core/store/limits.ts";
import { STORE_METHODS, type StoreMethod } from "../../core/store/methods.ts";
import { MOVING_METHODS, type MovingStore } from "../../core/store/moving.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { MovingSqliteStore } from "../embedded/sqlite/moving.ts";

/** A method that an object answers. */
export type Method =
  | Exclude<StoreMethod, "claimAlarm" | "watch" | "follow" | "close">
  | keyof MovingStore
  | "readSource";

/** The store in an object. */
export type ObjectStore = Pick<MovingSqliteStore, Method>;

const KINDS = { ...STORE_METHODS, ...MOVING_METHODS, readSource: "reads" } as const;

/** The methods that an object answers. */
export const METHODS: readonly Method[] = Object.keys(KINDS).filter(isMethod);

/** One call. */
export interface Call {
  /** The same in every attempt. */
  readonly id: string;
  readonly method: Method;
  readonly args: readonly unknown[];
  /** The object that is called. */
  readonly name: string;
  readonly lifetimes: StoreLifetimes;
  /** How many objects have the threads of the tenant; missing for one. */
  readonly shards?: number | undefined;
}

/** What a second call of the method does, as in STORE_METHODS. */
export function kindOf(method: Method): "reads" | "writes" | "once" {
  return KINDS[method];
}

/** What a Worker has a socket for: a step that may be fenced, or without one the log of a thread. */
export interface Watched {
  readonly ref: ThreadRef;
  readonly owner?: string;
  readonly epoch?: number;
}

function isMethod(name: string): name is Method {
  return Object.hasOwn(KINDS, name) && KINDS[name as keyof typeof KINDS] !== "apart";
}

/** The thread that a method is about, by its first argument; undefined for a method of the tenant. */
export function findRef(subject: unknown): ThreadRef | undefined {
  const { ref, source } = Object(subject);
  const found = ref ?? source ?? subject;
  return typeof Object(found).thread === "string" ? found : undefined;
}

/** The tenant that a method is about, by its first argument: a name, a thread, or a request about one. */
export function findTenant(subject: unknown): string {
  return typeof subject === "string" ? subject : findRef(subject)?.tenant ?? "";
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
