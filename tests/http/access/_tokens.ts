// A deployment that signs tokens, with threads of two users, two agents and two tenants, and a clock that the test turns.

import assert from "node:assert/strict";
import { sign } from "hono/jwt";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createRecordingStore } from "../../../src/testing/recording_store.ts";
import { createTestApp, KEY, OTHER_KEY, REMOVES, type TestApp, type TestAppOptions } from "../_app.ts";

export const SECRET = "browser-secret-of-32-characters-1";
export const EARLIER_SECRET = "browser-secret-of-32-characters-0";
export const NOW = Date.UTC(2026, 10, 22, 12);

/** What a request brings. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  /** Of problem+json, and of OpenAI's form. */
  readonly code: string | undefined;
  /** JSON of any route, without a type; text where it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Headers;
}

export interface TokenApp extends TestApp {
  /** The methods of the store that were called since the last time, in order. */
  called(): readonly string[];
  now: number;
  ask(token: string, method: string, path: string, body?: unknown): Promise<Answer>;
  sent(request: Sent): Promise<Answer>;
  /** A token by POST /v1/tokens with the key of acme. */
  mint(grant?: JsonObject, key?: string): Promise<string>;
}

export const clerk = defineAgent({ name: "clerk", driver: "scripted", description: "Of another desk." });

export function createTokenApp(options: TestAppOptions = {}): TokenApp {
  const { store, calls } = createRecordingStore(options.store ?? createMemoryStore());
  let seen = 0;
  const time = { now: NOW };
  const app = createTestApp({
    scenario: REMOVES,
    agents: [clerk],
    clock: () => time.now,
    ...options,
    store,
    env: {
      TREADLE_TOKEN_SECRETS: `${SECRET},${EARLIER_SECRET}`,
      TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef",
      ...options.env,
    },
  });
  async function sent({ method, path, body, headers = {} }: Sent): Promise<Answer> {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const response = await app.fetch(
      new Request(`http://treadle.test${path}`, { method, headers: { ...type, ...headers }, ...json }),
    );
    const text = await response.text();
    const isJson = /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "");
    const read = isJson ? JSON.parse(text) : text;
    const code = read.code ?? read.error?.code;
    return { status: response.status, code, body: read, headers: response.headers };
  }
  const ask = (token: string, method: string, path: string, body?: unknown) =>
    sent({ method, path, body, headers: { authorization: `Bearer ${token}` } });
  return {
    ...app,
    called: () => calls.slice(seen, seen = calls.length).map(({ method }) => method),
    get now() {
      return time.now;
    },
    set now(ms) {
      time.now = ms;
    },
    sent,
    ask,
    async mint(grant = {}, key = KEY) {
      const made = await ask(key, "POST", "/v1/tokens", { user: "ann", agents: ["tester"], ...grant });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body.token;
    },
  };
}

/** The claims of a good token of ann. */
export function claimsOf(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const iat = NOW / 1000;
  return {
    iss: "treadle",
    aud: "treadle",
    jti: "token_0123456789",
    iat,
    exp: iat + 900,
    tenant: "acme",
    user: "ann",
    agents: ["tester"],
    prefix: "ann.",
    scopes: ["read", "run", "decide"],
    ...changes,
  };
}

/** A token that anybody who knows the secret can make. */
export async function signed(
  changes: Readonly<Record<string, unknown>> = {},
  secret = SECRET,
  alg: "HS256" | "HS384" | "HS512" = "HS256",
): Promise<string> {
  const claims = claimsOf(changes);
  return await sign(JSON.parse(JSON.stringify(claims)), secret, alg);
}

/** The call that a thread waits with: its id, and its digest. */
export interface Waiting {
  readonly call: (thread: string) => string;
  readonly digest: (thread: string) => string;
}

/** Threads that exist: each waits for an approval. */
export async function fillThreads(app: TokenApp): Promise<Waiting> {
  const calls = new Map<string, string>();
  const digests = new Map<string, string>();
  const threads = [
    ["ann.t1", "ann", "tester", KEY],
    ["ann.c1", "ann", "clerk", KEY],
    ["bob.t1", "bob", "tester", KEY],
    ["free", undefined, "tester", KEY],
    ["ann.b1", "ann", "tester", OTHER_KEY],
  ] as const;
  for (const [id, user, agent, key] of threads) {
    const input = { agent, input: "hi", ...(user === undefined ? {} : { user }) };
    const run = await app.ask(key, "POST", `/v1/threads/${id}/steps`, input);
    assert.equal(run.status, 200, JSON.stringify(run.body));
    calls.set(id, run.body.calls?.[0]?.id ?? "call_none");
    digests.set(id, run.body.calls?.[0]?.approval?.digest ?? "none");
  }
  return {
    call: (thread) => calls.get(thread) ?? assert.fail(thread),
    digest: (thread) => digests.get(thread) ?? assert.fail(thread),
  };
}

/** Methods of the store that change nothing. */
export const READS: readonly string[] = ["read", "history", "list", "listAwaiting"];
