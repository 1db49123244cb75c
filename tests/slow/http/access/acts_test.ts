// Row E14: each act needs one scope, whichever route does it. A route with another rule for the same act is a way around.

import assert from "node:assert/strict";
import type { Scope } from "../../../../src/core/contract/scope.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../../src/plugins/openai_api/mod.ts";
import { traceSvg } from "../../../../src/plugins/trace_svg/mod.ts";
import { analytics } from "../../../../src/plugins/analytics/mod.ts";
import { policies } from "../../../../src/plugins/policies/mod.ts";
import { REMOVES } from "../../../http/_app.ts";
import { byToken } from "../../../http/access/_callers.ts";
import { createTokenApp, signed, type TokenApp } from "../../../http/access/_tokens.ts";

/** What a request is about: a thread of ann that waits for an approval, and one of a response. */
interface World {
  readonly app: TokenApp;
  readonly thread: string;
  readonly callId: string;
  readonly response: string;
  readonly asked: string;
}

type Request = (world: World) => readonly [method: string, path: string, body?: unknown];

/** Who may do an act: callers with the scope; tokens with it, too, or none. */
interface Act {
  readonly what: string;
  readonly scope: Scope;
  readonly tokens: boolean;
  readonly routes: readonly Request[];
}

const UI = (thread: string, role: string, parts: readonly object[]) => ({
  id: thread,
  message: { id: "m9", role, parts },
});
const SAYS = [{ type: "text", text: "go" }];
const AG_UI = (threadId: string, messages: readonly object[]) => ({
  threadId,
  runId: "r9",
  state: {},
  tools: [],
  context: [],
  forwardedProps: {},
  messages,
});
const SAID = { id: "m1", role: "user", content: "go" };
const PLAN = { phases: [] };

const ACTS: readonly Act[] = [
  {
    what: "begin a thread",
    scope: "run",
    tokens: true,
    routes: [
      () => ["POST", "/v1/threads", { agent: "tester", id: "new.1" }],
      () => ["POST", "/v1/threads/new.2/steps", { agent: "tester", input: "go" }],
      () => ["POST", "/api/chat/tester", UI("new.3", "user", SAYS)],
      () => ["POST", "/v1/chat/completions", {
        model: "tester",
        messages: [{ role: "user", content: "go" }],
      }],
      () => ["POST", "/v1/responses", { model: "tester", input: "go" }],
      ({ thread }) => ["POST", `/v1/threads/${thread}/fork`, {}],
    ],
  },
  {
    what: "run a step",
    scope: "run",
    tokens: true,
    routes: [
      ({ thread }) => ["POST", `/v1/threads/${thread}/steps`, { input: "go" }],
      ({ thread }) => ["POST", `/v1/threads/${thread}/steps`, { input: "go", busy: "queue" }],
      ({ thread }) => ["POST", "/api/chat/tester", UI(thread, "user", SAYS)],
    ],
  },
  {
    what: "stop a run",
    scope: "run",
    tokens: true,
    routes: [
      ({ thread }) => ["POST", `/v1/threads/${thread}/cancel`, {}],
      ({ thread }) => ["POST", `/api/chat/${thread}/stop`],
      ({ thread }) => ["POST", `/api/chat/tester/${thread}/stop`],
      ({ thread }) => ["POST", `/v1/threads/${thread}/steps`, { input: "go", busy: "restart" }],
      ({ response }) => ["POST", `/v1/responses/${response}/cancel`],
    ],
  },
  {
    what: "remove",
    scope: "run",
    tokens: true,
    routes: [
      ({ thread }) => ["DELETE", `/v1/threads/${thread}`],
      ({ response }) => ["DELETE", `/v1/responses/${response}`],
    ],
  },
  {
    what: "read",
    scope: "read",
    tokens: true,
    routes: [
      ({ thread }) => ["GET", `/v1/threads/${thread}`],
      ...["history", "events", "plan", "children", "approvals", "trace.svg"].map(
        (part): Request => ({ thread }) => [
          "GET",
          `/v1/threads/${thread}/${part}`,
        ],
      ),
      () => ["GET", "/v1/threads"],
      () => ["GET", "/v1/inbox"],
      ({ thread }) => ["GET", `/api/chat/${thread}/stream`],
      ({ response }) => ["GET", `/v1/responses/${response}`],
      ({ response }) => ["GET", `/v1/responses/${response}/input_items`],
    ],
  },
  {
    what: "go on without a client",
    scope: "run",
    tokens: false,
    routes: [
      ({ thread }) => ["POST", `/v1/threads/${thread}/wake`, {}],
      ({ thread }) => ["POST", `/v1/threads/${thread}/steps`, { input: "go", wake: true }],
      () => ["POST", "/v1/threads/new.4/steps", { agent: "tester", input: "go", wake: true }],
    ],
  },
  {
    what: "write a plan",
    scope: "run",
    tokens: false,
    routes: [
      ({ thread }) => ["PUT", `/v1/threads/${thread}/plan`, { plan: PLAN }],
      () => ["POST", "/v1/threads", { agent: "tester", id: "new.5", plan: PLAN }],
      () => ["POST", "/v1/threads/new.6/steps", { agent: "tester", input: "go", plan: PLAN }],
    ],
  },
  {
    what: "make a link",
    scope: "decide",
    tokens: false,
    routes: [
      ({ thread, callId }) => ["POST", `/v1/threads/${thread}/approvals/${callId}/link`, {}],
      ({ thread, callId }) => ["POST", `/v1/threads/${thread}/calls/${callId}/result`, { output: 1 }],
    ],
  },
  {
    what: "manage",
    scope: "manage",
    tokens: false,
    routes: [
      () => ["GET", "/v1/usage"],
      () => ["GET", "/v1/analytics/choices"],
      () => ["GET", "/v1/policies"],
      () => ["PUT", "/v1/policies/mine", { rules: [] }],
      () => ["DELETE", "/v1/policies/mine"],
    ],
  },
];

/** Those that read and record answers in one request also need the scopes of what they do besides. */
const ANSWERS: readonly Request[] = [
  ({ thread, callId }) => ["POST", `/v1/threads/${thread}/approvals/${callId}`, { approved: true }],
  ({ thread, callId }) => ["POST", "/v1/inbox/decisions", [{ thread, callId, approved: true }]],
];
const ANSWERS_OF_CHATS: readonly Request[] = [
  ({ asked }) => [
    "POST",
    "/v1/responses",
    {
      model: "tester",
      input: [{ type: "mcp_approval_response", approval_request_id: asked, approve: true }],
    },
  ],
  ({ thread, callId }) => [
    "POST",
    "/api/chat/tester",
    UI(thread, "assistant", [{
      type: "tool-remove",
      toolCallId: callId,
      state: "approval-responded",
      input: { id: "r1" },
      approval: { id: callId, approved: true },
    }]),
  ],
  ({ thread, callId }) => [
    "POST",
    "/agui/tester",
    AG_UI(thread, [
      SAID,
      {
        id: "m2",
        role: "assistant",
        content: "",
        toolCalls: [{ id: callId, type: "function", function: { name: "remove", arguments: '{"id":"r1"}' } }],
      },
      { id: "m3", role: "tool", toolCallId: callId, content: '{"approved":true}' },
    ]),
  ],
];

async function createWorld(): Promise<World> {
  const app = createTokenApp({
    plugins: [agUi(), chat(), openaiApi(), traceSvg(), analytics(), policies()],
    scenario: REMOVES,
    authenticate: byToken,
  });
  const step = { agent: "tester", input: "go", user: "ann" };
  const { body: { calls: [call] } } = await app.ask("acme", "POST", "/v1/threads/c1/steps", step);
  const asks = {
    model: "tester",
    input: "go",
    user: "ann",
    tools: [{ type: "mcp", server_label: "treadle" }],
  };
  const { body } = await app.ask("acme", "POST", "/v1/responses", asks);
  const asked = body.output.find(({ type }: { type: string }) => type === "mcp_approval_request");
  return { app, thread: "c1", callId: call.id, response: body.id, asked: asked.id };
}

const SCOPES: readonly Scope[] = ["read", "run", "decide", "manage"];

/** Callers with these scopes: one of ann, one of the tenant, and a token of ann. */
async function callersWith(
  scopes: readonly Scope[],
): Promise<readonly (readonly [kind: "caller" | "token", token: string])[]> {
  const line = scopes.join("+");
  return [
    ["caller", `acme.ann.${line}`],
    ["caller", `acme..${line}`],
    ["token", await signed({ scopes: scopes.filter((scope) => scope !== "manage"), prefix: undefined })],
  ];
}

async function isRefused(
  { app }: World,
  token: string,
  [method, path, body]: ReturnType<Request>,
): Promise<boolean> {
  const { status, code } = await app.ask(token, method, path, body);
  assert.ok(status < 500, `${method} ${path}: ${status}`);
  assert.equal(code === "forbidden", status === 403, `${method} ${path}: ${status} ${code}`);
  return status === 403;
}

for (const { what, scope, tokens, routes } of ACTS) {
  Deno.test(`E14: to ${what} needs the scope ${scope} by every route${tokens ? "" : ", and is not for tokens"}`, async () => {
    for (const route of routes) {
      for (const has of [[scope], SCOPES.filter((each) => each !== scope)]) {
        for (const [kind, token] of await callersWith(has)) {
          const world = await createWorld();
          const request = route(world);
          const expected = kind === "token" && !tokens || !has.includes(scope);
          assert.equal(
            await isRefused(world, token, request),
            expected,
            `${kind} with ${has.join(", ")}: ${request[0]} ${request[1]} ${JSON.stringify(request[2])}`,
          );
        }
      }
    }
  });
}

Deno.test("E14: to answer an approval needs the scope decide by every route and door", async () => {
  for (const [routes, others] of [[ANSWERS, []], [ANSWERS_OF_CHATS, ["read", "run"]]] as const) {
    for (const route of routes) {
      for (const has of [["decide", ...others], ["read", "run", "manage"]] as const) {
        for (const [kind, token] of await callersWith(has)) {
          const world = await createWorld();
          const request = route(world);
          const refused = await isRefused(world, token, request);
          assert.equal(refused, has[0] !== "decide", `${kind} with ${has.join(", ")}: ${request[1]}`);
        }
      }
    }
  }
});
