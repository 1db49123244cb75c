// Row E14: threads of others, by every route and in every spelling of an id. A key is for its tenant, a caller with a user for that user,
// and no spelling of an id is another id.

import assert from "node:assert/strict";
import { media } from "../../../src/plugins/media/mod.ts";
import { signed } from "../access/_tokens.ts";
import { KEY, OTHER_KEY } from "../_app.ts";
import {
  type Attack,
  type Attacked,
  createAttacked,
  type Refusal,
  type Route,
  routesOf,
} from "./_attacks.ts";

const GONE: readonly Refusal[] = [[404, "thread_unknown"], [403, "forbidden"]];

/** Routes for keys alone. */
function keyRoutes(thread: string, callId: string): readonly Route[] {
  const at = `/v1/threads/${thread}`;
  return [
    ["GET", `${at}/export`, undefined, "manage"],
    ["PUT", `${at}/plan`, { plan: ["x"] }, "run"],
    ["POST", `${at}/wake`, {}, "run"],
    ["POST", `${at}/approvals/${callId}/link`, {}, "decide"],
    ["POST", `${at}/calls/${callId}/result`, { output: 1 }, "decide"],
  ];
}

function attackOf(
  who: string,
  key: string,
  [method, path, body]: Route,
  refused: readonly Refusal[],
): Attack {
  return {
    what: `${who}: ${method} ${path} ${JSON.stringify(body)?.slice(0, 60)}`,
    send: { method, path, body, headers: { authorization: `Bearer ${key}` } },
    refused: method === "HEAD" ? refused.map(([status]): Refusal => [status, undefined]) : refused,
    touches: ["begin", "abandon", "remove", "cancel"],
  };
}

/** A request of another tenant may create a thread of its own: those are left out. */
const creates = ([, path, body]: Route) =>
  JSON.stringify(body)?.includes("eraser") || /^\/(?:api|agui)/.test(path);

Deno.test("E14: no route shows, runs, changes or removes a thread of another user, agent or tenant", async () => {
  const attacked = await createAttacked({ plugins: [media()] });
  const { id } = attacked.waits("bob.t1");
  const attacks: Attack[] = [];
  for (
    const [who, thread] of [["of another user", "bob.t1"], ["of no user", "free"], [
      "of another agent",
      "ann.c1",
    ]]
  ) {
    const token = await signed({ prefix: undefined, agents: ["eraser"] });
    for (const route of routesOf(thread ?? "", "eraser", id)) {
      attacks.push(attackOf(who ?? "", token, route, GONE));
    }
    for (const route of keyRoutes(thread ?? "", id)) attacks.push(attackOf(who ?? "", token, route, GONE));
  }
  for (const [thread, key] of [["bob.t1", OTHER_KEY], ["free", OTHER_KEY], ["ann.b1", KEY]] as const) {
    for (const route of [...routesOf(thread, "eraser", id), ...keyRoutes(thread, id)]) {
      if (!creates(route)) attacks.push(attackOf(`of another tenant, ${thread}`, key, route, GONE));
    }
  }
  assert.ok(attacks.length >= 126, String(attacks.length));
  await attacked.repel(attacks);
});

/** Spellings that some server, proxy or file system takes for bob.t1. */
const SPELLINGS = `
bob%2Et1 bob%2et1 %62ob.t1 bob.t%31 %62%6f%62%2e%74%31 bob%252Et1 bob%2Et1%2F bob.t1%2F ./bob.t1
%2e/bob.t1 ann.t1/../bob.t1 ann.t1/%2e%2e/bob.t1 ann.t1%2F..%2Fbob.t1 ann.t1%2f%2e%2e%2fbob.t1
ann.t1%5C..%5Cbob.t1 /bob.t1 //bob.t1 bob.t1/ bob.t1// bob.t1;a=b bob.t1%3B bob.t1%00 %00bob.t1
bob.t1%20 %20bob.t1 bob.t1%0A bob.t1%0D%0A bob.t1%09 bob.t1. bob..t1 bob.t1%23 bob.t1%3F BOB.T1
Bob.t1 bob.T1 ｂｏｂ.t1 %EF%BD%82ob.t1 bob․t1 bob%E2%80%A4t1 bob%E3%80%82t1 bob%EF%BC%8Et1
bo%CC%81b.t1 bob%C2%ADt1 bob.t1%E2%80%8B %EF%BB%BFbob.t1 bоb.t1 bob.t1%C0%AE bob%C0%AEt1
%E2%80%AEbob.t1 * %2A bob* bob.%2A [b]ob.t1 %5Bb%5Dob.t1 bob.t1,ann.t1 ann.t1,bob.t1 bob.t1:msg
acme:bob.t1 acme%3Abob.t1 acme/bob.t1 acme%2Fbob.t1 ..%2Facme%2Fbob.t1 {bob.t1} %7Bbob%7D.t1
__proto__ constructor undefined null
`.trim().split(/\s+/);

Deno.test("E14: no spelling of an id reaches the thread of another user or tenant", async () => {
  const attacked = await createAttacked();
  const { id } = attacked.waits("bob.t1");
  const callers = [
    ["ann", await signed({ prefix: undefined, agents: ["eraser"] })],
    ["a prefix", await signed({ agents: ["eraser"] })],
    ["beta", OTHER_KEY],
  ] as const;
  // The id is not legal, the route is another one, or there is no such thread.
  const refused: readonly Refusal[] = [...GONE, [404, "not_found"], [400, "invalid_path"]];
  const attacks = callers.flatMap(([who, key]) =>
    SPELLINGS.flatMap((thread, index) => {
      const at = `/v1/threads/${thread}`;
      const others = [
        ["GET", `${at}/history`],
        ["POST", `${at}/steps`, { input: "x" }],
        ["POST", `${at}/approvals/${id}`, { approved: true }],
        ["DELETE", at],
        ["POST", `${at}/fork`, {}],
        ["POST", `${at}/cancel`, {}],
        ["GET", `${at}/events`],
        ["GET", `${at}/trace.svg`],
      ] as const;
      const other = others[index % others.length] ?? assert.fail();
      return [["GET", at] as const, other].map(([method, path, body]) => ({
        ...attackOf(who, key, [method, path, body, "read"], refused),
        what: `${who}, ${thread}: ${method} ${path}`,
      }));
    })
  );
  assert.ok(attacks.length >= 300, String(attacks.length));
  await attacked.repel(attacks);
});

/** Each request that names a thread, a call or a message in its body, its query or a header. */
async function namedElsewhere(attacked: Attacked): Promise<readonly Attack[]> {
  const token = await signed({ prefix: undefined, agents: ["eraser"] });
  const waiting = attacked.waits("bob.t1");
  const text = { id: "m9", role: "user", parts: [{ type: "text", text: "hi" }] };
  const agUi = { runId: "r1", tools: [], context: [], state: {}, forwardedProps: {} };
  const said = [{ id: "m9", role: "user", content: "hi" }];
  const resume = [{ interruptId: waiting.digest, status: "resolved", payload: true }];
  const rows: readonly (readonly [string, string, unknown, readonly Refusal[]])[] = [
    ["chats", "/api/chat/eraser", { id: "bob.t1", messages: [text] }, GONE],
    ["chats, without the agent", "/api/chat", { id: "bob.t1", messages: [text] }, GONE],
    [
      "regenerates",
      "/api/chat/eraser",
      { id: "bob.t1", messages: [text], trigger: "regenerate-message" },
      GONE,
    ],
    ["regenerates a message", "/api/chat/eraser", {
      id: "bob.t1",
      messages: [text],
      messageId: "msg_bob.t1_1",
      trigger: "regenerate-message",
    }, GONE],
    ["runs AG-UI", "/agui/eraser", { ...agUi, threadId: "bob.t1", messages: said }, GONE],
    ["runs AG-UI without the agent", "/agui", { ...agUi, threadId: "bob.t1", messages: said }, GONE],
    ["reads AG-UI", "/agui/eraser", { ...agUi, threadId: "bob.t1", messages: [] }, GONE],
    ["answers AG-UI", "/agui/eraser", { ...agUi, threadId: "bob.t1", messages: [], resume }, GONE],
    ["names a parent run", "/agui/eraser", {
      ...agUi,
      threadId: "bob.t1",
      parentRunId: "bob.t1",
      messages: said,
    }, GONE],
    ["forks", "/v1/threads/bob.t1/fork", { id: "ann.f" }, GONE],
    ["makes the same thread", "/v1/threads", { agent: "eraser", id: "bob.t1" }, [[
      422,
      "idempotency_mismatch",
    ]]],
    ["forks onto it", "/v1/threads/ann.t1/fork", { id: "bob.t1" }, [[422, "idempotency_mismatch"]]],
    ["forks with a plan", "/v1/threads/bob.t1/fork", { id: "ann.f", atVersion: 0 }, [...GONE, [
      422,
      "invalid_request",
    ]]],
    ["has an idempotency key of it", "/v1/threads/bob.t1/steps", { agent: "eraser", input: "canary" }, GONE],
    [
      "brings results",
      "/v1/threads/bob.t1/steps",
      { toolResults: [{ callId: waiting.id, output: 1 }] },
      GONE,
    ],
    ["wakes", "/v1/threads/bob.t1/steps", { wake: true }, [...GONE, [422, "invalid_request"]]],
    ["expects a version", "/v1/threads/bob.t1/steps", { input: "x", expectedVersion: 1 }, [...GONE, [
      422,
      "invalid_request",
    ]]],
    ["is of another tenant in the body", "/v1/threads/bob.t1/steps", { input: "x", tenant: "acme" }, [
      ...GONE,
      [422, "invalid_request"],
    ]],
    ["is another user in the body", "/v1/threads/bob.t1/steps", { input: "x", user: "bob" }, GONE],
    [
      "is another user in the metadata",
      "/v1/threads/bob.t1/steps",
      { input: "x", metadata: { user: "bob" } },
      GONE,
    ],
    ["stores a response after it", "/v1/responses", {
      model: "eraser",
      input: "x",
      previous_response_id: "resp_bob",
    }, [
      [404, "previous_response_not_found"],
      [400, "previous_response_not_found"],
    ]],
    ["goes on with its conversation", "/v1/responses", {
      model: "eraser",
      input: "x",
      conversation: "bob.t1",
    }, [
      [422, "unsupported_parameter"],
      [400, "unsupported_parameter"],
      [404, "thread_unknown"],
    ]],
  ];
  const posts = rows.map(([what, path, body, refused]): Attack => ({
    what,
    send: {
      method: "POST",
      path,
      body,
      headers: { authorization: `Bearer ${token}`, "idempotency-key": "k1" },
    },
    refused,
    touches: ["create", "fork", "begin", "abandon"],
  }));
  const headers = [
    "x-tenant",
    "x-user",
    "x-forwarded-user",
    "x-thread-id",
    "treadle-thread",
    "x-original-url",
    "x-rewrite-url",
  ];
  const override = headers.map((name): Attack => ({
    what: `with the header ${name}`,
    send: {
      method: "GET",
      path: "/v1/threads/bob.t1",
      headers: {
        authorization: `Bearer ${token}`,
        [name]: name.endsWith("url") ? "/v1/threads/ann.t1" : "bob",
      },
    },
    refused: GONE,
  }));
  const queries = [
    "?user=bob",
    "?tenant=acme",
    "?id=ann.t1",
    "?thread=ann.t1",
    "?_method=GET",
    "?limit=100&user=bob",
  ];
  const queried = queries.flatMap((query) =>
    ["", "/history", "/approvals"].map((path): Attack => ({
      what: `with ${query} of ${path}`,
      send: {
        method: "GET",
        path: `/v1/threads/bob.t1${path}${query}`,
        headers: { authorization: `Bearer ${token}` },
      },
      refused: [...GONE, [422, "invalid_request"]],
    }))
  );
  const methods = ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"].map((name): Attack => ({
    what: `with the header ${name}`,
    send: {
      method: "POST",
      path: "/v1/threads/bob.t1",
      headers: { authorization: `Bearer ${token}`, [name]: "DELETE" },
    },
    refused: [[405, "method_not_allowed"], ...GONE],
  }));
  return [...posts, ...override, ...queried, ...methods];
}

Deno.test("E14: no body, query or header names a thread of another user to the program", async () => {
  const attacked = await createAttacked();
  const attacks = await namedElsewhere(attacked);
  assert.ok(attacks.length >= 45, String(attacks.length));
  await attacked.repel(attacks);
});

Deno.test("E14: lists, the inbox and many decisions have nothing of others", async () => {
  const attacked = await createAttacked();
  const ann = await signed({ prefix: undefined, agents: ["eraser"], user: "annabel" });
  for (const path of ["/v1/threads", "/v1/threads?limit=100", "/v1/inbox", "/v1/inbox?limit=100"]) {
    for (
      const [who, token] of [["a user", ann], [
        "a prefix",
        await signed({ prefix: "eve.", user: "eve" }),
      ]] as const
    ) {
      const { body } = await attacked.app.ask(token, "GET", path);
      assert.deepEqual(body.threads ?? body.items, [], `${who} ${path}`);
    }
  }
  const decisions = ["ann.t1", "bob.t1", "free", "ann.c1"].map((thread) => ({
    thread,
    callId: attacked.waits(thread).id,
    approved: true,
    digest: attacked.waits(thread).digest,
  }));
  const { body } = await attacked.app.ask(ann, "POST", "/v1/inbox/decisions", decisions);
  const codes = body.results.map(({ error }: { error?: { code: string } }) => error?.code);
  assert.deepEqual(new Set(codes), new Set(["thread_unknown"]));
});
