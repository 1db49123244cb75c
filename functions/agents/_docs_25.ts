// functions/agents/stock_test.ts
import assert from "node:assert/strict";
import { defineTool } from "@treadle/treadle";
import { callTool, createFakeClock } from "@treadle/treadle/testing";

const lookUp = defineTool({
  name: "look_up",
  description: "The price of an item.",
  parameters: ["item"],
  effect: "pure",
  env: ["PRICE_KEY"],
  timeoutMs: 5_000,
  run: ({ item }, { env, user }) =>
    item === "slow"
      ? new Promise<null>(() => {})
      : { item, live: env.PRICE_KEY !== undefined, user: user ?? null },
});

Deno.test("look_up answers for the user", async () => {
  const { outcome, output } = await callTool(lookUp, { item: "pen" }, {
    user: "ada",
    env: { PRICE_KEY: "k" },
  });
  assert.deepEqual([outcome, output], ["completed", { item: "pen", live: true, user: "ada" }]);
});

Deno.test("look_up needs an item", async () => {
  assert.equal((await callTool(lookUp, {})).error?.kind, "invalid_arguments");
});

Deno.test("look_up gives up after five seconds", async () => {
  const time = createFakeClock();
  const called = callTool(lookUp, { item: "slow" }, { time });
  await time.advance(5_000);
  assert.equal((await called).error?.kind, "timeout");
});
