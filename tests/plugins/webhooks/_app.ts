// A deployment with the door of webhooks: the real app on a store of the test, and a model that answers at once.

import { Hono } from "hono/tiny";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import type { Store } from "../../../src/core/store.ts";
import type { WebhookTemplate } from "../../../src/core/webhook/template.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import type { WebhooksOptions } from "../../../src/plugins/webhooks/options.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { type Reply, testModel } from "../../support/model.ts";
import { type Message, type Sender, SENDERS } from "../../triggers/_senders.ts";

export const KEY = "acme-secret-0123456789";
export const ORIGIN = "https://agents.example.com";
export const START = Date.parse("2026-11-22T12:00:00Z");

/** A sender by its name. */
export function senderOf(name: string): Sender {
  const sender = SENDERS.find((each) => each.name === name);
  if (sender === undefined) throw new Error(`There is no sender ${name}.`);
  return sender;
}

/** The secrets of a deployment that has every customary trigger. */
export const ENV: Readonly<Record<string, string>> = {
  TREADLE_API_KEYS: `acme:${KEY}`,
  GITHUB_WEBHOOK_SECRET: senderOf("github").secrets[0],
  SLACK_SIGNING_SECRET: senderOf("slack").secrets[0],
  STRIPE_WEBHOOK_SECRET: senderOf("stripe").secrets[0],
  QSTASH_CURRENT_SIGNING_KEY: senderOf("qstash").secrets[0],
  QSTASH_NEXT_SIGNING_KEY: senderOf("qstash").secrets[1],
  STANDARD_WEBHOOKS_SECRET: senderOf("standard webhooks").secrets[0],
  SVIX_WEBHOOK_SECRET: senderOf("svix").secrets[0],
};

const file = defineTool({ name: "file", description: "Files it.", effect: "pure", run: () => "filed" });
const close = defineTool({ name: "close", description: "Closes it.", effect: "pure", run: () => "closed" });

/** An agent with these templates and two tools. */
export function takerOf(templates: readonly WebhookTemplate[], name = "taker"): Agent {
  return defineAgent({ name, model: "first/any", tools: [file, close], webhooks: templates });
}

export interface WebhookApp {
  readonly store: Store;
  readonly logs: readonly string[];
  readonly model: ReturnType<typeof testModel>;
  now: number;
  /** Settles when nothing is deferred any more. */
  idle(): Promise<void>;
  /** A signed delivery of a sender, with more headers. */
  deliver(delivery: SentDelivery): Promise<Response>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** A request with the key of the tenant. */
  read(path: string): Promise<JsonObject>;
}

export interface SentDelivery extends Partial<Message> {
  readonly sender: Sender;
  /** Such as `github/taker`. */
  readonly to: string;
  readonly secret?: string;
  /** In place of or beside those that the sender makes. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface WebhookAppOptions {
  readonly agents: readonly Agent[];
  readonly options?: WebhooksOptions;
  readonly env?: Readonly<Record<string, string>>;
  readonly store?: Store;
  /** Where another app mounts the routes. */
  readonly basePath?: string;
  /** What the model does; it says what it read by default. */
  readonly reply?: (request: ModelRequest, index: number) => Reply;
  readonly provider?: (model: Provider) => Provider;
}

export function createWebhookApp(
  { agents, options, env = ENV, store: given, basePath = "", reply = echo, provider = (model) => model }:
    WebhookAppOptions,
): WebhookApp {
  const logs: string[] = [];
  const model = testModel(reply);
  const deferred: Promise<unknown>[] = [];
  const clock = () => app.now;
  const store = given ?? createMemoryStore({ clock });
  const treadle = createTreadle({
    agents,
    store,
    env,
    clock,
    providers: [provider(model.provider)],
    doors: [webhooks(options)],
    log: (level, message, fields) => logs.push(JSON.stringify({ level, message, ...fields })),
  });
  const served = basePath === "" ? treadle : new Hono().route(basePath, treadle.routes());
  const context = {
    props: {},
    waitUntil: (promise: Promise<unknown>) => void deferred.push(promise),
    passThroughOnException: () => {},
  };
  const app: WebhookApp = {
    store,
    logs,
    model,
    now: START,
    async idle() {
      for (let each = deferred.shift(); each !== undefined; each = deferred.shift()) await each;
    },
    async deliver({ sender, to, secret = sender.secrets[0], headers = {}, ...message }) {
      const path = `/webhooks/${to}`;
      const whole = { id: "evt_1", body: "{}", at: app.now, url: ORIGIN + basePath + path, ...message };
      const signed = await sender.sign(whole, secret);
      const type = { "content-type": "application/json" };
      return await app.fetch(path, {
        method: "POST",
        body: whole.body,
        headers: { ...type, ...signed, ...headers },
      });
    },
    fetch: async (path, init) =>
      await served.fetch(new Request(ORIGIN + basePath + path, init), undefined, context),
    async read(path) {
      const response = await app.fetch(path, { headers: { authorization: `Bearer ${KEY}` } });
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return await response.json();
    },
  };
  return app;
}

function echo({ messages }: ModelRequest): Reply {
  return { says: `Read: ${JSON.stringify(messages.at(-1))}` };
}
