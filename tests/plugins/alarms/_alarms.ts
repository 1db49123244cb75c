// Deployments with alarms: isolates on one store with one clock, whose agents fail, call and ask as the input says.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { alarms, type AlarmsOptions } from "../../../src/plugins/alarms/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import type { Receiver } from "../../outbound/_servers.ts";
import { createOutgoing, type OutgoingApp } from "../outgoing_webhooks/_outgoing.ts";

export const NOON = Date.parse("2026-11-22T12:00:00Z");
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
const SECRET = "a-key-of-16-or-more-bytes";

const paint = defineTool({
  name: "paint",
  description: "Paints.",
  effect: "pure",
  parameters: { type: "object", properties: { fail: { type: "boolean" } } },
  run: ({ fail }) => {
    if (fail === true) throw new ToolError("failed", `There is no paint, ${SECRET}.`);
    return "painted";
  },
});

const decide = defineTool({
  name: "decide",
  description: "Decides.",
  needsApproval: true,
  run: () => "decided",
});

/** Plays the first word of an input: `fail`, `paint`, `break` (a call that fails), `ask` (a call that waits for people), or words. */
const driver = createScriptedDriver(({ history: { entries } }) => {
  const place = entries.findLastIndex(({ type }) => type === "user");
  const input = entries[place];
  const [word] = input?.type === "user" ? input.text.split(" ") : [];
  if (word === "fail") return { fails: new AgentError("model_auth", `The key ${SECRET} was refused.`) };
  if (entries.length > place + 1) return { says: "Done." };
  if (word === "ask") return { calls: [{ tool: "decide" }] };
  if (word === "paint" || word === "break") {
    return { calls: [{ tool: "paint", args: { fail: word === "break" } }] };
  }
  return { says: "Done." };
});

const AGENTS = ["painter", "writer"].map((name) =>
  defineAgent({ name, driver: "scripted", tools: [paint, decide] })
);

export interface Deployed {
  readonly time: { now: number };
  readonly store: Store;
  readonly first: OutgoingApp;
  readonly second: OutgoingApp;
}

/** Two isolates. `wrap` changes what the first has of the store; `newer` are the alarms of the second, where it has others. */
export function deploy(
  options: AlarmsOptions,
  {
    wrap = (store: Store) => store,
    env = {},
    newer = options,
    plugins = [],
    time = { now: NOON },
    store: given,
  }: {
    readonly wrap?: (store: Store) => Store;
    readonly env?: Record<string, string>;
    readonly newer?: AlarmsOptions;
    readonly plugins?: readonly Plugin[];
    readonly time?: { now: number };
    readonly store?: Store;
  } = {},
): Deployed {
  const clock = () => time.now;
  const store = given ?? createMemoryStore({ clock });
  const parts = { clock, driver, agents: AGENTS, env };
  const first = createOutgoing({ ...parts, store: wrap(store), plugins: [alarms(options), ...plugins] });
  const second = createOutgoing({ ...parts, store, plugins: [alarms(newer), ...plugins] });
  return { time, store, first, second };
}

/** Runs inputs, each in a thread of its own, without their wake-ups. */
export async function run(app: OutgoingApp, inputs: readonly string[], body: JsonObject = {}): Promise<void> {
  for (const input of inputs) await app.run(`t${++threads}`, { agent: "painter", input, ...body });
}
let threads = 0;

/** Delivers until nothing is due. */
export async function settle(...apps: readonly OutgoingApp[]): Promise<void> {
  for (let quiet = false; !quiet;) {
    const outcomes = await Promise.all(apps.map((app) => app.deliver()));
    quiet = outcomes.flat().length === 0;
  }
}

/** So many minutes of pumps, one each minute, as a cron sends them. */
export async function minutes(count: number, { time, first }: Deployed): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    time.now += MINUTE_MS;
    await first.pump();
    await settle(first);
  }
}

/** The alarms that a receiver got: type, rule, and the minute behind {@link NOON}, in the order of the minutes. */
export function alarmsIn(
  { got }: Receiver,
): readonly (readonly [type: string, rule: string, minute: number])[] {
  return got.filter(({ body }) => body.startsWith('{"type":"alarm.')).map(({ body }) => {
    assert.ok(!body.includes(SECRET), "no text of a thread, a tool or a model");
    const { type, timestamp, data } = JSON.parse(body);
    return [type, data.rule, Math.round((Date.parse(timestamp) - NOON) / MINUTE_MS)] as const;
  }).sort((one, other) => one[2] - other[2]);
}
