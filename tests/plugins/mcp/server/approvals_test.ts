// Row E10: approvals over MCP. A person answers a form of the client in 2026-07-28, and the routes of approvals in 2025-11-25.

import assert from "node:assert/strict";
import { decode, sign } from "hono/jwt";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { createApp } from "../../../../src/app.ts";
import { createDeps } from "../../../../src/deps/create_deps.ts";
import { mcp } from "../../../../src/plugins/mcp/server/mod.ts";
import { createScriptedProvider } from "../../../../src/providers/scripted/provider.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { decideApproval } from "../../../../src/kernel/threads/decide_approval.ts";
import { readThread } from "../../../../src/kernel/threads/threads.ts";
import { approvals } from "../../../../src/plugins/approvals/mod.ts";
import { byToken } from "../../../http/access/_callers.ts";
import {
  APPROVAL_SECRET,
  KEY,
  messageOf,
  modern,
  OTHER_KEY,
  type Served,
  serveMcp,
  supportAgent,
} from "./_app.ts";

const FORMS = { elicitation: { form: {} } };

interface Asked {
  readonly resultType?: string;
  readonly requestState: string;
  readonly inputRequests: Record<string, { params: { message: string; requestedSchema: unknown } }>;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta: Record<string, unknown>;
}

async function send(
  served: Served,
  params: Record<string, unknown>,
  { capabilities = FORMS, key = KEY }: {
    readonly capabilities?: Record<string, unknown>;
    readonly key?: string;
  } = {},
): Promise<{ readonly result: Asked; readonly error?: { code: number; message: string; data?: unknown } }> {
  const { body, headers } = modern("tools/call", params, { capabilities });
  return Object(await messageOf(await served.post(body, { ...headers, authorization: `Bearer ${key}` })));
}

const REMOVE = { name: "remove", arguments: { id: "o1" } };

/** The second request, with one answer for every form. */
function answered(first: Asked, answer: unknown, params: Record<string, unknown> = REMOVE) {
  const inputResponses = Object.fromEntries(Object.keys(first.inputRequests).map((id) => [id, answer]));
  return { ...params, inputResponses, requestState: first.requestState };
}

const ACCEPT = { action: "accept", content: { approve: true, reason: "As agreed." } };

Deno.test("E10: a call that needs approval is a form; an approval runs it once, however often the answer comes", async () => {
  await using served = serveMcp({ tools: true });
  const { result: first } = await send(served, REMOVE);
  assert.equal(first.resultType, "input_required");
  const [form] = Object.values(first.inputRequests);
  assert.match(
    form?.params.message ?? "",
    /Agent support asks to run remove with these arguments:\n\{\n {2}"id": "o1"\n\}/,
  );
  assert.deepEqual(served.ran, []);
  const replies = await Promise.all([1, 2, 3].map(() => send(served, answered(first, ACCEPT))));
  const done = replies.filter(({ result }) => !result.isError);
  assert.ok(done.length >= 1);
  for (const { result } of done) assert.deepEqual(result.structuredContent, { removed: "o1" });
  const again = await send(served, answered(first, ACCEPT));
  assert.deepEqual(again.result.structuredContent, { removed: "o1" });
  const contrary = await send(served, answered(first, { action: "decline" }));
  assert.deepEqual(contrary.result.structuredContent, { removed: "o1" });
  assert.deepEqual(served.ran, ["remove o1"]);
  const ref = { tenant: "acme", thread: String(again.result._meta["treadle/thread"]) };
  const { status, length } = await readThread(ref, served.deps);
  assert.deepEqual([status, length], ["done", 3]);
});

for (
  const [name, answer] of Object.entries({
    "declines the form": { action: "decline" },
    "answers no": { action: "accept", content: { approve: false, reason: "Too early." } },
  })
) {
  Deno.test(`E10: a person who ${name} denies the call`, async () => {
    await using served = serveMcp({ tools: true });
    const { result: first } = await send(served, REMOVE);
    const { result } = await send(served, answered(first, answer));
    assert.equal(result.isError, true);
    assert.match(result.content[0]?.text ?? "", /^remove denied/);
    assert.deepEqual(served.ran, []);
  });
}

for (
  const [name, answer] of Object.entries({
    "is cancelled": { action: "cancel" },
    "has no decision": { action: "accept", content: {} },
    "has another type": { action: "accept", content: { approve: "yes" } },
    "is missing": undefined,
  })
) {
  Deno.test(`E10: a form that ${name} decides nothing, and is shown again`, async () => {
    await using served = serveMcp({ tools: true });
    const { result: first } = await send(served, REMOVE);
    const { result } = await send(served, answered(first, answer));
    assert.equal(result.resultType, "input_required");
    assert.deepEqual(Object.keys(result.inputRequests), Object.keys(first.inputRequests));
    assert.deepEqual(served.ran, []);
    const approved = await send(served, answered(result, ACCEPT));
    assert.deepEqual(approved.result.structuredContent, { removed: "o1" });
  });
}

Deno.test("E10: the calls of an agent's model are asked about too, and its answer follows", async () => {
  const script = scenario().calls("remove", { id: "o1" }).next().says("It is gone.");
  await using served = serveMcp({ script });
  const ask = { name: "ask_support", arguments: { input: "Remove order o1." } };
  const { result: first } = await send(served, ask);
  assert.equal(first.resultType, "input_required");
  const { result } = await send(served, answered(first, ACCEPT, ask));
  assert.equal(result.structuredContent?.output, "It is gone.");
  assert.deepEqual(served.ran, ["remove o1"]);
});

Deno.test("E10: a question to a person is a form of its answer, and only an answer that fits it is taken", async () => {
  const script = scenario().calls("ask_user", { question: "Which colour?" }).next().says("Blue it is.");
  await using served = serveMcp({ script });
  const ask = { name: "ask_support", arguments: { input: "Paint it." } };
  const { result: first } = await send(served, ask);
  const [form] = Object.values(first.inputRequests);
  assert.equal(form?.params.message, "Agent support asks: Which colour?");
  assert.deepEqual(form?.params.requestedSchema, {
    type: "object",
    properties: { answer: { type: "string", title: "Answer", enum: ["red", "blue"] } },
    required: ["answer"],
  });
  const wrong = await send(served, answered(first, { action: "accept", content: { answer: "green" } }, ask));
  assert.equal(wrong.result.isError, true);
  assert.match(wrong.result.content[0]?.text ?? "", /^invalid_request: The answer does not fit/);
  const { result } = await send(
    served,
    answered(first, { action: "accept", content: { answer: "blue" } }, ask),
  );
  assert.equal(result.structuredContent?.output, "Blue it is.");
});

Deno.test("E10: a client without forms, and a deployment without a key for states, have the routes in the result", async () => {
  for (
    const [env, capabilities] of [[{}, {}], [{}, { elicitation: { url: {} } }], [{
      TREADLE_APPROVAL_SECRET: "",
    }, FORMS]] as const
  ) {
    await using served = serveMcp({ tools: true, env });
    const { result } = await send(served, REMOVE, { capabilities });
    assert.equal(result.resultType, "complete");
    const text = result.content[0]?.text ?? "";
    const thread = String(result._meta["treadle/thread"]);
    assert.match(text, new RegExp(`POST /v1/threads/${thread}/approvals/call_`));
    assert.doesNotMatch(text, /eyJ/, "no signed link is in what a model reads");
    const { calls: [call] } = await readThread({ tenant: "acme", thread }, served.deps);
    await decideApproval({ tenant: "acme", thread }, call?.id ?? "", {
      approved: true,
      by: "ann",
      via: "api",
    }, served.deps);
    const { result: done } = await send(served, { name: "continue_run", arguments: { thread } }, {
      capabilities,
    });
    assert.equal(done.structuredContent?.output, '{"removed":"o1"}');
    assert.deepEqual(served.ran, ["remove o1"]);
  }
});

Deno.test("E10: continue_run goes on over a form as well", async () => {
  await using served = serveMcp({ tools: true });
  const { result: first } = await send(served, REMOVE, { capabilities: {} });
  const params = { name: "continue_run", arguments: { thread: first._meta["treadle/thread"] } };
  const { result: asked } = await send(served, params);
  assert.equal(asked.resultType, "input_required");
  const { result } = await send(served, answered(asked, ACCEPT, params));
  assert.equal(result.structuredContent?.output, '{"removed":"o1"}');
});

Deno.test("E10: a state is good for its caller, its tool and its arguments alone, unchanged and in time", async () => {
  await using served = serveMcp({ tools: true });
  const { result: first } = await send(served, REMOVE);
  const { result: other } = await send(served, { ...REMOVE, arguments: { id: "o2" } });
  const good = answered(first, ACCEPT);
  const [head, claims = "", signature = ""] = first.requestState.split(".");
  const changed = btoa(atob(claims.replaceAll("-", "+").replaceAll("_", "/")).replace("thread_", "thread_0"))
    .replaceAll("=", "").replaceAll("+", "-").replaceAll("/", "_");
  const none = btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "");
  const resigned = async (expiresAt: number) =>
    await sign({ ...decode(first.requestState).payload, expiresAt }, APPROVAL_SECRET, "HS256");
  const forged: Record<string, [Record<string, unknown>, string?]> = {
    "another tenant": [good, OTHER_KEY],
    "another tool": [{ ...good, name: "charge", arguments: { cents: "1" } }],
    "other arguments": [{ ...good, arguments: { id: "o9" } }],
    "the state of another call": [{ ...good, requestState: other.requestState }],
    "no token": [{ ...good, requestState: "x" }],
    "nothing": [{ ...good, requestState: "" }],
    "a changed claim": [{ ...good, requestState: [head, changed, signature].join(".") }],
    "a changed signature": [{ ...good, requestState: [head, claims, signature.toUpperCase()].join(".") }],
    "no algorithm": [{ ...good, requestState: `${none}.${claims}.` }],
    "a time that is over": [{ ...good, requestState: await resigned(Date.now() - 1_000) }],
    "a very long text": [{ ...good, requestState: "e".repeat(20_000) }],
  };
  for (const [name, [params, key = KEY]] of Object.entries(forged)) {
    const { error } = await send(served, params, { key });
    assert.equal(error?.code, -32602, name);
    assert.equal(error?.message, "Invalid or expired requestState", name);
    assert.deepEqual(error?.data, { reason: "invalid_request_state" }, name);
  }
  assert.deepEqual(served.ran, []);
  await send(served, { ...good, requestState: await resigned(Date.now() + 60_000) });
  assert.deepEqual(served.ran, ["remove o1"]);
});

Deno.test("E10: a form is answered by a caller with the scope decide, also where another request of the same user was asked", async () => {
  await using served = serveMcp({ tools: true, authenticate: byToken });
  const mayDecide = { key: "acme.ann.read+run+decide" };
  const { result: first } = await send(served, REMOVE, mayDecide);
  assert.equal(first.resultType, "input_required");
  for (const key of ["acme.ann", "acme.ann.read+run"]) {
    const { result: shown } = await send(served, REMOVE, { key });
    assert.notEqual(shown.resultType, "input_required", "no form is shown");
    await send(served, answered(first, ACCEPT), { key });
    assert.deepEqual(served.ran, [], key);
  }
  await send(served, answered(first, ACCEPT), mayDecide);
  assert.deepEqual(served.ran, ["remove o1"]);
});

Deno.test("E10: a call that two people must approve waits for the second, and a person is asked once", async () => {
  const wire = defineTool({
    name: "wire",
    description: "Sends money.",
    parameters: ["to"],
    needsApproval: true,
    approvals: 2,
    run: ({ to }) => `sent to ${to}`,
  });
  const bank = defineAgent({ name: "bank", model: "scripted/m", tools: [wire] });
  await using served = serveMcp({ tools: true, more: [bank] });
  const params = { name: "wire", arguments: { to: "ann" } };
  const { result: first } = await send(served, params);
  const { result: waiting } = await send(served, answered(first, ACCEPT, params));
  assert.equal(waiting.resultType, "complete");
  assert.match(waiting.content[0]?.text ?? "", /waits for the approval of people/);
  const ref = { tenant: "acme", thread: String(waiting._meta["treadle/thread"]) };
  const { calls: [call] } = await readThread(ref, served.deps);
  await decideApproval(ref, call?.id ?? "", { approved: true, by: "bob", via: "api" }, served.deps);
  const { result } = await send(served, { name: "continue_run", arguments: { thread: ref.thread } });
  assert.equal(result.structuredContent?.output, '"sent to ann"');
});

Deno.test("E10: below a base path the result names the route as it is", async () => {
  const deps = createDeps({
    agents: [supportAgent()],
    providers: [createScriptedProvider({ script: scenario() })],
    env: { TREADLE_STORE: "memory", TREADLE_API_KEYS: `acme:${KEY}` },
    plugins: [approvals(), mcp({ tools: true })],
    log: () => {},
  });
  const app = createApp(deps, { basePath: "/agents" });
  const { body, headers } = modern("tools/call", REMOVE);
  const post = (path: string) =>
    app.fetch(
      new Request(`http://treadle.test${path}`, {
        method: "POST",
        headers: {
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          authorization: `Bearer ${KEY}`,
          ...headers,
        },
        body: JSON.stringify(body),
      }),
    );
  const { result } = Object(await messageOf(await post("/agents/mcp")));
  assert.match(result.content[0].text, / POST \/agents\/v1\/threads\/thread_\w+\/approvals\/call_/);
  const wrong = await post("/agents/mcp/nobody");
  assert.equal(Object(await wrong.json()).error.data.code, "agent_unknown");
});
