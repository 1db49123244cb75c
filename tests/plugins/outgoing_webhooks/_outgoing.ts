// A deployment with webhooks that go out: real receivers by TLS, wake-ups that the test delivers, and a clock that it turns.

import { createPinnedTransport } from "../../../src/deno/pinned_transport.ts";
import {
  outgoingWebhooks,
  type OutgoingWebhooksOptions,
} from "../../../src/plugins/outgoing_webhooks/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { type Got, receive, type Receiver } from "../../outbound/_servers.ts";
import { CERTIFICATE } from "../../outbound/_tls.ts";
import type { TestAppOptions } from "../../http/_app.ts";
import { createWoken, type WokenApp } from "../../http/_woken.ts";

export const SEAL = "seal-secret-of-32-characters-000";
export const HOST = "hooks.example.test";

export interface OutgoingApp extends WokenApp {
  /** Epoch milliseconds. */
  now: number;
  /** What DNS answers for each name. */
  readonly dns: Record<string, readonly string[]>;
  /** Makes an endpoint at the receiver. */
  endpoint(receiver: Receiver, body?: object): Promise<{ readonly id: string; readonly secret: string }>;
}

export function createOutgoing(
  { options, ...app }: TestAppOptions & { readonly options?: OutgoingWebhooksOptions } = {},
): OutgoingApp {
  const time = { now: Date.now() };
  const { clock = () => time.now } = app;
  const dns: Record<string, readonly string[]> = { [HOST]: ["127.0.0.1"] };
  const made = createWoken({
    clock,
    store: createMemoryStore({ clock }),
    outboundTransport: createPinnedTransport({
      ca: CERTIFICATE,
      resolve: (host) => Promise.resolve(dns[host] ?? []),
    }),
    ...app,
    env: { TREADLE_SEAL_SECRETS: SEAL, TREADLE_ALLOW_PRIVATE_HOSTS: HOST, ...app.env },
    plugins: [outgoingWebhooks(options), ...app.plugins ?? []],
  });
  return {
    ...made,
    dns,
    get now() {
      return time.now;
    },
    set now(ms) {
      time.now = ms;
    },
    async endpoint({ port }, body = {}) {
      return await made.ask("POST", "/v1/webhook-endpoints", {
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
