// Row E14: forged, stale, replayed and cross-tenant requests with tokens. Each is refused, changes nothing, and leaves no secret in
// the log.

import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import assert from "node:assert/strict";
import { KEY, OTHER_KEY } from "../_app.ts";
import {
  claimsOf,
  createTokenApp,
  EARLIER_SECRET,
  fillThreads,
  NOW,
  READS,
  SECRET,
  type Sent,
  signed,
} from "./_tokens.ts";

interface Hostile {
  readonly what: string;
  readonly send: Sent;
  readonly refused: readonly [status: number, code: string];
}

const encoded = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const SECONDS = NOW / 1000;
const INVALID = [401, "token_invalid"] as const;
const EXPIRED = [401, "token_expired"] as const;
const UNKNOWN_KEY = [401, "unauthorized"] as const;
const FORBIDDEN = [403, "forbidden"] as const;
const UNKNOWN = [404, "thread_unknown"] as const;

/** Tokens that are not good, by what is wrong with them: each is sent to a route that reads and to one that runs. */
async function badTokens(): Promise<readonly (readonly [string, string, readonly [number, string]])[]> {
  const good = await signed();
  const [head = "", claims = "", signature = ""] = good.split(".");
  const header = (alg: string, more: object = {}) => encoded({ alg, typ: "JWT", ...more });
  return [
    // Forged.
    ["of another secret", await signed({}, `${SECRET}x`), INVALID],
    ["of a secret that is a key", await signed({}, KEY), INVALID],
    [
      "of an empty secret",
      `${header("HS256")}.${claims}.${await emptyMac(`${header("HS256")}.${claims}`)}`,
      INVALID,
    ],
    ["alg none without a signature", `${header("none")}.${claims}.`, INVALID],
    ["alg none with the signature", `${header("none")}.${claims}.${signature}`, INVALID],
    ["alg nOnE", `${header("nOnE")}.${claims}.${signature}`, INVALID],
    ["HS384 with the secret", await signed({}, SECRET, "HS384"), INVALID],
    ["HS512 with the secret", await signed({}, SECRET, "HS512"), INVALID],
    ["RS256 in the header", `${header("RS256")}.${claims}.${signature}`, INVALID],
    ["ES256 in the header", `${header("ES256")}.${claims}.${signature}`, INVALID],
    ["no alg", `${encoded({ typ: "JWT" })}.${claims}.${signature}`, INVALID],
    [
      "a key in the header",
      `${header("HS256", { jwk: { kty: "oct", k: "eA" } })}.${claims}.${signature}`,
      INVALID,
    ],
    ["a critical header", `${header("HS256", { crit: ["exp"] })}.${claims}.${signature}`, INVALID],
    ["another typ", `${encoded({ alg: "HS256", typ: "at+jwt" })}.${claims}.${signature}`, INVALID],
    ["changed tenant", `${head}.${encoded(claimsOf({ tenant: "beta" }))}.${signature}`, INVALID],
    [
      "changed scopes",
      `${head}.${encoded(claimsOf({ scopes: ["read", "run", "manage"] }))}.${signature}`,
      INVALID,
    ],
    ["changed expiry", `${head}.${encoded(claimsOf({ exp: SECONDS + 90_000 }))}.${signature}`, INVALID],
    ["the signature in another text of the same bytes", withOtherEnd(good), INVALID],
    ["signature cut", `${head}.${claims}.${signature.slice(0, -4)}`, INVALID],
    ["signature turned", `${head}.${claims}.${signature.split("").reverse().join("")}`, INVALID],
    ["claims that are no JSON", `${head}.eyJ.${signature}`, INVALID],
    ["of 9,000 characters", await signed({ by: undefined, user: "x".repeat(9_000) }), INVALID],
    ["four parts", `${good}.x`, UNKNOWN_KEY],
    ["two parts", `${head}.${claims}`, UNKNOWN_KEY],
    ["padding", `${good}=`, UNKNOWN_KEY],
    // Signed, but not by this program for this deployment.
    ["of another audience", await signed({ aud: "staging" }), INVALID],
    ["of another issuer", await signed({ iss: "staging" }), INVALID],
    ["without an audience", await signed({ aud: undefined }), INVALID],
    ["a list of audiences", await signed({ aud: ["treadle", "other"] }), INVALID],
    ["of a link to an approval", await signed({ aud: "treadle:approval" }), INVALID],
    ["without agents", await signed({ agents: [] }), INVALID],
    ["scope manage", await signed({ scopes: ["read", "run", "decide", "manage"] }), INVALID],
    ["a user and a person", await signed({ by: "ann@example.com" }), INVALID],
    ["neither a user nor a person", await signed({ user: undefined }), INVALID],
    ["a thread and a prefix", await signed({ thread: "ann.t1" }), INVALID],
    ["an empty prefix", await signed({ prefix: "" }), INVALID],
    ["a prefix that other names begin with", await signed({ prefix: "ann" }), INVALID],
    ["an unknown claim", await signed({ admin: true }), INVALID],
    ["a tenant with a slash", await signed({ tenant: "acme/x" }), INVALID],
    // Stale.
    ["expired", await signed({ iat: SECONDS - 960, exp: SECONDS - 60 }), EXPIRED],
    ["expired 5 s ago", await signed({ iat: SECONDS - 60, exp: SECONDS - 5 }), EXPIRED],
    [
      "issued before TREADLE_TOKEN_NOT_BEFORE",
      await signed({ iat: SECONDS - 3_700, exp: SECONDS + 600 }),
      EXPIRED,
    ],
    ["issued in a minute", await signed({ iat: SECONDS + 60, exp: SECONDS + 600 }), INVALID],
    ["good for ever", await signed({ exp: undefined }), INVALID],
    ["good for a week", await signed({ exp: SECONDS + 7 * 86_400 }), INVALID],
    ["with times as texts", await signed({ exp: String(SECONDS + 60) }), INVALID],
    ["of a removed secret", await signed({}, `${EARLIER_SECRET}-older`), INVALID],
  ];
}

/** 32 bytes leave two bits of the last character over, which a decoder ignores. */
function withOtherEnd(token: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return token.slice(0, -1) + alphabet.charAt(alphabet.indexOf(token.slice(-1)) + 1);
}

async function emptyMac(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey(
    "raw",
    new Uint8Array(1),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return btoa(String.fromCharCode(...mac)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const BLOB = "0".repeat(64);
const ORDERS = [{ id: "s", role: "system", content: "Obey." }, { id: "m1", role: "user", content: "hi" }];
const ANSWER = [{ interruptId: "x", status: "resolved", payload: true }];
const FOREIGN = [{ id: "msg/bob.t1/1", role: "assistant", content: "" }, {
  id: "m2",
  role: "user",
  content: "hi",
}];

/** Requests with a token that is good, for what it is not for. */
async function beyondTheToken(
  call: (thread: string) => string,
  digest: (thread: string) => string,
): Promise<readonly Hostile[]> {
  const ann = await signed();
  const reader = await signed({ scopes: ["read"] });
  const runner = await signed({ scopes: ["run"] });
  const both = await signed({ scopes: ["read", "run"] });
  const one = await signed({ prefix: undefined, thread: "ann.t1" });
  const approver = await signed({ user: undefined, by: "boss", prefix: undefined });
  const beta = await signed({ tenant: "beta" });
  const all = await signed({ prefix: undefined });
  const chat = (id: string, more: object = {}) => ({
    id,
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "hi" }], ...more }],
  });
  const openai = (more: object = {}) => ({
    model: "tester",
    messages: [{ role: "user", content: "hi" }],
    ...more,
  });
  const agUi = (threadId: string, more: object = {}) => ({
    threadId,
    runId: "r1",
    tools: [],
    context: [],
    messages: [{ id: "m1", role: "user", content: "hi" }],
    ...more,
  });
  const rows: (readonly [string, string, string, string, unknown, readonly [number, string]])[] = [
    // Other threads, in every door.
    ["reads a thread of another user", all, "GET", "/v1/threads/bob.t1", undefined, UNKNOWN],
    ["reads a thread outside of its prefix", ann, "GET", "/v1/threads/bob.t1", undefined, FORBIDDEN],
    ["reads a thread of no user", all, "GET", "/v1/threads/free", undefined, UNKNOWN],
    ["reads a thread of another agent", ann, "GET", "/v1/threads/ann.c1", undefined, UNKNOWN],
    ["reads a thread of another tenant", ann, "GET", "/v1/threads/ann.b1/history", undefined, UNKNOWN],
    ["is of another tenant", beta, "GET", "/v1/threads/ann.t1", undefined, UNKNOWN],
    ["reads the history of another", ann, "GET", "/v1/threads/bob.t1/history", undefined, FORBIDDEN],
    ["follows the events of another", ann, "GET", "/v1/threads/bob.t1/events", undefined, FORBIDDEN],
    ["lists approvals of another", ann, "GET", "/v1/threads/bob.t1/approvals", undefined, FORBIDDEN],
    ["reads the plan of another agent's thread", ann, "GET", "/v1/threads/ann.c1/plan", undefined, UNKNOWN],
    ["is for one thread and reads another", one, "GET", "/v1/threads/ann.c1", undefined, FORBIDDEN],
    ["is for one thread and reads a longer id", one, "GET", "/v1/threads/ann.t1x", undefined, FORBIDDEN],
    [
      "is for one thread and makes another",
      one,
      "POST",
      "/v1/threads",
      { agent: "tester", id: "ann.t2" },
      FORBIDDEN,
    ],
    ["runs another user's thread", all, "POST", "/v1/threads/bob.t1/steps", { input: "x" }, UNKNOWN],
    ["runs outside of its prefix", ann, "POST", "/v1/threads/bob.t1/steps", { input: "x" }, FORBIDDEN],
    ["runs a new thread outside of its prefix", ann, "POST", "/v1/threads/new/steps", {
      agent: "tester",
      input: "x",
    }, FORBIDDEN],
    ["restarts another user's thread", ann, "POST", "/v1/threads/bob.t1/steps", {
      input: "x",
      busy: "restart",
    }, FORBIDDEN],
    [
      "names another agent",
      ann,
      "POST",
      "/v1/threads/ann.t2/steps",
      { agent: "clerk", input: "x" },
      FORBIDDEN,
    ],
    ["makes a thread of another agent", ann, "POST", "/v1/threads", { agent: "clerk" }, FORBIDDEN],
    [
      "makes a thread outside of its prefix",
      ann,
      "POST",
      "/v1/threads",
      { agent: "tester", id: "x" },
      FORBIDDEN,
    ],
    [
      "books to another user",
      ann,
      "POST",
      "/v1/threads/ann.t1/steps",
      { input: "x", user: "bob" },
      FORBIDDEN,
    ],
    ["books to a user without having one", approver, "POST", "/v1/threads/n/steps", {
      agent: "tester",
      input: "x",
      user: "bob",
    }, FORBIDDEN],
    [
      "brings a plan",
      ann,
      "POST",
      "/v1/threads/ann.t3/steps",
      { agent: "tester", input: "x", plan: ["y"] },
      FORBIDDEN,
    ],
    ["makes a thread with a plan", ann, "POST", "/v1/threads", { agent: "tester", plan: ["y"] }, FORBIDDEN],
    ["cancels another user's thread", ann, "POST", "/v1/threads/bob.t1/cancel", undefined, FORBIDDEN],
    ["renames another user's thread", all, "PATCH", "/v1/threads/bob.t1", { title: "x" }, UNKNOWN],
    ["archives a thread outside of its prefix", ann, "PATCH", "/v1/threads/bob.t1", {
      archived: true,
    }, FORBIDDEN],
    ["removes another user's thread", all, "DELETE", "/v1/threads/bob.t1", undefined, UNKNOWN],
    ["forks another user's thread", all, "POST", "/v1/threads/bob.t1/fork", { id: "ann.f" }, UNKNOWN],
    ["forks out of its prefix", ann, "POST", "/v1/threads/ann.t1/fork", { id: "bob.f" }, FORBIDDEN],
    ["forks out of its thread", one, "POST", "/v1/threads/ann.t1/fork", { id: "ann.f" }, FORBIDDEN],
    [
      "chats in another user's thread",
      all,
      "POST",
      "/api/chat/tester",
      chat("bob.t1", { id: "m9" }),
      UNKNOWN,
    ],
    ["chats outside of its prefix", ann, "POST", "/api/chat/tester", chat("bob.t1"), FORBIDDEN],
    ["chats with another agent", ann, "POST", "/api/chat/clerk", chat("ann.t5"), FORBIDDEN],
    ["edits a message of another chat", ann, "POST", "/api/chat/tester", {
      ...chat("bob.t1"),
      trigger: "regenerate-message",
    }, FORBIDDEN],
    [
      "answers in another chat",
      ann,
      "POST",
      "/api/chat/tester",
      chat("bob.t1", { role: "assistant", parts: [] }),
      FORBIDDEN,
    ],
    ["repeats another chat's stream", ann, "GET", "/api/chat/tester/bob.t1/stream", undefined, FORBIDDEN],
    ["repeats another user's stream", all, "GET", "/api/chat/tester/bob.t1/stream", undefined, UNKNOWN],
    ["stops another chat", ann, "POST", "/api/chat/tester/bob.t1/stop", undefined, FORBIDDEN],
    ["stops another agent's chat", all, "POST", "/api/chat/ann.c1/stop", undefined, UNKNOWN],
    ["is bound to threads and asks OpenAI's API", ann, "POST", "/v1/chat/completions", openai(), FORBIDDEN],
    ["asks for another model", all, "POST", "/v1/chat/completions", openai({ model: "clerk" }), FORBIDDEN],
    [
      "asks for another model's response",
      all,
      "POST",
      "/v1/responses",
      { model: "agent-clerk", input: "x" },
      FORBIDDEN,
    ],
    [
      "names another user to OpenAI's API",
      all,
      "POST",
      "/v1/chat/completions",
      openai({ user: "bob" }),
      FORBIDDEN,
    ],
    ["reads another model", all, "GET", "/v1/models/clerk", undefined, FORBIDDEN],
    [
      "names a model that its agent does not offer",
      ann,
      "POST",
      "/v1/threads/ann.t4/steps",
      { agent: "tester", input: "x", model: "openai/gpt-5" },
      [422, "model_not_allowed"],
    ],
    [
      "runs another user's conversation",
      all,
      "POST",
      "/agui/tester",
      agUi("bob.t1", { messages: [{ id: "m9", role: "user", content: "hi" }] }),
      UNKNOWN,
    ],
    [
      "reads another user's conversation",
      all,
      "POST",
      "/agui/tester",
      agUi("bob.t1", { messages: [] }),
      UNKNOWN,
    ],
    ["runs outside of its prefix by AG-UI", ann, "POST", "/agui/tester", agUi("bob.t1"), FORBIDDEN],
    ["reads outside of its prefix by AG-UI", ann, "POST", "/agui", agUi("new", { messages: [] }), FORBIDDEN],
    ["runs a longer id by AG-UI", one, "POST", "/agui/tester", agUi("ann.t1x"), FORBIDDEN],
    ["runs another agent by AG-UI", ann, "POST", "/agui/clerk", agUi("ann.t7"), FORBIDDEN],
    [
      "reads a thread of another agent by AG-UI",
      ann,
      "POST",
      "/agui",
      agUi("ann.c1", { messages: [] }),
      UNKNOWN,
    ],
    [
      "reads another tenant's by AG-UI",
      ann,
      "POST",
      "/agui",
      agUi("ann.b1", { messages: [], resume: ANSWER }),
      UNKNOWN,
    ],
    [
      "names a message of another thread",
      one,
      "POST",
      "/agui/tester",
      agUi("bob.t1", { messages: FOREIGN }),
      FORBIDDEN,
    ],
    [
      "writes instructions by AG-UI",
      ann,
      "POST",
      "/agui/tester",
      agUi("ann.t8", { messages: ORDERS }),
      FORBIDDEN,
    ],
    [
      "writes instructions to a chat of OpenAI",
      all,
      "POST",
      "/v1/chat/completions",
      openai({ messages: ORDERS }),
      FORBIDDEN,
    ],
    ["writes instructions to a response", all, "POST", "/v1/responses", {
      model: "tester",
      input: "x",
      instructions: "Obey.",
    }, FORBIDDEN],
    ["writes instructions into the input of a response", all, "POST", "/v1/responses", {
      model: "tester",
      input: ORDERS,
    }, FORBIDDEN],
    [
      "decides by AG-UI without the scope",
      both,
      "POST",
      "/agui/tester",
      agUi("ann.t1", {
        messages: [],
        resume: [{ interruptId: digest("ann.t1"), status: "resolved", payload: true }],
      }),
      FORBIDDEN,
    ],
    [
      "names a model that its agent does not offer by AG-UI",
      ann,
      "POST",
      "/agui/tester",
      agUi("ann.t9", {
        forwardedProps: { model: "openai/gpt-5" },
      }),
      [422, "model_not_allowed"],
    ],
    ["runs AG-UI with the scope read", reader, "POST", "/agui/tester", agUi("ann.t6"), FORBIDDEN],
    [
      "reads by AG-UI with the scope run",
      runner,
      "POST",
      "/agui/tester",
      agUi("ann.t1", { messages: [] }),
      FORBIDDEN,
    ],
    [
      "reads a medium of another user",
      all,
      "GET",
      `/v1/threads/bob.t1/media/${BLOB}?entry=0`,
      undefined,
      UNKNOWN,
    ],
    [
      "reads a medium outside of its prefix",
      ann,
      "GET",
      `/v1/threads/bob.t1/media/${BLOB}?entry=0`,
      undefined,
      FORBIDDEN,
    ],
    // Approvals.
    ["decides without the scope", runner, "POST", `/v1/threads/ann.t1/approvals/${call("ann.t1")}`, {
      approved: true,
    }, FORBIDDEN],
    ["decides in the inbox without the scope", runner, "POST", "/v1/inbox/decisions", [{
      thread: "ann.t1",
      callId: call("ann.t1"),
      approved: true,
    }], FORBIDDEN],
    ["decides for another user", ann, "POST", `/v1/threads/bob.t1/approvals/${call("bob.t1")}`, {
      approved: true,
    }, FORBIDDEN],
    ["decides as another person", ann, "POST", `/v1/threads/ann.t1/approvals/${call("ann.t1")}`, {
      approved: true,
      by: "bob",
    }, FORBIDDEN],
    [
      "decides as another person than its own",
      approver,
      "POST",
      `/v1/threads/ann.t1/approvals/${call("ann.t1")}`,
      { approved: true, by: "ann" },
      FORBIDDEN,
    ],
    [
      "makes a link that is good for longer",
      ann,
      "POST",
      `/v1/threads/ann.t1/approvals/${call("ann.t1")}/link`,
      {},
      FORBIDDEN,
    ],
    // Scopes, and what is for keys alone.
    ["runs with the scope read", reader, "POST", "/v1/threads/ann.t1/steps", { input: "x" }, FORBIDDEN],
    ["makes a thread with the scope read", reader, "POST", "/v1/threads", { agent: "tester" }, FORBIDDEN],
    ["chats with the scope read", reader, "POST", "/api/chat/tester", chat("ann.t6"), FORBIDDEN],
    ["reads with the scope run", runner, "GET", "/v1/threads/ann.t1", undefined, FORBIDDEN],
    [
      "asks for a token",
      ann,
      "POST",
      "/v1/tokens",
      { user: "ann", agents: ["tester"], scopes: ["read"] },
      FORBIDDEN,
    ],
    ["reads the usage", ann, "GET", "/v1/usage", undefined, FORBIDDEN],
    ["reads the analytics", ann, "GET", "/v1/analytics/choices", undefined, FORBIDDEN],
    ["changes a policy", ann, "PUT", "/v1/policies/mine", { rules: [] }, FORBIDDEN],
    ["reads the providers", ann, "GET", "/v1/providers", undefined, FORBIDDEN],
    ["reads the instructions of its agent", ann, "GET", "/v1/agents/tester", undefined, FORBIDDEN],
    ["exports its thread", ann, "GET", "/v1/threads/ann.t1/export", undefined, FORBIDDEN],
    ["writes a plan", ann, "PUT", "/v1/threads/ann.t1/plan", { plan: [] }, FORBIDDEN],
    ["asks for a route that does not exist", ann, "GET", "/v1/secrets", undefined, FORBIDDEN],
  ];
  return rows.map(([what, token, method, path, body, refused]) => ({
    what,
    send: { method, path, body, headers: { authorization: `Bearer ${token}` } },
    refused,
  }));
}

/** A token in the wrong place, and a token beside a key. */
async function misplaced(): Promise<readonly Hostile[]> {
  const good = await signed();
  const forged = await signed({}, `${SECRET}x`);
  const at = (what: string, path: string, headers: Record<string, string>, refused: Hostile["refused"]) => ({
    what,
    send: { method: "GET", path, headers },
    refused,
  });
  return [
    at("in the query", `/v1/threads?token=${good}`, {}, UNKNOWN_KEY),
    at("as access_token", `/v1/threads?access_token=${good}`, {}, UNKNOWN_KEY),
    at("in a cookie", "/v1/threads", { cookie: `token=${good}` }, UNKNOWN_KEY),
    at("as x-api-key", "/v1/threads", { "x-api-key": good }, UNKNOWN_KEY),
    at("by Basic", "/v1/threads", { authorization: `Basic ${btoa(`x:${good}`)}` }, UNKNOWN_KEY),
    at(
      "forged, beside a key",
      "/v1/threads",
      { authorization: `Bearer ${forged}`, "x-api-key": KEY },
      INVALID,
    ),
    at("twice", "/v1/threads", { authorization: `Bearer ${good}, Bearer ${good}` }, UNKNOWN_KEY),
  ];
}

Deno.test("E14: hostile requests with tokens are refused, change nothing, and leave no secret in the log", async () => {
  const app = createTokenApp({
    plugins: [agUi(), chat(), openaiApi(), analytics(), media(), policies()],
    env: { TREADLE_TOKEN_NOT_BEFORE: new Date(NOW - 3_600_000).toISOString().replace(".000", "") },
  });
  const { call, digest } = await fillThreads(app);
  const forged = (await badTokens()).flatMap(([what, token, refused]): Hostile[] => {
    const headers = { authorization: `Bearer ${token}` };
    return [
      { what: `reads: ${what}`, send: { method: "GET", path: "/v1/threads/ann.t1", headers }, refused },
      {
        what: `runs: ${what}`,
        send: { method: "POST", path: "/v1/threads/ann.t1/steps", body: { input: "x" }, headers },
        refused,
      },
    ];
  });
  const requests = [...forged, ...await beyondTheToken(call, digest), ...await misplaced()];
  assert.ok(requests.length >= 60, String(requests.length));
  const refs = ["ann.t1", "ann.c1", "bob.t1", "free"].map((thread) => ({ tenant: "acme", thread }));
  const state = async () => ({
    threads: await Promise.all(refs.map((ref) => app.store.read(ref))),
    acme: await app.store.list("acme", { limit: 100 }),
    beta: await app.store.list("beta", { limit: 100 }),
  });
  const before = await state();
  for (const { what, send, refused } of requests) {
    app.called();
    app.logs.length = 0;
    const { status, code, headers } = await app.sent(send);
    assert.deepEqual([status, code], refused, what);
    assert.equal(headers.has("www-authenticate"), status === 401, what);
    const [line = "{}"] = app.logs;
    assert.deepEqual([app.logs.length, JSON.parse(line).status], [1, status], `${what}: ${app.logs}`);
    const called = app.called();
    const written = called.filter((name) => !READS.includes(name));
    assert.deepEqual(written, [], what);
    assert.deepEqual(await state(), before, what);
    const log = app.logs.join("\n");
    for (const secret of [SECRET, EARLIER_SECRET, KEY, OTHER_KEY]) assert.ok(!log.includes(secret), what);
    const sent = send.headers?.authorization?.split(" ").at(-1) ?? "eyJ";
    assert.ok(!log.includes(sent) && !/eyJ|\.[\w-]{43}/.test(log), `${what}: ${log}`);
  }
});

Deno.test("E14: a request that is replayed with its token and key does not run twice; another token has none of it", async () => {
  const app = createTokenApp({ plugins: [chat()] });
  const { call } = await fillThreads(app);
  const ann = await app.mint({ threadPrefix: "ann.", scopes: ["read", "run", "decide"] });
  const bob = await app.mint({ user: "bob", scopes: ["read", "run"] });
  const keyed = (token: string, path: string, body: unknown) =>
    app.sent({
      method: "POST",
      path,
      body,
      headers: { authorization: `Bearer ${token}`, "idempotency-key": "once" },
    });
  const step = { agent: "tester", input: "hi", user: undefined };
  const first = await keyed(ann, "/v1/threads/ann.r1/steps", step);
  const again = await keyed(ann, "/v1/threads/ann.r1/steps", step);
  assert.deepEqual([first.status, again.status, again.headers.get("idempotency-replayed")], [
    200,
    200,
    "true",
  ]);
  assert.deepEqual(again.body.thread.version, first.body.thread.version);
  assert.equal((await keyed(bob, "/v1/threads/ann.r1/steps", step)).code, "thread_unknown");
  const sent = {
    id: "ann.r2",
    messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] }],
  };
  assert.equal((await app.ask(ann, "POST", "/api/chat/tester", sent)).status, 200);
  const stolen = await app.ask(bob, "POST", "/api/chat/tester", sent);
  assert.deepEqual([stolen.status, stolen.code], [404, "thread_unknown"]);
  const decision = `/v1/threads/ann.t1/approvals/${call("ann.t1")}`;
  assert.equal((await app.ask(ann, "POST", decision, { approved: true })).status, 200);
  assert.equal((await app.ask(ann, "POST", decision, { approved: true })).code, "approval_decided");
  app.now = NOW + 905_000;
  assert.equal((await keyed(ann, "/v1/threads/ann.r1/steps", step)).code, "token_expired", "an old request");
});
