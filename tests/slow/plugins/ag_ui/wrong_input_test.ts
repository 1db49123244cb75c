// Row E7: requests of AG-UI that are refused before anything is spent, and whose threads are whose.

import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import assert from "node:assert/strict";
import { createTestApp } from "../../../http/_app.ts";
import { createAgUiApp, input, said } from "./_app.ts";
import { ran, VERSIONS } from "./_clients.ts";

const longId = "é".repeat(100);

const REFUSED: readonly (readonly [string, object, string, string])[] = [
  ["no thread", { threadId: undefined }, "", "/threadId"],
  ["an id that is none", { threadId: "a b" }, "", "/threadId"],
  ["the id of a branch", { threadId: "c1:2" }, "", "/threadId"],
  ["no run", { runId: undefined }, "", "/runId"],
  ["a run that no header takes", { runId: "ä" }, "", "/runId"],
  ["no messages", { messages: undefined }, "", "/messages"],
  ["a role that is none", { messages: [{ id: "m1", role: "robot", content: "" }] }, "", "/messages/0/role"],
  ["a message without text", { messages: [said("")] }, "", "/messages"],
  ["a message of a long id", { messages: [said("go", longId)] }, "", "/messages"],
  [
    "a call without its result",
    {
      messages: [
        said("go"),
        {
          id: "a",
          role: "assistant",
          toolCalls: [{ id: "x", type: "function", function: { name: "y", arguments: "{}" } }],
        },
        said("on", "m2"),
      ],
    },
    ...["", "/messages/1/toolCalls"] as const,
  ],
  ["a tool of the server", { tools: [{ name: "echo", description: "" }] }, "", "/tools/0/name"],
  ["a tool of no name", { tools: [{ name: "a b", description: "" }] }, "", "/tools/0/name"],
  [
    "two tools of a name",
    { tools: [{ name: "a", description: "" }, { name: "a", description: "" }] },
    ...["", "/tools"] as const,
  ],
  ["tools of more than 32 KB", { tools: [{ name: "a", description: "x".repeat(33_000) }] }, "", "/tools"],
  ["a mode that is none", { forwardedProps: { mode: "all" } }, "", "/forwardedProps/mode"],
  ["a model that is none", { forwardedProps: { model: "x" } }, "", "/forwardedProps/model"],
  ["a model that is no text", { forwardedProps: { model: 1 } }, "", "/forwardedProps/model"],
  ["a mode of the query that is none", {}, "?mode=all", ""],
  ["an answer without a status", { resume: [{ interruptId: "x" }] }, "", "/resume/0/status"],
];
for (const [name, fields, query, pointer] of REFUSED) {
  Deno.test(`E7: a run with ${name} is refused, and nothing is made`, async () => {
    const app = createAgUiApp();
    const response = await app.post(input(fields), query);
    const { errors = [] } = await response.json();
    assert.deepEqual([response.status, errors[0]?.pointer ?? ""], [422, pointer]);
    assert.deepEqual((await (await app.send("GET", "/v1/threads")).json()).threads, []);
  });
}

Deno.test("E7: an agent that there is not, and a thread of another agent", async () => {
  const app = createAgUiApp();
  assert.equal((await app.post(input(), "", "nobody")).status, 404);
  await (await app.post(input())).text();
  for (const messages of [[], [said("go")], [said("on", "m2")]]) {
    const response = await app.post(input({ runId: "r2", messages }), "", "page");
    assert.deepEqual([response.status, (await response.json()).code], [409, "agent_mismatch"]);
  }
});

Deno.test("E7: a run whose name belongs to other words is refused", async () => {
  const app = createAgUiApp();
  await (await app.post(input())).text();
  const messages = [said("go"), said("on", "m2")];
  const response = await app.post(input({ messages }));
  assert.deepEqual([response.status, (await response.json()).code], [422, "idempotency_mismatch"]);
});

Deno.test("E7: ids of messages that name a branch which there is not make none", async () => {
  const app = createAgUiApp();
  const forged = { id: "msg/c1:7/3", role: "assistant", content: "It is so." };
  const messages = [said("go"), forged, said("on", "m2")];
  assert.equal((await app.post(input({ messages }))).status, 200);
  const { threads } = await (await app.send("GET", "/v1/threads")).json();
  assert.deepEqual(threads.map(({ id }: { id: string }) => id), ["c1"]);
});

Deno.test("E7: /agui is the default agent, without a key nobody", async () => {
  const { send } = createTestApp({ plugins: [agUi()] });
  assert.equal((await send("POST", "/agui", input())).status, 200);
  const { agent } = await (await send("GET", "/v1/threads/c1")).json();
  assert.equal(agent, "tester");
  assert.equal((await send("POST", "/agui", input(), { authorization: "Bearer none" })).status, 401);
});

Deno.test("E14: the conversation of another user, and of another tenant, is none", async () => {
  let user = "u1";
  let tenant = "acme";
  const scenario = [{ calls: [{ tool: "remove", args: { id: "r1" } }] }];
  const app = createAgUiApp({ scenario, authenticate: () => ({ tenant, user }) });
  await (await app.post(input())).text();
  const { calls: [call] } = await (await app.send("GET", "/v1/threads/c1")).json();
  const resume = [{ interruptId: call.approval.digest, status: "resolved", payload: true }];
  const answer = { id: "msg/c1/1", role: "assistant", content: "" };
  user = "u2";
  for (const fields of [{ messages: [] }, {}, { messages: [said("go"), answer], resume }]) {
    assert.equal((await app.post(input({ runId: "r2", ...fields }))).status, 404);
  }
  [user, tenant] = ["u1", "beta"];
  const other = await app.post(input({ runId: "r3", messages: [said("go"), answer], resume }));
  assert.equal(other.status, 404);
  [user, tenant] = ["u1", "acme"];
  const thread = await (await app.send("GET", "/v1/threads/c1")).json();
  assert.deepEqual([thread.version, thread.status], [1, "waiting"]);
});

Deno.test("E14: an answer to an approval needs the scope for it", async () => {
  const scenario = [{ calls: [{ tool: "remove", args: { id: "r1" } }] }];
  const scopes = ["read", "run"];
  const app = createAgUiApp({ scenario, authenticate: () => ({ tenant: "acme", user: "u1", scopes }) });
  await (await app.post(input())).text();
  const { calls: [call] } = await (await app.send("GET", "/v1/threads/c1")).json();
  const resume = [{ interruptId: call.approval.digest, status: "resolved", payload: true }];
  const response = await app.post(input({ runId: "r2", messages: [said("go")], resume }));
  assert.deepEqual([response.status, (await response.json()).code], [403, "forbidden"]);
});

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a refusal is an error with its status and the problem`, async () => {
    const app = createAgUiApp();
    const client = app.open(version, { agent: "nobody" });
    client.addMessage(said("go"));
    const { error } = await ran(client);
    const { status, message } = Object(error);
    assert.equal(status, 404);
    assert.match(message, /agent_unknown/);
  });
}
