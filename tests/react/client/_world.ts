// A deployment in this process behind a network that loses things, and a client in front of it.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import {
  type Client,
  type ClientOptions,
  createClient,
  type StepEvent,
} from "../../../src/react/client/mod.ts";
import type { Driver } from "../../../src/core/driver.ts";
import type { PlanEvent } from "../../../src/core/event.ts";
import { createTestApp, KEY, type TestApp, type TestAppOptions } from "../../http/_app.ts";
import { type Proxy, serveProxy } from "./_proxy.ts";

/** Tries follow each other fast. */
export const FAST: Partial<ClientOptions> = { retries: { count: 8, firstMs: 5 } };

export interface World extends AsyncDisposable {
  readonly app: TestApp;
  readonly proxy: Proxy;
  readonly client: Client;
  /** How often each call was run, by its argument `id`. */
  readonly runs: Map<string, number>;
  connect(options?: Partial<ClientOptions>): Client;
}

/** Serves an app over HTTP. The agent `counter` has the tool `count`, which notes each of its runs. */
export function openWorld(options: TestAppOptions = {}): World {
  const runs = new Map<string, number>();
  const count = defineTool({
    name: "count",
    description: "Counts.",
    parameters: ["id"],
    effect: "once",
    run: ({ id }) => {
      runs.set(id, (runs.get(id) ?? 0) + 1);
      return { counted: id };
    },
  });
  const agents = [
    ...options.agents ?? [],
    defineAgent({ name: "counter", driver: "scripted", tools: [count] }),
  ];
  const app = createTestApp({ ...options, agents });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => app.fetch(request),
  );
  const proxy = serveProxy(`http://127.0.0.1:${server.addr.port}`);
  const connect = (more: Partial<ClientOptions> = {}) =>
    createClient({ url: proxy.url, key: KEY, ...FAST, ...more });
  return {
    app,
    proxy,
    runs,
    connect,
    client: connect(),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await server.shutdown();
      await app.idle();
    },
  };
}

/** A driver that says "one ", waits for the gate, and says "two"; `started` settles when it waits. */
export function gated() {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const driver: Driver = {
    name: "scripted",
    toolForm: "native",
    async plan(turn, emit) {
      const isFirst = turn.history.entries.filter(({ type }) => type === "user").length === 1;
      const say = (text: string): PlanEvent => ({ type: "text.delta", block: 0, text });
      emit({ type: "text.started", block: 0 });
      emit(say("one "));
      if (!isFirst) {
        started.resolve();
        await Promise.race([gate.promise, aborted(turn.io.signal)]);
      }
      emit(say("two"));
      emit({ type: "text.ended", block: 0 });
      return {
        blocks: [{ type: "text", text: "one two" }],
        finish: "stop",
        usage: { inputTokens: 1, outputTokens: 2 },
        model: turn.modelRef,
      };
    },
    summarize: () => Promise.reject(new Error("not in these tests")),
  };
  return { driver, gate, started: started.promise };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}

/** An event without what differs from thread to thread. */
export function withoutIds(event: StepEvent) {
  const { seq: _seq, ...rest } = event;
  const ids: Record<string, string> = {};
  return JSON.parse(JSON.stringify(rest), (key, value) => {
    if (key === "at" || key === "ms") return 0;
    if (key === "input" && typeof value === "string" && value.startsWith("entry_")) return "entry";
    if (key === "callId") return ids[value] ??= `call ${Object.keys(ids).length}`;
    return key === "thread" || key === "input" ? key : value;
  });
}
