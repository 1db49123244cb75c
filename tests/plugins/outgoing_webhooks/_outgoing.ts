// A deployment with webhooks that go out: real receivers by TLS, wake-ups that the test delivers, and a clock that it turns.

import assert from "node:assert/strict";
import type { WakeIo, WakeOutcome, WakeUp } from "../../../src/core/wake.ts";
import { createPinnedTransport } from "../../../src/deno/pinned_transport.ts";
import {
  outgoingWebhooks,
  type OutgoingWebhooksOptions,
} from "../../../src/plugins/outgoing_webhooks/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { type Got, receive, type Receiver } from "../../outbound/_servers.ts";
import { CERTIFICATE } from "../../outbound/_tls.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "../../http/_app.ts";

export const SEAL = "seal-secret-of-32-characters-000";
export const HOST = "hooks.example.test";

export interface OutgoingApp extends TestApp {
  /** Wake-ups that were sent and not delivered yet. */
  readonly sent: WakeUp[];
  /** Epoch milliseconds. */
  now: number;
  /** What DNS answers for each name. */
  readonly dns: Record<string, readonly string[]>;
  /** Runs a thread until it has nothing to do; a run that fails is an answer too. */
  run(thread: string, body?: object): Promise<void>;
  /** Delivers all wake-ups whose time has come; the outcomes. */
  deliver(): Promise<WakeOutcome[]>;
  /** One run of the cron pump, and the wake-ups that it sends. */
  pump(): Promise<WakeOutcome[]>;
  /** JSON of a response whose status is 2xx. */
  ask(method: string, path: string, body?: unknown): Promise<ReturnType<typeof JSON.parse>>;
  /** Makes an endpoint at the receiver. */
  endpoint(receiver: Receiver, body?: object): Promise<{ readonly id: string; readonly secret: string }>;
}

export function createOutgoing(
  { options, ...app }: TestAppOptions & { readonly options?: OutgoingWebhooksOptions } = {},
): OutgoingApp {
  const sent: WakeUp[] = [];
  const time = { now: Date.now() };
  const clock = () => time.now;
  const dns: Record<string, readonly string[]> = { [HOST]: ["127.0.0.1"] };
  const made = createTestApp({
    clock,
    store: createMemoryStore({ clock }),
    outboundTransport: createPinnedTransport({
      ca: CERTIFICATE,
      resolve: (host) => Promise.resolve(dns[host] ?? []),
    }),
    ...app,
    env: { TREADLE_SEAL_SECRETS: SEAL, TREADLE_ALLOW_PRIVATE_HOSTS: HOST, ...app.env },
    plugins: [
      {
        name: "waker of the test",
        open: () => ({
          waker: { name: "test", schedule: (wake) => Promise.resolve(void sent.push(wake)) },
        }),
      },
      outgoingWebhooks(options),
      ...app.plugins ?? [],
    ],
  });
  const deferred: Promise<unknown>[] = [];
  const io: WakeIo = { defer: (promise) => void deferred.push(promise) };
  const deliver = async () => {
    await made.idle();
    const due = sent.filter(({ notBefore = 0 }) => notBefore <= time.now);
    for (const wake of due) sent.splice(sent.indexOf(wake), 1);
    const outcomes: WakeOutcome[] = [];
    for (const wake of due) outcomes.push(await made.deps.wakes.handle(wake, io));
    await Promise.all(deferred);
    return outcomes;
  };
  const ask: OutgoingApp["ask"] = async (method, path, body) => {
    const response = await made.send(method, path, body);
    const text = await response.text();
    assert.ok(response.ok || path.endsWith("/steps"), `${method} ${path}: ${response.status} ${text}`);
    return text === "" ? null : JSON.parse(text);
  };
  return {
    ...made,
    sent,
    dns,
    deliver,
    ask,
    get now() {
      return time.now;
    },
    set now(ms) {
      time.now = ms;
    },
    async run(thread, body = {}) {
      await ask("POST", `/v1/threads/${thread}/steps`, {
        agent: "tester",
        input: "Go.",
        until: "done",
        ...body,
      });
      await made.idle();
    },
    async pump() {
      await made.deps.wakes.pump(io);
      await Promise.all(deferred);
      return await deliver();
    },
    async endpoint({ port }, body = {}) {
      return await ask("POST", "/v1/webhook-endpoints", {
        url: `https://${HOST}:${port}/hook?key=u-s3cret`,
        ...body,
      });
    },
  };
}

/** A receiver that answers with these statuses, one after the other, and with the last from then on. */
export function answering(...statuses: readonly (number | (() => Response))[]): Receiver {
  let at = 0;
  return receive(() => {
    const answer = statuses[Math.min(at++, statuses.length - 1)] ?? 200;
    return typeof answer === "number"
      ? new Response(answer === 204 ? null : "x", { status: answer })
      : answer();
  });
}

/** The types of what a receiver got, in the order of their texts. */
export function typesOf(got: readonly Got[]): string[] {
  return got.map(({ body }) => JSON.parse(body).type).sort();
}

export function headersOf({ headers }: Got): Record<string, string> {
  return Object.fromEntries(headers);
}
