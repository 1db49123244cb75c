// E17, S9: treadle lint over a file, a deployment with the door, and one without it.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { lintRoutes } from "../../../src/plugins/selection/door/lint.ts";
import { lintTools } from "../../../src/plugins/selection/lint/lint_tools.ts";
import { countBelow, toText } from "../../../src/cli/terminal/lint_table.ts";
import { createTestApp, KEY, type TestApp } from "../../http/_app.ts";
import { runTreadle } from "../_treadle.ts";

const MCP = {
  tools: [{
    name: "find-order",
    description: "Find an order by its number.",
    inputSchema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  }, { name: "order" }],
};

async function inFile(json: unknown): Promise<string> {
  const file = await Deno.makeTempFile({ prefix: "tools_", suffix: ".json" });
  await Deno.writeTextFile(file, typeof json === "string" ? json : JSON.stringify(json));
  return file;
}

async function withApp(app: TestApp, test: (url: string) => Promise<void>) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => app.app.fetch(request, {}),
  );
  try {
    await test(`http://127.0.0.1:${server.addr.port}`);
  } finally {
    await server.shutdown();
  }
}

Deno.test("E17, S9: treadle lint prints grades, what to write first and the lowest scores of a file of MCP", async () => {
  const file = await inFile(MCP);
  const { code, stdout, stderr } = await runTreadle("lint", file);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^2 tools, mean score \d+ of 100\n {2}A {2}0\n/);
  assert.match(stdout, /\n {2}1 +\+\d+ {2}description_missing +order: There is no description/);
  assert.match(stdout, /\n {2}F +\d+ {2}order +0 words {2}description_missing/);
  assert.match(stdout, /name_aliased +find-order: Cohere does not take a tool of this name/);
});

Deno.test("E17, S9: tools as OpenAI and as Treadle write them are the same to treadle lint --json", async () => {
  const parameters = { type: "object", properties: {}, required: [] };
  const tool = { name: "find_order", description: "Find an order by its number.", parameters };
  const reports = [];
  for (
    const json of [[tool], { tools: [{ type: "function", function: tool }] }, [{
      ...tool,
      parameters: undefined,
      input_schema: parameters,
    }]]
  ) {
    const { code, stdout } = await runTreadle("lint", await inFile(json), "--json");
    assert.equal(code, 0);
    reports.push(JSON.parse(stdout));
  }
  assert.deepEqual(reports[1], reports[0]);
  assert.deepEqual(reports[2], reports[0]);
  assert.deepEqual(reports[0], JSON.parse(JSON.stringify(lintTools([tool]))));
});

Deno.test("E17, S9: --min-grade fails when a tool is worse, and says how many are", async () => {
  const file = await inFile(MCP);
  const failed = await runTreadle("lint", file, "--min-grade", "C");
  assert.equal(failed.code, 1);
  assert.match(failed.stdout, /\n\d tools? below C\.\n$/);
  assert.equal((await runTreadle("lint", file, "--min-grade", "C", "--json")).code, 1);
  const passed = await runTreadle("lint", file, "--min-grade", "F");
  assert.deepEqual([passed.code, passed.stdout.trimEnd().split("\n").at(-1)], [
    0,
    "Every tool has at least F.",
  ]);
});

Deno.test("E17: a file that is no list of tools, or no JSON, is named by the error", async () => {
  for (const json of ["{", { tools: [{ description: "x" }] }, "{}"]) {
    const file = await inFile(json);
    const { code, stderr } = await runTreadle("lint", file, "--json");
    assert.equal(code, 1);
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, "tools_invalid");
    assert.ok(error.message.includes(file), error.message);
  }
});

const desk = defineTool({
  name: "desk",
  description: "Send a form to a desk",
  effect: "pure",
  run: () => null,
});
const clerk = defineAgent({ name: "clerk", model: "scripted/demo", tools: [desk] });

Deno.test("E17, S9: treadle lint --url reads the report of a deployment with its catalogue", async () => {
  const door: Plugin = {
    name: "lint",
    open: ({ deps }) => ({
      routes: lintRoutes({
        agents: deps.agents,
        catalogue: () => ({
          version: "1",
          tools: [{ name: "from_catalogue", description: "", parameters: {} }],
        }),
      }),
    }),
  };
  await withApp(createTestApp({ agents: [clerk], plugins: [door] }), async (url) => {
    const { code, stdout, stderr } = await runTreadle("lint", "--url", url, "--key", KEY);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /from_catalogue: There is no description/);
  });
});

Deno.test("E17: a refusal names the address that was found and refused, without credentials and query, for each command", async () => {
  await withApp(createTestApp({ agents: [clerk] }), async (url) => {
    const key = ["--key", "a-wrong-key-0123456789"];
    const written = await runTreadle("lint", "--url", url, ...key);
    assert.equal(written.code, 1);
    assert.match(
      written.stderr,
      /^unauthorized: .+\nfrom: http:\/\/127\.0\.0\.1:\d+\/v1\/tools\/lint\nnext: /,
    );
    assert.ok(written.stderr.includes(`from: ${url}/`), written.stderr);
    for (
      const [words, path] of [
        [["lint"], "/v1/tools/lint"],
        [["inbox", "list"], "/v1/inbox"],
        [["threads", "show", "t1"], "/v1/threads/t1"],
        [["run", "Hi"], "/v1/agents"],
      ] as const
    ) {
      const { code, stderr } = await runTreadle(
        ...words,
        "--url",
        `${url.replace("//", "//ann:secret@")}`,
        ...key,
        "--json",
      );
      const { error } = JSON.parse(stderr);
      assert.deepEqual([code, error.code, error.url], [1, "unauthorized", `${url}${path}`], words.join(" "));
    }
    const unknown = await runTreadle("threads", "show", "nothing", "--url", url, "--key", KEY);
    assert.match(unknown.stderr, /^thread_unknown: .+\nfrom: http:\/\/\S+\/v1\/threads\/nothing\nnext: /);
  });
});

Deno.test("E17, S9: of a deployment without the door, treadle lint grades the tools of the agents", async () => {
  const app = createTestApp({ agents: [clerk] });
  await withApp(app, async (url) => {
    const { code, stdout } = await runTreadle("lint", "--url", url, "--key", KEY, "--json");
    assert.equal(code, 0);
    const { tools } = await (await app.send("GET", "/v1/tools")).json();
    assert.equal(JSON.parse(stdout).count, tools.length);
    assert.ok(JSON.parse(stdout).tools.some(({ name }: { name: string }) => name === "desk"));
  });
});

Deno.test("S9: names and texts of strangers cannot act on the terminal", () => {
  const report = lintTools([{
    name: "a\u001b[2Jb\u202ec",
    description: "",
    parameters: { properties: { "\r\nx": {} } },
  }]);
  const text = toText(report, { limit: 10 });
  assert.ok(text.includes("a [2Jb c"), text);
  // deno-lint-ignore no-control-regex
  assert.ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(text));
});

Deno.test("S9: what is below a grade are all worse letters; no tools have a sentence of their own", () => {
  const report = { ...lintTools([]), count: 15, grades: { A: 1, B: 2, C: 3, D: 4, F: 5 } };
  assert.deepEqual((["A", "B", "C", "D", "F"] as const).map((grade) => countBelow(report, grade)), [
    14,
    12,
    9,
    5,
    0,
  ]);
  assert.equal(toText(lintTools([]), { limit: 10 }), "There are no tools.");
});
