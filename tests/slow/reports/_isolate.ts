// One isolate of a deployment with a channel, on a store that several isolates share.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Execution } from "../../../src/core/tool_choice.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import type { Store } from "../../../src/core/store.ts";
import type { Tool } from "../../../src/core/tool.ts";
import { approvals } from "../../../src/plugins/approvals/mod.ts";
import { wakes } from "../../../src/plugins/wakes/mod.ts";
import { type Channel, channels } from "../../../src/plugins/channels/mod.ts";
import { createTreadle } from "../../../src/treadle/create_treadle.ts";
import type { Treadle } from "../../../src/treadle/contract.ts";
import { eventually } from "../../support/eventually.ts";

export interface IsolateOptions {
  readonly channel: Channel;
  readonly env: Readonly<Record<string, string>>;
  readonly store: Store;
  readonly provider: Provider;
  readonly tools?: readonly Tool[];
  readonly execution?: Execution;
}

export interface Isolate extends AsyncDisposable {
  /** Of the channel. */
  readonly url: string;
  readonly acme: Treadle;
  readonly logs: string[];
  /** Settles when nothing is done behind a response any more. */
  idle(): Promise<void>;
}

export function serveIsolate(
  { channel, env, store, provider, tools = [], execution }: IsolateOptions,
): Isolate {
  const logs: string[] = [];
  let deferred = 0;
  const treadle = createTreadle({
    agents: [defineAgent({ name: "support", model: "scripted/any", tools, execution })],
    store,
    env: {
      TREADLE_API_KEYS: "acme:key-of-acme-0123456789",
      TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      ...env,
    },
    providers: [provider],
    plugins: [approvals(), wakes(), channels([channel])],
    log: (level, message, fields) => void logs.push(JSON.stringify({ level, message, ...fields })),
  });
  const context = {
    props: {},
    waitUntil: (promise: Promise<unknown>) => {
      deferred++;
      promise.finally(() => deferred--).catch(() => {});
    },
    passThroughOnException: () => {},
  };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => await treadle.fetch(request, undefined, context),
  );
  const idle = () => eventually(() => deferred === 0);
  return {
    url: `http://127.0.0.1:${server.addr.port}/channels/${channel.name}`,
    acme: treadle.as({ tenant: "acme" }),
    logs,
    idle,
    async [Symbol.asyncDispose]() {
      await idle();
      await server.shutdown();
      await treadle.close();
    },
  };
}
