// A deployment with the door of schedules: the real app with a clock of the test, and a pump that the test runs.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { Schedule } from "../../../src/core/schedule/schedule.ts";
import type { Store } from "../../../src/core/store.ts";
import { parseWakeName } from "../../../src/core/wake.ts";
import type { OpenedPlugin, Plugin } from "../../../src/http/plugin.ts";
import type { ScheduleView } from "../../../src/core/contract/schedules.ts";
import { schedules } from "../../../src/plugins/schedules/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { testModel } from "../../support/model.ts";

export const KEY = "acme-secret-0123456789";
export const ENV = { TREADLE_API_KEYS: `acme:${KEY}` };
export const START = Date.parse("2026-11-22T12:00:10Z");

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });

/** An agent with these schedules and one tool. */
export function scheduled(...list: readonly Schedule[]): Agent {
  return defineAgent({ name: "digest", model: "first/any", tools: [look], schedules: list });
}

export const HOURLY: Schedule = { name: "hourly", cron: "0 * * * *", input: "Write the digest." };

/** A clock that several deployments share. */
export interface SharedTime {
  now: number;
}

export interface ScheduleApp {
  readonly store: Store;
  readonly logs: readonly string[];
  readonly time: SharedTime;
  /** One run of the ticks of the cron pump at this time; the wake-ups that it sends are dropped. */
  tick(at?: string): Promise<void>;
  /** An alarm of the store at this time: the rows of schedules that are due are claimed, and their work is done. */
  alarm(at: string): Promise<void>;
  /** The rows of schedules in the due index, each with its time. */
  rows(): Promise<readonly (readonly [name: string, at: string])[]>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  call(method: string, path: string): Promise<JsonObject>;
  /** What GET /v1/schedules shows. */
  schedules(): Promise<readonly ScheduleView[]>;
  /** The threads of a tenant, the oldest first, and the inputs that wait in each. */
  threads(tenant?: string): Promise<readonly (readonly [thread: string, waiting: number])[]>;
}

export interface ScheduleAppOptions {
  readonly agents: readonly Agent[];
  readonly env?: Readonly<Record<string, string>>;
  readonly store?: Store;
  readonly time?: SharedTime;
}

/** A store that has each tenant woken by itself; who claims is the test. */
export function withAlarms(store: Store): Store {
  return Object.assign(store, { claimAlarm: () => Promise.resolve(undefined) });
}

export function createScheduleApp(
  { agents, env = ENV, store: given, time = { now: START } }: ScheduleAppOptions,
): ScheduleApp {
  const logs: string[] = [];
  const clock = () => time.now;
  const store = given ?? createMemoryStore({ clock });
  const opened: OpenedPlugin[] = [];
  const door: Plugin = {
    name: "schedules",
    open(deployment) {
      const open = schedules().open?.(deployment) ?? {};
      opened.push(open);
      return open;
    },
  };
  const treadle = createTreadle({
    agents,
    store,
    env,
    clock,
    doors: [door, silent()],
    providers: [testModel(() => ({ says: "Done." })).provider],
    log: (level, message, fields) => logs.push(JSON.stringify({ level, message, ...fields })),
  });
  const fetch: ScheduleApp["fetch"] = async (path, init) => {
    const headers = { authorization: `Bearer ${KEY}`, ...init?.headers };
    return await treadle.fetch(new Request(`https://agents.example.com${path}`, { ...init, headers }));
  };
  return {
    store,
    logs,
    time,
    fetch,
    async tick(at) {
      if (at !== undefined) time.now = Date.parse(at);
      const deferred: Promise<unknown>[] = [];
      for (const { tick } of opened) {
        await tick?.(time.now, { defer: (promise) => void deferred.push(promise) });
      }
      await Promise.all(deferred);
    },
    async alarm(at) {
      time.now = Date.parse(at);
      const to = time.now + 60_000;
      const deferred: Promise<unknown>[] = [];
      for (const { tenant, name, at } of await store.listDue(time.now, 100)) {
        const handle = opened.map(({ wakes = {} }) => wakes[parseWakeName(name).kind ?? ""])[0];
        if (handle === undefined || !await store.moveDue(tenant, name, { from: at, to })) continue;
        await handle({ tenant, name, due: to }, { defer: (promise) => void deferred.push(promise) });
      }
      await Promise.all(deferred);
    },
    async rows() {
      const rows = (await store.listDue(Infinity, 100)).filter(({ name }) => name.startsWith("@schedule/"));
      return rows.map(({ name, at }) => [name, new Date(at).toISOString()] as const);
    },
    async call(method, path) {
      const response = await fetch(path, { method });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return await response.json();
    },
    async schedules() {
      const { schedules } = await (await fetch("/v1/schedules")).json();
      return schedules;
    },
    async threads(tenant = "acme") {
      const { threads } = await store.list(tenant, { limit: 100 });
      return threads.map(({ thread, waiting }) => [thread, waiting] as const).sort();
    },
  };
}

/** A waker that drops every wake-up: what a schedule leaves in the store is what the tests look at. */
function silent(): Plugin {
  return { name: "silent", open: () => ({ waker: { name: "silent", schedule: () => Promise.resolve() } }) };
}
