// Threads with a history of N steps. One template a contender and length is written through the store; measured threads
// are copies of it, made inside Redis, so that every step meets exactly N.

import { writeEntry } from "../../../src/kernel/history/codec.ts";
import type { ModelMessage } from "ai";
import type { PlannedCall } from "../../../src/core/call.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { type AgentState, SCHEMA } from "../../../src/core/state.ts";
import { ZERO_COUNTERS } from "../../../src/core/usage.ts";
import { newThread } from "../../../src/kernel/session/run_state.ts";
import { SEGMENT } from "../../../src/stores/upstash/layout.ts";
import { createUpstashStore } from "../../../src/stores/upstash/store.ts";
import { type Command, ErrorReply, type RespClient } from "../../../src/redis_rest/resp.ts";
import { conversationKey } from "../contenders/ai_sdk.ts";
import { FLOOR_PREFIX } from "../contenders/floor.ts";
import { agent } from "../contenders/treadle.ts";
import { type Addresses, MODEL, pastStep, TASK, TENANT, TOOL_NAME } from "./workload.ts";

const TREADLE_PREFIX = "td";

type StoreAddress = Omit<Addresses, "modelUrl">;

/** How a contender keeps its threads. */
export type Layout = "treadle" | "floor" | "ai_sdk";

/** The names of new threads, each with a history of `steps`, the call of the last one pending. */
export class Templates {
  readonly #redis: RespClient;
  readonly #addresses: StoreAddress;
  readonly #written = new Set<string>();
  #copies = 0;

  constructor(redis: RespClient, addresses: StoreAddress) {
    this.#redis = redis;
    this.#addresses = addresses;
  }

  async copies(layout: Layout, steps: number, count: number): Promise<string[]> {
    const template = `template-${steps}`;
    if (!this.#written.has(`${layout}/${steps}`)) {
      await this.#write(layout, template, steps);
      this.#written.add(`${layout}/${steps}`);
    }
    const names = Array.from({ length: count }, () => `copy-${this.#copies++}`);
    const from = keysOf(layout, template, steps);
    await this.#send(names.flatMap((name) => {
      const to = keysOf(layout, name, steps);
      return from.map((key, index) => ["COPY", key, to[index] ?? "", "REPLACE"]);
    }));
    return names;
  }

  async remove(layout: Layout, steps: number, names: readonly string[]): Promise<void> {
    await this.#send(names.map((name) => ["UNLINK", ...keysOf(layout, name, steps)]));
  }

  async #write(layout: Layout, thread: string, steps: number): Promise<void> {
    switch (layout) {
      case "treadle":
        return await this.#writeThread(TREADLE_PREFIX, thread, steps, treadleEntries, treadlePending);
      case "floor":
        return await this.#writeThread(FLOOR_PREFIX, thread, steps, floorEntries, floorPending);
      case "ai_sdk":
        await this.#send([["SET", conversationKey(thread), JSON.stringify(conversation(steps))]]);
    }
  }

  async #writeThread(
    keyPrefix: string,
    thread: string,
    steps: number,
    entries: (steps: number) => string[],
    pending: (step: number) => string,
  ): Promise<void> {
    const { redisUrl: url, redisToken: token } = this.#addresses;
    const store = createUpstashStore({ url, token, keyPrefix });
    const ref = { tenant: TENANT, thread };
    const owner = `template-of-${keyPrefix}`;
    const begun = await store.begin({
      ref,
      owner,
      leaseMs: 60_000,
      schema: SCHEMA,
      inputs: ["{}"],
      busy: "reject",
      create: newThread(agent, {}, AT, { random: (count) => new Uint8Array(count) }),
      window: { entries: 1, bytes: 1 },
    });
    if (begun.type !== "begun") throw new Error(`The template could not be begun: ${begun.type}.`);
    const state: AgentState = {
      run: { execution: "loop", steps, input: 0, acted: true, ...(steps > LONG ? { task: TASK } : {}) },
      recent: [],
      updatedAt: AT,
    };
    const committed = await store.commit({
      ref,
      owner,
      epoch: begun.header.epoch,
      version: 0,
      schema: SCHEMA,
      status: "open",
      consumed: 1,
      entries: entries(steps),
      state: JSON.stringify(state),
      counters: { ...ZERO_COUNTERS, steps },
      pending: { ids: [pastStep(steps).callId], calls: pending(steps) },
      blobs: [],
      events: [],
    });
    if (committed.type !== "committed") throw new Error(`The template was not committed: ${committed.type}.`);
    await store.close();
  }

  async #send(commands: readonly Command[]): Promise<void> {
    for (let start = 0; start < commands.length; start += 100) {
      const replies = await this.#redis.send(commands.slice(start, start + 100));
      const error = replies.find((reply) => reply instanceof ErrorReply);
      if (error) throw new Error(error.message);
    }
  }
}

/** A thread with more steps has left its task behind, as Treadle does when the task leaves the window. */
const LONG = 100;

/** Every key that a thread of this length may have; copying one that is not there does nothing. */
function keysOf(layout: Layout, thread: string, steps: number): string[] {
  if (layout === "ai_sdk") return [conversationKey(thread)];
  const tag = `${layout === "floor" ? FLOOR_PREFIX : TREADLE_PREFIX}:{${TENANT}/${thread}}`;
  const archives = Array.from({ length: Math.ceil(2 * steps / SEGMENT) }, (_, index) => `s:${index}`);
  return ["h", "l", "p", "x", ...archives].map((name) => `${tag}:${name}`);
}

const AT = 1_770_000_000_000;
const USAGE = { inputTokens: 900, outputTokens: 60, cachedTokens: 0, reasoningTokens: 0 };

function treadleEntries(steps: number): string[] {
  const id = (index: number) => `entry_${String(index).padStart(20, "0")}`;
  const entries: Entry[] = [{ type: "user", id: id(0), at: AT, version: 1, text: TASK }];
  for (let step = 1; step <= steps; step++) {
    const { text, callId, input, output } = pastStep(step);
    const common = { at: AT, version: 1 };
    entries.push({
      type: "assistant",
      id: id(2 * step),
      ...common,
      blocks: [{ type: "text", text }, {
        type: "call",
        id: callId,
        name: TOOL_NAME,
        args: JSON.stringify(input),
      }],
      finish: "calls",
      model: `openai/${MODEL}`,
      usage: USAGE,
    });
    if (step === steps) break;
    entries.push({
      type: "tool",
      id: id(2 * step + 1),
      ...common,
      callId,
      name: TOOL_NAME,
      outcome: "completed",
      output: JSON.parse(JSON.stringify(output)),
      ms: 0,
    });
  }
  return entries.map(writeEntry);
}

function treadlePending(step: number): string {
  const { callId, input } = pastStep(step);
  const call: PlannedCall = {
    id: callId,
    name: TOOL_NAME,
    args: input,
    disposition: { type: "run" },
    epoch: 1,
  };
  return JSON.stringify([call]);
}

function floorEntries(steps: number): string[] {
  const messages: object[] = [{ role: "user", content: TASK }];
  for (let step = 1; step <= steps; step++) {
    const { text, callId, input, output } = pastStep(step);
    messages.push({
      role: "assistant",
      content: text,
      tool_calls: [{
        id: callId,
        type: "function",
        function: { name: TOOL_NAME, arguments: JSON.stringify(input) },
      }],
    });
    if (step === steps) break;
    messages.push({ role: "tool", tool_call_id: callId, content: JSON.stringify(output) });
  }
  return messages.map((message) => JSON.stringify(message));
}

function floorPending(step: number): string {
  const { callId, input } = pastStep(step);
  return JSON.stringify({ id: callId, args: JSON.stringify(input) });
}

function conversation(steps: number): ModelMessage[] {
  const messages: ModelMessage[] = [{ role: "user", content: TASK }];
  for (let step = 1; step <= steps; step++) {
    const { text, callId: toolCallId, input, output } = pastStep(step);
    const call = { type: "tool-call" as const, toolCallId, toolName: TOOL_NAME, input };
    messages.push({ role: "assistant", content: [{ type: "text", text }, call] });
    if (step === steps) break;
    const value = JSON.parse(JSON.stringify(output));
    messages.push({
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName: TOOL_NAME, output: { type: "json", value } }],
    });
  }
  return messages;
}
