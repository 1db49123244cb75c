// Client tools over HTTP: what a request may bring, and what a thread shows.

import assert from "node:assert/strict";
import { createTestApp } from "../http/_app.ts";

const LOCATE = { name: "locate", description: "Where the user is." };
const scenario = [{ calls: [{ tool: "locate", args: { unit: "m" } }] }, { says: "Done." }];

Deno.test("X6: a run with a tool that its request brings, over HTTP", async () => {
  const { send } = createTestApp({ scenario });
  const body = { agent: "tester", input: "go", clientTools: [LOCATE], until: "done" };
  const first = await (await send("POST", "/v1/threads/t1/steps", body)).json();
  assert.deepEqual([first.thread.status, first.calls[0].state], ["waiting", "client"]);
  const thread = await (await send("GET", "/v1/threads/t1")).json();
  assert.deepEqual(thread.calls.map((call: { state: string }) => call.state), ["client"]);
  const results = { toolResults: [{ callId: first.calls[0].id, output: { lat: 1 } }], until: "done" };
  const second = await (await send("POST", "/v1/threads/t1/steps", results)).json();
  assert.deepEqual([second.thread.status, second.output], ["done", "Done."]);
});

const long = "x".repeat(33_000);
const WRONG: readonly (readonly [string, unknown, string])[] = [
  ["33 tools", Array.from({ length: 33 }, (_, index) => ({ name: `t${index}` })), "/clientTools"],
  ["more than 32 KB", [{ ...LOCATE, description: long }], "/clientTools"],
  ["two of a name", [LOCATE, LOCATE], "/clientTools"],
  ["a name that is none", [{ name: "a b" }], "/clientTools/0/name"],
  ["a schema of a text", [{ ...LOCATE, parameters: { type: "string" } }], "/clientTools/0/parameters"],
  ["an unknown field", [{ ...LOCATE, run: 1 }], "/clientTools/0/run"],
  ["the name of a tool of the agent", [{ name: "echo" }], "/clientTools/0/name"],
];
for (const [name, clientTools, pointer] of WRONG) {
  Deno.test(`X6: client tools are refused: ${name}`, async () => {
    const { send } = createTestApp({ scenario });
    const response = await send("POST", "/v1/threads/t1/steps", {
      agent: "tester",
      input: "go",
      clientTools,
    });
    const problem = await response.json();
    assert.deepEqual([response.status, problem.code, problem.errors?.[0]?.pointer], [
      422,
      "invalid_request",
      pointer,
    ]);
    assert.equal((await send("GET", "/v1/threads/t1")).status, 404);
  });
}

const RATES = {
  name: "rate",
  parameters: { type: "object", properties: { stars: { type: "integer" } }, required: ["stars"] },
};

Deno.test("X6: arguments that do not fit are the model's to correct, and never the caller's", async () => {
  const call = (args: object) => ({ calls: [{ tool: "rate", args: JSON.stringify(args) }] });
  const { send } = createTestApp({
    scenario: [call({ stars: "many" }), call({ stars: 5 }), { says: "Done." }],
  });
  const body = { agent: "tester", input: "go", clientTools: [RATES], until: "done" };
  const first = await (await send("POST", "/v1/threads/t1/steps", body)).json();
  assert.deepEqual([first.thread.status, first.calls.at(-1).args], ["waiting", { stars: 5 }]);
  const { entries } = await (await send("GET", "/v1/threads/t1/history")).json();
  const refused = entries.find(({ type }: { type: string }) => type === "tool");
  assert.equal(refused.error.kind, "invalid_arguments");
  assert.match(refused.error.message, /\/stars: must be integer/);
});

Deno.test("X6: predicted calls are the caller's with the arguments that the model made", async () => {
  const { send } = createTestApp({ scenario: [{ calls: [{ tool: "rate", args: '{"stars":"many"}' }] }] });
  const body = { agent: "tester", input: "go", clientTools: [RATES], execution: "predict" };
  const first = await (await send("POST", "/v1/threads/t1/steps", body)).json();
  assert.deepEqual([first.thread.status, first.calls[0].args], ["waiting", { stars: "many" }]);
});
