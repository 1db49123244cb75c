// E12: the tables of prices as `deno task prices` writes and checks them.

import assert from "node:assert/strict";
import { buildModule, listRows, readModule } from "../../../src/tasks/prices/table.ts";
import { withMultiples } from "../../../src/core/budget/price_multiples.ts";
import { priceIn } from "../../../src/core/budget/price_table.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";
import { asSent } from "../../support/as_sent.ts";

const rates = (input: number, output: number, cacheRead = 0, cacheWrite = 0) => ({
  input,
  output,
  cacheRead,
  cacheWrite,
});

Deno.test("E12: a row has every rate of the source, and what is no chat or has no price has no row", () => {
  const tiers = [{ ...rates(2, 4), inputTokensAbove: 100 }, { ...rates(3, 6, 0.5), inputTokensAbove: 200 }];
  const chat = {
    plain: { id: "plain", cost: rates(1, 2) },
    cached: { id: "cached", type: "chat", cost: rates(1, 2, 0.1, 1.25) },
    tiered: { id: "tiered", cost: { ...rates(1, 2), tiers } },
    free: { id: "x:free", cost: rates(0, 0) },
    unpriced: { id: "unpriced", cost: rates(0, 0) },
    auto: { id: "auto", cost: rates(-1, -1) },
    sound: { id: "sound", type: "image", cost: rates(1, 2) },
    none: { id: "none" },
    windowed: { id: "windowed", cost: rates(1, 2), contextWindow: 128_000 },
    // The source ends it where the price rises.
    cheap: { id: "cheap", cost: { ...rates(1, 2), tiers }, contextWindow: 100 },
    long: { id: "long", cost: { ...rates(1, 2), tiers }, contextWindow: 1_000 },
    wide: { id: "wide", cost: rates(1, 2), contextWindow: 1_000_000 },
  };
  const rows = listRows("together", { chat });
  assert.deepEqual(rows, [
    "cached 1 2 0.1 1.25",
    "cheap 1 2 >100 3 6 0.5",
    "long 1 2 >100 3 6 0.5 =1000",
    "plain 1 2",
    "tiered 1 2 >100 3 6 0.5",
    "wide 1 2",
    "windowed 1 2 =128000",
    "x:free 0 0",
  ]);
  const table = `\n${rows.join("\n")}\n`;
  assert.deepEqual(asSent(priceIn(table, "tiered")?.long), { above: 100, input: 3, output: 6, cached: 0.5 });
  assert.match(listRows("xai", { chat }).find((row) => row.startsWith("plain")) ?? "", /^plain 1 2 apart$/);
});

Deno.test("E12: an own row that the source has too is refused, so no price stands twice", () => {
  const chat = { own: { id: "claude-3-opus", cost: rates(15, 75) } };
  assert.throws(() => listRows("anthropic", { chat }), /The source has anthropic\/claude-3-opus/);
});

Deno.test("E12: a table that was edited by hand is found, and those of the project are not", async () => {
  const source = { version: "1.5.2", date: "2026-11-10" };
  const module = await buildModule(["a 1 2", "b 3 4"], source);
  assert.deepEqual(await readModule(module), { source, rows: ["a 1 2", "b 3 4"] });
  const edits = { "a 1 2": "a 1 1", "2026-11-10": "2026-11-11x", "\nb 3 4": "", "PRICES =": "PRICE =" };
  for (const [from, to] of Object.entries(edits)) {
    assert.equal(await readModule(module.replace(from, to)), undefined, from);
  }
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "src/tasks/prices.ts", "--check"],
    cwd: projectRoot,
  }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
});

Deno.test("E12: no module imports a table of prices at its start", async () => {
  for await (const file of walkFiles("src")) {
    if (!file.endsWith(".ts")) continue;
    const text = await Deno.readTextFile(new URL(file, projectRoot));
    assert.doesNotMatch(text, /from "[^"]*_prices\//, file);
  }
});

Deno.test("E12: a row that the others say is left out, and its model has the same price", () => {
  const cost = rates(10, 50, 1, 12.5);
  const models = {
    plain: { id: "claude-x", cost },
    dated: { id: "claude-x-20260101-v1:0", cost },
    regional: { id: "us.claude-x", cost },
    dear: { id: "apac.claude-x", cost: rates(10.5, 52.5, 1.05, 13.125) },
    other: { id: "eu.claude-x", cost: rates(11, 55, 1.1, 13.75) },
  };
  const rows = listRows("bedrock", { models });
  assert.deepEqual(rows.filter((row) => row.includes("claude-x")), [
    "claude-x 10 50 1 12.5",
    "eu.claude-x 11 55 1.1 13.75",
  ]);
  for (const { id, cost } of Object.values(models)) {
    const { input, output, cacheRead: cached, cacheWrite } = cost;
    assert.deepEqual(
      asSent(priceIn(withMultiples(`\n${rows.join("\n")}\n`), id)),
      { input, output, cached, cacheWrite },
      id,
    );
  }
});
