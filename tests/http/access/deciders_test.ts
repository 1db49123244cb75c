// Row E14: who asks for something does not approve it. A caller with a user answers only where its scopes name decide, by every door.

import assert from "node:assert/strict";
import { sleep } from "../../../src/deps/ports.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { REMOVES } from "../_app.ts";
import { byToken, createCallers } from "./_callers.ts";

const ENV = { TREADLE_APPROVAL_SECRET: "0123456789abcdef0123456789abcdef" };

/** What waits: the thread of ann, its call, and the id of the same as a response asks. */
interface Waiting {
  readonly thread: string;
  readonly callId: string;
  readonly asked: string;
}

/** Every way to say yes to the call. */
const YES:
  readonly (readonly [way: string, request: (waiting: Waiting) => readonly [path: string, body: object]])[] =
    [
      [
        "the route",
        ({ thread, callId }) => [`/v1/threads/${thread}/approvals/${callId}`, { approved: true }],
      ],
      ["the inbox", ({ thread, callId }) => ["/v1/inbox/decisions", [{ thread, callId, approved: true }]]],
      ["a link", ({ thread, callId }) => [`/v1/threads/${thread}/approvals/${callId}/link`, {}]],
      [
        "a result of the call",
        ({ thread, callId }) => [`/v1/threads/${thread}/calls/${callId}/result`, { output: 1 }],
      ],
      ["the Approve button of useChat", ({ thread, callId }) => ["/api/chat/tester", {
        id: thread,
        message: {
          id: "m2",
          role: "assistant",
          parts: [{
            type: "tool-remove",
            toolCallId: callId,
            state: "approval-responded",
            input: { id: "r1" },
            approval: { id: callId, approved: true },
          }],
        },
      }]],
      ["an answer of AG-UI", ({ thread, callId }) => ["/agui/tester", {
        threadId: thread,
        runId: "r2",
        state: {},
        tools: [],
        context: [],
        forwardedProps: {},
        messages: [
          { id: "m1", role: "user", content: "go" },
          {
            id: "m2",
            role: "assistant",
            content: "",
            toolCalls: [{
              id: callId,
              type: "function",
              function: { name: "remove", arguments: '{"id":"r1"}' },
            }],
          },
          { id: "m3", role: "tool", toolCallId: callId, content: '{"approved":true}' },
        ],
      }]],
      ["a response that answers", ({ asked }) => ["/v1/responses", {
        model: "tester",
        input: [{ type: "mcp_approval_response", approval_request_id: asked, approve: true }],
      }]],
    ];

for (const [way, request] of YES) {
  for (const customer of ["acme.ann", "acme.ann.read+run"]) {
    Deno.test(`E14: ${customer} does not approve the call of ann through ${way}`, async () => {
      const { ask, store } = createCallers({
        plugins: [agUi(), chat(), openaiApi()],
        scenario: REMOVES,
        env: ENV,
        sleep: (ms, signal) => sleep(ms / 20, signal), // a result waits for a step that may end
      });
      const tools = [{ type: "mcp", server_label: "treadle" }];
      const { body } = await ask(customer, "POST", "/v1/responses", { model: "tester", input: "go", tools });
      const { body: { threads: [thread] } } = await ask(customer, "GET", "/v1/threads");
      const { body: { calls: [call] } } = await ask(customer, "GET", `/v1/threads/${thread.id}`);
      const asked = body.output.find(({ type }: { type: string }) => type === "mcp_approval_request").id;
      const [path, yes] = request({ thread: thread.id, callId: call.id, asked });
      const before = await store.read({ tenant: "acme", thread: thread.id });
      const refused = await ask(customer, "POST", path, yes);
      const code = refused.body.code ?? refused.body.error?.code;
      assert.deepEqual([refused.status, code], [403, "forbidden"], JSON.stringify(refused.body));
      assert.deepEqual(await store.read({ tenant: "acme", thread: thread.id }), before);
      const [, decided] = request({ thread: thread.id, callId: call.id, asked });
      const allowed = await ask("acme.ann.read+run+decide", "POST", path, decided);
      assert.notEqual(allowed.status, 403, "who is named decides");
    });
  }
}

Deno.test("E14: a caller without a user and without scopes decides for the tenant, as the server with the key does", async () => {
  const { ask } = createCallers({ scenario: REMOVES });
  const { body: { calls: [call] } } = await ask("acme.ann", "POST", "/v1/threads/t1/steps", {
    agent: "tester",
    input: "go",
  });
  assert.equal(
    (await ask("acme", "POST", `/v1/threads/t1/approvals/${call.id}`, { approved: true })).status,
    200,
  );
});

Deno.test("E14: the start of a deployment that authenticates by itself says who approves, where an agent has approvals", () => {
  const guarded = createCallers();
  const warned = (logs: readonly string[]) =>
    logs.filter((line) => /authenticate says who approves/.test(line));
  assert.equal(warned(guarded.logs).length, 1);
  assert.match(warned(guarded.logs)[0] ?? "", /"level":"warn".*"agents":"tester"/);

  const logs: string[] = [];
  const log = (_: string, message: string) => void logs.push(message);
  const pay = (needsApproval: boolean) =>
    defineAgent({
      name: "payer",
      tools: [defineTool({ name: "pay", description: "Pays.", needsApproval, run: () => 1 })],
    });
  const common = { store: "memory", env: {}, log };
  createTreadle({ ...common, agents: [pay(false)], authenticate: byToken });
  createTreadle({ ...common, agents: [pay(true)] });
  assert.deepEqual(warned(logs), [], "nothing to approve, and keys in place of authenticate");
  createTreadle({ ...common, agents: [pay(true)] }).routes({ authenticate: byToken });
  assert.equal(warned(logs).length, 1, "a mount with an authenticate of its own");
});
