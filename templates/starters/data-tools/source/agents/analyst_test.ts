// The whole deployment without a model, and its tools as a client of MCP calls them.

import { createTreadle } from "@treadle/treadle";
import { callTool } from "@treadle/treadle/testing";
import assert from "node:assert/strict";
import { test } from "node:test";
import { deployment } from "../deployment.ts";
import { runQuery } from "./tools.ts";

const KEY = "a-key-of-the-tests-0123456789";

test("a question is answered with the numbers of a query", async () => {
  await using shop = open();
  const { output } = await shop.treadle.run("t1", "What did we sell, by product?", { agent: "analyst" });
  assert.equal(output, "In euros: tea 60, coffee 144, cups 288.");
});

for (const approved of [true, false]) {
  test(`rows with personal data are ${approved ? "read behind an approval" : "not read behind a denial"}`, async () => {
    await using shop = open();
    const { calls: [, call] } = await shop.treadle.run("t1", "Show me the customers.", { agent: "analyst" });
    assert.equal(call?.state, "approval");
    assert.doesNotMatch(await shop.history(), /ada@example/);
    await shop.treadle.approve("t1", call.id, { approved, by: "sue" });
    await shop.treadle.run("t1");
    assert.equal(/ada@example/.test(await shop.history()), approved);
  });
}

test("a client of MCP finds the tools that are served, and calls one", async () => {
  await using shop = open();
  const { tools } = await shop.mcp("tools/list", {}) as { tools: { name: string }[] };
  assert.deepEqual(tools.map(({ name }) => name).sort(), [
    "ask_analyst",
    "continue_run",
    "list_tables",
    "run_query",
  ]);
  const query = { table: "orders", measure: "count", where: [{ column: "product", equals: "tea" }] };
  const { structuredContent } = await shop.mcp("tools/call", { name: "run_query", arguments: query }) as {
    structuredContent: unknown;
  };
  assert.deepEqual(structuredContent, { table: "orders", measure: "count", groups: { all: 12 } });
});

test("nobody without a key calls a tool", async () => {
  await using shop = open();
  assert.equal((await shop.send("tools/list", {}, "another-key-0123456789")).status, 401);
});

const WRONG: readonly [args: Parameters<typeof callTool>[1], message: RegExp][] = [
  [{ table: "orders", measure: "sum" }, /needs the column/],
  [{ table: "orders", measure: "sum", column: "price" }, /no column price/],
  [{ table: "orders", measure: "sum", column: "month" }, /month is no number/],
  [{ table: "customers", measure: "count", group_by: "email" }, /email is personal/],
  [{ table: "customers", measure: "count", where: [{ column: "name", equals: "Ada" }] }, /name is personal/],
  [{ table: "users", measure: "count" }, /table/],
];

for (const [args, message] of WRONG) {
  test(`a wrong query is an error that the model reads: ${JSON.stringify(args)}`, async () => {
    const { error } = await callTool(runQuery, args);
    assert.equal(error?.kind, "invalid_arguments");
    assert.match(error.message, message);
  });
}

function open() {
  const options = { ...deployment, env: { TREADLE_API_KEYS: `shop:${KEY}` }, log: () => {} };
  const served = createTreadle({ ...options, store: "memory" });
  const treadle = served.as({ tenant: "shop" });
  const send = async (method: string, params: object, key = KEY) =>
    await served.fetch(
      new Request("http://shop.test/mcp", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${key}`,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      }),
    );
  return {
    treadle,
    send,
    history: async () => JSON.stringify((await treadle.history("t1")).entries),
    async mcp(method: string, params: object): Promise<unknown> {
      const text = await (await send(method, params)).text();
      const { result } = JSON.parse(text.match(/^data: (\{.*)$/m)?.[1] ?? text) as { result: unknown };
      return result;
    },
    [Symbol.asyncDispose]: served.close,
  };
}
