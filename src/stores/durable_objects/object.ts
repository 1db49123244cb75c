// The object: the threads of a tenant, in its own SQLite. It runs no step. Each request of a Worker is one transaction of the embedded store,
// and between two requests the object is idle.

import { AgentError, failureFields } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";
import type { Store } from "../../core/store.ts";
import { ALARM_HEADER, ALARM_URL } from "../../core/store/alarm.ts";
import type { DueItem } from "../../core/store/due.ts";
import { isStoreMethod } from "../../core/store/methods.ts";
import { NO_ROWS } from "../../core/store/tenant.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { number } from "../embedded/sqlite/rows.ts";
import { createMemoryStore } from "../embedded/memory.ts";
import { MovingSqliteStore } from "../embedded/sqlite/moving.ts";
import { ObjectFile, ObjectTables, readAlarmTimes } from "./file.ts";
import type { ObjectSocket, ObjectState } from "./platform.ts";
import { type Call, findRef, kindOf, readCall, type Watched, writeAnswer, writeError } from "./wire.ts";

/** Rows of the due index that one alarm hands to the Worker: their steps are in one invocation. */
const PAGE = 25;

/** Milliseconds between two alarms at least; after each that did not reach the Worker twice as long, up to the limit. */
const QUIET_MS = 2_000;
const LAST_RETRY_MS = 300_000;

/** Milliseconds until an alarm comes again for a Worker whose threads are in another store now. */
const GONE_MS = 3_600_000;

/** Milliseconds within which the Worker claims what was handed to it. */
const CLAIM_MS = 10_000;

/** Milliseconds from now until an alarm comes for rows that have expired: nothing reads them meanwhile. */
const CLEAN_MS = 3_600_000;

/** Milliseconds that an answer is kept for the next attempt of its call. */
const ANSWER_MS = 60_000;

/** What an object without tables answers to calls about the tenant as a whole: they make none. */
const OF_TENANT: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["countTenant", NO_ROWS],
  ["sampleSchemas", { threads: 0, schemas: {} }],
  ["eraseTenant", 0],
]);

/** An alarm that has not come by then is lost. */
const LOST_MS = 60_000;

/** `readyState` of a socket that is open. */
const OPEN = 1;

/** What an alarm hands to the Worker. */
interface Hand {
  readonly rows: readonly DueItem[];
  /** What was claimed; a claim that is repeated gets the same. */
  claimed?: readonly DueItem[];
  onClaim: () => void;
}

/**
 * The class of the objects that keep threads. The main module of the Worker exports it, and its configuration names it:
 *
 * ```jsonc
 * "durable_objects": { "bindings": [{ "name": "THREADS", "class_name": "ThreadsObject" }] },
 * "migrations": [{ "tag": "v1", "new_sqlite_classes": ["ThreadsObject"] }]
 * ```
 */
export class ThreadsObject {
  readonly #state: ObjectState;
  readonly #clock: Clock;
  readonly #file: ObjectFile;
  readonly #tables: ObjectTables;
  /** By lifetimes: during a deployment Workers may have different ones. */
  readonly #stores = new Map<string, MovingSqliteStore>();
  /** When the alarm comes; null without one, undefined until it was read. */
  #alarmAt: number | null | undefined;
  /** No alarm comes before; the platform refuses 0. */
  #quietUntil = 1;
  readonly #hands = new Map<string, Hand>();

  constructor(state: ObjectState, _env: unknown, clock: Clock = Date.now) {
    this.#state = state;
    this.#clock = clock;
    this.#file = new ObjectFile(state.storage);
    this.#tables = new ObjectTables(this.#file);
  }

  /** A call of the store, a watch, or the claim of an alarm. */
  async fetch(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/ping") return new Response("{}");
    if (pathname === "/watch") return await this.#watch(JSON.parse(searchParams.get("step") ?? "null"));
    const body = await request.text();
    const answer = await this.#answer(() =>
      pathname === "/claim" ? this.#claim(body) : this.#run(readCall(body))
    );
    return new Response(answer, { headers: { "content-type": "application/json" } });
  }

  /** Hands what is due to the Worker, which runs it, and removes what has expired. It waits for neither. */
  async alarm(): Promise<void> {
    this.#alarmAt = null;
    const name = this.#file.readName();
    if (name === undefined) return;
    // The platform gives up an alarm whose handler fails six times.
    try {
      this.#quietUntil = this.#clock() + this.#quietMs();
      const store = this.#open(name);
      const rows = await store.listDue(this.#clock(), PAGE);
      if (rows.length > 0) this.#state.waitUntil(this.#hand(name, rows));
      await store.sweep();
      const { expiry } = readAlarmTimes(this.#file);
      await this.#arm(expiry <= this.#clock() ? 0 : CLEAN_MS); // a sweep removes a part of many
    } catch (thrown) {
      logError("an alarm failed", thrown);
      this.#alarmAt = this.#clock() + LOST_MS;
      await this.#state.storage.setAlarm(this.#alarmAt);
    }
  }

  /** Sockets of watches that the Worker has closed need nothing. */
  webSocketClose(): void {}
  webSocketError(): void {}

  /** What `work` gives, or the error that it throws. One that is no AgentError is one of our own, or of the platform. */
  async #answer(work: () => Promise<string>): Promise<string> {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof AgentError) || thrown.code === "store_failed") {
        logError("a call failed", thrown);
      }
      return writeError(
        thrown instanceof AgentError
          ? thrown
          : new AgentError("store_failed", "The object failed; the log of the Worker has the cause."),
      );
    }
  }

  /** Everything up to the alarm is written together: between the work and the answer nothing waits for anything outside. */
  async #run({ id, method, args, name, lifetimes, shards = 1 }: Call): Promise<string> {
    const kind = kindOf(method);
    if (OF_TENANT.has(method) && this.#file.readName() === undefined) {
      return writeAnswer(method, OF_TENANT.get(method));
    }
    // What is stored of a tenant is billed: one that was only read has no tables.
    const isEmpty = kind === "reads" && isStoreMethod(method) && this.#file.readName() === undefined;
    const store = isEmpty ? createMemoryStore({ lifetimes }) : this.#open(name, JSON.stringify(lifetimes));
    if (!isEmpty) this.#file.assertShards(shards, kind !== "reads");
    const known = kind === "once" ? this.#tables.answer(id) : undefined;
    if (known !== undefined) return known;
    const work: (...args: never[]) => Promise<unknown> = Reflect.get(store, method);
    const value = await work.apply(store, args as never[]);
    const answer = writeAnswer(method, value);
    if (kind === "reads") return answer;
    if (method === "eraseTenant" && value === 0) {
      await this.#clear();
      return answer;
    }
    if (kind === "once") this.#tables.putAnswer(id, answer, this.#clock() + ANSWER_MS);
    await this.#arm();
    await this.#notify(args[0]);
    return answer;
  }

  /** An object of which nothing is left keeps no tables: they have the name of the tenant. */
  async #clear(): Promise<void> {
    this.#stores.clear();
    this.#alarmAt = null;
    await this.#state.storage.deleteAlarm();
    await this.#file.clear();
  }

  #open(name: string, lifetimes = "{}"): MovingSqliteStore {
    const known = this.#stores.get(lifetimes);
    if (known !== undefined) return known;
    this.#file.migrate(name);
    const store = new MovingSqliteStore("durable_objects", this.#tables, this.#file, {
      lifetimes: JSON.parse(lifetimes),
      clock: this.#clock,
    });
    this.#stores.set(lifetimes, store);
    return store;
  }

  /**
   * Sets the alarm to the time of what comes first, unless it comes before; one that comes too early finds nothing due. What has expired waits
   * for `cleanMs` at least.
   */
  async #arm(cleanMs = CLEAN_MS): Promise<void> {
    if (this.#alarmAt === undefined) {
      const read = await this.#state.storage.getAlarm();
      this.#alarmAt ??= read;
    }
    const now = this.#clock();
    const { due, expiry } = readAlarmTimes(this.#file);
    const at = Math.max(this.#quietUntil, Math.min(due, Math.max(expiry, now + cleanMs)));
    const coming = this.#alarmAt ?? -Infinity;
    if (at === Infinity || coming > now - LOST_MS && coming <= at) return;
    this.#alarmAt = at;
    await this.#state.storage.setAlarm(at);
  }

  #quietMs(): number {
    const failures = number(this.#file.get("SELECT failures FROM object") ?? {}, "failures");
    return Math.min(LAST_RETRY_MS, QUIET_MS * 2 ** failures);
  }

  /** The token is what the Worker knows an alarm by: who calls the Worker from outside has none. */
  async #hand(name: string, rows: readonly DueItem[]): Promise<void> {
    const token = crypto.randomUUID();
    const hand: Hand = { rows, onClaim: () => {} };
    this.#hands.set(token, hand);
    const claimed = new Promise<void>((resolve) => {
      hand.onClaim = resolve;
    });
    const timer = setTimeout(() => hand.onClaim(), CLAIM_MS);
    try {
      const worker = this.#state.exports?.default;
      if (worker === undefined) {
        throw new Error("ctx.exports needs a compatibility date of 2025-11-17 or later");
      }
      const headers = { [ALARM_HEADER]: token };
      const ended = worker.fetch(ALARM_URL, { method: "POST", headers, body: name }).then(
        async (response) => {
          await response.body?.cancel();
          if (response.status === 410) this.#quietUntil = this.#clock() + GONE_MS;
          if (!response.ok) throw new Error(`the Worker responded with ${response.status}`);
        },
      );
      ended.catch(() => {}); // it may fail when nothing waits for it any more
      await Promise.race([claimed, ended]);
      if (hand.claimed === undefined) throw new Error("the Worker has claimed nothing");
      this.#file.run("UPDATE object SET failures = 0 WHERE failures > 0");
      await ended; // the invocation of the Worker goes on until its client has gone
    } catch (thrown) {
      if (hand.claimed === undefined) await this.#noteFailure(thrown);
      else logError("a Worker ended before what an alarm has handed to it", thrown);
    } finally {
      clearTimeout(timer);
      this.#hands.delete(token);
    }
  }

  /** The alarm that is set comes too early. */
  async #noteFailure(thrown: unknown): Promise<void> {
    logError("an alarm did not reach the Worker", thrown);
    this.#file.run("UPDATE object SET failures = min(failures + 1, 20)");
    this.#quietUntil = Math.max(this.#quietUntil, this.#clock() + this.#quietMs());
    this.#alarmAt = this.#quietUntil;
    await this.#state.storage.setAlarm(this.#alarmAt);
  }

  /** The rows of the hand that are still due, moved ahead. */
  async #claim(body: string): Promise<string> {
    const { token, to } = JSON.parse(body);
    const hand = this.#hands.get(token);
    const name = this.#file.readName();
    if (hand === undefined || name === undefined) return JSON.stringify({ value: null });
    if (hand.claimed === undefined) {
      const store = this.#open(name);
      const claimed: DueItem[] = [];
      for (const { tenant, name, at } of hand.rows) {
        if (await store.moveDue(tenant, name, { from: at, to })) claimed.push({ tenant, name, at: to });
      }
      hand.claimed = claimed;
      hand.onClaim();
      await this.#arm();
    }
    return JSON.stringify({ value: hand.claimed });
  }

  /** Sockets that do not keep the object in memory. They get a message when the step is fenced, or when the log may have grown. */
  async #watch(watched: Watched): Promise<Response> {
    const { 0: theirs, 1: own } = new WebSocketPair();
    this.#state.acceptWebSocket(own, [toTag(watched.ref)]);
    own.serializeAttachment(watched);
    await this.#check(own);
    const init: ResponseInit & { readonly webSocket: ObjectSocket } = { status: 101, webSocket: theirs };
    return new Response(null, init);
  }

  /** A watch that cannot be notified changes no answer: the step finds its fence by itself. */
  async #notify(subject: unknown): Promise<void> {
    const ref = findRef(subject);
    if (ref === undefined) return;
    for (const socket of this.#state.getWebSockets(toTag(ref))) {
      try {
        await this.#check(socket);
      } catch (thrown) {
        logError("a watch was not notified", thrown);
      }
    }
  }

  async #check(socket: ObjectSocket): Promise<void> {
    const { ref, owner, epoch } = socket.deserializeAttachment() as Watched;
    if (socket.readyState !== OPEN) return;
    if (owner === undefined || epoch === undefined) return socket.send("changed");
    if (!await this.#isFenced(ref, { owner, epoch })) return;
    socket.send("fenced");
    socket.close(1000);
  }

  async #isFenced(ref: ThreadRef, lease: Parameters<Store["watch"]>[1]): Promise<boolean> {
    const name = this.#file.readName();
    if (name === undefined) return true; // no thread was ever here
    const once = new AbortController();
    const outcome = this.#open(name).watch(ref, lease, once.signal);
    once.abort();
    return await outcome === "fenced";
  }
}

declare class WebSocketPair {
  readonly 0: ObjectSocket;
  readonly 1: ObjectSocket;
}

/** Tags have at most 256 characters. Two threads may have the same: a socket knows its own. */
function toTag({ tenant, thread }: ThreadRef): string {
  return fnv64(JSON.stringify([tenant, thread]));
}

/** One line, as those of the Worker. */
function logError(message: string, thrown: unknown): void {
  const cause = thrown instanceof AgentError
    ? thrown
    : new AgentError("store_failed", String(thrown), { cause: thrown });
  console.error(
    JSON.stringify({ level: "error", message, at: new Date().toISOString(), ...failureFields(cause) }),
  );
}
