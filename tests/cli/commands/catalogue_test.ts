// E17, S1: treadle catalogue against a deployment, by its address and key.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { catalogues } from "../../../src/plugins/selection/door/mod.ts";
import { createTestApp, KEY } from "../../http/_app.ts";
import { written } from "../../plugins/selection/catalogue/_catalogue.ts";
import { type Ran, runTreadle } from "../_treadle.ts";

const WEATHER = defineTool({
  name: "get_weather",
  description: "The weather.",
  effect: "pure",
  run: () => "rain",
});

/** Runs commands against an app, with a file of tools beside it. */
async function withShop(
  test: (
    treadle: (...words: string[]) => Promise<Ran>,
    file: (tools: unknown) => Promise<string>,
    ask: (input: string) => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  const agents = [defineAgent({ name: "weather", instructions: "", driver: "scripted", tools: [WEATHER] })];
  const { fetch } = createTestApp({
    plugins: [catalogues()],
    agents,
    driver: createScriptedDriver(({ history }) =>
      history.entries.at(-1)?.type === "user" ? { calls: [{ tool: "get_weather" }] } : { says: "It rains." }
    ),
  });
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => fetch(request),
  );
  const folder = await Deno.makeTempDir({ prefix: "catalogue_" });
  const env = { TREADLE_URL: `http://127.0.0.1:${server.addr.port}`, TREADLE_KEY: KEY };
  let [files, threads] = [0, 0];
  await test((...words) => runTreadle({ env }, "catalogue", ...words), async (tools) => {
    const path = `${folder}/tools_${files++}.json`;
    await Deno.writeTextFile(path, JSON.stringify(tools));
    return path;
  }, async (input) => {
    const response = await fetch(
      new Request(`${env.TREADLE_URL}/v1/threads/t${threads++}/steps`, {
        method: "POST",
        headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        body: JSON.stringify({ agent: "weather", input, until: "done" }),
      }),
    );
    assert.equal(response.status, 200, await response.text());
  });
  await Deno.remove(folder, { recursive: true });
}

Deno.test("E17: treadle catalogue publishes, lists, shows, compares, withdraws and rolls back", () =>
  withShop(async (treadle, file) => {
    const published = await treadle("publish", "shop", await file([written("refund"), written("cancel")]));
    assert.equal(published.stderr, "");
    assert.equal(
      published.stdout,
      "shop is at number 1.\n  added refund 1.0.0\n  added cancel 1.0.0\n" +
        "warning catalogue_unused: No agent of this deployment has the catalogue shop: its tools are offered to no thread here.\n",
    );
    const next = await file({ tools: [written("refund", "1.1.0", { tags: ["money"] })] });
    assert.match(
      (await treadle("publish", "shop", next, "--expected", "1")).stdout,
      /replaced refund 1\.0\.0 -> 1\.1\.0/,
    );
    assert.equal(
      (await treadle("publish", "shop", next)).stdout,
      "shop is at number 2 and has this already.\n",
    );
    const late = await treadle("publish", "shop", await file(written("track")), "--expected", "1", "--json");
    assert.deepEqual([late.code, JSON.parse(late.stderr).error.code], [1, "catalogue_conflict"]);

    await treadle("deprecate", "shop", "cancel", "--reason", "use refund");
    assert.equal(
      (await treadle("list", "shop")).stdout,
      "TOOL    NAME    VERSION  STATUS      FROM\nrefund  refund  1.1.0    Active      code\ncancel  cancel  1.0.0    Deprecated  code\n",
    );
    assert.equal(
      JSON.parse((await treadle("list", "shop", "--status", "deprecated", "--json")).stdout).tools.length,
      1,
    );
    assert.match(
      (await treadle("diff", "shop", "1", "2")).stdout,
      /^1 -> 2\n~ refund\n {4}tags: null -> \["money"\]\n/,
    );
    assert.equal(
      JSON.parse((await treadle("show", "shop", "refund", "--number", "1")).stdout).version,
      "1.0.0",
    );
    await treadle("archive", "shop", "cancel");
    const back = await treadle("rollback", "shop", "1");
    assert.match(back.stdout, /^shop is at number 5\.\n/);
    assert.match((await treadle("show", "shop")).stdout, /^shop: number 5, 2 tools, /);
    assert.match(
      (await treadle("log", "shop", "--limit", "3")).stdout,
      /^5 .* rollback by key_\w+\n[^]*\n3 .*: use refund\n/,
    );
  }));

Deno.test("E17: treadle catalogue says what is wrong in a file, and that a file is none", () =>
  withShop(async (treadle, file) => {
    const wrong = await treadle("publish", "shop", await file([written("refund", "1.0")]));
    assert.equal(wrong.code, 1);
    assert.match(wrong.stderr, /^invalid_request: .*\/tools\/0\/version is "1\.0"; write a semantic version/);
    const none = await treadle("publish", "shop", "/no/such/file.json", "--json");
    assert.equal(JSON.parse(none.stderr).error.code, "file_unreadable");
  }));

Deno.test("E17: treadle catalogue publishes more tools than one request takes, and accepts held words", () =>
  withShop(async (treadle, file) => {
    const many = Array.from({ length: 450 }, (_, index) => written(`t${index}`));
    const published = JSON.parse(
      (await treadle("publish", "shop", await file(many), "--expected", "0", "--json")).stdout,
    );
    assert.deepEqual([published.number, published.changes.length], [3, 450]);
    const source = { type: "mcp", server: "s" };
    await treadle("publish", "shop", await file([written("m", "1.0.0", { source })]));
    await treadle("publish", "shop", await file([written("m", "1.1.0", { source, description: "Other." })]));
    assert.match((await treadle("list", "shop", "--held")).stdout, /Active {2}1\.1\.0 is held {2}mcp/);
    const { held } = JSON.parse((await treadle("show", "shop", "m", "--json")).stdout);
    const accepted = await treadle("accept", "shop", "m", "--hash", held.source.hash);
    assert.match(accepted.stdout, /accepted m 1\.0\.0 -> 1\.1\.0/);
  }));

Deno.test("S4: treadle catalogue learn publishes what users have asked as examples, redacted, each once, and nothing twice", () =>
  withShop(async (treadle, file, ask) => {
    await treadle("publish", "shop", await file([written("get_weather"), written("refund")]));
    assert.equal((await treadle("learn", "shop")).stdout, "Nothing is new.\n");
    for (
      const input of [
        "What is the weather in Paris?",
        "what is the weather in paris",
        "Rain for ann@example.com?",
      ]
    ) {
      await ask(input);
    }
    const seen = await treadle("learn", "shop", "--dry-run", "--json");
    assert.equal(seen.stderr, "");
    const [tool, ...others] = JSON.parse(seen.stdout);
    assert.deepEqual([tool.name, others], ["get_weather", []]);
    assert.equal(tool.examples.length, 2);
    assert.ok(tool.examples.includes("Rain for [email 1]?"), seen.stdout);
    assert.match((await treadle("learn", "shop")).stdout, /replaced get_weather 1\.0\.0 -> 1\.0\.1/);
    assert.equal((await treadle("learn", "shop")).stdout, "Nothing is new.\n");
  }));
