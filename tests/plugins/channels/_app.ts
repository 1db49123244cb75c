// A deployment with a channel in Slack: the real app over a socket, on a store of the test, and Slack beside it.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { askUser } from "../../../src/agents/ask_user.ts";
import type { Tool } from "../../../src/core/tool.ts";
import type { Store } from "../../../src/core/store.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import { channels, slack, type SlackOptions } from "../../../src/plugins/channels/mod.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../../src/providers/scripted/scenario.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../../src/treadle.ts";
import type { Treadle } from "../../../src/treadle/contract.ts";
import { eventually } from "../../support/eventually.ts";
import {
  BOT_TOKEN,
  SIGNING_SECRET,
  type SlackOptions as Behaviour,
  SlackServer,
} from "../../support/slack/server.ts";
import { type SlackMessage, wordsOf } from "../../support/slack/workspace.ts";

export const ANN = "U024BE7LH";
export const BOB = "U0BOB";
export const GENERAL = "C0GENERAL";
export const BOT = "<@U0BOT>";

/** A tool that people approve. */
export const refund = defineTool({
  name: "refund",
  description: "Refunds an order.",
  parameters: ["order"],
  needsApproval: true,
  run: ({ order }) => `refunded ${order}`,
});

export const ask = askUser();

export interface SlackAppOptions extends Behaviour {
  readonly channel?: Partial<SlackOptions>;
  readonly script?: Scenario;
  readonly provider?: Provider;
  readonly tools?: readonly Tool[];
  readonly store?: Store;
  /** How much faster times pass while the deployment waits; 20 by default. */
  readonly faster?: number;
}

export class SlackApp implements AsyncDisposable {
  readonly slack: SlackServer;
  readonly store: Store;
  readonly treadle: Treadle;
  readonly logs: string[] = [];
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  #deferred = 0;

  constructor(
    {
      channel = {},
      script = scenario().says("It is blue."),
      provider,
      tools = [],
      store,
      faster = 20,
      ...behaviour
    }: SlackAppOptions = {},
  ) {
    this.slack = new SlackServer(behaviour);
    this.slack.join(GENERAL);
    this.store = store ?? createMemoryStore();
    const agent = defineAgent({ name: "support", model: "scripted/any", tools });
    const sleep = async (ms: number, signal?: AbortSignal) => {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms / faster);
        signal?.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        }, { once: true });
      });
    };
    this.treadle = createTreadle({
      agents: [agent],
      store: this.store,
      sleep,
      env: {
        TREADLE_API_KEYS: "acme:key-of-acme-0123456789",
        SLACK_BOT_TOKEN: BOT_TOKEN,
        SLACK_SIGNING_SECRET: SIGNING_SECRET,
        SLACK_API_URL: this.slack.apiUrl,
        TREADLE_ALLOW_PRIVATE_HOSTS: "127.0.0.1",
      },
      providers: [provider ?? createScriptedProvider({ script })],
      doors: [channels([slack({ agent: "support", ...channel })])],
      log: (level, message, fields) => void this.logs.push(JSON.stringify({ level, message, ...fields })),
    });
    const context = {
      props: {},
      waitUntil: (promise: Promise<unknown>) => {
        this.#deferred++;
        promise.finally(() => this.#deferred--).catch(() => {});
      },
      passThroughOnException: () => {},
    };
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      async (request) => await this.treadle.fetch(request, undefined, context),
    );
    this.slack.appUrl = `http://127.0.0.1:${this.#server.addr.port}/channels/slack`;
  }

  /** Settles when nothing is done behind a response any more. */
  async idle(): Promise<void> {
    await eventually(() => this.#deferred === 0);
  }

  /** What the agent has said in the thread of a message. */
  answers(message: SlackMessage, channel = GENERAL): string[] {
    return this.slack.workspace.answersIn(channel, message.thread_ts ?? message.ts).map(wordsOf);
  }

  /** The thread of a message. */
  thread(message: SlackMessage, channel = GENERAL): string {
    return `slack.${this.slack.workspace.team}.${channel}.${message.thread_ts ?? message.ts}`;
  }

  get acme(): Treadle {
    return this.treadle.as({ tenant: "acme" });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.idle();
    await this.#server.shutdown();
    await this.treadle.close();
    await this.slack[Symbol.asyncDispose]();
  }
}
